//! What a position is worth.
//!
//! An [`Evaluator`] answers one question: the value for the side to move. Whose value a number is, is part of its
//! type, so that a sign can only be changed by naming the conversion.

pub mod explain;
pub mod features;
mod followed;
mod incremental;
mod judge;
pub mod model;
mod net;
pub mod phase;
mod piece_square;
pub mod shipped;
mod value;

pub use features::{FeatureSet, FeatureVector};
pub use followed::Followed;
pub use incremental::{FromScratch, Incremental};
pub use judge::{EveryVariant, Judge, JudgeProblem};
pub use model::Model;
pub use net::{LearnerState, Net, NetProblem, Provenance};
pub use phase::Phase;
pub use piece_square::{EvalFileProblem, PieceSquare};
pub use value::{SideValue, WhiteValue};

/// Judges positions of type `P`.
pub trait Evaluator<P>: Send + Sync {
    /// The value for the side to move, in the evaluator's own unit.
    fn evaluate(&self, position: &P) -> SideValue;

    /// How many hundredths of a pawn one unit is worth, for a search that counts in them.
    fn centipawns_per_unit(&self) -> f64 {
        100.0
    }
}

/// An evaluator that predicts the game's result with parameters that can be learned.
pub trait Learnable<P>: Evaluator<P> {
    /// The flat vector of all parameters.
    fn parameters(&self) -> &[f64];

    fn parameters_mut(&mut self) -> &mut [f64];

    /// One name per parameter.
    fn parameter_names(&self) -> Vec<String>;

    /// The freeze mask: parameters that learning leaves alone.
    fn frozen(&self) -> &[bool];

    /// The predicted result, White's view, on the evaluator's own scale from loss to win.
    fn predict(&self, position: &P) -> f64;

    /// Writes the prediction's derivative by each parameter, and returns the prediction.
    fn gradient(&self, position: &P, into: &mut [f64]) -> f64;
}
