//! The seam between evaluations and searches: weights that all threads share, and what one thread keeps of a line.

use hetman_rules::Playable;
use hetman_rules::shakmaty::Move;

use crate::SideValue;
use crate::explain::Explanation;

/// Weights, which never change while they are searched with.
pub trait Evaluator: Send + Sync {
    /// What one thread needs to evaluate the positions of a line: accumulators, scratch, caches.
    type Thread<'a, P: Playable>: ThreadEvaluator<P>
    where
        Self: 'a;

    /// Whether it was made with a number for what it leaves to chance.
    const IS_SEEDED: bool = false;

    fn thread<P: Playable>(&self) -> Self::Thread<'_, P>;

    /// How many hundredths of a pawn one unit is worth, for a search that counts in them.
    fn centipawns_per_unit(&self) -> f64 {
        100.0
    }

    /// What no value exceeds, in the evaluator's own unit; `None` of a sum, which has no bound.
    fn bound(&self) -> Option<f64> {
        None
    }

    /// The value of a single position for the side to move, in the evaluator's own unit.
    fn evaluate<P: Playable>(&self, position: &P) -> SideValue {
        let mut thread = self.thread();
        thread.reset(position);
        thread.evaluate(position)
    }

    /// What a piece of each role is worth, pawn to king, in the evaluator's own unit, wherever it stands; where what is
    /// taken changes sides, half of what taking it is worth. `None` where that cannot be told.
    fn piece_values(&self) -> Option<[f64; 6]> {
        None
    }

    /// The terms of the value, where they can be named.
    fn explain<P: Playable>(&self, position: &P) -> Option<Explanation> {
        let _ = position;
        None
    }
}

/// One thread's evaluator. It is told of every move that is made and taken back; how much of that it works out at once
/// and how much only when it is asked for a value is its own affair.
pub trait ThreadEvaluator<P> {
    /// A new line begins at this position.
    fn reset(&mut self, root: &P);

    /// The line goes on; no move is a move that was passed.
    fn push(&mut self, before: &P, m: Option<Move>, after: &P);

    /// The last move is taken back.
    fn pop(&mut self);

    /// The value of the position at the end of the line, for the side to move, in the evaluator's own unit: searches
    /// whose ties somebody learns from need all its digits.
    fn evaluate(&mut self, here: &P) -> SideValue;

    /// Whether evaluating costs less than a cache miss.
    fn is_cheap(&self) -> bool {
        false
    }

    /// What the position after a quiet move is worth to the mover, where that can be told without making it. Quiet is a
    /// move that takes nothing, promotes nothing and gives no check.
    fn evaluate_after_quiet(&self, before: &P, m: Move) -> Option<SideValue> {
        let _ = (before, m);
        None
    }
}

/// An evaluator that reads each position by itself and keeps nothing of a line.
pub trait ReadsPositions: Send + Sync {
    /// The value for the side to move.
    fn value<P: Playable>(&self, position: &P) -> SideValue;
}

/// A thread of such an evaluator.
pub struct FromScratch<'a, E>(pub &'a E);

impl<P: Playable, E: ReadsPositions> ThreadEvaluator<P> for FromScratch<'_, E> {
    fn reset(&mut self, _root: &P) {}

    fn push(&mut self, _before: &P, _m: Option<Move>, _after: &P) {}

    fn pop(&mut self) {}

    fn evaluate(&mut self, here: &P) -> SideValue {
        self.0.value(here)
    }
}
