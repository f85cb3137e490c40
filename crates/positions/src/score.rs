//! What a search said of a position, in sixteen bits.

use std::fmt;
use std::str::FromStr;

use hetman_rules::shakmaty::Color;

/// A score for White, whichever side is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WhiteScore {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// White wins in so many moves; Black does, where it is negative.
    Mate(i32),
}

/// The largest score that is no mate; larger ones are kept as this.
const MOST_CENTIPAWNS: i32 = 29_999;
/// A mate in n is so much less n.
const MATE: i32 = 32_000;
/// The longest mate that can be told from others; longer ones are kept as this.
const LONGEST_MATE: i32 = 1_999;
/// Nobody has searched this position.
const UNSCORED: i16 = i16::MIN;

impl WhiteScore {
    /// What it means for a side; and what a score of that side means for White.
    pub fn seen_by(self, side: Color) -> WhiteScore {
        match self {
            _ if side.is_white() => self,
            WhiteScore::Centipawns(centipawns) => WhiteScore::Centipawns(-centipawns),
            WhiteScore::Mate(moves) => WhiteScore::Mate(-moves),
        }
    }

    pub fn is_mate(self) -> bool {
        matches!(self, WhiteScore::Mate(_))
    }

    pub(crate) fn to_bits(score: Option<WhiteScore>) -> i16 {
        let bits = match score {
            None => return UNSCORED,
            Some(WhiteScore::Centipawns(centipawns)) => centipawns.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS),
            Some(WhiteScore::Mate(moves)) => {
                let distance = moves.saturating_abs().min(LONGEST_MATE);
                if moves < 0 { distance - MATE } else { MATE - distance }
            }
        };
        i16::try_from(bits).expect("scores are clamped")
    }

    pub(crate) fn from_bits(bits: i16) -> Option<WhiteScore> {
        let value = i32::from(bits);
        if bits == UNSCORED {
            None
        } else if value.abs() <= MOST_CENTIPAWNS {
            Some(WhiteScore::Centipawns(value))
        } else if value > 0 {
            Some(WhiteScore::Mate((MATE - value).max(0)))
        } else {
            Some(WhiteScore::Mate((-MATE - value).min(-1)))
        }
    }
}

/// Centipawns as a number, mates as `#3` and `#-3`.
impl fmt::Display for WhiteScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WhiteScore::Centipawns(centipawns) => write!(f, "{centipawns}"),
            WhiteScore::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

impl FromStr for WhiteScore {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<WhiteScore, Self::Err> {
        match text.strip_prefix('#') {
            Some(moves) => moves.parse().map(WhiteScore::Mate),
            None => text.parse().map(WhiteScore::Centipawns),
        }
    }
}
