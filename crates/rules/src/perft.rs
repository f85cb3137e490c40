//! Counting the leaves of the tree of legal moves, the yardstick of every move generator.

pub mod suite;

use shakmaty::{Move, Position};

use crate::{AnyPosition, with_position};

/// Leaves of the legal move tree, counted in bulk at the last ply.
pub fn perft<P: Position + Clone>(position: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|&m| perft_after(position, m, depth - 1)).sum()
}

fn perft_after<P: Position + Clone>(position: &P, m: Move, depth: u32) -> u64 {
    let mut child = position.clone();
    child.play_unchecked(m);
    perft(&child, depth)
}

/// [`perft`] of a position whose variant is known only at run time.
pub fn perft_any(position: &AnyPosition, depth: u32) -> u64 {
    with_position!(position, position => perft(position, depth))
}

/// The count below each move, in the generator's order.
pub fn divide(position: &AnyPosition, depth: u32) -> Vec<(Move, u64)> {
    with_position!(position, position => {
        let count = |m| perft_after(position, m, depth.saturating_sub(1));
        position.legal_moves().iter().map(|&m| (m, count(m))).collect()
    })
}
