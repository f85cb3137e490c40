//! Learning by temporal differences: traces of games in, better weights out.
//!
//! Three choices, each in a file of its own:
//! - what is compared is decided by the supplier of the [`Trace`] (positions, or the leaves of searches);
//! - how blame is spread over earlier samples is TD(lambda), in [`Episode`] and [`WeightUpdate`];
//! - how far a step goes is the affair of an [`Optimiser`]: constant, falling, temporal coherence, Adam, ...
//!
//! The [`Learner`] joins them, and decides when a step is taken. Nothing here plays, searches, reads or writes: an
//! update is a function of the model and the traces, so games can be weighed on any number of threads and added in the
//! order of their numbers.

mod batch;
mod learner;
mod optimiser;
mod td;
mod trace;

pub use batch::{BatchDivergence, BatchLearner, BatchSettings, CHUNK, Examples, Loss};
pub use learner::{DEFAULT_BOUND, Divergence, HyperparameterError, Hyperparameters, Learner, StateError, Update};
pub use optimiser::{Optimiser, OptimiserError, OptimiserKind, Pull, Slot, optimisers};
pub use td::{Episode, WeightUpdate};
pub use trace::{Sample, Trace};

#[cfg(test)]
mod tests;
