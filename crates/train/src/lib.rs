//! Learning efficiently updatable networks from scored positions.
//!
//! [`Samples`] are positions as the facts that networks see, with what they are worth; a [`Plan`] says what is learned
//! from which and how; a [`Trainer`] holds the weights and takes steps; a [`Course`] goes through a plan, step by step,
//! and can be kept and taken up again at any of them. Nothing depends on how many threads there are: each owns hidden
//! units, not positions, so that no sum is ever divided among them.
//!
//! This crate writes no files: what is to be kept is bytes.

mod batch;
mod course;
mod kept;
mod plan;
mod samples;
mod slice;
mod trainer;

pub use batch::Batch;
pub use course::{Course, CurvePoint};
pub use kept::KeptError;
pub use plan::{PARAMETERS, Plan, PlanError};
pub use samples::{Reading, Sample, Samples, SamplesError, Split, Worth, load};
pub use trainer::{Rates, Trainer};
