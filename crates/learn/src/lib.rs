//! Learning by temporal differences: traces of games in, better weights out.
//!
//! Three choices, each in a file of its own:
//! - what is compared is the affair of whoever supplies the [`Trace`] (positions, or the leaves of searches);
//! - how blame is spread over earlier moments is TD(lambda), in [`Episode`] and [`Change`];
//! - how far a step goes is the [`Rate`]: constant, falling, or temporal coherence.
//!
//! The [`Learner`] joins them, and decides when a step is taken. Nothing here plays, searches, reads or writes: a
//! change is a function of the model and the traces, so games can be weighed on any number of threads and added in the
//! order of their numbers.

mod learner;
mod rate;
mod td;
mod trace;

pub use learner::{DEFAULT_BOUND, Divergence, Learner, Settings, SettingsProblem, StateProblem, Update};
pub use rate::Rate;
pub use td::{Change, Episode};
pub use trace::{Moment, Trace};

#[cfg(test)]
mod tests;
