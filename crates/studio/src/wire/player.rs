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
    /// Plays with a net of the library, in the exact search of a fixed depth.
    Net,
    /// The engine of this program with a net of the library for its evaluation.
    SearchedNet,
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
    /// Whether it is offered first: of nets those that are worth keeping.
    pub is_usual: bool,
}

/// GET /api/engines: a program that may be played. Others are allowed on the command line only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Engine {
    /// It plays as the player of this name.
    pub id: String,
    pub title: String,
    /// `uci` or `xboard`.
    pub protocol: String,
    pub variants: Vec<String>,
    /// Whether it was named when the studio was started; else it was found.
    pub is_given: bool,
    pub can_analyse: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct EngineList {
    pub engines: Vec<Engine>,
}

/// GET /api/engines/ID: what the program said of itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct EngineFacts {
    pub name: Option<String>,
    /// Its options as settings of the player.
    pub parameters: Vec<Parameter>,
    /// Options that the studio sets itself, or that can be set on the command line only.
    pub fixed: Vec<String>,
}

/// POST /api/engines/ID/bench: what it came to in two seconds from the start position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct EngineBench {
    pub depth: u32,
    pub nodes: u64,
    pub nodes_per_second: u64,
    pub milliseconds: u64,
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
