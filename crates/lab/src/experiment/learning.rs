//! What learns, and how.

use std::path::PathBuf;

use hetman_eval::FeatureSet;
use hetman_eval::model::{Initial, Squashing};
use serde::Deserialize;
use toml::Spanned;

use super::checks::{self, positive, share, word};

/// What learns.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Evaluation {
    #[serde(deserialize_with = "word")]
    pub features: FeatureSet,
    pub model: ModelChoice,
    /// Weights to begin with; instead of them a net may be given.
    #[serde(default, deserialize_with = "checks::optional_word")]
    pub initial: Option<Initial>,
    /// A net to go on learning from, its path counted from the experiment's file.
    pub net: Option<Spanned<PathBuf>>,
}

/// The function from features to a prediction.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ModelChoice {
    Linear {
        /// Slope of the winning probability.
        #[serde(default = "unit", deserialize_with = "positive")]
        omega: f64,
        #[serde(default)]
        learn_omega: bool,
    },
    Network {
        /// Units of each hidden layer.
        #[serde(deserialize_with = "checks::layers")]
        hidden: Vec<usize>,
        #[serde(deserialize_with = "word")]
        squashing: Squashing,
        /// The slope beta of every unit.
        #[serde(default = "unit", deserialize_with = "positive")]
        slope: f64,
        #[serde(default)]
        biases: bool,
    },
}

/// How it learns.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Learning {
    pub method: Method,
    /// How far back a surprise is felt.
    #[serde(deserialize_with = "share")]
    pub lambda: f64,
    pub step: Step,
    /// When the weights change: `"every-move"`, or `{ every-games = N }`, which are then played at the same time.
    #[serde(default)]
    pub update: UpdateChoice,
    /// Whose decisions are learned from. The other side's count only if it is the learner too.
    #[serde(default)]
    pub sides: Sides,
    /// A weight past this is taken for divergence, and the run stops.
    #[serde(default = "largest_weight", deserialize_with = "positive")]
    pub largest_weight: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UpdateChoice {
    EveryMove,
    EveryGames(#[serde(deserialize_with = "checks::steps")] u64),
}

impl Default for UpdateChoice {
    fn default() -> UpdateChoice {
        UpdateChoice::EveryGames(1)
    }
}

/// What successive predictions are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// The positions in which the learner had to decide, and in recorded games those after each move. With a search
    /// deeper than one this is TD-directed.
    Td,
    /// The leaves of the principal variations.
    TdLeaf,
}

/// How far the weights follow the temporal differences.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum Step {
    Plain {
        #[serde(deserialize_with = "share")]
        rate: f64,
    },
    /// From the first rate to the last, in equal steps, over all games of the run.
    Decaying {
        #[serde(deserialize_with = "share")]
        first: f64,
        #[serde(deserialize_with = "share")]
        last: f64,
        #[serde(default = "ten", deserialize_with = "checks::steps")]
        steps: u64,
    },
    /// A rate of its own for every weight: `rate` times |N| / A.
    TemporalCoherence {
        #[serde(deserialize_with = "share")]
        rate: f64,
        #[serde(default = "unit", deserialize_with = "positive")]
        n: f64,
        #[serde(default = "unit", deserialize_with = "positive")]
        a: f64,
    },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sides {
    #[default]
    Learner,
    Both,
}

fn ten() -> u64 {
    10
}

fn unit() -> f64 {
    1.0
}

fn largest_weight() -> f64 {
    hetman_learn::DEFAULT_BOUND
}
