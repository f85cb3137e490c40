//! Games with the score of every move, in files to learn from.
//!
//! A position file holds games of one variant: where they start, each move with what the search that chose it said, and
//! the result, about four bytes a half-move in blocks with checksums. docs/positions.md has the layout. [`PositionFile`]
//! reads one, also while it grows; [`BlockWriter`] makes one block after the other, and leaves it to its caller how bytes
//! get onto a disk. [`import`] reads games from texts, [`export`] writes them for others, [`Filters`] say which positions
//! are of use.

mod block;
mod codec;
pub mod export;
mod file;
mod filters;
mod game;
mod head;
pub mod import;
mod packed_move;
mod score;
#[cfg(test)]
mod tests;
mod writer;

pub use block::Damage;
#[doc(hidden)]
pub use block::block_of;
pub use file::{PositionFile, PositionFileError};
pub use filters::{FILTERS, Filter, FilterError, Filters};
pub use game::{GameEnd, GameError, Positions, ScoredGame, ScoredMove, ScoredPosition, StoredGame};
pub use head::Head;
pub use score::WhiteScore;
pub use writer::BlockWriter;
