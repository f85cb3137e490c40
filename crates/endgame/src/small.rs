//! Positions of few pieces as a list of squares, for loops over all of them: moves, and moves taken back.

use arrayvec::ArrayVec;
use hetman_rules::Playable;
use hetman_rules::shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, Piece, Position, Rank, Role, Setup, Square, attacks,
};

use crate::material::{MOST_PIECES, Material};

/// A chess position of up to four pieces without castling. Both kings come first, White's before Black's; then White's
/// other pieces and Black's, the strongest first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SmallPosition {
    pieces: ArrayVec<(Piece, Square), MOST_PIECES>,
    turn: Color,
    /// Where the pawn stands that has just gone two squares, beside a pawn that may take it for that.
    passed: Option<Square>,
}

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
    /// The position, if it has few enough pieces and nobody may castle.
    pub fn of(position: &Chess) -> Option<SmallPosition> {
        let board = position.board();
        if board.occupied().count() > MOST_PIECES || !position.castles().is_empty() {
            return None;
        }
        let mut pieces: ArrayVec<_, MOST_PIECES> = board.iter().map(|(square, piece)| (piece, square)).collect();
        pieces.sort_by_key(|&(piece, _)| order(piece));
        let turn = position.turn();
        let behind = position.ep_square(EnPassantMode::Legal);
        let passed = behind.and_then(|square| square.offset(turn.fold_wb(-8, 8)));
        Some(SmallPosition { pieces, turn, passed })
    }

    /// These pieces on these squares, if no two share one, no pawn stands on its first or last rank, and the king of
    /// the side that has moved is not left in check.
    pub fn new(pieces: impl IntoIterator<Item = (Piece, Square)>, turn: Color) -> Option<SmallPosition> {
        let position = SmallPosition::unchecked(pieces.into_iter().collect(), turn, None);
        position.is_legal().then_some(position)
    }

    pub(crate) fn unchecked(
        pieces: ArrayVec<(Piece, Square), MOST_PIECES>,
        turn: Color,
        passed: Option<Square>,
    ) -> SmallPosition {
        SmallPosition { pieces, turn, passed }
    }

    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Both kings, White's first, then the other pieces in the order of [`Material::pieces`].
    pub fn pieces(&self) -> &[(Piece, Square)] {
        &self.pieces
    }

    /// Where the pawn stands that can be taken in passing.
    pub fn passed_pawn(&self) -> Option<Square> {
        self.passed
    }

    pub fn king(&self, color: Color) -> Square {
        self.pieces[color.fold_wb(0, 1)].1
    }

    pub(crate) fn kings_touch(&self) -> bool {
        self.king(Color::White).distance(self.king(Color::Black)) <= 1
    }

    pub fn occupied(&self) -> Bitboard {
        self.pieces.iter().map(|&(_, square)| square).collect()
    }

    /// The ending, and whether the colours have to be exchanged for it.
    pub fn material(&self) -> (Material, bool) {
        Material::of(self.pieces.iter().map(|&(piece, _)| piece))
    }

    /// The same seen by the other side: colours exchanged, the board turned upside down.
    pub fn with_colors_exchanged(&self) -> SmallPosition {
        let exchanged = |&(piece, square): &(Piece, Square)| (piece.role.of(!piece.color), square.flip_vertical());
        let mut pieces: ArrayVec<_, MOST_PIECES> = self.pieces.iter().map(exchanged).collect();
        pieces.sort_by_key(|&(piece, _)| order(piece));
        SmallPosition { pieces, turn: !self.turn, passed: self.passed.map(Square::flip_vertical) }
    }

    pub fn to_chess(&self) -> Option<Chess> {
        let mut setup = Setup::empty();
        for &(piece, square) in &self.pieces {
            setup.board.set_piece_at(square, piece);
        }
        setup.turn = self.turn;
        setup.ep_square = self.passed.and_then(|pawn| pawn.offset(self.turn.fold_wb(8, -8)));
        <Chess as Playable>::from_setup(setup, CastlingMode::Standard).ok()
    }

    pub fn is_check(&self) -> bool {
        self.is_attacked(self.king(self.turn), !self.turn)
    }

    /// Whether a piece of the colour attacks the square.
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.is_attacked_through(square, by, self.occupied())
    }

    fn is_attacked_through(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        self.of_color(by).any(|(piece, from)| attacks::attacks(from, piece, occupied).contains(square))
    }

    /// A position that can be on a board, whether or not a game leads to it.
    pub(crate) fn is_legal(&self) -> bool {
        let on_board = |&(piece, square): &(Piece, Square)| piece.role != Role::Pawn || !is_outer(square.rank());
        self.occupied().count() == self.pieces.len()
            && self.pieces.iter().all(on_board)
            && self.passed.is_none_or(|pawn| self.may_be_taken_in_passing(pawn))
            && !self.is_attacked(self.king(!self.turn), self.turn)
    }

    /// A pawn of the side that has moved, which can have come two squares, beside one of the other side.
    fn may_be_taken_in_passing(&self, pawn: Square) -> bool {
        let mover = !self.turn;
        let occupied = self.occupied();
        let way = [8, 16].map(|step| pawn.offset(mover.fold_wb(-step, step)));
        pawn.rank() == mover.fold_wb(Rank::Fourth, Rank::Fifth)
            && self.pieces.contains(&(Role::Pawn.of(mover), pawn))
            && way.into_iter().all(|square| square.is_some_and(|square| !occupied.contains(square)))
            && self.has_pawn_beside(pawn, self.turn)
    }

    fn has_pawn_beside(&self, square: Square, color: Color) -> bool {
        let is_beside = |other: Square| other.rank() == square.rank() && other.file().distance(square.file()) == 1;
        self.pieces.iter().any(|&(piece, other)| piece == Role::Pawn.of(color) && is_beside(other))
    }

    fn of_color(&self, color: Color) -> impl Iterator<Item = (Piece, Square)> {
        self.pieces.iter().copied().filter(move |(piece, _)| piece.color == color)
    }

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
    fn for_each_way_in_passing(&self, hear: &mut impl FnMut(&SmallPosition)) {
        for (piece, square) in self.of_color(!self.turn) {
            if piece.role == Role::Pawn && self.may_be_taken_in_passing(square) {
                hear(&SmallPosition { passed: Some(square), ..self.clone() });
            }
        }
    }
}

fn is_outer(rank: Rank) -> bool {
    matches!(rank, Rank::First | Rank::Eighth)
}

/// Kings, then White's pieces, then Black's, the strongest first.
fn order(piece: Piece) -> (bool, bool, std::cmp::Reverse<Role>) {
    let is_other = piece.role != Role::King;
    (is_other, piece.color == Color::Black, std::cmp::Reverse(piece.role))
}

#[cfg(test)]
mod tests;
