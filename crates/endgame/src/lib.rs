//! Endgame knowledge. Each kind is an [`Oracle`](hetman_search::Oracle), which searches and adjudicators ask without
//! knowing where it comes from. Syzygy tables are one.

mod material;
mod small;
mod syzygy;
mod table;

pub use material::{MOST_PIECES, Material, MaterialError};
pub use small::{SmallPosition, Step};
pub use syzygy::{Syzygy, SyzygyError};
pub use table::{Outcome, Progress, Table, Tables};
