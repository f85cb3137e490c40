//! Experiments as data, the runs made of them, and what is kept of those.
//!
//! [`runs::train`] is the whole of it: an experiment, a folder, somebody who listens, and a switch to stop it.

pub mod averaging;
pub mod course;
pub mod database;
pub mod endgames;
pub mod event;
pub mod experiment;
mod faults;
pub mod folder;
pub mod generation;
pub mod improvement;
mod learner;
pub mod machine;
pub mod networks;
pub mod occupancy;
pub mod place;
pub mod position_store;
pub mod runs;
pub mod store;
mod summary;
pub mod tournaments;
mod trace;

pub use event::{Event, Observer};
pub use experiment::{Experiment, ExperimentError, FileError, Source};
pub use folder::DiskError;
pub use runs::{TrainError, Training, TrainingOutcome, train};
pub use store::{Store, StoreError};
pub use summary::{Summary, sessions, summaries};
