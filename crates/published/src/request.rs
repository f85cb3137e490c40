//! A row as somebody wants it repeated: at which scale, with which seed, from which games.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use super::catalogue::Catalogue;
use super::series::{Row, RowTask};
use crate::runs::results_file;
use crate::tournaments::{self, Plan};
use crate::{ExperimentError, Source, Store};

/// What can be chosen about a repetition; what is not, the row itself says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Overrides {
    /// Games, as a share of those published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    /// The same for rows whose nets a contest needs, if not the contest's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub training_scale: Option<f64>,
    pub seed: u64,
    /// Independent runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runs: Option<u64>,
    /// A collection of recorded games, instead of the row's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pgn: Option<PathBuf>,
}

impl Default for Overrides {
    fn default() -> Overrides {
        Overrides { scale: None, training_scale: None, seed: 1, runs: None, pgn: None }
    }
}

impl Overrides {
    /// What the end of a repetition's name says: nothing, or `-scale0.1-seed5`.
    fn of_suffix(suffix: &str) -> Option<Overrides> {
        let mut choices = Overrides::default();
        for part in suffix.split('-').skip(1) {
            if let Some(scale) = part.strip_prefix("scale") {
                choices.scale = Some(scale.parse().ok()?);
            } else if let Some(scale) = part.strip_prefix("trained") {
                choices.training_scale = Some(scale.parse().ok()?);
            } else if let Some(seed) = part.strip_prefix("seed") {
                choices.seed = seed.parse().ok()?;
            } else {
                choices.runs = Some(part.strip_prefix("runs")?.parse().ok()?);
            }
        }
        Some(choices)
    }
}

/// How far a repetition has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowState {
    NotRun,
    Partly,
    Done,
}

/// A row and what was chosen.
#[derive(Clone, Debug)]
pub struct RowRequest<'a> {
    pub row: &'a Row,
    pub choices: Overrides,
}

impl<'a> RowRequest<'a> {
    /// What was chosen just as the row has it counts as not chosen: the same repetition has one name.
    pub fn new(row: &'a Row, choices: &Overrides) -> RowRequest<'a> {
        let Overrides { scale, training_scale, runs, .. } = *choices;
        let is_contest = matches!(row.task, RowTask::Contest(_));
        let choices = Overrides {
            scale: scale.filter(|scale| *scale != row.share.scale),
            training_scale: training_scale.filter(|_| is_contest && training_scale != scale),
            runs: runs.filter(|_| runs != row.share.runs),
            ..choices.clone()
        };
        RowRequest { row, choices }
    }

    /// A row that a contest needs.
    pub fn dependency(&self, row: &'a Row) -> RowRequest<'a> {
        let scale = self.choices.training_scale.or(self.choices.scale);
        RowRequest::new(row, &Overrides { scale, training_scale: None, ..self.choices.clone() })
    }

    /// Games, as a share of those published.
    pub fn scale(&self) -> f64 {
        self.choices.scale.unwrap_or(self.row.share.scale)
    }

    /// What it is called, in folders too: everything that changes its results is in it.
    pub fn name(&self) -> String {
        let Overrides { scale, training_scale, seed, runs, .. } = self.choices;
        let mut name = self.row.name.clone();
        if let Some(scale) = scale {
            name += &format!("-scale{scale}");
        }
        if let Some(scale) = training_scale {
            name += &format!("-trained{scale}");
        }
        if seed != 1 {
            name += &format!("-seed{seed}");
        }
        if let Some(runs) = runs {
            name += &format!("-runs{runs}");
        }
        name
    }

    /// The repetition of this name, if it is one: the row, and what was chosen in so far as it changes the results.
    pub fn named(catalogue: &'a Catalogue, name: &str) -> Option<RowRequest<'a>> {
        let order_of = |row: &'a Row| {
            let choices = Overrides::of_suffix(name.strip_prefix(&row.name)?)?;
            Some(RowRequest::new(row, &choices)).filter(|order| order.name() == name)
        };
        catalogue.rows.iter().find_map(order_of)
    }

    /// What repeats it.
    pub fn command(&self) -> String {
        let Overrides { scale, training_scale, seed, runs, pgn } = &self.choices;
        let mut command = format!("hetman reproduce {}", self.row.name);
        if let Some(scale) = scale {
            command += &format!(" --scale {scale}");
        }
        if let Some(scale) = training_scale {
            command += &format!(" --training-scale {scale}");
        }
        if *seed != 1 {
            command += &format!(" --seed {seed}");
        }
        if let Some(runs) = runs {
            command += &format!(" --runs {runs}");
        }
        if let Some(pgn) = pgn.as_ref().filter(|_| self.reads_games()) {
            command += &format!(" --pgn {}", pgn.display());
        }
        command
    }

    /// A number of games at the chosen scale, at least `least`.
    pub fn scaled(&self, games: u64, least: u64) -> u64 {
        ((games as f64 * self.scale()).round() as u64).max(least)
    }

    /// All games of all runs.
    pub fn games(&self) -> u64 {
        match &self.row.task {
            RowTask::Training(settings) => self.runs_of(settings) * self.games_of_a_run(settings),
            RowTask::Contest(settings) => settings.games(self),
        }
    }

    /// Independent runs of a row that is trained, and the games of each; `None` for a contest.
    pub fn runs(&self) -> Option<(u64, u64)> {
        let RowTask::Training(settings) = &self.row.task else { return None };
        Some((self.runs_of(settings), self.games_of_a_run(settings)))
    }

    fn runs_of(&self, settings: &Table) -> u64 {
        self.choices.runs.or(self.row.share.runs).unwrap_or(whole(settings, "runs"))
    }

    fn games_of_a_run(&self, settings: &Table) -> u64 {
        self.scaled(whole(settings, "games"), 1)
    }

    /// The same row as it was published.
    pub fn in_full(&self) -> RowRequest<'a> {
        let runs = match &self.row.task {
            RowTask::Training(settings) => Some(whole(settings, "runs")),
            RowTask::Contest(_) => self.choices.runs,
        };
        RowRequest { row: self.row, choices: Overrides { scale: Some(1.0), runs, ..self.choices.clone() } }
    }

    pub fn folder(&self, base: &Path) -> PathBuf {
        base.join(self.name())
    }

    /// The experiment's file; an error for rows that are contests is not possible, they have none.
    pub fn source(&self) -> Result<Source, ExperimentError> {
        let RowTask::Training(settings) = &self.row.task else { unreachable!("only training rows are experiments") };
        let text = toml::to_string(&self.experiment(settings)).expect("what was read as TOML is written as TOML");
        Source::new(&format!("# {}: {}. {}.\n{text}", self.row.source, self.row.title, self.row.what), &[])
    }

    fn experiment(&self, settings: &Table) -> Table {
        let number = |number: u64| Value::Integer(number as i64);
        let mut experiment = settings.clone();
        experiment.insert("name".to_owned(), Value::String(self.name()));
        experiment.insert("seed".to_owned(), number(self.choices.seed));
        experiment.insert("runs".to_owned(), number(self.runs_of(settings)));
        experiment.insert("games".to_owned(), number(self.games_of_a_run(settings)));
        if let (Some(Value::Table(recorded)), Some(pgn)) = (experiment.get_mut("recorded"), &self.choices.pgn) {
            recorded.insert("pgn".to_owned(), Value::String(pgn.display().to_string()));
        }
        experiment
    }

    /// The collection that the row learns from, if it watches games.
    pub fn collection(&self) -> Option<PathBuf> {
        let RowTask::Training(settings) = &self.row.task else { return None };
        let own = settings.get("recorded")?.get("pgn")?.as_str()?;
        Some(self.choices.pgn.clone().unwrap_or_else(|| own.into()))
    }

    fn reads_games(&self) -> bool {
        self.collection().is_some()
    }

    /// How far it has come in this folder of folders.
    pub fn state(&self, base: &Path) -> RowState {
        let folder = self.folder(base);
        let is_done = match &self.row.task {
            RowTask::Training(_) => self.is_trained(&folder),
            RowTask::Contest(_) => tournaments::standing(&folder).is_ok_and(|standing| standing.is_over),
        };
        match (is_done, folder.exists()) {
            (true, _) => RowState::Done,
            (false, true) => RowState::Partly,
            (false, false) => RowState::NotRun,
        }
    }

    /// Whether every run of this very experiment has played all its games.
    pub fn is_trained(&self, folder: &Path) -> bool {
        let store = Store::read(&results_file(folder)).ok().flatten();
        let Some((source, store)) = self.source().ok().zip(store) else { return false };
        let kept = store.experiment().ok().flatten().and_then(|text| Source::new(&text, &[]).ok());
        let experiment = &source.experiment;
        let is_finished = |run| store.state(run).ok().flatten().is_some_and(|state| state.games == experiment.games);
        kept.is_some_and(|kept| kept.experiment == *experiment) && (1..=experiment.runs).all(is_finished)
    }

    /// Whether a contest was begun with the same plan, wherever its nets lay then.
    pub fn is_plan(&self, kept: &Plan, plan: &Plan) -> bool {
        Plan { players: plan.players.clone(), ..kept.clone() } == *plan
    }
}

/// A whole number of an experiment's file: how many, and if it does not say, one.
fn whole(settings: &Table, key: &str) -> u64 {
    settings.get(key).and_then(Value::as_integer).unwrap_or(1) as u64
}
