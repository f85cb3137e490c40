//! A row as somebody wants it repeated: at which scale, with which seed, from which games.

use std::path::{Path, PathBuf};

use hetman_lab::Experiment;
use hetman_lab::folder::{self, DiskError, write_atomically};
use hetman_lab::tournaments;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::catalogue::Catalogue;
use crate::numbers;
use crate::series::{Row, RowTask};
use crate::verdict::Evidence;

/// What a folder repeats, from its beginning on.
const REQUEST: &str = "request.json";

/// What can be chosen about a repetition; what is not, the row itself says.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Overrides {
    /// Games, as a share of those published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    /// The same for rows whose nets a tournament needs, if not the tournament's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub training_scale: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Independent runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runs: Option<u64>,
    /// A collection of recorded games, instead of the row's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pgn: Option<PathBuf>,
}

/// How far a repetition has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowState {
    NotRun,
    Partly,
    Done,
}

impl KeptRequest {
    fn of_folder(folder: &Path) -> Option<KeptRequest> {
        serde_json::from_slice(&std::fs::read(folder.join(REQUEST)).ok()?).ok()
    }
}

/// By what, on what and when a folder's row was begun.
pub fn origin(folder: &Path) -> Origin {
    KeptRequest::of_folder(folder).map(|kept| kept.origin).unwrap_or_default()
}

/// A row and what was chosen.
#[derive(Clone, Debug)]
pub struct RowRequest {
    pub row: &'static Row,
    pub overrides: Overrides,
}

/// By what, on what and when something was measured.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    pub revision: String,
    pub machine: String,
    pub date: String,
}

/// A request as its folder keeps it.
#[derive(Serialize, Deserialize)]
struct KeptRequest {
    row: String,
    #[serde(rename = "choices")]
    overrides: Overrides,
    #[serde(flatten)]
    origin: Origin,
}

impl RowRequest {
    /// What was chosen just as the row has it counts as not chosen: the same repetition has one name.
    pub fn new(row: &'static Row, overrides: &Overrides) -> RowRequest {
        let Overrides { scale, training_scale, seed, runs, .. } = *overrides;
        let is_tournament = matches!(row.task, RowTask::Tournament(_));
        let is_worked_out = matches!(row.task, RowTask::Numbers(_));
        let overrides = Overrides {
            scale: scale.filter(|scale| !is_worked_out && *scale != row.repeat.scale),
            training_scale: training_scale.filter(|_| is_tournament && training_scale != scale),
            seed: seed.filter(|seed| *seed != row.seed),
            runs: runs.filter(|_| runs != row.repeat.runs),
            ..overrides.clone()
        };
        RowRequest { row, overrides }
    }

    /// What a folder was begun for.
    pub fn of_folder(folder: &Path) -> Option<RowRequest> {
        let kept = KeptRequest::of_folder(folder)?;
        Some(RowRequest::new(Catalogue::built_in().row(&kept.row)?, &kept.overrides))
    }

    /// The request whose experiment this is, by its name, for folders that `hetman train` or the studio made: at its size, or
    /// as the row has it where its size was changed.
    pub fn of_experiment(experiment: &Experiment) -> Option<RowRequest> {
        let Experiment { seed, runs, games, .. } = *experiment;
        let requests = |row: &'static Row| {
            let RowTask::Training(training) = &row.task else { return None };
            let scale = Some(games as f64 / training.experiment.games as f64);
            let sized = |runs| Overrides { scale, seed: Some(seed), runs, ..Overrides::default() };
            let all = [sized(None), sized(Some(runs)), Overrides::default()];
            let mut all = all.iter().map(|overrides| RowRequest::new(row, overrides));
            all.find(|request| request.name() == experiment.name)
        };
        Catalogue::built_in().rows.iter().find_map(requests)
    }

    /// Makes the folder, and notes what it is for.
    pub fn begin(&self, folder: &Path, origin: &Origin) -> Result<(), DiskError> {
        folder::make(folder)?;
        if KeptRequest::of_folder(folder).is_some() {
            return Ok(());
        }
        let (row, overrides) = (self.row.name.clone(), self.overrides.clone());
        let kept = KeptRequest { row, overrides, origin: origin.clone() };
        let json = serde_json::to_string(&kept).expect("a request is plain data");
        write_atomically(&folder.join(REQUEST), json.as_bytes())
    }

    /// A row that a tournament needs.
    pub fn dependency(&self, row: &'static Row) -> RowRequest {
        let scale = self.overrides.training_scale.or(self.overrides.scale);
        RowRequest::new(row, &Overrides { scale, training_scale: None, ..self.overrides.clone() })
    }

    /// Rows that come first: those whose nets play.
    pub fn dependencies(&self) -> Vec<RowRequest> {
        let row = |name: &str| Catalogue::built_in().row(name);
        let players: Vec<&str> = match &self.row.task {
            RowTask::Training(_) | RowTask::Numbers(_) => Vec::new(),
            RowTask::Tournament(tournament) => tournament.needs().collect(),
        };
        players.into_iter().filter_map(row).map(|row| self.dependency(row)).collect()
    }

    /// Games, as a share of those published.
    pub fn scale(&self) -> f64 {
        self.overrides.scale.unwrap_or(self.row.repeat.scale)
    }

    /// What is left to chance follows from it.
    pub fn seed(&self) -> u64 {
        self.overrides.seed.unwrap_or(self.row.seed)
    }

    /// What was chosen and changes the results: as a folder calls it, as the command line does, and the number.
    fn chosen(&self) -> impl Iterator<Item = (&'static str, &'static str, String)> {
        let Overrides { scale, training_scale, seed, runs, .. } = self.overrides;
        let all = [
            ("scale", "--scale", scale.map(|scale| scale.to_string())),
            ("trained", "--training-scale", training_scale.map(|scale| scale.to_string())),
            ("seed", "--seed", seed.map(|seed| seed.to_string())),
            ("runs", "--runs", runs.map(|runs| runs.to_string())),
        ];
        all.into_iter().filter_map(|(name, option, number)| Some((name, option, number?)))
    }

    /// What it is called, in folders too: everything that changes its results is in it.
    pub fn name(&self) -> String {
        let chosen = self.chosen().map(|(name, _, number)| format!("-{name}{number}"));
        self.row.name.clone() + &chosen.collect::<String>()
    }

    /// What repeats it.
    pub fn command(&self) -> String {
        let chosen = self.chosen().map(|(_, option, number)| format!(" {option} {number}"));
        let own = self.overrides.pgn.as_ref().filter(|_| self.collection().is_some());
        let pgn = own.map_or_else(String::new, |pgn| format!(" --pgn {}", pgn.display()));
        self.row.command() + &chosen.collect::<String>() + &pgn
    }

    /// A number of games at the chosen scale, at least `least`.
    pub fn scaled(&self, games: u64, least: u64) -> u64 {
        ((games as f64 * self.scale()).round() as u64).max(least)
    }

    /// All games of all runs.
    pub fn games(&self) -> u64 {
        match &self.row.task {
            RowTask::Training(training) => training.runs(self) * training.games(self),
            RowTask::Tournament(tournament) => tournament.games(self),
            RowTask::Numbers(numbers) => numbers.games(),
        }
    }

    /// How much is played, in words.
    pub fn games_in_words(&self) -> String {
        match &self.row.task {
            RowTask::Training(training) if training.runs(self) > 1 => {
                format!("{} runs of {} games", training.runs(self), training.games(self))
            }
            RowTask::Numbers(numbers) if numbers.games() == 0 => "worked out".to_owned(),
            _ => format!("{} games", self.games()),
        }
    }

    /// The same row as it was published.
    pub fn in_full(&self) -> RowRequest {
        let runs = match &self.row.task {
            RowTask::Training(training) => Some(training.experiment.runs),
            RowTask::Tournament(_) | RowTask::Numbers(_) => self.overrides.runs,
        };
        RowRequest { row: self.row, overrides: Overrides { scale: Some(1.0), runs, ..self.overrides.clone() } }
    }

    pub fn folder(&self, base: &Path) -> PathBuf {
        base.join(self.name())
    }

    /// What is trained; `None` where nothing is.
    pub fn experiment(&self) -> Option<Experiment> {
        let RowTask::Training(training) = &self.row.task else { return None };
        Some(training.experiment(self))
    }

    /// The collection that the row learns from, if it watches games.
    pub fn collection(&self) -> Option<PathBuf> {
        Some(self.experiment()?.recorded?.pgn.into_inner())
    }

    /// What its numbers rest on.
    pub fn evidence(&self) -> Evidence {
        match &self.row.task {
            RowTask::Training(training) => Evidence { runs: Some(training.runs(self)), length: self.scale() },
            RowTask::Tournament(tournament) => tournament.evidence(self),
            RowTask::Numbers(_) => Evidence::FULL,
        }
    }

    /// How far it has come in this folder of folders.
    pub fn state(&self, base: &Path) -> RowState {
        let folder = self.folder(base);
        let is_done = match &self.row.task {
            RowTask::Training(training) => training.is_finished(self, &folder),
            RowTask::Tournament(tournament) => (0..tournament.rounds(self)).all(|round| {
                let folder = tournament.round_folder(self, &folder, round);
                tournaments::standing(&folder).is_ok_and(|standing| standing.is_over)
            }),
            RowTask::Numbers(_) => numbers::kept(&folder).is_some(),
        };
        match is_done {
            true => RowState::Done,
            false if folder.join(REQUEST).exists() => RowState::Partly,
            false => RowState::NotRun,
        }
    }
}
