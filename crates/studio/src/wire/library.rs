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
    /// The id of the net it was learned from, or what is known of that where it is not here.
    pub parent: Option<String>,
    /// The experiment, its name or its text.
    pub recipe: String,
    /// Whether it comes with the program.
    pub is_shipped: bool,
    /// The experiment of this studio that made it.
    pub experiment: Option<String>,
    /// Whether somebody starred it.
    pub is_starred: bool,
    /// Whether it is worth keeping: it ships, is starred, was put into the folder, or is the best of its experiment.
    pub is_kept: bool,
    /// What was measured about its strength, in words.
    pub strength: Option<String>,
    /// Its piece values, where it can tell.
    pub pieces: Vec<NamedValue>,
    /// In the list only one, as a thumbnail.
    pub heat_maps: Vec<HeatMap>,
    pub bytes: u64,
}

/// POST /api/nets/ID/star
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Star {
    pub is_starred: bool,
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
    /// Read from PGN.
    Imported,
}

/// A game that was played to its end, or one that was imported.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RecordLine {
    pub id: String,
    pub origin: RecordOrigin,
    /// The tournament, or `Game`; of an imported game its event, or the name of its collection.
    pub event: String,
    pub variant: String,
    pub white: String,
    pub black: String,
    /// `null` for imported games that do not tell.
    pub outcome: Option<Outcome>,
    pub plies: u32,
    /// A moment (`2026-11-15T16:00:00Z`), or as much as is known of the day: `1992-11-04`, `1851`, or nothing.
    pub date: String,
}

/// GET /api/records?variant=V&player=TEXT&result=white|black|draw&origin=game|tournament|imported&text=TEXT&page=N
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

/// POST /api/collections: keeps the games of a PGN text. Games that cannot be read are left out, and counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewCollection {
    /// What to call it, mostly the file's name.
    #[serde(default)]
    pub name: String,
    /// At most 16 MiB.
    pub pgn: String,
}

/// Imported games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Collection {
    pub id: String,
    pub name: String,
    pub created: String,
    pub games: u64,
    /// Those that could not be read.
    pub skipped: u64,
}

/// The answer to POST /api/collections.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct CollectionImported {
    pub collection: Collection,
    /// What is wrong with the first of the games that were left out, with their lines.
    pub problems: Vec<String>,
}

/// GET /api/collections, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct CollectionList {
    pub collections: Vec<Collection>,
}

/// A file of positions in the data folder's `suites`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SuiteFile {
    pub id: String,
    pub name: String,
    pub positions: u32,
}

/// POST /api/suites: keeps a suite: positions with their best moves (EPD).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSuite {
    pub name: String,
    /// At most 16 MiB.
    pub text: String,
}

/// GET /api/suites/runs/ID/positions: what a player answered, in the order of the suite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SuitePositions {
    pub positions: Vec<SuitePosition>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SuitePosition {
    /// The suite's name for it, or its line.
    pub name: String,
    pub theme: String,
    pub fen: String,
    /// What is best, in words: `f5=10, Be5+=2`, or `Qd1+`, or `not Rxb2`.
    pub best: String,
    /// The move that was answered, as `e2e4` and as `e4`; nothing after a fault.
    pub uci: Option<String>,
    pub san: Option<String>,
    /// What went wrong, if anything did.
    pub fault: Option<String>,
    pub points: u32,
    pub most_points: u32,
    pub milliseconds: u64,
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
