//! The engine's numbers: hundredths of a pawn for the side to move, wins counted in plies at the top.

use crate::Score;

/// Deepest ply a line can reach.
pub const MAX_PLY: usize = 128;
/// More than any value.
pub const INFINITE: i32 = 32_001;
/// The game is won now; a win in `n` plies is `MATE - n`.
pub const MATE: i32 = 32_000;
/// Values from here on are forced wins that the search has seen to the end.
pub const MATE_IN_MAX_PLY: i32 = MATE - MAX_PLY as i32;
/// A win by the endgame tables, which tell who wins but not how fast.
pub const TB_WIN: i32 = 30_000;
/// Values from here on are wins of either kind.
pub const TB_WIN_IN_MAX_PLY: i32 = TB_WIN - MAX_PLY as i32;
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
pub fn is_win_or_loss(value: i32) -> bool {
    value.abs() >= TB_WIN_IN_MAX_PLY
}

/// Wins are stored as distances from the position, not from the root.
pub fn value_to_tt(value: i32, ply: usize) -> i32 {
    match value {
        TB_WIN_IN_MAX_PLY.. => value + ply as i32,
        _ if value <= -TB_WIN_IN_MAX_PLY => value - ply as i32,
        _ => value,
    }
}

/// The reverse of [`value_to_tt`].
pub fn value_from_tt(value: i32, ply: usize) -> i32 {
    match value {
        TB_WIN_IN_MAX_PLY.. => value - ply as i32,
        _ if value <= -TB_WIN_IN_MAX_PLY => value + ply as i32,
        _ => value,
    }
}

/// The value as users read it: full moves to mate, or hundredths of a pawn.
pub fn to_score(value: i32) -> Score {
    if value >= MATE_IN_MAX_PLY {
        Score::Mate((MATE - value + 1) / 2)
    } else if value <= -MATE_IN_MAX_PLY {
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
        for value in [won_at(9), lost_at(12), TB_WIN - 5, -TB_WIN + 5, 0, 250, -EVALUATION_BOUND] {
            for ply in [0, 1, 5] {
                assert_eq!(value_from_tt(value_to_tt(value, ply), ply), value);
            }
        }
        assert_eq!(value_from_tt(value_to_tt(won_at(9), 4), 2), won_at(7));
        assert_eq!(value_from_tt(value_to_tt(lost_at(9), 4), 2), lost_at(7));
    }
}
