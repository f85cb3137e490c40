//! Endgame knowledge. Each kind is an [`Oracle`](hetman_search::Oracle), which searches and adjudicators ask without
//! knowing where it comes from. Syzygy tables are one.

pub mod attributes;
pub mod class;
pub mod dataset;
pub mod induction;
mod syzygy;
pub mod tree;

pub use class::Class;
pub use dataset::Dataset;
pub use syzygy::{Syzygy, SyzygyError};
