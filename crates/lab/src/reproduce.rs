//! Published experiments, repeated: each row of the earlier works' tables beside what comes of it here.
//!
//! A *series* is a file of `experiments/published/`, built into the program: what its rows share, the rows, and for each
//! row what was printed. A row is *trained* (its settings are those of an experiment) or *contested* (players meet,
//! some of them with nets that other rows have learned). [`Workshop::carry_out`] does whatever of that is missing in a
//! folder and returns the tables; everything in them follows from the files and the seed, so that whoever repeats them
//! gets the same bytes.

mod archive;
mod cast;
mod catalogue;
mod claim;
mod measure;
mod order;
mod series;
mod spread;
mod table;
mod workshop;

pub use archive::{Archive, ArchiveProblem};
pub use catalogue::{Catalogue, UnknownName};
pub use claim::{Published, Quantity, Verdict};
pub use measure::of_contest;
pub use order::{Choices, Order, State};
pub use series::Normalisation;
pub use series::{Row, SeriesProblem, Task};
pub use spread::Measured;
pub use table::{HEADINGS, Line, Outcome};
pub use workshop::{Report, ReproduceProblem, Workshop, kept_order};

#[cfg(test)]
mod tests;
