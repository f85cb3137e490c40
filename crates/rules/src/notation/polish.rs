//! The long algebraic notation with Polish letters in which the 2007 thesis prints its games.
//!
//! K król (king), H hetman (queen), W wieża (rook), G goniec (bishop), S skoczek (knight); pawns have no letter, and
//! there is no sign for capture or check: `e2-e4`, `Sg1-f3`, castling `Ke1-g1`, promotion `h2-h1H`. Source:
//! specification of the 2007 thesis, section 9; games in appendix G. Drops, which the thesis does not know, are
//! written `S@f3`.

use shakmaty::{CastlingMode, CastlingSide, Move, Position, Role, Square};

use super::pattern::Pattern;
use super::{MoveError, only_fit};
use crate::{AnyPosition, GameRecord};

const LETTERS: [(char, Role); 5] =
    [('K', Role::King), ('H', Role::Queen), ('W', Role::Rook), ('G', Role::Bishop), ('S', Role::Knight)];

/// The move in Polish letters.
pub fn write_move(position: &AnyPosition, m: Move) -> String {
    let role = letter(m.role());
    match m {
        Move::Put { to, .. } => format!("{role}@{to}"),
        Move::Castle { king, rook } => format!("{role}{king}-{}", castling_goal(position, king, rook)),
        Move::Normal { from, to, promotion, .. } => {
            format!("{role}{from}-{to}{}", promotion.map_or("", letter))
        }
        Move::EnPassant { from, to } => format!("{from}-{to}"),
    }
}

/// Where the king goes; its rook's square where Chess960 would make that ambiguous.
fn castling_goal(position: &AnyPosition, king: Square, rook: Square) -> Square {
    match position.castles().mode() {
        CastlingMode::Standard => {
            Square::from_coords(CastlingSide::from_king_side(king < rook).king_to_file(), king.rank())
        }
        CastlingMode::Chess960 => rook,
    }
}

fn letter(role: Role) -> &'static str {
    match role {
        Role::Pawn => "",
        Role::Knight => "S",
        Role::Bishop => "G",
        Role::Rook => "W",
        Role::Queen => "H",
        Role::King => "K",
    }
}

/// Reads a move in Polish letters.
pub fn parse_move(position: &AnyPosition, text: &str) -> Result<Move, MoveError> {
    let pattern = in_english(text)
        .and_then(|english| Pattern::parse(&english))
        .ok_or_else(|| MoveError::NotAMove { text: text.into() })?;
    only_fit(position, pattern, text)
}

fn in_english(text: &str) -> Option<String> {
    let translate = |letter: char| match LETTERS.iter().find(|(polish, _)| *polish == letter) {
        Some((_, role)) => Some(role.upper_char()),
        None => (!letter.is_ascii_uppercase()).then_some(letter),
    };
    text.chars().map(translate).collect()
}

/// A game as the thesis prints it: numbered moves, without the result.
pub fn write_game(record: &GameRecord) -> String {
    let mut words = Vec::new();
    for (ply, m) in record.moves().enumerate() {
        let before = record.position_after(ply).expect("a record holds the position before each of its moves");
        if before.turn().is_white() || ply == 0 {
            let dots = before.turn().fold_wb(".", "...");
            words.push(format!("{}{dots}", before.fullmoves()));
        }
        words.push(write_move(before, m));
    }
    words.join(" ")
}

/// Reads a printed game from its first move; move numbers are skipped.
pub fn parse_game(start: AnyPosition, text: &str) -> Result<GameRecord, MoveError> {
    let mut record = GameRecord::new(start);
    for word in text.split_whitespace().filter(|word| !is_move_number(word)) {
        let m = parse_move(record.position(), word)?;
        record.play(m).expect("a move that was read is legal");
    }
    Ok(record)
}

fn is_move_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
