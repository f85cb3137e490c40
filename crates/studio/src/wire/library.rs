//! What is kept: nets, games, suites.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{HeatMap, NamedValue, Outcome, PlayedMove, PlayerChoice};

/// GET /api/nets and /api/nets/ID. It plays as the player `net:ID`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Net {
    pub id: String,
    pub name: String,
    pub variant: String,
    pub features: String,
    pub model: String,
    pub parameters: u64,
    /// Games it has learned from, those of its ancestors included.
    pub games_seen: u64,
    /// The net it was learned from.
    pub parent: Option<String>,
    /// The experiment, its name or its text.
    pub recipe: String,
    /// The experiment of this studio that made it.
    pub experiment: Option<String>,
    /// What was measured about its strength, in words.
    pub strength: Option<String>,
    /// What men are worth to it, where it can tell.
    pub men: Vec<NamedValue>,
    /// In the list only the first one, as a thumbnail.
    pub heat_maps: Vec<HeatMap>,
    pub bytes: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct NetList {
    pub nets: Vec<Net>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RecordOrigin {
    /// Played here.
    Game,
    Tournament,
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RecordLine {
    pub id: String,
    pub origin: RecordOrigin,
    /// The tournament, or `Game`.
    pub event: String,
    pub variant: String,
    pub white: String,
    pub black: String,
    pub outcome: Outcome,
    pub plies: u32,
    pub date: String,
}

/// GET /api/records?variant=V&player=TEXT&result=white|black|draw&origin=game|tournament&text=TEXT&page=N
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RecordList {
    pub records: Vec<RecordLine>,
    /// From 0.
    pub page: u32,
    /// All that match.
    pub total: u64,
    pub per_page: u32,
}

/// GET /api/records/ID
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct KeptGame {
    pub line: RecordLine,
    pub start_fen: String,
    pub moves: Vec<PlayedMove>,
    /// One for each move, mostly empty.
    pub comments: Vec<String>,
    pub pgn: String,
}

/// A file of positions in the data folder's `suites`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SuiteFile {
    pub id: String,
    pub name: String,
    pub positions: u32,
}

/// POST /api/suites/runs
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SuiteWish {
    pub suite: String,
    /// Its own limits hold; 100 ms a move if it has none.
    pub player: PlayerChoice,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SuiteRunState {
    Running,
    Finished,
    Stopped,
    Failed,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SuiteRun {
    pub id: String,
    pub suite: String,
    pub player: String,
    pub state: SuiteRunState,
    pub message: Option<String>,
    pub done: u32,
    pub positions: u32,
    pub points: f64,
    pub most_points: f64,
    pub themes: Vec<SuiteTheme>,
    pub created: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SuiteTheme {
    pub theme: String,
    pub positions: u32,
    pub points: f64,
    pub most_points: f64,
}

/// GET /api/suites
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SuiteList {
    pub files: Vec<SuiteFile>,
    pub runs: Vec<SuiteRun>,
    pub as_of: String,
}
