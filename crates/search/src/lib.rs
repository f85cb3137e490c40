//! Choosing a move.
//!
//! A search is a [`Thinker`]. There are four: [`exact`] is the fixed-depth alpha-beta of the works of 2006 to 2008, exact to
//! the last tie; [`regions`] is that of 2005, which ends in exchanges; [`budget`] is that of 2015, which follows what is
//! likely; [`Searcher`] is the engine's. All are functions of their inputs: no clock but the control's, no globals, no I/O.
//! What is known of endgames for certain an [`Oracle`] tells them.

mod alphabeta;
pub mod budget;
mod control;
pub mod exact;
mod handicap;
mod history;
mod limits;
mod line;
mod moves;
mod oracle;
mod ordering;
pub mod regions;
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
pub use thinker::{Decision, OnInfo, SearchTask, Thinker};
pub use tunables::Tunables;
pub use variants::Searchable;
