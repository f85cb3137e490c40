//! Material and square tables: what Hetman plays with.
//!
//! Two tables per man, for a full board and for a bare one, blended by the material left. Those that ship were learned
//! from the rules alone ([`crate::Judge::built_in`]).

mod file;
mod from_net;
mod material;

use hetman_rules::shakmaty::{Bitboard, Color, Move, Position, Role, Square};
use hetman_rules::{Playable, Variant};

use crate::explain::{Explain, Explanation, Method, Term};
use crate::features::{EXCHANGES, exchange_names, exchanges};
use crate::phase::{FULL_BOARD, presence_of};
use crate::{Evaluator, Incremental, SideValue};
pub use file::EvalFileProblem;

/// What the tables count in: a fraction of a hundredth of a pawn, small enough for learned weights and whole, so that
/// sums do not depend on the order of the moves that led to them.
const GRAINS_PER_CENTIPAWN: f64 = 64.0;
const GRAINS_PER_PAWN: f64 = 100.0 * GRAINS_PER_CENTIPAWN;

fn grains(centipawns: f64) -> i32 {
    (centipawns * GRAINS_PER_CENTIPAWN).round() as i32
}

/// Grains with a full board and with a bare one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tapered {
    full: i32,
    bare: i32,
}

/// One entry per role (pawn first, king last) and square, White's view.
type Tables = [[Tapered; 64]; 6];

/// The evaluator. It knows men, squares, hands, checks given and, where captures are compulsory, what could be taken,
/// each by itself: a linear function.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceSquare {
    variant: Variant,
    white: Tables,
    /// `white` seen from the other side of the board, so that no square is mirrored while evaluating.
    black: Tables,
    /// Men in hand.
    hand: [i32; 6],
    /// Worth of having this many checks still to give.
    checks_left: [i32; 4],
    /// Worth of each difference that [`exchanges`] counts.
    exchanges: [i32; EXCHANGES],
}

impl PieceSquare {
    fn new(
        variant: Variant,
        white: Tables,
        hand: [i32; 6],
        checks_left: [i32; 4],
        exchanges: [i32; EXCHANGES],
    ) -> PieceSquare {
        let seen = |square| usize::from(variant.square_seen_by_black(square));
        let black = white.map(|table| Square::ALL.map(|square| table[seen(square)]));
        PieceSquare { variant, white, black, hand, checks_left, exchanges }
    }

    /// The variant it was made for.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Worth of a man in hand.
    fn hand_value(&self, role: Role) -> i32 {
        self.hand[role_index(role)]
    }

    /// Adds the men of a colour and role on these squares, or takes them away.
    fn count(&self, sum: &mut BoardSum, color: Color, role: Role, squares: Bitboard, sign: i32) {
        squares.into_iter().for_each(|square| self.count_one(sum, color, role, square, sign));
    }

    fn count_one(&self, sum: &mut BoardSum, color: Color, role: Role, square: Square, sign: i32) {
        let entry = color.fold_wb(&self.white, &self.black)[role_index(role)][usize::from(square)];
        let view = color.fold_wb(sign, -sign);
        sum.full += view * entry.full;
        sum.bare += view * entry.bare;
        sum.presence += sign * presence_of(role);
    }

    fn pockets<P: Position>(&self, position: &P, color: Color) -> i32 {
        position.pockets().map_or(0, |pockets| {
            let pocket = pockets.get(color);
            Role::ALL.iter().map(|&role| self.hand_value(role) * i32::from(*pocket.get(role))).sum()
        })
    }

    fn checks<P: Position>(&self, position: &P, color: Color) -> i32 {
        position
            .remaining_checks()
            .map_or(0, |checks| self.checks_left[usize::from(u32::from(*checks.get(color)) as u8)])
    }

    /// What could be taken, White minus Black: a part for each difference.
    fn captures<P: Playable>(&self, position: &P) -> [i32; EXCHANGES] {
        if !P::VARIANT.is_losing_game() || self.exchanges == [0; EXCHANGES] {
            return [0; EXCHANGES];
        }
        let counts = exchanges(position.board());
        std::array::from_fn(|exchange| counts[exchange] * self.exchanges[exchange])
    }

    /// White minus Black, in grains.
    fn white_value<P: Playable>(&self, sum: &BoardSum, position: &P) -> i64 {
        let presence = i64::from(sum.presence.min(FULL_BOARD));
        let full_board = i64::from(FULL_BOARD);
        let men = (i64::from(sum.full) * presence + i64::from(sum.bare) * (full_board - presence)) / full_board;
        let besides = |color| self.pockets(position, color) + self.checks(position, color);
        let captures: i32 = self.captures(position).iter().sum();
        men + i64::from(besides(Color::White) - besides(Color::Black) + captures)
    }
}

/// Everything on the board: White minus Black for either kind of board, and how full it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardSum {
    full: i32,
    bare: i32,
    presence: i32,
}

impl<P: Playable> Evaluator<P> for PieceSquare {
    fn evaluate(&self, position: &P) -> SideValue {
        self.judge(&self.begin(position), position)
    }
}

impl<P: Playable> Incremental<P> for PieceSquare {
    type State = BoardSum;

    fn begin(&self, position: &P) -> BoardSum {
        let board = position.board();
        let mut sum = BoardSum::default();
        for color in Color::ALL {
            for role in Role::ALL {
                self.count(&mut sum, color, role, board.by_piece(role.of(color)), 1);
            }
        }
        sum
    }

    fn follow(&self, state: &BoardSum, before: &P, after: &P) -> BoardSum {
        let (before, after) = (before.board(), after.board());
        let mut sum = *state;
        for role in Role::ALL {
            for color in Color::ALL {
                let (old, new) = (before.by_piece(role.of(color)), after.by_piece(role.of(color)));
                self.count(&mut sum, color, role, old & !new, -1);
                self.count(&mut sum, color, role, new & !old, 1);
            }
        }
        sum
    }

    fn follow_move(&self, state: &BoardSum, before: &P, m: Move, after: &P) -> BoardSum {
        match m {
            Move::Normal { role, from, capture, to, promotion } if capture.is_none() || !explodes::<P>() => {
                let color = before.turn();
                let mut sum = *state;
                self.count_one(&mut sum, color, role, from, -1);
                self.count_one(&mut sum, color, promotion.unwrap_or(role), to, 1);
                if let Some(taken) = capture {
                    self.count_one(&mut sum, !color, taken, to, -1);
                }
                sum
            }
            _ => self.follow(state, before, after),
        }
    }

    fn is_cheap(&self) -> bool {
        true
    }

    fn judge(&self, state: &BoardSum, position: &P) -> SideValue {
        let white = self.white_value(state, position);
        SideValue(position.turn().fold_wb(white, -white) as f64 / GRAINS_PER_PAWN)
    }
}

impl<P: Playable> Explain<P> for PieceSquare {
    fn explain(&self, position: &P) -> Explanation {
        let sum: BoardSum = self.begin(position);
        let fullness = f64::from(sum.presence.min(FULL_BOARD)) / f64::from(FULL_BOARD);
        let view = |color: Color, grains: f64| color.fold_wb(grains, -grains) / GRAINS_PER_PAWN;
        let mut terms = Vec::new();
        for (square, piece) in position.board().iter() {
            let entry = piece.color.fold_wb(&self.white, &self.black)[role_index(piece.role)][usize::from(square)];
            let blended = fullness * f64::from(entry.full) + (1.0 - fullness) * f64::from(entry.bare);
            let name = format!("{:?} {:?} {square}", piece.color, piece.role).to_lowercase();
            terms.push(Term { name, value: view(piece.color, blended) });
        }
        for color in Color::ALL {
            for (what, grains) in [("in hand", self.pockets(position, color)), ("checks", self.checks(position, color))]
            {
                if grains != 0 {
                    let name = format!("{color:?} {what}").to_lowercase();
                    terms.push(Term { name, value: view(color, f64::from(grains)) });
                }
            }
        }
        for (grains, name) in self.captures(position).into_iter().zip(exchange_names()) {
            if grains != 0 {
                terms.push(Term { name, value: f64::from(grains) / GRAINS_PER_PAWN });
            }
        }
        Explanation { value: self.evaluate(position).for_white(position.turn()), method: Method::Exact, terms }
    }
}

/// Whether a capture takes more than one man off the board.
fn explodes<P: Playable>() -> bool {
    P::VARIANT == Variant::Atomic
}

fn role_index(role: Role) -> usize {
    usize::from(role) - 1
}

#[cfg(test)]
mod tests;
