//! How full the board is: what tables for the middlegame and for the ending are blended by.

use std::fmt;

use hetman_rules::shakmaty::{Board, Role};

/// What each role adds to the phase; the pieces of the starting position make [`FULL_PHASE`].
const ROLE_PHASES: [i32; 6] = [0, 1, 1, 2, 4, 0];
pub const FULL_PHASE: i32 = 24;

/// The two ends between which a position lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// All pieces of the starting position are there.
    Middlegame,
    /// Kings and pawns alone.
    Endgame,
}

impl Phase {
    pub const ALL: [Phase; 2] = [Phase::Middlegame, Phase::Endgame];
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Phase::Middlegame => "full",
            Phase::Endgame => "bare",
        })
    }
}

/// What a piece of this role adds to the phase.
pub fn phase_of(role: Role) -> i32 {
    ROLE_PHASES[usize::from(role) - 1]
}

/// The share of a full board, 0 to 1; promotions add nothing to a full one.
pub fn fullness(board: &Board) -> f64 {
    let phase: i32 = Role::ALL.into_iter().map(|role| phase_of(role) * board.by_role(role).count() as i32).sum();
    f64::from(phase.min(FULL_PHASE)) / f64::from(FULL_PHASE)
}
