//! Networks that teach themselves: generation after generation, each from its parent's games.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Parameter, Settings, WorkState};

/// POST /api/improvements: begins a lineage and starts it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImprovementWish {
    /// By the keys of GET /api/improvements; what is left out is as usual.
    pub settings: Settings,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ImprovementStep {
    /// The newest network plays itself.
    Playing,
    /// A child learns from the games.
    Learning,
    /// The child plays its parent.
    Matching,
}

/// How far a generation is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ImprovementProgress {
    pub generation: u64,
    pub step: ImprovementStep,
    /// Games, or steps of learning.
    pub done: u64,
    pub of: u64,
    pub positions_per_second: f64,
    /// Of this step; `null` where that is not known yet.
    pub seconds_left: Option<f64>,
}

/// A network that was learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ImprovementChild {
    pub generation: u64,
    /// The generation that played its games; `null` is the start.
    pub parent: Option<u64>,
    pub games: u64,
    /// That it learned from.
    pub positions: u64,
    pub training_error: Option<f64>,
    pub held_out_error: Option<f64>,
    /// Against its parent.
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// How much stronger than its parent, with bounds of 95 %; `null` is beyond all bounds.
    pub elo: Option<f64>,
    pub elo_low: Option<f64>,
    pub elo_high: Option<f64>,
    /// Whether it took its parent's place.
    pub is_kept: bool,
}

/// A lineage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Improvement {
    pub id: String,
    pub variant: String,
    pub state: WorkState,
    pub message: Option<String>,
    /// While it runs.
    pub progress: Option<ImprovementProgress>,
    pub children: Vec<ImprovementChild>,
    /// The player that searches with the newest network that was kept, as games name it.
    pub player: Option<String>,
    /// What was chosen, as `key=value` between commas.
    pub settings: String,
    pub created: String,
    /// What can be asked for now: start, stop, delete.
    pub actions: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ImprovementDeleted {
    pub id: String,
}

/// GET /api/improvements
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ImprovementList {
    pub improvements: Vec<Improvement>,
    /// What can be chosen for a new one.
    pub parameters: Vec<Parameter>,
    pub as_of: String,
}
