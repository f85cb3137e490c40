//! A position for a program that knows no `setboard`: the board is cleared and the pieces are put on it one by one.
//!
//! `edit` opens the board, `#` clears it, `Pa4` puts a piece, `c` changes the colour, `.` closes it. It says nothing of
//! the side to move, so that Black gets the move by a move of White's before; nor of castling, which is possible
//! wherever king and rook stand at home; nor of a pawn that has just passed another.

use hetman_rules::shakmaty::{Bitboard, CastlingMode, Color, EnPassantMode, Position, Setup};
use hetman_rules::{AnyPosition, parse_move};

/// With this the move is given to Black.
const TEMPO: &str = "a2a3";

/// The commands that set the position up, or `None` where they cannot say what it is.
pub fn commands(position: &AnyPosition) -> Option<Vec<String>> {
    let has_tempo = parse_move(&AnyPosition::start(position.variant()), TEMPO).is_ok();
    if !is_what_it_looks_like(position) || position.turn() == Color::Black && !has_tempo {
        return None;
    }
    let tempo = (position.turn() == Color::Black).then_some(TEMPO);
    let mut commands: Vec<String> = tempo.into_iter().chain(["edit", "#"]).map(str::to_owned).collect();
    commands.extend(pieces(position, Color::White));
    commands.push("c".to_owned());
    commands.extend(pieces(position, Color::Black));
    commands.push(".".to_owned());
    Some(commands)
}

fn pieces(position: &AnyPosition, color: Color) -> impl Iterator<Item = String> {
    let board = position.board();
    let put = |square| board.role_at(square).map(|role| format!("{}{square}", role.upper_char()));
    board.by_color(color).into_iter().filter_map(put)
}

/// Whether nothing matters but the pieces on the board and who is to move.
fn is_what_it_looks_like(position: &AnyPosition) -> bool {
    let looks = Setup {
        board: position.board().clone(),
        turn: position.turn(),
        castling_rights: position.board().rooks() & Bitboard::CORNERS,
        halfmoves: position.halfmoves(),
        fullmoves: position.fullmoves(),
        ..AnyPosition::start(position.variant()).to_setup(EnPassantMode::Legal)
    };
    let looks = AnyPosition::from_setup(position.variant(), looks, CastlingMode::Standard);
    looks.is_ok_and(|looks| looks.fen() == position.fen())
}
