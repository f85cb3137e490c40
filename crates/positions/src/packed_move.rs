//! A move in sixteen bits: six for its goal, six for its origin, four for what becomes of the piece.
//!
//! | bits 12 to 15 | means |
//! |---|---|
//! | 0 | the piece stays what it is; castling is the king's way to its rook |
//! | 1 to 5 | a pawn becomes a knight, bishop, rook, queen or king |
//! | 8 to 12 | a pawn, knight, bishop, rook or queen is dropped; the origin is its goal |
//!
//! What is captured follows from the board.

use hetman_rules::AnyPosition;
use hetman_rules::shakmaty::{Move, Position, Role, Square};

const DROP: u16 = 8;

pub fn pack(m: Move) -> u16 {
    let (from, to) = match m {
        Move::Castle { king, rook } => (king, rook),
        _ => (m.from().unwrap_or(m.to()), m.to()),
    };
    let kind = match m {
        Move::Put { role, .. } => DROP + number(role) - 1,
        _ => m.promotion().map_or(0, |role| number(role) - 1),
    };
    kind << 12 | (from as u16) << 6 | to as u16
}

/// The legal move of these bits, if there is one.
pub fn unpack(position: &AnyPosition, bits: u16) -> Option<Move> {
    let square = |bits: u16| Square::new(u32::from(bits & 63));
    let (from, to) = (square(bits >> 6), square(bits));
    let m = match bits >> 12 {
        kind @ 0..DROP => board_move(position, from, to, kind)?,
        kind if from == to => Move::Put { role: role(kind - DROP + 1)?, to },
        _ => return None,
    };
    position.is_legal(m).then_some(m)
}

fn board_move(position: &AnyPosition, from: Square, to: Square, kind: u16) -> Option<Move> {
    let board = position.board();
    let mover = board.role_at(from)?;
    let capture = board.role_at(to);
    let promotion = if kind == 0 { None } else { Some(role(kind + 1)?) };
    let is_castling = mover == Role::King && position.castles().castling_rights().contains(to);
    Some(match mover {
        _ if is_castling && position.us().contains(to) => Move::Castle { king: from, rook: to },
        Role::Pawn if from.file() != to.file() && capture.is_none() => Move::EnPassant { from, to },
        role => Move::Normal { role, from, capture, to, promotion },
    })
}

/// Pawn 1 to king 6, as shakmaty numbers them.
fn number(role: Role) -> u16 {
    u16::from(role)
}

fn role(number: u16) -> Option<Role> {
    u8::try_from(number).ok().and_then(|number| Role::try_from(number).ok())
}
