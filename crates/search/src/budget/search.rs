//! What one search is about: its settings, its memory, what values are counted in, and a node that is being split.

use hetman_eval::Evaluator;
use hetman_rules::shakmaty::Move;

use super::settings::BudgetSettings;
use crate::Tunables;
use crate::see::PieceValues;
use crate::table::TranspositionTable;

/// A bounded evaluator counts up to this; for another, so many are a hundredth of a pawn.
const BOUND: f64 = 10_000.0;
const POINTS_PER_CENTIPAWN: f64 = 5.0;

/// A node whose budget is split.
pub struct Split<'a, P> {
    pub position: &'a P,
    pub budget: f64,
    pub values: &'a PieceValues,
}

impl<P> Split<'_, P> {
    /// What is left once the node has paid for itself.
    pub fn rest(&self) -> f64 {
        self.budget - 1.0
    }
}

/// What an evaluator's values are counted in.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    pub points_per_unit: f64,
    pub points_per_centipawn: f64,
}

impl Scale {
    pub fn of(evaluator: &impl Evaluator) -> Scale {
        let unit = evaluator.centipawns_per_unit();
        let points_per_unit = evaluator.bound().map_or(POINTS_PER_CENTIPAWN * unit, |bound| BOUND / bound);
        Scale { points_per_unit, points_per_centipawn: points_per_unit / unit }
    }
}

/// What one search is about.
pub struct Search<'a, A> {
    pub settings: &'a BudgetSettings,
    pub allocator: &'a mut A,
    pub tunables: &'a Tunables,
    pub piece_values: PieceValues,
    pub scale: Scale,
    /// None at all where nothing is to be remembered.
    pub table: Option<TranspositionTable<'a>>,
    /// The only moves at the root.
    pub root_moves: &'a [Move],
    /// Asked at every node whether the search must end; told how many moves have been made.
    pub should_stop: &'a dyn Fn(u64) -> bool,
}
