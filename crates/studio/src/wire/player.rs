//! Whom one can play, and let play.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Parameter, Settings};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerKind {
    /// Part of this program.
    BuiltIn,
    /// Plays with a net of the library.
    Net,
    /// Another program, found when the studio was started or given to it then.
    Engine,
}

/// GET /api/players: somebody who can be seated. A human is a seat of its own kind and not in this list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Player {
    /// As [`PlayerChoice`] names it.
    pub id: String,
    pub kind: PlayerKind,
    pub title: String,
    pub help: String,
    /// What can be chosen about it.
    pub parameters: Vec<Parameter>,
    /// The variants it plays, as far as is known; an engine may refuse others when it is seated.
    pub variants: Vec<String>,
    /// Whether it has an evaluation to explain.
    pub can_explain: bool,
    /// Whether it can tell the best lines of a position.
    pub can_analyse: bool,
    /// Whether it plays the same game again from the same seed, which learning against it needs.
    pub is_repeatable: bool,
}

/// A player and its settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerChoice {
    /// From GET /api/players.
    pub player: String,
    #[serde(default)]
    pub settings: Settings,
}
