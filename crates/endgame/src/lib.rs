//! Endgame knowledge. Each kind is an [`Oracle`](hetman_search::Oracle), which searches and adjudicators ask without
//! knowing where it comes from. Syzygy tables are one; those that this program works out itself ([`Tables`]) are another, and
//! know also how many moves a mate takes.

mod material;
mod small;
mod syzygy;
mod table;

pub use material::{MOST_PIECES, Material, MaterialError};
pub use small::{SmallPosition, Step};
pub use syzygy::{Syzygy, SyzygyError};
pub use table::{Counts, Outcome, Progress, Table, TableFileError, Tables, oracle};
