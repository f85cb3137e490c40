//! Moves of a small position.

use hetman_rules::shakmaty::{Bitboard, Piece, Rank, Role, Square, attacks};

use super::{SmallPosition, is_outer, order};

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The same ending.
    Quiet,
    /// Another one, by a capture or a promotion.
    Conversion,
}

/// A piece that is about to move.
#[derive(Clone, Copy)]
struct Mover {
    index: usize,
    is_free: bool,
}

impl SmallPosition {
    /// Whether a legal move leads to a position for which `is_so` holds; all are tried until one does.
    pub fn any_successor(&self, mut is_so: impl FnMut(&SmallPosition, Step) -> bool) -> bool {
        let occupied = self.occupied();
        let own: Bitboard = self.of_color(self.turn).map(|(_, square)| square).collect();
        self.pieces.iter().enumerate().filter(|(_, (piece, _))| piece.color == self.turn).any(
            |(index, &(piece, from))| {
                let mover = Mover { index, is_free: self.is_free(piece, from, occupied) };
                match piece.role {
                    Role::Pawn => self.any_pawn_move(mover, from, occupied, &mut is_so),
                    _ => {
                        let targets = attacks::attacks(from, piece, occupied) & !own;
                        targets.into_iter().any(|to| self.try_move(mover, to, None, &mut is_so))
                    }
                }
            },
        )
    }

    /// Every position that a legal move leads to; a promotion to each piece is one.
    pub fn successors(&self) -> Vec<SmallPosition> {
        let mut found = Vec::new();
        self.any_successor(|next, _| {
            found.push(next.clone());
            false
        });
        found
    }

    /// No move of the piece can leave its king in check: even without it there would be none.
    fn is_free(&self, piece: Piece, from: Square, occupied: Bitboard) -> bool {
        piece.role != Role::King && !self.is_attacked_through(self.king(self.turn), !self.turn, occupied.without(from))
    }

    fn any_pawn_move(
        &self,
        pawn: Mover,
        from: Square,
        occupied: Bitboard,
        is_so: &mut impl FnMut(&SmallPosition, Step) -> bool,
    ) -> bool {
        let forward = self.turn.fold_wb(8, -8);
        let free = |square: &Square| !occupied.contains(*square);
        let one = from.offset(forward).filter(free);
        let is_home = from.rank() == self.turn.fold_wb(Rank::Second, Rank::Seventh);
        let two = one.filter(|_| is_home).and_then(|square| square.offset(forward)).filter(free);
        let behind = self.passed.and_then(|pawn| pawn.offset(forward));
        let theirs: Bitboard = self.of_color(!self.turn).map(|(_, square)| square).collect();
        let taking = attacks::pawn_attacks(self.turn, from) & (theirs | Bitboard::from_iter(behind));
        let in_passing = |to: Square| self.passed.filter(|_| behind == Some(to));
        taking.into_iter().any(|to| self.try_move(pawn, to, in_passing(to), is_so))
            || one.into_iter().chain(two).any(|to| self.try_move(pawn, to, None, is_so))
    }

    /// Makes a move, taking a pawn in passing where one is named.
    fn try_move(
        &self,
        mover: Mover,
        to: Square,
        passed: Option<Square>,
        is_so: &mut impl FnMut(&SmallPosition, Step) -> bool,
    ) -> bool {
        let mut next = self.clone();
        let (piece, from) = self.pieces[mover.index];
        next.pieces[mover.index].1 = to;
        next.turn = !self.turn;
        next.passed = None;
        let taken = passed.unwrap_or(to);
        let captured = self.pieces.iter().position(|&(other, square)| square == taken && other.color != self.turn);
        if let Some(captured) = captured {
            next.pieces.remove(captured);
        }
        if !(mover.is_free && passed.is_none()) && next.is_attacked(next.king(self.turn), next.turn) {
            return false;
        }
        let step = if captured.is_some() { Step::Conversion } else { Step::Quiet };
        if piece.role != Role::Pawn {
            return is_so(&next, step);
        }
        if is_outer(to.rank()) {
            return next.any_promotion(to, is_so);
        }
        next.passed = (from.rank().distance(to.rank()) == 2 && next.has_pawn_beside(to, next.turn)).then_some(to);
        is_so(&next, step)
    }

    fn any_promotion(&self, at: Square, is_so: &mut impl FnMut(&SmallPosition, Step) -> bool) -> bool {
        let index = self.pieces.iter().position(|&(_, square)| square == at).expect("the pawn stands there");
        let (pawn, square) = self.pieces[index];
        [Role::Queen, Role::Rook, Role::Bishop, Role::Knight].into_iter().any(|role| {
            let mut next = self.clone();
            next.pieces[index] = (role.of(pawn.color), square);
            next.pieces.sort_by_key(|&(piece, _)| order(piece));
            is_so(&next, Step::Conversion)
        })
    }
}
