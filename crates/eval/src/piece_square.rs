//! Material and square tables: what Hetman plays with before it has learned anything.
//!
//! Nothing here was tuned. The worth of men comes from the published results of the 2008 thesis (tables 6.1 to 6.5
//! and B.1 to B.3) where it has them; where a man should stand follows from mobility: how many squares it reaches from
//! there on an empty board. Two tables per man, for a full board and for a bare one, blended by the material left.

mod build;
mod file;

use hetman_rules::shakmaty::{Color, Position, Role, Square};
use hetman_rules::{Playable, Variant};

use crate::{Evaluator, SideValue};
pub use file::EvalFileProblem;

/// Hundredths of a pawn with a full board and with a bare one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tapered {
    full: i32,
    bare: i32,
}

/// One entry per role (pawn first, king last) and square, White's view.
type Tables = [[Tapered; 64]; 6];

/// How much each role counts towards a full board; the men of the starting position make [`FULL_BOARD`].
const PRESENCE: [i32; 6] = [0, 1, 1, 2, 4, 0];
const FULL_BOARD: i32 = 24;

/// The evaluator. It knows men, squares, hands and checks given, each by itself: a linear function.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceSquare {
    variant: Variant,
    white: Tables,
    /// `white` seen from the other side of the board, so that no square is mirrored while evaluating.
    black: Tables,
    /// Men in hand, in hundredths of a pawn.
    hand: [i32; 6],
    /// Worth of having this many checks still to give.
    checks_left: [i32; 4],
}

impl PieceSquare {
    fn new(variant: Variant, white: Tables, hand: [i32; 6], checks_left: [i32; 4]) -> PieceSquare {
        let black = white.map(|table| std::array::from_fn(|square| table[square ^ 56]));
        PieceSquare { variant, white, black, hand, checks_left }
    }

    /// The variant it was made for.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Worth of a man in hand, in hundredths of a pawn.
    fn hand_value(&self, role: Role) -> i32 {
        self.hand[role_index(role)]
    }

    fn men<P: Position>(&self, position: &P, color: Color) -> (Tapered, i32) {
        let tables = color.fold_wb(&self.white, &self.black);
        let ours = position.board().by_color(color);
        let mut sum = Tapered::default();
        let mut presence = 0;
        for role in Role::ALL {
            let index = role_index(role);
            for square in position.board().by_role(role) & ours {
                sum.full += tables[index][usize::from(square)].full;
                sum.bare += tables[index][usize::from(square)].bare;
                presence += PRESENCE[index];
            }
        }
        (sum, presence)
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

    /// White minus Black, in hundredths of a pawn.
    fn white_centipawns<P: Position>(&self, position: &P) -> i32 {
        let (white, white_presence) = self.men(position, Color::White);
        let (black, black_presence) = self.men(position, Color::Black);
        let presence = (white_presence + black_presence).min(FULL_BOARD);
        let full = white.full - black.full;
        let bare = white.bare - black.bare;
        let men = (full * presence + bare * (FULL_BOARD - presence)) / FULL_BOARD;
        let besides = |color| self.pockets(position, color) + self.checks(position, color);
        men + besides(Color::White) - besides(Color::Black)
    }
}

impl<P: Playable> Evaluator<P> for PieceSquare {
    fn evaluate(&self, position: &P) -> SideValue {
        let centipawns = self.white_centipawns(position);
        SideValue(f64::from(position.turn().fold_wb(centipawns, -centipawns)) / 100.0)
    }
}

fn role_index(role: Role) -> usize {
    usize::from(role) - 1
}

fn squares() -> impl Iterator<Item = Square> {
    Square::ALL.into_iter()
}

#[cfg(test)]
mod tests;
