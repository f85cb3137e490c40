//! A position prepared for the features: both sides' views, the side to move and the state of its king.

use hetman_rules::Variant;
use hetman_rules::shakmaty::{Bitboard, CastlingMode, CastlingSide, Color, Position, Role, Square};

use super::legal::{Castling, Circumstances, LegalMoves};
use super::side::{PieceSets, Side};

/// How the king of the side to move stands, by the rules of the game that is played.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum KingState {
    Safe,
    /// In check, and some other piece can help.
    Check,
    /// In check, and only the king itself can move.
    FlightOnly,
    Mate,
}

impl KingState {
    fn of(position: &dyn Position) -> KingState {
        if !position.is_check() {
            return KingState::Safe;
        }
        let moves = position.legal_moves();
        match moves.is_empty() {
            true if position.is_variant_end() => KingState::Check,
            true => KingState::Mate,
            false if moves.iter().all(|m| m.role() == Role::King) => KingState::FlightOnly,
            false => KingState::Check,
        }
    }
}

pub struct View {
    pub white: Side,
    pub black: Side,
    pub turn: Color,
    pub king_state: KingState,
}

impl View {
    pub fn new(variant: Variant, position: &dyn Position) -> View {
        let white = PieceSets::of(position.board(), Color::White);
        let black = PieceSets::of(position.board(), Color::Black);
        let mut view = View {
            white: Side::new(white, black),
            black: Side::new(black.mirrored(), white.mirrored()),
            turn: position.turn(),
            king_state: KingState::of(position),
        };
        view.white.legal =
            LegalMoves::of(&view.white, &view.black, &circumstances(variant, position, &view.white, Color::White));
        view.black.legal =
            LegalMoves::of(&view.black, &view.white, &circumstances(variant, position, &view.black, Color::Black));
        view
    }

    /// White's value minus Black's.
    pub fn difference(&self, value: impl Fn(&Side) -> f64) -> f64 {
        value(&self.white) - value(&self.black)
    }

    /// The difference of two numbers as a part of the larger one.
    pub fn relative(&self, number: impl Fn(&Side) -> usize) -> f64 {
        let (white, black) = (number(&self.white) as f64, number(&self.black) as f64);
        quotient(white - black, white.max(black))
    }

    /// One if something holds for White only, minus one if for Black only.
    pub fn balance(&self, holds: impl Fn(&Side) -> bool) -> f64 {
        self.difference(|side| f64::from(u8::from(holds(side))))
    }

    /// Plus one for what is good for White because it happens to Black, minus one the other way round.
    pub fn against_side_to_move(&self, happens: bool) -> f64 {
        if happens { self.turn.fold_wb(-1.0, 1.0) } else { 0.0 }
    }
}

/// A part of nothing is nothing.
pub fn quotient(part: f64, whole: f64) -> f64 {
    if whole == 0.0 { 0.0 } else { part / whole }
}

/// How many of these squares are among those, as a share.
pub fn share(some: Bitboard, all: Bitboard) -> f64 {
    quotient((some & all).count() as f64, all.count() as f64)
}

fn circumstances(variant: Variant, position: &dyn Position, side: &Side, color: Color) -> Circumstances {
    let seen = |square: Square| color.fold_wb(square, square.flip_vertical());
    let is_royal = !variant.is_losing_game();
    let to_move = position.turn() == color;
    Circumstances {
        king: side.own.kings.first().filter(|_| is_royal),
        en_passant: position.maybe_ep_square().filter(|_| to_move).map(seen),
        castlings: castlings(position, color),
    }
}

/// Only where king and rook may start anywhere: from their usual squares castling reaches no square that a step of the
/// king and a move of the rook do not reach as well, and the features only look at squares.
fn castlings(position: &dyn Position, color: Color) -> [Option<Castling>; 2] {
    let castles = position.castles();
    if castles.mode() == CastlingMode::Standard {
        return [None; 2];
    }
    CastlingSide::ALL.map(|side| {
        let rook = castles.rook(color, side)?;
        let path = castles.path(color, side);
        Some(Castling {
            rook: color.fold_wb(rook, rook.flip_vertical()),
            king_to: side.king_to(Color::White),
            rook_to: side.rook_to(Color::White),
            path: color.fold_wb(path, path.flip_vertical()),
        })
    })
}
