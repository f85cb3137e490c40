//! The evaluation along a line of moves.
//!
//! The source keeps lists of pieces up to date by one function for making a move and one for taking it back
//! (section 3.1). Here these are `push` and `pop`: a position's sums are those of the one before it, changed by what the
//! move changed, and taking a move back is forgetting them. What several pieces make together is read off the board where a
//! value is asked for.

use hetman_rules::Playable;
use hetman_rules::shakmaty::{Board, Color, Move, Role};

use super::terms::placement::Tables;
use super::terms::{PLACEMENT, STRUCTURE, difference, joined, relations, structure};
use super::view::{Circumstances, View};
use super::{Classic, GamePhase, Material};
use crate::{SideValue, ThreadEvaluator, WhiteValue};

/// Deepest line that needs no more memory.
const USUAL_PLIES: usize = 64;

/// What is known of a position without looking at it: White's terms less Black's, and what they were made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Accumulator {
    material: Material,
    structure: [i32; STRUCTURE],
    placement: [i32; PLACEMENT],
    /// White's and Black's, since the root.
    promotions: [i32; 2],
}

/// The accumulators of a line, one a ply.
pub struct ClassicThread<'a> {
    classic: &'a Classic,
    phase: GamePhase,
    tables: Tables,
    line: Vec<Accumulator>,
}

impl<'a> ClassicThread<'a> {
    pub(super) fn new(classic: &'a Classic) -> ClassicThread<'a> {
        let phase = GamePhase::Opening;
        let tables = Tables::new(phase, &classic.settings);
        ClassicThread { classic, phase, tables, line: Vec::with_capacity(USUAL_PLIES) }
    }

    /// What the line is judged by: the phase of its first position.
    pub fn phase(&self) -> GamePhase {
        self.phase
    }

    /// The material's value at the end of the line, formulas (1) and (2) included, White's view.
    pub fn material(&self) -> i32 {
        self.classic.weights.material(&self.here().material, &self.classic.settings)
    }

    /// The positional value at the end of the line, which is a position with this board, White's view.
    pub fn positional(&self, board: &Board) -> i32 {
        let here = self.here();
        let relations = difference(self.views(board, here).map(|view| relations::values(&view)));
        self.classic.weights.positional(&joined(here.structure, here.placement, relations))
    }

    fn here(&self) -> &Accumulator {
        self.line.last().expect("a line begins with its root")
    }

    fn views(&self, board: &Board, here: &Accumulator) -> [View; 2] {
        let (phase, settings, promotions) = (self.phase, self.classic.settings, here.promotions);
        View::both(board, &here.material, &Circumstances { phase, settings, promotions })
    }

    fn root(&self, board: &Board) -> Accumulator {
        let empty = Accumulator {
            material: Material::default(),
            structure: [0; STRUCTURE],
            placement: [0; PLACEMENT],
            promotions: [0; 2],
        };
        self.changed(&empty, &Board::empty(), board)
    }

    /// After a change of the board, found by comparing: right for castling, drops and explosions alike.
    fn changed(&self, from: &Accumulator, before: &Board, after: &Board) -> Accumulator {
        let mut here = *from;
        for role in Role::ALL {
            for color in Color::ALL {
                let piece = role.of(color);
                let (old, new) = (before.by_piece(piece), after.by_piece(piece));
                for (squares, by) in [(old & !new, -1), (new & !old, 1)] {
                    for square in squares {
                        here.material.change(color, role, by);
                        self.tables.change(&mut here.placement, color, role, square, by);
                    }
                }
            }
        }
        let pawns = |board: &Board| Color::ALL.map(|color| board.by_piece(Role::Pawn.of(color)));
        if pawns(before) != pawns(after) {
            here.structure = difference(self.views(after, &here).map(|view| structure::values(&view)));
        }
        here
    }
}

impl<P: Playable> ThreadEvaluator<P> for ClassicThread<'_> {
    fn reset(&mut self, root: &P) {
        self.phase = GamePhase::of(root.board(), &self.classic.settings);
        self.tables = Tables::new(self.phase, &self.classic.settings);
        let root = self.root(root.board());
        self.line.clear();
        self.line.push(root);
    }

    fn push(&mut self, before: &P, m: Option<Move>, after: &P) {
        let mut next = self.changed(self.here(), before.board(), after.board());
        if m.is_some_and(Move::is_promotion) {
            next.promotions[before.turn().fold_wb(0, 1)] += 1;
        }
        self.line.push(next);
    }

    fn pop(&mut self) {
        self.line.pop();
    }

    fn evaluate(&mut self, here: &P) -> SideValue {
        let value = self.material() + self.positional(here.board());
        WhiteValue(f64::from(value)).for_side(here.turn())
    }
}
