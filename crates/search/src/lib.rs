//! Choosing a move.
//!
//! A search is a [`Thinker`]. There are two: [`exact`] is the fixed-depth alpha-beta of the earlier works, exact to the
//! last tie; [`Searcher`] is the engine's. Both are functions of their inputs: no clock but the control's, no globals, no
//! I/O. What is known of endgames for certain an [`Oracle`] tells them.

mod alphabeta;
mod control;
pub mod exact;
mod handicap;
mod history;
mod limits;
mod moves;
mod oracle;
mod ordering;
mod report;
mod score;
mod searcher;
mod see;
mod table;
mod thinker;
mod time;
mod tunables;
mod variants;

pub use control::{Control, Stop, Time};
pub use hetman_rules::Clock;
pub use limits::Limits;
pub use oracle::{Oracle, Oracles, Wdl};
pub use report::{Bound, Info, Score, WdlPermille};
pub use searcher::{Searcher, Settings};
pub use thinker::{Decision, OnInfo, Thinker};
pub use tunables::Tunables;
pub use variants::Searchable;
