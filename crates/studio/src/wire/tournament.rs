//! Tournaments and matches.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Outcome, PlayerChoice, Tally, WorkState};

/// POST /api/tournaments: begins at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTournament {
    pub name: String,
    /// A variant, or `chess960`.
    pub variant: String,
    pub players: Vec<PlayerChoice>,
    pub format: TournamentFormat,
    #[serde(default)]
    pub openings: OpeningsWish,
    /// For each side: seconds, or seconds plus increment (`60+0.6`); each player's own limits if left out.
    #[serde(default)]
    pub control: Option<String>,
    /// Two players only: ends as soon as it is clear who is stronger.
    #[serde(default)]
    pub sprt: Option<SprtWish>,
    /// How games end early; not at all if left out.
    #[serde(default)]
    pub adjudication: AdjudicationWish,
    #[serde(default = "one")]
    pub seed: u32,
    /// Games at the same time, 1 to 8.
    #[serde(default = "one")]
    pub concurrency: u32,
}

/// Games whose result is clear end early: both sides must see it, or tables must know it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AdjudicationWish {
    #[serde(default)]
    pub win: Option<WinWish>,
    #[serde(default)]
    pub draw: Option<DrawWish>,
    /// By the tables of endings that this studio has; those of three pieces are always there.
    #[serde(default)]
    pub tables: bool,
}

/// Won when both sides have seen one of them ahead by so much for so many moves each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WinWish {
    pub moves: u32,
    pub centipawns: u32,
}

/// Drawn when both sides have seen no more than so much for so many moves each, from a move number on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DrawWish {
    pub from_move: u32,
    pub moves: u32,
    pub centipawns: u32,
}

fn one() -> u32 {
    1
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TournamentFormat {
    /// Everybody against everybody, a pair of games (both colours) in each cycle. With two players: a match.
    RoundRobin { cycles: u32 },
    /// The first player against all others.
    Gauntlet { cycles: u32 },
    /// The loser of a meeting is out.
    KnockOut { pairs: u32 },
}

/// Where the games of a pair begin.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum OpeningsWish {
    #[default]
    Start,
    /// So many random half-moves.
    Random { plies: u32 },
    /// The openings of a book, each played with both colours before the next is taken.
    Book {
        /// Of GET /api/books.
        book: String,
        /// Shuffled by the tournament's seed, not in the book's order.
        #[serde(default)]
        shuffled: bool,
        /// Half-moves taken from a book's games; all of them if left out, sixteen from a Polyglot book.
        #[serde(default)]
        plies: Option<u32>,
    },
}

/// POST /api/books: keeps openings, as positions (FEN or EPD, one to a line) or as games (PGN).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewBook {
    pub name: String,
    /// A variant, or `chess960`: the openings must be playable in it.
    pub variant: String,
    /// At most 16 MiB.
    pub text: String,
}

/// A file of openings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Book {
    pub id: String,
    pub name: String,
    /// Whether it was added here, and can be deleted here.
    pub is_own: bool,
    /// The only variant it is for; `null` where that is not known.
    pub variant: Option<String>,
}

/// The answer to POST /api/books.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct BookAdded {
    pub book: Book,
    pub openings: u64,
}

/// GET /api/books: those that ship, those that were added, then those of the folders that were named when the studio was started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct BookList {
    pub books: Vec<Book>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SprtWish {
    pub elo0: f64,
    pub elo1: f64,
    #[serde(default = "five_percent")]
    pub alpha: f64,
    #[serde(default = "five_percent")]
    pub beta: f64,
}

fn five_percent() -> f64 {
    0.05
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TournamentLine {
    pub id: String,
    pub name: String,
    pub state: WorkState,
    pub message: Option<String>,
    pub variant: String,
    pub players: Vec<String>,
    pub games: u64,
    /// A knock-out does not know before its end.
    pub games_total: Option<u64>,
    pub created: String,
    /// What can be asked for now: stop, resume, delete.
    pub actions: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TournamentList {
    pub tournaments: Vec<TournamentLine>,
    pub as_of: String,
}

/// GET /api/tournaments/ID
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Tournament {
    #[serde(flatten)]
    pub line: TournamentLine,
    /// How the games are played, in words.
    pub conditions: String,
    /// The best first.
    pub table: Vec<CrossRow>,
    /// What to know about the ratings, in a sentence each.
    pub remarks: Vec<String>,
    pub sprt: Option<SprtProgress>,
    /// The match report's lines, with two players.
    pub report: Option<String>,
    /// Running games.
    pub boards: Vec<TournamentBoard>,
    pub as_of: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct CrossRow {
    pub rank: u32,
    /// As `players` of the line counts them, from 0.
    pub player: u32,
    pub name: String,
    pub points: f64,
    pub games: u64,
    pub tally: Tally,
    pub sonneborn_berger: f64,
    pub rating: Option<f64>,
    /// Half the width of the 95 % interval.
    pub rating_error: Option<f64>,
    /// Against each player, in the order of `players`; `null` against oneself.
    pub against: Vec<Option<CrossCell>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct CrossCell {
    pub points: f64,
    pub games: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SprtProgress {
    pub elo0: f64,
    pub elo1: f64,
    pub ratio: f64,
    /// The test ends when the ratio leaves these bounds.
    pub lower: f64,
    pub upper: f64,
    /// The hypothesis that was accepted, as soon as one is.
    pub accepted: Option<Hypothesis>,
    /// The same in words.
    pub verdict: Option<String>,
    /// The ratio after so many games, from the first on: some points of its course.
    pub course: Vec<RatioPoint>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Hypothesis {
    /// H0: the first player is stronger by at most `elo0`.
    AtMost,
    /// H1: the first player is stronger by at least `elo1`.
    AtLeast,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RatioPoint {
    pub games: u64,
    pub ratio: f64,
}

/// GET /api/tournaments/ID/games?page=N&first=A&second=B: the newest first; with two players, as `players` counts them, the
/// games between these.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TournamentGames {
    pub games: Vec<TournamentGame>,
    /// From 0.
    pub page: u32,
    /// All that there are.
    pub total: u64,
    pub per_page: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TournamentGame {
    /// From 1.
    pub number: u64,
    /// Of GET /api/records/ID.
    pub record: String,
    pub white: String,
    pub black: String,
    pub outcome: Outcome,
    pub plies: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TournamentBoard {
    /// From 1.
    pub number: u64,
    pub white: String,
    pub black: String,
    pub fen: String,
    pub last_move: Option<String>,
    pub ply: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TournamentDeleted {
    pub id: String,
}
