//! What a position is worth.
//!
//! An [`Evaluator`] answers one question: the value for the side to move. Whose value a number is, is part of its
//! type, so that a sign can only be changed by naming the conversion.

pub mod features;
pub mod model;
mod piece_square;
mod value;

pub use features::{FeatureSet, FeatureVector};
pub use model::Model;
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
