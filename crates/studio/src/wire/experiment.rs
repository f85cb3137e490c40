//! Experiments: their state, what they play, what they learn.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Number, Settings};

/// POST /api/experiments and /api/experiments/check: a file's text, or a preset; settings go before what they say. With
/// neither, the settings alone make the experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewExperiment {
    #[serde(default)]
    pub toml: Option<String>,
    #[serde(default)]
    pub preset: Option<String>,
    /// Keys of GET /api/experiments/schema.
    #[serde(default)]
    pub settings: Settings,
    /// Whether it starts at once.
    #[serde(default)]
    pub start: bool,
}

/// POST /api/sweeps: several experiments that are one object. They are trained one after another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSweep {
    pub name: String,
    /// At most two hundred; `start` of each is ignored.
    pub experiments: Vec<NewExperiment>,
    /// Whether the first starts at once, and each of the others when its turn comes.
    #[serde(default)]
    pub start: bool,
}

/// The sweep that an experiment is part of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SweepPlace {
    pub id: String,
    pub name: String,
}

/// POST /api/experiments/ID/notes: what a person writes about it, at most ten thousand letters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Notes {
    pub notes: String,
}

/// POST /api/experiments/check: what it would be, or what is wrong with it (422).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Checked {
    pub toml: String,
    pub variant: String,
    pub games: u64,
    /// The keys of the file with their values.
    pub settings: Settings,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ExperimentState {
    /// Made, and never started.
    New,
    /// Part of a sweep: it starts when its turn comes.
    Waiting,
    Running,
    /// A pause was asked for; the last games are being finished and kept.
    Pausing,
    Paused,
    /// Ended early, for good, by a person; what was learned is kept.
    Stopped,
    Finished,
    /// The studio ended while it was running: it can be resumed from its last checkpoint.
    Interrupted,
    /// It could not go on; `message` says why.
    Failed,
}

/// One line of GET /api/experiments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ExperimentLine {
    pub id: String,
    pub name: String,
    pub state: ExperimentState,
    /// Why it failed.
    pub message: Option<String>,
    pub variant: String,
    /// Games of all runs that were played.
    pub games: u64,
    /// Those that are safe whatever happens.
    pub games_kept: u64,
    /// Games of all runs together.
    pub games_total: u64,
    /// Measured over the last games; `null` when nothing is being played.
    pub seconds_left: Option<f64>,
    /// The learner's share of the points so far.
    pub share: Option<f64>,
    pub created: String,
    /// The preset it came from.
    pub preset: Option<String>,
    /// What can be asked for now: start, pause, resume, stop, clone, delete.
    pub actions: Vec<String>,
    /// Where the opponent is a person: the games in which the learner waits for moves.
    pub waiting_games: Vec<LinkedGame>,
    /// The keys of its file with their values.
    pub settings: Settings,
    /// The learner's share of the points in each of the parts, at most 24, into which its games are divided: all runs
    /// together, as far as they have come.
    pub trend: Vec<f64>,
    /// What a person wrote about it.
    pub notes: String,
    pub sweep: Option<SweepPlace>,
}

/// A game that a person plays against a learner, and the secret of the person's seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LinkedGame {
    pub game: String,
    pub seat: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ExperimentList {
    pub experiments: Vec<ExperimentLine>,
    pub as_of: String,
}

/// GET /api/experiments/ID
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Experiment {
    #[serde(flatten)]
    pub line: ExperimentLine,
    pub toml: String,
    /// Games behind `share_last` of the curve.
    pub window: u32,
    pub runs: Vec<RunCurve>,
    pub tally: Tally,
    /// Printed numbers, where the experiment repeats a published one.
    pub published: Vec<Number>,
    pub source: Option<String>,
    /// The features and the model, in words.
    pub features: String,
    pub model: String,
    /// How long it takes for the shown game to go on by a move.
    pub delay_ms: u32,
    pub board: Option<ShownBoard>,
    pub as_of: String,
}

/// The course of one run; at most a thousand points, evenly over its games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RunCurve {
    /// From 1.
    pub run: u32,
    pub games_kept: u64,
    pub points: Vec<CurvePoint>,
    pub tally: Tally,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct CurvePoint {
    /// Games played.
    pub games: u64,
    /// The learner's share of the points of all of them.
    pub share_all: f64,
    /// Of the last games, as many as a window has.
    pub share_last: f64,
}

/// The learner's results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Tally {
    pub won: u64,
    pub drawn: u64,
    pub lost: u64,
}

/// `experiment:ID`, a few times a second while it runs: what is new since the event before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ExperimentProgress {
    pub games: u64,
    pub games_kept: u64,
    pub games_total: u64,
    pub seconds_left: Option<f64>,
    pub tally: Tally,
    /// Of the runs that have played since.
    pub runs: Vec<RunProgress>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RunProgress {
    pub run: u32,
    /// One point to add to the curve.
    pub point: CurvePoint,
    pub games_kept: u64,
    pub tally: Tally,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ExperimentDeleted {
    pub id: String,
}

/// GET /api/experiments/ID/weights: what was learned up to the last checkpoint. Fetch it again after `kept`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Weights {
    pub features: String,
    /// `linear` or `network`.
    pub model: String,
    /// How `strongest` was found, in a sentence.
    pub strength: String,
    /// Printed numbers beside ours, where the experiment repeats a published one and has come to a checkpoint.
    pub compared: Vec<Compared>,
    pub estimates: PieceEstimates,
    pub runs: Vec<RunWeights>,
    /// How the games that are kept ended, the most frequent first.
    pub endings: Vec<EndingCount>,
    /// How long they were, in a sentence.
    pub lengths: Option<String>,
    /// The wall time of all sessions.
    pub seconds: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct EndingCount {
    pub reason: String,
    pub games: u64,
}

/// Piece values over all runs that have begun.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct PieceEstimates {
    pub runs: u32,
    /// Games that each of them has played at least.
    pub games: u64,
    /// Whether values are counted in the mean pawn; else in the net's unit, as a pawn is worth too little.
    pub in_pawns: bool,
    /// The dearest first.
    pub pieces: Vec<PieceEstimate>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct PieceEstimate {
    pub name: String,
    pub mean: f64,
    /// The mean lies within this much of the true one with a probability of 95 %; `null` of a single run.
    pub half_width: Option<f64>,
    /// Whether the runs tell, at the same level, that it is worth more than the next; `null` for the last, or of one run.
    pub is_above_next: Option<bool>,
}

/// A printed number beside ours, as a report writes them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Compared {
    pub quantity: String,
    /// The number, or the work's own words.
    pub published: String,
    /// The same as numbers, where they are some.
    pub published_value: Option<f64>,
    pub ours_value: Option<f64>,
    pub ours: Option<String>,
    /// Where ours lies with a probability of 95 %.
    pub interval: Option<String>,
    /// Whether ours agrees, differs, or why that cannot be told, in words.
    pub verdict: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RunWeights {
    pub run: u32,
    pub games: u64,
    /// Piece values, where the net can tell: averaged over the squares on which they stood.
    pub pieces: Vec<NamedValue>,
    /// The same over time.
    pub piece_series: Vec<PieceSeries>,
    /// What values are divided by to be in pawns: a pawn's, or nothing where that is worth too little to count in.
    pub pawn: Option<f64>,
    /// The strongest features, the strongest first: at most 45.
    pub strongest: Vec<NamedValue>,
    /// Weights over time: all of them where they are few, else the strongest.
    pub series: Vec<WeightSeries>,
    /// Games played at the points of every series.
    pub series_games: Vec<u64>,
    pub heat_maps: Vec<HeatMap>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct NamedValue {
    pub name: String,
    pub value: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct WeightSeries {
    pub name: String,
    pub values: Vec<f64>,
}

/// A piece value over time; `null` where it cannot be told, as the squares on which pieces stood were not counted yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct PieceSeries {
    pub name: String,
    pub values: Vec<Option<f64>>,
}

/// The value of a white piece on each square, from a1, b1, ... to h8, in the net's unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct HeatMap {
    /// `pawn`, `knight`, ...
    pub piece: String,
    pub values: Vec<f64>,
}

/// A position of the game that is being shown: at the pace of `delay`, and where the experiment plays faster than that, the
/// end of the game and then a newer one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ShownBoard {
    pub run: u32,
    /// From 1.
    pub game: u64,
    pub fen: String,
    pub last_move: Option<String>,
    pub san: Option<String>,
    /// Half-moves played.
    pub ply: u32,
    pub plies_since_capture: u32,
    pub learner: super::Side,
    /// The last position of its game.
    pub is_last: bool,
    /// The game's result there, as PGN writes it.
    pub result: Option<String>,
}

/// POST /api/experiments/ID/delay and /api/games/ID/delay
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Delay {
    /// 50 to 10000 for the board of an experiment, at most 60000 for a game.
    pub delay_ms: u32,
}
