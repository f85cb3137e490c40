//! The numbers that the features look up, as data, so that they can be exchanged.
//!
//! The tables of stacking and of advancement are pictures in the 2007 thesis and lost in its text: they are inferred
//! from the printed results (sections 3.1 and 3.3 of its specification). The pins are printed.

use hetman_rules::shakmaty::Role;

/// What heavy pieces on one file are worth, by their order from front to back; the best that the file contains counts.
///
/// Printed: rook before queen 1/3, rook before rook 1/2. Inferred: the rest, in the order of usefulness.
pub const STACKING_IN_SIXTHS: [(&[Role], u8); 6] = [
    (&[Role::Rook, Role::Rook, Role::Queen], 6),
    (&[Role::Rook, Role::Queen, Role::Rook], 5),
    (&[Role::Queen, Role::Rook, Role::Rook], 4),
    (&[Role::Rook, Role::Rook], 3),
    (&[Role::Rook, Role::Queen], 2),
    (&[Role::Queen, Role::Rook], 1),
];

/// How far a passed pawn has come, by rank from its own side. Inferred: linear, with the printed step of 0.15 and 1 on
/// the seventh. Only a horde has pawns on the first rank; they have come no further than those on the second.
pub const PASSED_ADVANCEMENT: [f64; 8] = [0.25, 0.25, 0.40, 0.55, 0.70, 0.85, 1.00, 1.00];

/// The same for candidates. Printed: 0.4 on the fourth rank. Inferred: the rest. On the seventh a pawn without an enemy
/// before it is passed.
pub const CANDIDATE_ADVANCEMENT: [f64; 8] = [0.0, 0.0, 0.2, 0.4, 0.6, 0.8, 0.0, 0.0];

/// What a pin is worth, by the pinned piece: pawn, knight, bishop, rook, queen, king (printed).
pub struct PinWorth {
    pub on_files_and_ranks: [u32; 6],
    pub on_diagonals: [u32; 6],
}

pub const PINNED_BY_BISHOP: PinWorth = PinWorth { on_files_and_ranks: [0; 6], on_diagonals: [0, 2, 1, 4, 8, 0] };
pub const PINNED_BY_ROOK: PinWorth = PinWorth { on_files_and_ranks: [0, 2, 2, 1, 6, 0], on_diagonals: [0; 6] };
pub const PINNED_BY_QUEEN: PinWorth =
    PinWorth { on_files_and_ranks: [0, 2, 2, 0, 0, 0], on_diagonals: [0, 2, 0, 3, 0, 0] };

/// The most squares a knight, bishop, rook or queen can reach.
pub const MOST_SQUARES: [f64; 4] = [8.0, 13.0, 14.0, 27.0];
