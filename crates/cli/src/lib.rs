//! What the binary `hetman` can do: an engine when it is spoken to, and a file per command.

pub mod bench;
mod contest;
pub mod endgame;
pub mod engine;
pub mod explain;
pub mod features;
pub mod generate;
pub mod improve;
mod interrupt;
pub mod learn_net;
pub mod match_command;
pub mod net;
pub mod perft;
pub mod play;
pub mod players;
pub mod positions;
pub mod report;
pub mod reproduce;
pub mod studio;
pub mod suite;
pub mod tournament;
pub mod train;

use std::time::{SystemTime, UNIX_EPOCH};

use hetman_rules::shakmaty::CastlingMode;
use hetman_rules::{AnyPosition, Ruleset};

/// The position that `--variant` and `--fen` name together.
fn position(ruleset: Ruleset, fen: Option<&str>) -> anyhow::Result<AnyPosition> {
    let position = match fen {
        Some(fen) => AnyPosition::from_fen(ruleset.variant, fen)?,
        None => AnyPosition::start(ruleset.variant),
    };
    match ruleset.castling {
        CastlingMode::Standard => Ok(position),
        CastlingMode::Chess960 => Ok(position.with_castling(CastlingMode::Chess960)?),
    }
}

/// Today in Greenwich, as PGN writes dates.
fn today() -> String {
    jiff::Timestamp::now().strftime("%Y.%m.%d").to_string()
}

/// For games that nobody asked to repeat.
fn seed_from_clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |elapsed| elapsed.as_nanos() as u64)
}
