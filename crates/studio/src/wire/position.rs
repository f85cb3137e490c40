//! A position looked into: what is legal, what it is made of, what is best.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Legal, Outcome, PlayerChoice, Pockets, Score, Side};

/// POST /api/position: give a FEN, or a list of pieces ("Ka2 Qe5 pb7 ka8", capitals for White) with the side to move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionWish {
    pub variant: String,
    #[serde(default)]
    pub fen: Option<String>,
    #[serde(default)]
    pub pieces: Option<String>,
    #[serde(default)]
    pub turn: Option<Side>,
}

/// A position, or what is wrong with it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct PositionView {
    pub variant: String,
    /// As it is written properly; what was asked, where it is no position.
    pub fen: String,
    /// The same as a list of pieces.
    pub pieces: String,
    /// Why it cannot be played, in a sentence; everything below is empty then.
    pub problem: Option<String>,
    pub turn: Side,
    pub legal: Legal,
    pub check: Vec<String>,
    pub pockets: Option<Pockets>,
    pub outcome: Option<Outcome>,
}

/// POST /api/position/random
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RandomPositionWish {
    pub variant: String,
    /// Pieces of a chess position, 2 to 64; in other variants positions come out of random games, and it is at most this.
    pub pieces: u32,
}

/// POST /api/position/features
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FeaturesWish {
    pub variant: String,
    pub fen: String,
    /// `thesis-45` unless another set is named.
    #[serde(default)]
    pub set: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Features {
    pub set: String,
    pub description: String,
    /// Names of all sets.
    pub sets: Vec<String>,
    /// All of the 45; of other sets those that are not zero.
    pub values: Vec<FeatureValue>,
}

/// A feature of a position, White minus Black.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct FeatureValue {
    pub index: u32,
    pub name: String,
    /// General, Pieces, Pawns, Kings; empty in other sets.
    pub group: String,
    pub value: f64,
    /// The manual's text, empty where it has none.
    pub measures: String,
    pub why: String,
    pub formula: String,
    pub range: String,
    pub source: String,
    /// The range in numbers, for a bar; `null` where it is not bounded.
    pub min: Option<f64>,
    pub max: Option<f64>,
}

/// POST /api/position/explain. Only players that say `can_explain` can.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExplainWish {
    pub variant: String,
    pub fen: String,
    pub player: PlayerChoice,
    /// Removing pieces one after the other, even where the terms are exact.
    #[serde(default)]
    pub by_removal: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ExplanationMethod {
    /// The terms add up to the value.
    Exact,
    /// Each term is the gradient times the input; they need not add up.
    Gradient,
    /// Each term is how much the value falls when the piece is taken off the board; they need not add up.
    Removal,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Explanation {
    /// White's view, in the evaluator's unit.
    pub value: f64,
    /// White's view, in hundredths of a pawn.
    pub centipawns: f64,
    pub method: ExplanationMethod,
    /// The largest first.
    pub terms: Vec<ExplanationTerm>,
    /// The value of each piece where it stands, for the board; with networks always by removal.
    pub pieces: Vec<ExplanationTerm>,
    /// The whole in a few sentences.
    pub words: Vec<String>,
    /// Side by side, where the evaluation is made so.
    pub sides: Option<ExplanationSides>,
}

/// An evaluation in whole numbers, by the phase of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ExplanationSides {
    pub phase: String,
    pub terms: Vec<ExplanationSide>,
    /// What the terms come to, White's view.
    pub positional: i32,
    /// What the material comes to, White's view.
    pub material: i32,
}

/// A term of both sides, each from its own point of view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ExplanationSide {
    pub name: String,
    pub white: i32,
    pub black: i32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ExplanationTerm {
    pub name: String,
    pub value: f64,
    pub square: Option<String>,
}

/// POST /api/position/evaluate: a quick search, for the bar beside a board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EvaluateWish {
    pub variant: String,
    pub fen: String,
    /// At most 1000; 100 if left out.
    #[serde(default)]
    pub move_time_ms: Option<u32>,
    /// Whose evaluation is searched with; the net that ships if left out.
    #[serde(default)]
    pub player: Option<PlayerChoice>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Evaluation {
    /// White's view; `null` when the game is over.
    pub score: Option<Score>,
    /// White's expected share of the points, 0 to 1.
    pub expectation: f64,
    pub depth: u32,
    /// The line both sides are expected to play.
    pub uci: Vec<String>,
    pub san: Vec<String>,
}

/// POST /api/analysis; what it finds comes as events of `analysis:ID`. It ends by itself after ten minutes, and when nobody
/// has followed it, or asked for it, for five seconds. Only players that say `can_analyse` can.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalysisWish {
    pub variant: String,
    pub fen: String,
    pub player: PlayerChoice,
    /// Lines, 1 to 10.
    #[serde(default = "one")]
    pub multi_pv: u32,
    #[serde(default)]
    pub depth: Option<u32>,
    #[serde(default)]
    pub move_time_ms: Option<u32>,
}

fn one() -> u32 {
    1
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct AnalysisStarted {
    pub id: String,
    pub as_of: String,
}

/// GET /api/analysis/ID
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Analysis {
    pub id: String,
    pub variant: String,
    pub fen: String,
    /// By rank.
    pub lines: Vec<AnalysisLine>,
    pub is_running: bool,
    /// Why it has ended, as [`AnalysisEnded`] tells it.
    pub ended: Option<AnalysisEnded>,
    pub as_of: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct AnalysisLine {
    /// From 1.
    pub rank: u32,
    pub depth: u32,
    pub selective_depth: u32,
    pub score: Score,
    pub nodes: u64,
    pub nodes_per_second: u64,
    pub time_ms: u64,
    pub uci: Vec<String>,
    pub san: Vec<String>,
}

/// No more lines will come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct AnalysisEnded {
    /// In a sentence.
    pub reason: String,
    /// Whether something went wrong: a program crashed or hung.
    pub is_failure: bool,
}
