//! Positions as a list of pieces, as the 2007 thesis's feature application takes them: `Ka2 Qe5 Pb4 ka8 qe8`.
//!
//! English letters, a capital is a white piece, blanks between; the side to move is given apart from it.

use shakmaty::{Board, CastlingMode, Color, Piece, Position, Setup, Square};

use crate::{AnyPosition, InvalidPositionError, Quote, Variant};

/// Why a text is not a list of pieces.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PieceListError {
    #[error("'{0}' is not a piece on a square: write Ka2 for a white king on a2, pb7 for a black pawn on b7")]
    Entry(Quote),
    #[error("two pieces stand on {0}")]
    Occupied(Square),
    #[error(transparent)]
    Position(#[from] InvalidPositionError),
}

/// Reads a list of pieces as a position without castling rights.
pub fn parse(variant: Variant, text: &str, turn: Color) -> Result<AnyPosition, PieceListError> {
    let mut setup = Setup { board: parse_board(text)?, turn, ..Setup::empty() };
    if variant == Variant::Crazyhouse {
        setup.pockets.get_or_insert_default();
    }
    Ok(AnyPosition::from_setup(variant, setup, CastlingMode::Standard)?)
}

fn parse_board(text: &str) -> Result<Board, PieceListError> {
    let mut board = Board::empty();
    for entry in text.split_whitespace() {
        let (square, piece) = parse_entry(entry).ok_or_else(|| PieceListError::Entry(entry.into()))?;
        if board.occupied().contains(square) {
            return Err(PieceListError::Occupied(square));
        }
        board.set_piece_at(square, piece);
    }
    Ok(board)
}

fn parse_entry(entry: &str) -> Option<(Square, Piece)> {
    let mut letters = entry.chars();
    let piece = Piece::from_char(letters.next()?)?;
    Some((letters.as_str().parse().ok()?, piece))
}

/// The pieces of a position, White's first, each side from the king down to the pawns.
pub fn write<P: Position>(position: &P) -> String {
    let mut pieces: Vec<(Square, Piece)> = position.board().iter().collect();
    pieces.sort_by_key(|&(square, piece)| (piece.color.is_black(), std::cmp::Reverse(piece.role), square));
    let entries: Vec<String> = pieces.iter().map(|(square, piece)| format!("{}{square}", piece.char())).collect();
    entries.join(" ")
}
