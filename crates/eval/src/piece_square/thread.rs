//! The accumulators of a line: what changed between two boards, added and taken away.

use hetman_rules::shakmaty::{Bitboard, Color, Move, Role, Square};
use hetman_rules::{Playable, Variant};

use super::{PieceSquareTables, Quanta, role_index};
use crate::phase::{FULL_PHASE, phase_of};
use crate::{SideValue, ThreadEvaluator};

/// Deepest line that needs no more memory.
const USUAL_PLIES: usize = 192;

/// Everything on the board: White minus Black for middlegame and endgame, and the phase between them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accumulator<Q> {
    mg: Q,
    eg: Q,
    phase: i32,
}

impl<Q: Quanta> Accumulator<Q> {
    pub fn of<P: Playable>(tables: &PieceSquareTables<Q>, position: &P) -> Accumulator<Q> {
        let mut sum = Accumulator::default();
        for color in Color::ALL {
            for role in Role::ALL {
                sum.add_all(tables, color, role, position.board().by_piece(role.of(color)));
            }
        }
        sum
    }

    /// How much of the middlegame is left, out of [`FULL_PHASE`].
    pub fn phase(&self) -> i32 {
        self.phase.min(FULL_PHASE)
    }

    fn blended(&self) -> i64 {
        let (phase, full) = (i64::from(self.phase()), i64::from(FULL_PHASE));
        (self.mg.into() * phase + self.eg.into() * (full - phase)) / full
    }

    fn add(&mut self, tables: &PieceSquareTables<Q>, color: Color, role: Role, square: Square) {
        let entry = tables.of_color(color)[role_index(role)][usize::from(square)];
        self.mg += entry.mg;
        self.eg += entry.eg;
        self.phase += phase_of(role);
    }

    fn remove(&mut self, tables: &PieceSquareTables<Q>, color: Color, role: Role, square: Square) {
        let entry = tables.of_color(color)[role_index(role)][usize::from(square)];
        self.mg -= entry.mg;
        self.eg -= entry.eg;
        self.phase -= phase_of(role);
    }

    fn add_all(&mut self, tables: &PieceSquareTables<Q>, color: Color, role: Role, squares: Bitboard) {
        squares.into_iter().for_each(|square| self.add(tables, color, role, square));
    }

    /// After a change of the board, found by comparing: right for castling, drops and explosions alike.
    fn updated<P: Playable>(&self, tables: &PieceSquareTables<Q>, before: &P, after: &P) -> Accumulator<Q> {
        let (before, after) = (before.board(), after.board());
        let mut sum = *self;
        for role in Role::ALL {
            for color in Color::ALL {
                let (old, new) = (before.by_piece(role.of(color)), after.by_piece(role.of(color)));
                if old != new {
                    (old & !new).into_iter().for_each(|square| sum.remove(tables, color, role, square));
                    sum.add_all(tables, color, role, new & !old);
                }
            }
        }
        sum
    }

    /// The same for a move. Most change two or three squares: looking at these alone is cheaper.
    fn moved<P: Playable>(&self, tables: &PieceSquareTables<Q>, before: &P, m: Move, after: &P) -> Accumulator<Q> {
        match m {
            Move::Normal { role, from, capture, to, promotion } if capture.is_none() || !explodes::<P>() => {
                let color = before.turn();
                let mut sum = *self;
                sum.remove(tables, color, role, from);
                sum.add(tables, color, promotion.unwrap_or(role), to);
                if let Some(taken) = capture {
                    sum.remove(tables, !color, taken, to);
                }
                sum
            }
            _ => self.updated(tables, before, after),
        }
    }
}

/// Whether a capture takes more than one piece off the board.
fn explodes<P: Playable>() -> bool {
    P::VARIANT == Variant::Atomic
}

/// The accumulators of a line, one a ply. An update costs less than finding out later whether it was needed.
pub struct PieceSquareThread<'a, Q> {
    tables: &'a PieceSquareTables<Q>,
    line: Vec<Accumulator<Q>>,
}

impl<'a, Q: Quanta> PieceSquareThread<'a, Q> {
    pub fn new(tables: &'a PieceSquareTables<Q>) -> PieceSquareThread<'a, Q> {
        PieceSquareThread { tables, line: Vec::with_capacity(USUAL_PLIES) }
    }

    /// The position at the end of the line.
    pub(super) fn here(&self) -> &Accumulator<Q> {
        self.line.last().expect("a line begins with its root")
    }
}

impl<P: Playable, Q: Quanta> ThreadEvaluator<P> for PieceSquareThread<'_, Q> {
    fn reset(&mut self, root: &P) {
        self.line.clear();
        self.line.push(Accumulator::of(self.tables, root));
    }

    fn push(&mut self, before: &P, m: Option<Move>, after: &P) {
        let here = self.here();
        // A move that was passed leaves everything where it stands.
        let next = m.map_or(*here, |m| here.moved(self.tables, before, m, after));
        self.line.push(next);
    }

    fn pop(&mut self) {
        self.line.pop();
    }

    fn evaluate(&mut self, here: &P) -> SideValue {
        let tables = self.tables;
        let captures: i64 = tables.captures(here).iter().sum();
        tables.seen_by(here.turn(), self.here().blended() + tables.beside_the_board(here) + captures)
    }

    fn is_cheap(&self) -> bool {
        true
    }

    fn evaluate_after_quiet(&self, before: &P, m: Move) -> Option<SideValue> {
        let tables = self.tables;
        if tables.looks_at_captures::<P>() {
            return None;
        }
        let color = before.turn();
        let (mut sum, mut beside) = (*self.here(), tables.beside_the_board(before));
        match m {
            Move::Normal { role, from, to, .. } => {
                sum.remove(tables, color, role, from);
                sum.add(tables, color, role, to);
            }
            Move::Put { role, to } => {
                sum.add(tables, color, role, to);
                let value = tables.pocket_value(role);
                beside -= color.fold_wb(value, -value);
            }
            Move::EnPassant { .. } | Move::Castle { .. } => return None,
        }
        Some(tables.seen_by(color, sum.blended() + beside))
    }
}
