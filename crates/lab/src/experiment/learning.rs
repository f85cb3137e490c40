//! What learns, and how.

use std::path::PathBuf;

use hetman_eval::FeatureSet;
use hetman_eval::model::Initial;
use serde::Deserialize;
use toml::Spanned;

use super::checks::{self, positive, share, word};
use super::chosen::{ModelChoice, OptimiserChoice};

/// What learns.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Evaluation {
    #[serde(deserialize_with = "word")]
    pub features: FeatureSet,
    /// The function from features to a prediction.
    pub model: ModelChoice,
    /// Weights to begin with; instead of them a net may be given.
    #[serde(default, deserialize_with = "checks::optional_word")]
    pub initial: Option<Initial>,
    /// A net to go on learning from, its path counted from the experiment's file.
    pub net: Option<Spanned<PathBuf>>,
}

/// How it learns.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Learning {
    pub method: Method,
    /// How far back a temporal difference is felt.
    #[serde(deserialize_with = "share")]
    pub lambda: f64,
    /// How far the weights follow the temporal differences.
    pub step: OptimiserChoice,
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sides {
    #[default]
    Learner,
    Both,
}

fn largest_weight() -> f64 {
    hetman_learn::DEFAULT_BOUND
}
