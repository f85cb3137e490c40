//! Who meets whom in a row that is a tournament, and where their nets come from.

use std::path::{Path, PathBuf};

use hetman_arena::PlayerSpec;
use hetman_arena::openings::OpeningSettings;
use hetman_arena::schedule::{Colours, Format};
use hetman_eval::{FeatureSet, Model, Net, Provenance};
use hetman_rules::{Ruleset, Variant};
use serde::Deserialize;

use crate::catalogue::Catalogue;
use crate::request::RowRequest;
use crate::runner::ReproduceError;
use crate::series::RowTask;
use crate::training::TrainingSettings;
use crate::verdict::Evidence;

use hetman_lab::experiment::RulesChoice;
use hetman_lab::folder::write_atomically;
use hetman_lab::occupancy::{Occupancy, value_of_piece};
use hetman_lab::tournaments::Plan;

/// How late an answer may come.
const MARGIN_MS: u64 = 1500;

/// A tournament as a series describes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TournamentSettings {
    pub variant: String,
    /// Of any two players.
    games: u64,
    #[serde(default)]
    colours: Colours,
    #[serde(default)]
    rules: RulesChoice,
    /// Half-moves after which a game is drawn.
    longest_plies: Option<usize>,
    #[serde(default)]
    random_plies: usize,
    /// In hundredths of a pawn: random half-moves that give more than this away are drawn again.
    balanced: Option<u32>,
    /// Options of every player that has a net, like `depth=5,quiescence`.
    #[serde(default, rename = "look")]
    options: String,
    /// Whose values play.
    #[serde(default)]
    values: Values,
    players: Vec<Participant>,
}

/// Learned values, or in their stead those that the work prints, which tells what of a difference lies in the play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Values {
    #[default]
    Learned,
    Printed,
}

/// A player: who it is in one way, and what is printed of it besides.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Participant {
    name: String,
    /// As on the command line; `{net}` stands for the file of the net, where it has one.
    #[serde(rename = "word")]
    spec: Option<String>,
    /// Piece values, in the order of the feature set `material`.
    values: Option<Vec<f64>>,
    /// The values that the work prints for what a row has learned.
    printed: Option<Vec<f64>>,
    /// A row, whose nets play: the mean of all runs of a linear one, since the works average values over runs; networks,
    /// whose mean is none, one after the other, each run's in its share of the games.
    from: Option<String>,
    /// A row, whose average values play, without its tables.
    averaged: Option<String>,
    /// Further options, after the tournament's.
    #[serde(rename = "look")]
    options: Option<String>,
}

impl TournamentSettings {
    /// Everybody's games together.
    pub fn games(&self, request: &RowRequest) -> u64 {
        let players = self.players.len() as u64;
        self.rounds(request) * self.cycles(request) * 2 * (players * (players - 1) / 2)
    }

    /// Pairs of games of any two players in a round.
    fn cycles(&self, request: &RowRequest) -> u64 {
        request.scaled(self.games, 2).div_ceil(2 * self.rounds(request)).max(1)
    }

    /// Tournaments that it consists of, each with the networks of another run; a single one where none play.
    pub fn rounds(&self, request: &RowRequest) -> u64 {
        let networks = self.learned(request).filter(|(_, settings)| !settings.experiment.architecture().is_linear());
        networks.map(|(needed, settings)| settings.runs(&needed)).min().unwrap_or(1)
    }

    /// Where a round is held.
    pub fn round_folder(&self, request: &RowRequest, folder: &Path, round: u64) -> PathBuf {
        if self.rounds(request) == 1 { folder.to_owned() } else { folder.join(format!("nets-{}", round + 1)) }
    }

    /// Programs that must be on this machine.
    pub fn programs(&self) -> Vec<String> {
        let specs = self.players.iter().filter_map(|participant| participant.spec.as_ref()?.parse::<PlayerSpec>().ok());
        specs.filter(PlayerSpec::is_external).map(|spec| spec.subject().to_owned()).collect()
    }

    /// The rows whose nets play.
    pub fn needs(&self) -> impl Iterator<Item = &str> {
        let learned = self.players.iter().filter(|participant| self.printed(participant).is_none());
        learned.flat_map(|participant| [participant.from.as_deref(), participant.averaged.as_deref()]).flatten()
    }

    fn learned<'a>(&'a self, request: &'a RowRequest) -> impl Iterator<Item = (RowRequest, &'static TrainingSettings)> {
        self.needs().filter_map(|name| {
            let needed = request.dependency(Catalogue::built_in().row(name)?);
            let RowTask::Training(settings) = &needed.row.task else { return None };
            Some((needed, settings))
        })
    }

    fn printed<'a>(&self, participant: &'a Participant) -> Option<&'a Vec<f64>> {
        participant.printed.as_ref().filter(|_| self.values == Values::Printed)
    }

    /// What its numbers rest on: its own length and that of what was learned for it.
    pub fn evidence(&self, request: &RowRequest) -> Evidence {
        let learned = || self.learned(request).map(|(needed, _)| needed.evidence());
        let length = learned().map(|evidence| evidence.length).fold(request.scale(), f64::min);
        Evidence { runs: learned().filter_map(|evidence| evidence.runs).min(), length }
    }

    /// How many nets stand behind each player that has learned, in words.
    pub fn nets_in_words(&self, request: &RowRequest) -> Option<String> {
        let of_row = |(needed, settings): (RowRequest, &TrainingSettings)| {
            let (name, runs) = (&needed.row.name, settings.runs(&needed));
            match settings.experiment.architecture().is_linear() {
                true => format!("{name} plays as one net, the mean of {runs} runs"),
                false => format!("{name} plays with the nets of {} runs", self.rounds(request)),
            }
        };
        let words: Vec<String> = self.learned(request).map(of_row).collect();
        (!words.is_empty()).then(|| words.join("; "))
    }

    /// The tournament of a round; the nets that play lie in its folder.
    pub fn plan(&self, request: &RowRequest, folder: &Path, round: u64) -> Plan {
        Plan {
            event: request.row.command(),
            variant: self.variant.clone(),
            players: self.players.iter().map(|participant| self.spec(participant, folder)).collect(),
            names: self.players.iter().map(|participant| participant.name.clone()).collect(),
            format: Format::RoundRobin { cycles: self.cycles(request) },
            colours: self.colours,
            games: None,
            openings: OpeningSettings {
                random_plies: self.random_plies,
                balanced: self.balanced,
                seed: request.seed() + round,
                ..OpeningSettings::default()
            },
            seed: request.seed() + round,
            control: None,
            margin_ms: MARGIN_MS,
            longest_plies: self.longest_plies,
            win: None,
            draw: None,
            tablebases: None,
            endgames: None,
            sprt: None,
            draws: self.rules,
        }
    }

    /// A player as on the command line; a net is searched exactly where nothing else is said.
    fn spec(&self, participant: &Participant, folder: &Path) -> String {
        let file = participant.file(folder).display().to_string();
        if let Some(spec) = &participant.spec {
            return spec.replace("{net}", &file);
        }
        let net = format!("net:{file}");
        let parts = [Some(net.as_str()), Some(&self.options), participant.options.as_deref()].into_iter().flatten();
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(",")
    }

    /// Writes the nets that play. `nets` gives those of a row's runs.
    pub fn write_nets(
        &self,
        folder: &Path,
        round: u64,
        nets: &dyn Fn(&str) -> Result<Vec<Net>, ReproduceError>,
    ) -> Result<(), ReproduceError> {
        if folder.display().to_string().contains(',') {
            return Err(ReproduceError::Comma(folder.to_owned()));
        }
        let variant = self.variant.parse::<Ruleset>()?.variant;
        let team = |row: &String| team_net(nets(row)?, round).ok_or_else(|| ReproduceError::NoNet(row.clone()));
        for participant in &self.players {
            let values = self.printed(participant).or(participant.values.as_ref());
            let net = match (values, &participant.from, &participant.averaged) {
                (Some(values), ..) => material_net(variant, values)?,
                (_, Some(row), _) => team(row)?,
                (.., Some(row)) => {
                    let net = team(row)?;
                    let pieces = FeatureSet::MATERIAL.names(variant);
                    let values: Option<Vec<f64>> = pieces.iter().map(|piece| value_of_piece(&net, piece)).collect();
                    material_net(variant, &values.ok_or_else(|| ReproduceError::NoNet(row.clone()))?)?
                }
                _ => continue,
            };
            write_atomically(&participant.file(folder), &net.to_bytes(&Default::default()))?;
        }
        Ok(())
    }
}

impl Participant {
    /// Names are for people; files are named without what shells dislike.
    fn file(&self, folder: &Path) -> PathBuf {
        let plain = self.name.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        folder.join(format!("{plain}.safetensors"))
    }
}

/// A net that counts pieces and nothing else.
fn material_net(variant: Variant, values: &[f64]) -> Result<Net, ReproduceError> {
    let mut model = Model::linear(values.len(), 1.0).expect("one is a slope");
    model.parameters_mut()[..values.len()].copy_from_slice(values);
    let provenance = Provenance { recipe: "given values".to_owned(), ..Provenance::default() };
    Ok(Net::new(variant, FeatureSet::MATERIAL, model, provenance)?)
}

/// The mean of all runs of a linear row, or the round's network; `None` if there is none.
fn team_net(nets: Vec<Net>, round: u64) -> Option<Net> {
    let runs = nets.len() as f64;
    let mut team = nets.first()?.clone();
    if team.model().weights().is_none() {
        return nets.into_iter().nth(round as usize);
    }
    let mut occupancy = Occupancy::default();
    team.model_mut().parameters_mut().fill(0.0);
    for net in &nets {
        let sums = team.model_mut().parameters_mut().iter_mut().zip(net.model().parameters());
        sums.for_each(|(sum, weight)| *sum += weight / runs);
        occupancy += &Occupancy::of_net(net);
    }
    occupancy.note_in(&mut team);
    Some(team)
}
