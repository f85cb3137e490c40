//! Piece-square tables: the sum over pieces that a linear net is, followed move by move.
//!
//! Two tables per piece, for the middlegame (`mg`, a full board) and the endgame (`eg`, a bare one), tapered by the phase,
//! and beside them pockets, checks given and, where captures are compulsory, what could be taken. Weights are whole multiples
//! of a quantum, so that sums do not depend on the order of the moves that led to them. There are two quanta:
//!
//! - [`PieceSquare`] counts in a fraction of a hundredth of a pawn, in 32 bits: what the engine plays with.
//! - [`ExactPieceSquare`] counts in some 2^-46 of its largest weight, in 64 bits. Sums of a full board and full pockets are
//!   small enough to be exact as `f64` too: a value differs from the model's own by at most 2^-40 of the largest weight.
//!   That is what a search needs whose ties and leaves somebody learns from.

mod from_net;
mod material;
mod thread;

use std::fmt;
use std::ops::{AddAssign, Neg, SubAssign};

use hetman_rules::shakmaty::{Bitboard, Color, Position, Role, Square};
use hetman_rules::{Playable, Variant};

use crate::explain::{Explanation, Method, Term};
use crate::features::{EXCHANGES, exchange_names, exchanges};
use crate::phase::FULL_PHASE;
use crate::{Evaluator, SideValue};
use thread::Accumulator;
pub use thread::PieceSquareThread;

/// Whole numbers to count weights in.
pub trait Quanta:
    Copy + Default + PartialEq + fmt::Debug + AddAssign + SubAssign + Neg<Output = Self> + Into<i64> + Send + Sync + 'static
{
}

impl Quanta for i32 {}
impl Quanta for i64 {}

/// The tables of the engine.
pub type PieceSquare = PieceSquareTables<i32>;

/// Tables that say what the net says, to the last digit that matters.
pub type ExactPieceSquare = PieceSquareTables<i64>;

/// What a piece adds in the middlegame and in the endgame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tapered<Q> {
    mg: Q,
    eg: Q,
}

/// The evaluator: a linear function of what is where.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceSquareTables<Q> {
    variant: Variant,
    /// One entry per role (pawn first, king last) and square, White's view.
    white: [[Tapered<Q>; 64]; 6],
    /// `white` seen from the other side of the board, negative, so that no square is mirrored while evaluating.
    black: [[Tapered<Q>; 64]; 6],
    /// Pieces in the pocket.
    pocket: [Q; 6],
    /// Value of having this many checks still to give.
    checks_left: [Q; 4],
    /// Value of each difference that [`exchanges`] counts.
    exchanges: [Q; EXCHANGES],
    /// Quanta of one unit of the value.
    quanta_per_unit: f64,
}

impl<Q: Quanta> PieceSquareTables<Q> {
    /// The variant it was made for.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    fn of_color(&self, color: Color) -> &[[Tapered<Q>; 64]; 6] {
        color.fold_wb(&self.white, &self.black)
    }

    fn pocket_value(&self, role: Role) -> i64 {
        self.pocket[role_index(role)].into()
    }

    fn pockets<P: Position>(&self, position: &P, color: Color) -> i64 {
        position.pockets().map_or(0, |pockets| {
            let pocket = pockets.get(color);
            Role::ALL.iter().map(|&role| self.pocket_value(role) * i64::from(*pocket.get(role))).sum()
        })
    }

    fn checks<P: Position>(&self, position: &P, color: Color) -> i64 {
        position.remaining_checks().map_or(0, |checks| self.checks_left[u32::from(*checks.get(color)) as usize].into())
    }

    fn looks_at_captures<P: Playable>(&self) -> bool {
        P::VARIANT.is_losing_game() && self.exchanges != [Q::default(); EXCHANGES]
    }

    /// What could be taken, White minus Black: a part for each difference.
    fn captures<P: Playable>(&self, position: &P) -> [i64; EXCHANGES] {
        if !self.looks_at_captures::<P>() {
            return [0; EXCHANGES];
        }
        let counts = exchanges(position.board());
        std::array::from_fn(|exchange| i64::from(counts[exchange]) * self.exchanges[exchange].into())
    }

    /// What does not stand on the board, White minus Black.
    fn beside_the_board<P: Position>(&self, position: &P) -> i64 {
        let of = |color| self.pockets(position, color) + self.checks(position, color);
        of(Color::White) - of(Color::Black)
    }

    fn seen_by(&self, color: Color, white: i64) -> SideValue {
        SideValue(color.fold_wb(white, -white) as f64 / self.quanta_per_unit)
    }
}

impl<Q: Quanta> Evaluator for PieceSquareTables<Q> {
    type Thread<'a, P: Playable> = PieceSquareThread<'a, Q>;

    fn thread<P: Playable>(&self) -> PieceSquareThread<'_, Q> {
        PieceSquareThread::new(self)
    }

    /// The mean over the squares that a piece can stand on, halfway between middlegame and endgame.
    fn piece_values(&self) -> Option<[f64; 6]> {
        Some(Role::ALL.map(|role| {
            let squares = if role == Role::Pawn { !Bitboard::BACKRANKS } else { Bitboard::FULL };
            let table = &self.white[role_index(role)];
            let entries = squares.into_iter().map(|square| table[usize::from(square)]);
            let sum: f64 = entries.map(|entry| (entry.mg.into() + entry.eg.into()) as f64 / 2.0).sum();
            let on_board = sum / squares.count() as f64;
            let quanta = match self.variant {
                Variant::Crazyhouse => (on_board + self.pocket_value(role) as f64) / 2.0,
                _ => on_board,
            };
            quanta / self.quanta_per_unit
        }))
    }

    fn explain<P: Playable>(&self, position: &P) -> Option<Explanation> {
        let phase = Accumulator::of(self, position).phase();
        let fullness = f64::from(phase) / f64::from(FULL_PHASE);
        let mut terms = Vec::new();
        for (square, piece) in position.board().iter() {
            let entry = self.of_color(piece.color)[role_index(piece.role)][usize::from(square)];
            let (mg, eg): (i64, i64) = (entry.mg.into(), entry.eg.into());
            let blended = fullness * mg as f64 + (1.0 - fullness) * eg as f64;
            let name = format!("{:?} {:?} {square}", piece.color, piece.role).to_lowercase();
            terms.push(Term { name, value: blended / self.quanta_per_unit });
        }
        for color in Color::ALL {
            for (what, quanta) in [("in hand", self.pockets(position, color)), ("checks", self.checks(position, color))]
            {
                if quanta != 0 {
                    let name = format!("{color:?} {what}").to_lowercase();
                    terms.push(Term { name, value: color.fold_wb(quanta, -quanta) as f64 / self.quanta_per_unit });
                }
            }
        }
        for (quanta, name) in self.captures(position).into_iter().zip(exchange_names()) {
            if quanta != 0 {
                terms.push(Term { name, value: quanta as f64 / self.quanta_per_unit });
            }
        }
        let value = self.evaluate(position).for_white(position.turn());
        Some(Explanation { value, method: Method::Exact, terms, breakdown: None, outputs: None })
    }
}

fn role_index(role: Role) -> usize {
    usize::from(role) - 1
}

/// The tables of Black: those of White, each square seen from the other side of the board.
fn seen_by_black<Q: Quanta>(variant: Variant, white: &[[Tapered<Q>; 64]; 6]) -> [[Tapered<Q>; 64]; 6] {
    let seen = |square| usize::from(variant.square_seen_by_black(square));
    white.map(|table| Square::ALL.map(|square| -table[seen(square)]))
}

impl<Q: Quanta> Neg for Tapered<Q> {
    type Output = Tapered<Q>;

    fn neg(self) -> Tapered<Q> {
        Tapered { mg: -self.mg, eg: -self.eg }
    }
}

#[cfg(test)]
mod tests;
