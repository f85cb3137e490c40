//! What this studio is, and what it starts from.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Parameter, PlayerChoice};

/// GET /api/about
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct About {
    pub version: String,
    pub revision: String,
    pub machine: Machine,
    pub variants: Vec<VariantInfo>,
    /// The name of the data folder, without the folders before it.
    pub data: String,
    /// Whether nobody gets in without the link that was printed at the start: the studio can be reached from elsewhere.
    pub needs_token: bool,
    /// How others reach it; `null` where only this machine can, and for guests.
    pub share: Option<Share>,
    /// Whom a newcomer is seated against.
    pub first_opponent: PlayerChoice,
    /// Whether nothing was done here yet: no game, no experiment, no tournament.
    pub is_empty: bool,
    /// Whether the caller came by a seat's link: only that game is open then, and machine and data are not told.
    pub is_guest: bool,
}

/// How others reach the studio.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Share {
    /// What links for others begin with: `http://192.168.1.5:7777/`.
    pub address: String,
    /// With the token: who has it can use everything.
    pub link: String,
    /// The same as a QR code: its rows from above, `1` for a dark square.
    pub code: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Machine {
    pub processor: String,
    pub cores: u32,
    pub system: String,
}

/// A game that can be played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct VariantInfo {
    /// As requests name it: `chess`, `crazyhouse`, `3check`, ...
    pub name: String,
    /// As people write it.
    pub title: String,
    /// The rules in a sentence.
    pub rules: String,
    pub start_fen: String,
    /// Whether pieces are taken into a pocket and dropped.
    pub has_pockets: bool,
    /// Whether each side's checks are counted.
    pub counts_checks: bool,
    /// Whether losing one's pieces is the aim.
    pub is_losing_game: bool,
    /// Whether start positions may be shuffled (Chess960).
    pub has_shuffled_starts: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PresetKind {
    /// Made for this program.
    Shipped,
    /// Repeats a row of a published table.
    Published,
}

/// An experiment to start from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Preset {
    /// As requests name it.
    pub name: String,
    pub kind: PresetKind,
    pub title: String,
    /// The work and the place in it, for published ones.
    pub source: Option<String>,
    pub variant: String,
    /// Games of all runs together.
    pub games: u64,
    /// How long all of it takes on two cores, where that was measured.
    pub seconds: Option<f64>,
    pub published: Vec<Number>,
    /// Whether it watches recorded games: without the collection in the library it cannot start.
    pub needs_games: bool,
    pub toml: String,
    /// The keys of its file with the values it gives them, for the form.
    pub settings: super::Settings,
    /// Where it stands among the published ones, and what is known of it.
    pub row: Option<PublishedRow>,
}

/// A row of a published table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct PublishedRow {
    /// The series by its name, and what it is about.
    pub series: String,
    pub series_title: String,
    /// The work, who wrote it where that is known, and when.
    pub work: String,
    pub authors: Option<String>,
    pub year: String,
    /// Where in the work the series stands.
    pub place: String,
    /// What the row is about.
    pub what: String,
    /// Printed numbers beside what this project has measured.
    pub compared: Vec<super::Compared>,
    /// How much was played for that; `null` where the row was not repeated.
    pub measured: Option<String>,
}

/// A printed number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Number {
    /// What was measured: "score %", "wins %", ...
    pub quantity: String,
    pub value: Option<f64>,
    /// The work's own words, where it printed no number or said more.
    pub words: Option<String>,
}

/// GET /api/experiments/schema
pub type Schema = Vec<Parameter>;
