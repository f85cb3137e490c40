//! Chess and its variants, over shakmaty: positions, game records, endings, notation, PGN and FEN.
//!
//! This crate knows the rules and nothing of evaluation, search or the world outside.

pub mod ending;
pub mod perft;
mod position;
mod record;
mod suicide;
mod variant;

pub use ending::{DrawRules, Ending, Reason};
pub use position::{AnyPosition, Playable, PositionProblem, key, key_after};
pub use record::{GameRecord, IllegalMove};
pub use shakmaty;
pub use suicide::Suicide;
pub use variant::{Ruleset, UnknownVariant, Variant};
