//! The 32 bytes a position of the trainer bullet (crate bulletformat, `ChessBoard`), little-endian:
//!
//! | bytes | hold |
//! |---|---|
//! | 0 to 7 | which squares are occupied, a1 lowest |
//! | 8 to 23 | their pieces in this order, four bits each, lower half first: pawn 0 to king 5, and 8 for the opponent's |
//! | 24, 25 | the score |
//! | 26 | the result: 0 lost, 1 drawn, 2 won |
//! | 27, 28 | the square of the own king, and that of the other as its owner sees it |
//! | 29 to 31 | nothing |
//!
//! All of it is seen by the side to move, from its side of the board.

use std::io::{self, Write};

use hetman_rules::shakmaty::{Bitboard, Color, Position, Role};

use super::{Format, half_points};
use crate::{Filters, ScoredGame, ScoredPosition, WhiteScore};

pub static FORMAT: Format = Format {
    name: "bullet",
    help: "32 bytes a position, for the trainer bullet (chess only); mates are left out",
    is_chess_only: true,
    write,
};

/// More pieces have no place.
const MOST_PIECES: usize = 32;
const OPPONENT: u8 = 8;

fn write(game: &ScoredGame, filters: &Filters, output: &mut dyn Write) -> io::Result<u64> {
    let mut written = 0;
    for here in game.positions().filter(|here| filters.admits(here)) {
        if let Some(record) = record(&here) {
            output.write_all(&record)?;
            written += 1;
        }
    }
    Ok(written)
}

/// `None` where score or result are missing, or the position has more pieces or fewer kings than the format.
pub fn record(here: &ScoredPosition) -> Option<[u8; 32]> {
    let (side, board) = (here.position.turn(), here.position.board());
    let seen = |squares: Bitboard| if side.is_white() { squares } else { squares.flip_vertical() };
    let Some(WhiteScore::Centipawns(score)) = here.score.map(|score| score.seen_by(side)) else { return None };
    let result = half_points(here.result?);
    let king = |color: Color| seen(board.by_piece(Role::King.of(color))).single_square();
    let (own_king, other_king) = (king(side)?, king(!side)?);
    let occupied = seen(board.occupied());
    if occupied.count() > MOST_PIECES {
        return None;
    }
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&occupied.0.to_le_bytes());
    for (index, square) in occupied.into_iter().enumerate() {
        let piece = board.piece_at(if side.is_white() { square } else { square.flip_vertical() })?;
        let code = u8::from(piece.role) - 1 + if piece.color == side { 0 } else { OPPONENT };
        bytes[8 + index / 2] |= code << (4 * (index % 2));
    }
    bytes[24..26].copy_from_slice(&(score as i16).to_le_bytes());
    bytes[26] = if side.is_white() { result } else { 2 - result };
    bytes[27] = u8::from(own_king);
    bytes[28] = u8::from(other_king.flip_vertical());
    Some(bytes)
}
