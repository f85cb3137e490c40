//! Positions with more moves than a move list can hold.
//!
//! shakmaty's lists end at 450 moves. Ten queens on the board and every kind of piece in the pocket have more, and the
//! generator would panic: such a position, which no game has ever seen, is refused where positions come in.

use shakmaty::{Bitboard, ByRole, Color, Position, Rank, Role, Square, attacks};

use super::{AnyPosition, InvalidPositionError};

/// Leaves room for what a few promotions can add.
const MOST_MOVES: usize = 400;

/// About what a queen adds to the moves when it comes onto the board.
const MOVES_OF_A_DROPPED_QUEEN: usize = 14;

pub(super) fn refuse(position: AnyPosition) -> Result<AnyPosition, InvalidPositionError> {
    if Color::ALL.iter().all(|&color| most_moves(&position, color) <= MOST_MOVES) {
        return Ok(position);
    }
    let reason = "so many pieces have more moves than can be listed".to_owned();
    Err(InvalidPositionError::Illegal { variant: position.variant(), reason })
}

/// An upper bound of the moves of a side, whichever side is to move.
fn most_moves(position: &AnyPosition, color: Color) -> usize {
    let board = position.board();
    let own = board.by_color(color);
    let steps: usize = own.into_iter().map(|square| steps_from(position, square, own, color)).sum();
    let drops = position.pockets().map_or(0, |pockets| most_drops(pockets.get(color), !board.occupied()));
    steps + drops
}

fn steps_from(position: &AnyPosition, square: Square, own: Bitboard, color: Color) -> usize {
    let board = position.board();
    match board.role_at(square) {
        // Three squares, four promotions each; or two captures and two steps.
        Some(Role::Pawn) if square.rank() == color.fold_wb(Rank::Seventh, Rank::Second) => 12,
        Some(Role::Pawn) => 4,
        Some(role) => (attacks::attacks(square, role.of(color), board.occupied()) & !own).count(),
        None => 0,
    }
}

fn most_drops(pocket: &ByRole<u8>, empty: Bitboard) -> usize {
    let kinds = Role::ALL.iter().filter(|&&role| *pocket.get(role) > 0).count();
    kinds * empty.count() + usize::from(pocket.queen) * MOVES_OF_A_DROPPED_QUEEN
}
