//! Chess and its variants, over shakmaty: positions, game records, endings, notation, PGN and FEN.
//!
//! This crate knows the rules and nothing of evaluation, search or the world outside.

pub mod clock;
pub mod data;
pub mod ending;
pub mod epd;
mod lines;
pub mod notation;
pub mod perft;
pub mod pgn;
mod position;
pub mod quote;
pub mod random;
mod record;
mod suicide;
mod variant;

pub use clock::{BadTimeControl, Clock, TimeControl};
pub use ending::{DrawRules, Ending, Reason};
pub use notation::{MoveError, parse_move, san, uci};
pub use position::{AnyPosition, InvalidPositionError, Playable, key, key_between, key_foreseen};
pub use quote::Quote;
pub use record::{GameRecord, IllegalMove};
pub use shakmaty;
pub use suicide::Suicide;
pub use variant::{Ruleset, UnknownVariant, Variant};
