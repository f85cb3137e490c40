//! Endgame knowledge. Each kind is an [`Oracle`](hetman_search::Oracle), which searches and adjudicators ask without
//! knowing where it comes from. Syzygy tables are one; those that this program works out itself ([`Tables`]) are another, and
//! know also how many moves a mate takes.
//!
//! What exact tables know can be learned from them: [`attributes`] of positions make a [`Dataset`], and [`induction`] makes
//! decision trees of it, which a person can read.

pub mod attributes;
pub mod class;
pub mod dataset;
pub mod decision_tree;
pub mod export;
pub mod induction;
mod material;
mod small;
pub mod strategy;
mod syzygy;
mod table;
pub mod tree;

pub use class::Class;
pub use dataset::Dataset;
pub use decision_tree::DecisionTree;
pub use material::{MOST_PIECES, Material, MaterialError};
pub use small::{SmallPosition, Step};
pub use syzygy::{Syzygy, SyzygyError};
pub use table::{Counts, Outcome, Progress, Table, TableFileError, Tables, oracle};
