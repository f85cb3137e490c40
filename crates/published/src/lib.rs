//! Published experiments, repeated: each row of the earlier works' tables beside what comes of it here.
//!
//! A *series* is a file of `experiments/published/`, built into the program: what its rows share, the rows, and for each
//! row what was printed. Each claim is repeated by one row, with one declared configuration; a row's controls change one
//! thing. [`Verdict`] is the rule by which ours agrees with what was printed, [`Archive`] what was measured so far, and
//! [`pages`] what people read of it.
//!
//! A row is *trained* (its settings are those of an experiment), a *tournament* (players meet, some of them with nets that
//! other rows have learned), or *numbers* that are worked out. [`ReproductionRunner::carry_out`] does whatever of that is
//! missing in a folder and returns the tables; everything in them follows from the files and the seed, so that every
//! repetition gives the same bytes.

mod archive;
mod catalogue;
mod claim;
mod measure;
mod numbers;
pub mod pages;
mod request;
mod row_data;
mod runner;
mod series;
mod spread;
mod table;
mod tournament;
mod training;
mod verdict;
mod works;

pub use archive::{Archive, ArchiveError, ArchivedLine, Record};
pub use catalogue::{Catalogue, UnknownName};
pub use claim::{Published, Quantity};
pub use measure::of_tournament;
pub use numbers::{NumbersError, NumbersSettings};
pub use request::{Origin, Overrides, RowRequest, RowState};
pub use row_data::table;
pub use runner::{ReproduceError, ReproductionRunner, RowReport, finished};
pub use series::{Normalisation, Role, Row, RowTask};
pub use spread::Measured;
pub use table::{HEADINGS, Line, Outcome};
pub use training::TrainingSettings;
pub use verdict::{Evidence, RULE, Verdict};
pub use works::{WORKS, Work, work};

#[cfg(test)]
mod tests;
