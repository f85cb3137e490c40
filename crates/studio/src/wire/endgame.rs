//! Endgames: tables and what was learned from them, and a position as both see it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{PositionView, Side, WorkState};

/// POST /api/endgames: works out the table of an ending and of all that it leads to; what is kept already is not worked
/// out again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EndgameWish {
    /// Each side's pieces after its king, as in `KRK` or `KQKR`; up to four, kings included.
    pub material: String,
}

/// How far something is that takes its time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct EndgameProgress {
    /// What is being done, in words.
    pub doing: String,
    /// 0 to 1; `null` where that is not known.
    pub share: Option<f64>,
    /// `null` where that is not known, or not yet.
    pub seconds_left: Option<f64>,
}

/// The table of an ending, or how far it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct EndgameTable {
    pub id: String,
    /// As it is written properly: the stronger side first.
    pub material: String,
    pub state: WorkState,
    pub message: Option<String>,
    /// While it runs.
    pub progress: Option<EndgameProgress>,
    /// When it is finished.
    pub facts: Option<EndgameFacts>,
    pub created: String,
    /// What can be asked for now: start, stop, delete.
    pub actions: Vec<String>,
}

/// What is in a table. Positions that are mirror images of each other count once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct EndgameFacts {
    /// The longest way to mate: so many moves of the winner; `null` if nothing is won.
    pub longest_mate: Option<u32>,
    /// A position in which it begins.
    pub longest_fen: Option<String>,
    /// White to move, the stronger side, and Black to move.
    pub sides: Vec<EndgameSide>,
}

/// Positions with one side to move, by what becomes of them for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct EndgameSide {
    pub turn: Side,
    pub positions: u64,
    pub draws: u64,
    /// How many are won in so many moves, from 0 on.
    pub wins: Vec<u64>,
    pub losses: Vec<u64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct EndgameTableDeleted {
    pub id: String,
}

/// GET /api/endgames
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct EndgameList {
    pub tables: Vec<EndgameTable>,
    /// Endings to begin with.
    pub suggested: Vec<String>,
    pub as_of: String,
}

/// What is to be learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LessonTarget {
    /// How many moves a mate takes.
    Distance,
    /// Who wins.
    Result,
}

/// POST /api/lessons: learns an ending from its table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LessonWish {
    pub material: String,
    /// A name of [`InductionMethod`].
    pub method: String,
    /// For trees.
    #[serde(default = "distance")]
    pub target: LessonTarget,
    /// For rules: lists that are tried, up to 1000000; as many as are usual if left out.
    #[serde(default)]
    pub steps: Option<u32>,
}

fn distance() -> LessonTarget {
    LessonTarget::Distance
}

/// A way to learn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct InductionMethod {
    pub name: String,
    pub help: String,
    pub kind: LessonKind,
    /// For rules: lists that are usually tried.
    pub steps: Option<u32>,
}

/// Something that is or was learned of an ending.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Lesson {
    pub id: String,
    pub material: String,
    pub method: String,
    /// What the method makes.
    pub makes: LessonKind,
    pub target: LessonTarget,
    pub state: WorkState,
    pub message: Option<String>,
    pub progress: Option<EndgameProgress>,
    /// When it is finished.
    pub facts: Option<LessonFacts>,
    pub created: String,
    /// What can be asked for now: start, stop, delete.
    pub actions: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LessonKind {
    Tree,
    Rules,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LessonFacts {
    pub kind: LessonKind,
    /// In a sentence.
    pub size: String,
    /// How often a tree names the right class.
    pub exactness: Vec<LessonExactness>,
    /// What rules achieve, in sentences.
    pub remarks: Vec<String>,
    /// A position from which rules do not win, though it can be won.
    pub counter_example: Option<String>,
    /// In their order.
    pub rules: Vec<LessonRule>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LessonRule {
    /// A sentence.
    pub words: String,
    /// Positions that the stronger side, to move, can win.
    pub positions: u64,
    /// Those in which it drops moves that the rules before it have left.
    pub fires: u64,
    /// Those of these in which it leaves one of the best.
    pub exact: u64,
    /// A position in which it drops them all, and what that costs.
    pub counter_example: Option<String>,
    pub cost: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LessonExactness {
    /// Which positions.
    pub on: String,
    pub right: u64,
    pub wrong: u64,
    /// It has no answer.
    pub unknown: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LessonDeleted {
    pub id: String,
}

/// GET /api/lessons
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LessonList {
    pub lessons: Vec<Lesson>,
    pub methods: Vec<InductionMethod>,
    pub as_of: String,
}

/// GET /api/lessons/ID/tree?answers=3.0.1: one node of a tree, after these answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LessonNode {
    pub answers: Vec<u32>,
    /// The attribute that is asked for; `null` at a leaf.
    pub question: Option<String>,
    /// The question in words, or the class.
    pub words: String,
    pub branches: Vec<LessonBranch>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LessonBranch {
    /// The answer.
    pub value: u32,
    /// The answer: a number, or a sentence.
    pub words: String,
    /// The class, where it ends there.
    pub class: Option<String>,
    /// Leaves below, one if it ends there; zero where no position that was learned from goes.
    pub leaves: u32,
}

/// POST /api/endgames/probe
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EndgameProbeWish {
    pub fen: String,
    /// What was learned, to be asked besides.
    #[serde(default)]
    pub lesson: Option<String>,
}

/// A position as the tables know it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct EndgameProbe {
    pub position: PositionView,
    pub material: String,
    /// The ending whose table would be needed and is not there.
    pub missing: Option<String>,
    pub verdict: Option<EndgameVerdict>,
    /// The best first.
    pub moves: Vec<EndgameMove>,
    /// What was learned says this.
    pub fired: Option<LessonFired>,
    /// Why it says nothing.
    pub silent: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EndgameResult {
    Win,
    Draw,
    Loss,
}

/// What becomes of a position with best play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct EndgameVerdict {
    pub result: EndgameResult,
    /// Moves of the winner to the mate.
    pub moves: Option<u32>,
    pub words: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct EndgameMove {
    pub uci: String,
    pub san: String,
    /// The position after it.
    pub fen: String,
    /// What becomes of it for the side that moves; a table that it leads to may not be there.
    pub verdict: Option<EndgameVerdict>,
    /// No move is better.
    pub is_best: bool,
    /// What was learned would play it, or any other of these.
    pub is_learned: bool,
    /// What a tree takes the position after it for.
    pub learned: Option<String>,
}

/// The path through a tree, or the rules that mattered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LessonFired {
    /// Which position it is about, in words.
    pub about: String,
    pub steps: Vec<LessonStep>,
    pub conclusion: String,
    /// The mirror image that the words are about, where it is not the position itself.
    pub image: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LessonStep {
    pub words: String,
    /// The squares that it is about, on the board of the position it is about.
    pub squares: Vec<String>,
}
