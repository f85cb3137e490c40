//! Evaluators that follow a line of moves instead of reading every position from scratch.

use hetman_rules::shakmaty::Move;

use crate::{Evaluator, SideValue};

/// An evaluator whose knowledge of a position follows from that of the position before it. What changed is found by
/// comparing the two boards, which is right for castling, drops and explosions alike.
pub trait Incremental<P>: Evaluator<P> {
    /// What is carried along the line.
    type State: Clone + Default + Send;

    /// The state of a position, from scratch.
    fn begin(&self, position: &P) -> Self::State;

    /// The state after a move, from that before it.
    fn follow(&self, state: &Self::State, before: &P, after: &P) -> Self::State;

    /// The same, by whoever knows the move. Most moves change two or three squares: looking at these alone is cheaper.
    fn follow_move(&self, state: &Self::State, before: &P, m: Move, after: &P) -> Self::State {
        let _ = m;
        self.follow(state, before, after)
    }

    /// Whether judging takes less time than fetching a word from distant memory.
    fn is_cheap(&self) -> bool {
        false
    }

    /// What the position after a quiet move is worth to the mover, where that can be told without making it. Quiet is a
    /// move that takes nothing, promotes nothing and gives no check.
    fn foresee(&self, state: &Self::State, before: &P, m: Move) -> Option<SideValue> {
        let _ = (state, before, m);
        None
    }

    /// What [`Evaluator::evaluate`] says, from the state.
    fn judge(&self, state: &Self::State, position: &P) -> SideValue;
}

/// Any evaluator, carrying nothing along.
pub struct FromScratch<'a, E>(pub &'a E);

impl<P, E: Evaluator<P>> Evaluator<P> for FromScratch<'_, E> {
    fn evaluate(&self, position: &P) -> SideValue {
        self.0.evaluate(position)
    }

    fn centipawns_per_unit(&self) -> f64 {
        self.0.centipawns_per_unit()
    }
}

impl<P, E: Evaluator<P>> Incremental<P> for FromScratch<'_, E> {
    type State = ();

    fn begin(&self, _position: &P) {}

    fn follow(&self, _state: &(), _before: &P, _after: &P) {}

    fn judge(&self, _state: &(), position: &P) -> SideValue {
        self.evaluate(position)
    }
}
