//! What a position is worth.
//!
//! An [`Evaluator`] is weights that all threads of a search share; its [`ThreadEvaluator`] follows one thread's line of
//! moves and answers one question: the value for the side to move. Whose value a number is, is part of its type, so that
//! a sign can only be changed by naming the conversion.

mod any;
pub mod classic;
mod evaluator;
pub mod explain;
pub mod features;
pub mod kernels;
pub mod model;
mod net;
pub mod nnue;
pub mod phase;
mod piece_square;
pub mod shipped;
mod value;

pub use any::{AnyEvaluator, AnyThread, EVALUATORS, EvaluatorKind, Foreign, GIRAFFE, SHIPPED, evaluator_names};
pub use evaluator::{Evaluator, FromScratch, ReadsPositions, ThreadEvaluator};
pub use features::{FeatureSet, FeatureVector};
pub use model::Model;
pub use net::container;
pub use net::{Course, FloatNet, LearnerState, Moment, Net, NetError, Provenance, Rating};
pub use nnue::Network;
pub use phase::Phase;
pub use piece_square::{ExactPieceSquare, PieceSquare, PieceSquareTables, Quanta};
pub use value::{SideValue, WhiteValue};
