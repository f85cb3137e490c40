//! Published experiments, repeated: each row of the earlier works' tables beside what comes of it here; and the page about
//! any run ([`report`]).
//!
//! A *series* is a file of `experiments/published/`, built into the program: what its rows share, the rows, and for each
//! row what was printed. A row is *trained* (its settings are those of an experiment) or a *tournament* (players meet,
//! some of them with nets that other rows have learned). [`ReproductionRunner::carry_out`] does whatever of that is
//! missing in a folder and returns the tables; everything in them follows from the files and the seed, so that whoever
//! repeats them gets the same bytes.

mod archive;
mod catalogue;
mod claim;
mod endings;
mod measure;
pub mod report;
mod request;
mod row_data;
mod runner;
mod series;
mod spread;
mod table;
mod tournament;
mod training;

pub use archive::{Archive, ArchiveError};
pub use catalogue::{Catalogue, PREFACE, UnknownName};
pub use claim::{Published, Quantity, Verdict};
pub use endings::{ENDING_SERIES, EndingError, EndingLine, EndingSeries, ending_text};
pub use request::{Overrides, RowRequest, RowState};
pub use runner::{ReproduceError, ReproductionRunner, RowReport, finished};
pub use series::{Row, RowTask};
pub use table::{Line, Outcome};
pub use training::TrainingSettings;

#[cfg(test)]
mod tests;
