//! How full the board is: what tables for the middlegame and for the ending are blended by.

use std::fmt;

use hetman_rules::shakmaty::{Board, Role};

/// How much each role counts towards a full board; the pieces of the starting position make [`FULL_BOARD`].
const PRESENCE: [i32; 6] = [0, 1, 1, 2, 4, 0];
pub const FULL_BOARD: i32 = 24;

/// The two ends between which a position lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// All pieces of the starting position are there.
    Full,
    /// Kings and pawns alone.
    Bare,
}

impl Phase {
    pub const ALL: [Phase; 2] = [Phase::Full, Phase::Bare];
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Phase::Full => "full",
            Phase::Bare => "bare",
        })
    }
}

/// What a piece of this role adds to the presence of a board.
pub fn presence_of(role: Role) -> i32 {
    PRESENCE[usize::from(role) - 1]
}

/// The share of a full board, 0 to 1; promotions add nothing to a full one.
pub fn fullness(board: &Board) -> f64 {
    let presence: i32 = Role::ALL.into_iter().map(|role| presence_of(role) * board.by_role(role).count() as i32).sum();
    f64::from(presence.min(FULL_BOARD)) / f64::from(FULL_BOARD)
}
