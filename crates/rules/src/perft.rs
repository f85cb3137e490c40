//! Counting the leaves of the tree of legal moves, the yardstick of every move generator.

use shakmaty::Position;

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
    let below = |m| {
        let mut child = position.clone();
        child.play_unchecked(m);
        perft(&child, depth - 1)
    };
    moves.into_iter().map(below).sum()
}

/// [`perft`] of a position whose variant is known only at run time.
pub fn perft_any(position: &AnyPosition, depth: u32) -> u64 {
    with_position!(position, position => perft(position, depth))
}
