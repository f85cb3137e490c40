//! Choosing a move.
//!
//! A search is a [`Thinker`]. There are two: [`exact`] is the fixed-depth alpha-beta of the earlier works, exact to the
//! last tie; [`Searcher`] is the engine's. Both are functions of their inputs: no clock but the control's, no globals, no I/O except
//! the tablebase files a caller opened.

mod alphabeta;
mod control;
pub mod exact;
mod handicap;
mod history;
mod limits;
mod moves;
mod ordering;
mod report;
mod score;
mod searcher;
mod see;
mod table;
mod tablebases;
mod thinker;
mod time;
mod tunables;
mod variants;

pub use control::{Control, Stop};
pub use hetman_rules::Clock;
pub use limits::Limits;
pub use report::{Bound, Info, Score, Wdl};
pub use searcher::{Searcher, Settings};
pub use tablebases::{TablebaseProblem, Tablebases, Verdict};
pub use thinker::{Decision, OnInfo, Thinker};
pub use tunables::Tunables;
pub use variants::Searchable;
