//! Moves of a small position taken back.

use hetman_rules::shakmaty::{Bitboard, Rank, Role, Square, attacks};

use super::{SmallPosition, is_outer};

impl SmallPosition {
    /// Tells of every position of the same ending from which a move that captures and promotes nothing leads here. The
    /// king of the side that moved before may stand in check in them: such a position is none.
    pub(crate) fn for_each_predecessor(&self, mut hear: impl FnMut(&SmallPosition)) {
        let occupied = self.occupied();
        let mover = !self.turn;
        for (index, &(piece, at)) in self.pieces.iter().enumerate() {
            if piece.color != mover || self.passed.is_some_and(|pawn| pawn != at) {
                continue;
            }
            let from = match piece.role {
                Role::Pawn => self.pawn_origins(at, occupied),
                _ => attacks::attacks(at, piece, occupied) & !occupied,
            };
            for from in from {
                let mut before = self.clone();
                before.pieces[index].1 = from;
                before.turn = mover;
                before.passed = None;
                hear(&before);
                before.for_each_way_in_passing(&mut hear);
            }
        }
    }

    /// Where a pawn can have come from without a capture. One that can be taken in passing has gone two squares, and one
    /// that has gone two squares beside a pawn can be taken in passing.
    fn pawn_origins(&self, at: Square, occupied: Bitboard) -> Bitboard {
        let mover = !self.turn;
        let back = mover.fold_wb(-8, 8);
        let free = |square: &Square| !occupied.contains(*square);
        let one = at.offset(back).filter(free);
        let two = one.and_then(|square| square.offset(back)).filter(free);
        let is_two = at.rank() == mover.fold_wb(Rank::Fourth, Rank::Fifth);
        let two = two.filter(|_| is_two && self.has_pawn_beside(at, self.turn) == self.passed.is_some());
        let one = one.filter(|square| self.passed.is_none() && !is_outer(square.rank()));
        one.into_iter().chain(two).collect()
    }

    /// The same position right after each double step that can have been the last move.
    pub(super) fn for_each_way_in_passing(&self, hear: &mut impl FnMut(&SmallPosition)) {
        for (piece, square) in self.of_color(!self.turn) {
            if piece.role == Role::Pawn && self.may_be_taken_in_passing(square) {
                hear(&SmallPosition { passed: Some(square), ..self.clone() });
            }
        }
    }
}
