//! Endgame knowledge. Each kind is an [`Oracle`](hetman_search::Oracle), which searches and adjudicators ask without
//! knowing where it comes from. Syzygy tables are one.

mod syzygy;

pub use syzygy::{Syzygy, SyzygyError};
