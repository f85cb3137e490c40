//! A fit as data: the positions, what their targets are, the networks that are fitted to them, and how.

use std::path::{Path, PathBuf};

use hetman_arena::PlayerSpec;
use hetman_eval::FeatureSet;
use hetman_eval::model::Initial;
use hetman_learn::{BatchSettings, DEFAULT_BOUND, Loss};
use hetman_rules::Variant;
use serde::Deserialize;

use crate::experiment::checks::{games, non_empty, positive, runs, share, steps, word};
use crate::experiment::{ExperimentError, FileError, ModelChoice, OptimiserChoice, settings};

/// What stands in the file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FitExperiment {
    /// What it is called; its folder is named after it.
    #[serde(deserialize_with = "non_empty")]
    pub name: String,
    #[serde(default, deserialize_with = "word")]
    pub variant: Variant,
    /// Repeats everything that is left to chance.
    #[serde(default = "one")]
    pub seed: u64,
    pub positions: PositionChoice,
    pub target: Target,
    /// Each is fitted by itself, to the same positions in the same order.
    #[serde(rename = "network")]
    pub networks: Vec<NetworkChoice>,
    pub learning: FitLearning,
    #[serde(default)]
    pub measure: FitMeasure,
}

/// Where positions come from.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PositionChoice {
    /// Out of the games of this file, its path counted from the experiment's; without one, out of games of random moves.
    pub pgn: Option<PathBuf>,
    #[serde(deserialize_with = "games")]
    pub count: u64,
    /// The share of games whose positions are not learned from, but measured with.
    #[serde(default = "tenth", deserialize_with = "share")]
    pub held_out: f64,
    /// Whether a random move is made in each, which throws it off balance (section 4.1 of Giraffe's specification).
    #[serde(default = "yes")]
    pub random_move: bool,
}

/// What a position's prediction is to become.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum Target {
    /// The material on the board: the beginning of Giraffe (section 4.2 of its specification).
    Material(MaterialTarget),
    /// What somebody says who is asked for a move.
    Teacher(TeacherTarget),
    /// What searches with the network itself say a few moves later: TDLeaf (section 4.3).
    Leaf(LeafTarget),
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MaterialTarget {}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TeacherTarget {
    #[serde(deserialize_with = "word")]
    pub player: PlayerSpec,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LeafTarget {
    /// Of each search.
    #[serde(default = "nodes", deserialize_with = "steps")]
    pub nodes: u64,
    /// Half-moves played from each position.
    #[serde(default = "plies", deserialize_with = "runs")]
    pub plies: u64,
    #[serde(default = "lambda", deserialize_with = "share")]
    pub lambda: f64,
    /// How much of the error is corrected.
    #[serde(default = "whole", deserialize_with = "positive")]
    pub alpha: f64,
    #[serde(default)]
    pub reading: Reading,
}

/// Which changes of the score count, where two sources differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reading {
    /// All, each half-move's weighed with one more lambda.
    #[default]
    Slides,
    /// Those from one of a side's moves to its next, of scores that are discounted by 0.995 a half-move; the error is
    /// within 1.
    Source,
}

/// What is fitted.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NetworkChoice {
    /// What its curve and its file are called.
    #[serde(deserialize_with = "non_empty")]
    pub name: String,
    #[serde(deserialize_with = "word")]
    pub features: FeatureSet,
    pub model: ModelChoice,
    #[serde(default = "fan_out", deserialize_with = "word")]
    pub initial: Initial,
    /// A net to go on from, its path counted from the experiment's file.
    pub net: Option<PathBuf>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FitLearning {
    /// Positions of a batch.
    #[serde(deserialize_with = "steps")]
    pub batch: u64,
    /// How many batches.
    #[serde(deserialize_with = "games")]
    pub steps: u64,
    pub step: OptimiserChoice,
    /// What the sum of the weights' sizes costs.
    #[serde(default)]
    pub l1: f64,
    #[serde(default = "bound", deserialize_with = "positive")]
    pub largest_weight: f64,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct FitMeasure {
    /// Batches from one point of the curve to the next; the net is kept at each.
    #[serde(deserialize_with = "steps")]
    pub every: u64,
}

impl Default for FitMeasure {
    fn default() -> FitMeasure {
        FitMeasure { every: 100 }
    }
}

fn one() -> u64 {
    1
}

fn tenth() -> f64 {
    0.1
}

fn yes() -> bool {
    true
}

fn nodes() -> u64 {
    256
}

fn plies() -> u64 {
    12
}

fn lambda() -> f64 {
    0.7
}

fn whole() -> f64 {
    1.0
}

fn bound() -> f64 {
    DEFAULT_BOUND
}

fn fan_out() -> Initial {
    Initial::FanOut
}

/// A fit and the text that says the same, for the record.
#[derive(Clone, Debug, PartialEq)]
pub struct FitSource {
    pub experiment: FitExperiment,
    pub text: String,
}

impl FitSource {
    /// Reads a file; `settings` are `key=value` pairs that replace what it says.
    pub fn load(path: &Path, settings: &[String]) -> Result<FitSource, FileError> {
        let text = std::fs::read_to_string(path).map_err(|reason| FileError::unreadable(path, &reason))?;
        FitSource::new(&text, settings).map_err(|problem| FileError::in_file(path, problem))
    }

    pub fn new(text: &str, settings: &[String]) -> Result<FitSource, ExperimentError> {
        if settings.is_empty() {
            return Ok(FitSource { experiment: parse(text)?, text: text.to_owned() });
        }
        let changed = settings::apply(text, settings)?;
        let experiment = parse(&changed).map_err(|problem| problem.after_settings(settings))?;
        Ok(FitSource { experiment, text: changed })
    }

    pub fn about(&self, key: &str, message: &str) -> ExperimentError {
        ExperimentError::about(&self.text, key, message)
    }
}

fn parse(text: &str) -> Result<FitExperiment, ExperimentError> {
    let experiment: FitExperiment = toml::from_str(text).map_err(|error| ExperimentError::of_toml(text, &error))?;
    experiment.check(text)?;
    Ok(experiment)
}

impl FitExperiment {
    /// What no single value shows.
    fn check(&self, text: &str) -> Result<(), ExperimentError> {
        let problem = |key: &str, message: &str| Err(ExperimentError::about(text, key, message));
        if self.networks.is_empty() {
            return problem("name", "nothing is fitted: add a table [[network]]");
        }
        for (number, network) in self.networks.iter().enumerate() {
            if self.networks[..number].iter().any(|other| other.name == network.name) {
                return problem("[[network", "two networks have the same name");
            }
            match network.model.kind.architecture(&network.features.groups(self.variant), &network.model.settings) {
                Err(error) => return problem("model", &error.to_string()),
                Ok(architecture) if architecture.as_grouped().is_none() => {
                    return problem("model", "only grouped networks are fitted by the batch: choose model.grouped");
                }
                Ok(_) => {}
            }
        }
        if self.learning.l1.is_nan() || self.learning.l1 < 0.0 {
            return problem("l1", "regularisation is 0 or more");
        }
        match self.learning.step.kind.build(&self.learning.step.settings, self.learning.steps) {
            Ok(_) => Ok(()),
            Err(error) => problem("step", &error.to_string()),
        }
    }

    pub fn batch_settings(&self) -> BatchSettings {
        let FitLearning { step, l1, largest_weight, steps, .. } = &self.learning;
        let optimiser = step.kind.build(&step.settings, *steps).expect("it was made when the experiment was read");
        BatchSettings { optimiser, loss: Loss::SquaredError, l1: *l1, bound: *largest_weight }
    }
}
