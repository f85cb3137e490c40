//! The engine's numbers: hundredths of a pawn for the side to move, wins counted in plies at the top.

use crate::Score;

/// Deepest ply a line can reach.
pub const MAX_PLY: usize = 128;
/// More than any value.
pub const INFINITE: i32 = 32_001;
/// The game is won now; a win in `n` plies is `MATE - n`.
pub const MATE: i32 = 32_000;
/// Values from here on are forced wins that the search has seen to the end.
pub const MATE_FOUND: i32 = MATE - MAX_PLY as i32;
/// A win by the endgame tables, which tell who wins but not how fast.
pub const TABLE_WIN: i32 = 30_000;
/// Values from here on are wins of either kind.
pub const WIN_FOUND: i32 = TABLE_WIN - MAX_PLY as i32;
/// Bound of evaluations, below every proven win.
pub const EVALUATION_BOUND: i32 = 20_000;
pub const DRAW: i32 = 0;

/// The side to move has lost at this ply.
pub fn lost_at(ply: usize) -> i32 {
    -MATE + ply as i32
}

/// The side to move has won at this ply.
pub fn won_at(ply: usize) -> i32 {
    MATE - ply as i32
}

/// Whether somebody is known to win.
pub fn is_decided(value: i32) -> bool {
    value.abs() >= WIN_FOUND
}

/// Wins are stored as distances from the position, not from the root.
pub fn to_table(value: i32, ply: usize) -> i32 {
    match value {
        WIN_FOUND.. => value + ply as i32,
        _ if value <= -WIN_FOUND => value - ply as i32,
        _ => value,
    }
}

/// The reverse of [`to_table`].
pub fn from_table(value: i32, ply: usize) -> i32 {
    match value {
        WIN_FOUND.. => value - ply as i32,
        _ if value <= -WIN_FOUND => value + ply as i32,
        _ => value,
    }
}

/// The value as users read it: full moves to mate, or hundredths of a pawn.
pub fn to_score(value: i32) -> Score {
    if value >= MATE_FOUND {
        Score::Mate((MATE - value + 1) / 2)
    } else if value <= -MATE_FOUND {
        Score::Mate(-(MATE + value + 1) / 2)
    } else {
        Score::Centipawns(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_told_in_full_moves() {
        assert_eq!(to_score(won_at(1)), Score::Mate(1));
        assert_eq!(to_score(won_at(3)), Score::Mate(2));
        assert_eq!(to_score(lost_at(2)), Score::Mate(-1));
        assert_eq!(to_score(lost_at(0)), Score::Mate(0));
        assert_eq!(to_score(-57), Score::Centipawns(-57));
    }

    #[test]
    fn the_table_stores_distances_from_the_position() {
        for value in [won_at(9), lost_at(12), TABLE_WIN - 5, -TABLE_WIN + 5, 0, 250, -EVALUATION_BOUND] {
            for ply in [0, 1, 5] {
                assert_eq!(from_table(to_table(value, ply), ply), value);
            }
        }
        assert_eq!(from_table(to_table(won_at(9), 4), 2), won_at(7));
        assert_eq!(from_table(to_table(lost_at(9), 4), 2), lost_at(7));
    }
}
