//! What a search tells while it runs.

use std::time::Duration;

use hetman_eval::SideValue;
use hetman_rules::shakmaty::Move;
use serde::{Deserialize, Serialize};

/// A score for the side to move at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Score {
    Centipawns(i32),
    /// Full moves until the game is won (positive) or lost (negative). In a variant its own goal counts as mate.
    Mate(i32),
}

impl Score {
    /// The same for the other side.
    pub fn reversed(self) -> Score {
        match self {
            Score::Centipawns(centipawns) => Score::Centipawns(-centipawns),
            Score::Mate(moves) => Score::Mate(-moves),
        }
    }
}

/// A forced win, in pawns: more than any position is worth.
const WIN: f64 = 10_000.0;

/// In pawns.
impl From<Score> for SideValue {
    fn from(score: Score) -> SideValue {
        SideValue(match score {
            Score::Centipawns(centipawns) => f64::from(centipawns) / 100.0,
            Score::Mate(moves) if moves > 0 => WIN - f64::from(moves),
            Score::Mate(moves) => -WIN - f64::from(moves),
        })
    }
}

/// What kind of truth a score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    Exact,
    Lower,
    Upper,
}

impl Bound {
    /// What a value found with the window (alpha, beta) proves.
    pub(crate) fn of(value: i32, alpha: i32, beta: i32) -> Bound {
        if value >= beta {
            Bound::Lower
        } else if value > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// One line of thought.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    pub depth: u32,
    pub selective_depth: u32,
    /// Rank of the line, from 1.
    pub multi_pv: u32,
    pub score: Score,
    pub bound: Bound,
    pub nodes: u64,
    pub time: Duration,
    /// Share of the hash table in use, in thousandths.
    pub hash_full: u32,
    pub tablebase_hits: u64,
    pub line: Vec<Move>,
}

impl Info {
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-3)) as u64
    }
}

/// Expected share of wins, draws and losses, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WdlPermille {
    pub win: u32,
    pub draw: u32,
    pub loss: u32,
}

impl From<Score> for WdlPermille {
    fn from(score: Score) -> WdlPermille {
        let (win, loss) = match score {
            Score::Mate(moves) if moves > 0 => (1000, 0),
            Score::Mate(_) => (0, 1000),
            Score::Centipawns(centipawns) => (share_of_wins(centipawns), share_of_wins(-centipawns)),
        };
        WdlPermille { win, draw: 1000 - win - loss, loss }
    }
}

/// A model, not a measurement: logistic in the score, half of the games won with a lead of one pawn and one in eight
/// with none.
fn share_of_wins(centipawns: i32) -> u32 {
    let odds = (f64::from(centipawns) - 100.0) / 51.4;
    (1000.0 / (1.0 + (-odds).exp())).round() as u32
}
