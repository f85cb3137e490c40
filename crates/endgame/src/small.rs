//! Positions of few pieces as a list of squares, for loops over all of them: moves, and moves taken back.

mod moves;
mod unmoves;

use arrayvec::ArrayVec;
use hetman_rules::Playable;
use hetman_rules::shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, Piece, Position, Rank, Role, Setup, Square, attacks,
};

pub use moves::Step;

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
