//! Published experiments, repeated: each row of the earlier works' tables beside what comes of it here.
//!
//! A *series* is a file of `experiments/published/`, built into the program: what its rows share, the rows, and for each
//! row what was printed. A row is *trained* (its settings are those of an experiment) or *contested* (players meet,
//! some of them with nets that other rows have learned). [`ReproductionRunner::carry_out`] does whatever of that is missing in a
//! folder and returns the tables; everything in them follows from the files and the seed, so that whoever repeats them
//! gets the same bytes.

mod archive;
mod catalogue;
mod claim;
mod measure;
mod participants;
mod request;
mod runner;
mod series;
mod spread;
mod table;

pub use archive::{Archive, ArchiveError};
pub use catalogue::{Catalogue, UnknownName};
pub use claim::{Published, Quantity, Verdict};
pub use measure::of_contest;
pub use request::{Overrides, RowRequest, RowState};
pub use runner::{Report, ReproduceError, ReproductionRunner, kept_order};
pub use series::Normalisation;
pub use series::{Row, RowTask, SeriesError};
pub use spread::Measured;
pub use table::{HEADINGS, Line, Outcome};

#[cfg(test)]
mod tests;
