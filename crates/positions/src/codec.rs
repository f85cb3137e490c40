//! A game as bytes: a byte of flags, the number of half-moves, the start unless it is the variant's, and four bytes a
//! half-move.

use hetman_rules::shakmaty::{CastlingMode, Color, KnownOutcome, Position};
use hetman_rules::{AnyPosition, Variant};

use crate::game::HALF_MOVE_BYTES;
use crate::packed_move::pack;
use crate::{GameEnd, GameError, ScoredGame, StoredGame, WhiteScore};

const RESULTS: [Option<KnownOutcome>; 4] = [
    Some(KnownOutcome::Decisive { winner: Color::Black }),
    Some(KnownOutcome::Draw),
    Some(KnownOutcome::Decisive { winner: Color::White }),
    None,
];
const ENDS: [GameEnd; 4] = [GameEnd::Rules, GameEnd::Scores, GameEnd::Length, GameEnd::Unknown];
const END_SHIFT: u8 = 2;
/// The start is not the variant's.
const HAS_START: u8 = 1 << 4;
const IS_CHESS960: u8 = 1 << 5;
const UNKNOWN_FLAGS: u8 = 0b1100_0000;

pub fn encode(game: &ScoredGame, bytes: &mut Vec<u8>) {
    let has_start = game.start != AnyPosition::start(game.start.variant());
    let is_chess960 = game.start.castles().mode() == CastlingMode::Chess960;
    bytes.push(
        index_of(&RESULTS, &game.result)
            | index_of(&ENDS, &game.end) << END_SHIFT
            | if has_start { HAS_START } else { 0 }
            | if is_chess960 { IS_CHESS960 } else { 0 },
    );
    push_number(game.moves.len(), bytes);
    if has_start {
        let fen = game.start.fen();
        push_number(fen.len(), bytes);
        bytes.extend_from_slice(fen.as_bytes());
    }
    for half_move in &game.moves {
        bytes.extend_from_slice(&pack(half_move.m).to_le_bytes());
        bytes.extend_from_slice(&WhiteScore::to_bits(half_move.score).to_le_bytes());
    }
}

/// Reads the game that these bytes are. Its moves are looked at when they are played.
pub fn decode(variant: Variant, bytes: &[u8]) -> Result<StoredGame<'_>, GameError> {
    let damaged = || GameError::Description;
    let (&flags, rest) = bytes.split_first().filter(|(flags, _)| *flags & UNKNOWN_FLAGS == 0).ok_or_else(damaged)?;
    let (count, rest) = split_number(rest).ok_or_else(damaged)?;
    let (start, half_moves) = if flags & HAS_START == 0 {
        (AnyPosition::start(variant), rest)
    } else {
        let (length, rest) = split_number(rest).ok_or_else(damaged)?;
        let (fen, rest) = rest.split_at_checked(length).ok_or_else(damaged)?;
        let fen = std::str::from_utf8(fen).map_err(|_| GameError::Start(variant))?;
        (AnyPosition::from_fen(variant, fen).map_err(|_| GameError::Start(variant))?, rest)
    };
    let mode = CastlingMode::from_chess960(flags & IS_CHESS960 != 0);
    let start = match start.castles().mode() == mode {
        true => start,
        false => start.with_castling(mode).map_err(|_| GameError::Start(variant))?,
    };
    if count.checked_mul(HALF_MOVE_BYTES) != Some(half_moves.len()) {
        return Err(damaged());
    }
    let [result, end] = [flags & 3, flags >> END_SHIFT & 3].map(usize::from);
    Ok(StoredGame { start, result: RESULTS[result], end: ENDS[end], half_moves })
}

fn index_of<T: PartialEq>(list: &[T], wanted: &T) -> u8 {
    list.iter().position(|known| known == wanted).expect("the list is complete") as u8
}

/// LEB128: seven bits a byte, the lowest first, the highest bit set in all bytes but the last.
fn push_number(mut number: usize, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn split_number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let length = bytes.iter().take(4).position(|byte| byte & 0x80 == 0)? + 1;
    let (digits, rest) = bytes.split_at(length);
    let number = digits.iter().rev().fold(0, |number, &byte| number << 7 | usize::from(byte & 0x7f));
    Some((number, rest))
}
