//! Games with scores out of texts.

mod pgn;
mod text;

use std::io;

use hetman_rules::{InvalidPositionError, MoveError, Quote, Variant, pgn::PgnError};

pub use pgn::PgnGames;
pub use text::TextGames;

/// Why a game cannot be imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error("line {line}: {reason}")]
    Line { line: u64, reason: LineError },
    #[error(transparent)]
    Pgn(#[from] PgnError),
    #[error("game {game} is {is}, not {wanted}")]
    Variant { game: u64, is: Variant, wanted: Variant },
    #[error("reading failed: {0}")]
    Unreadable(#[from] io::Error),
}

/// What is wrong with a line of [`TextGames`].
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    #[error("a game is written 'FEN | result | move score move score ... | ending'")]
    Fields,
    #[error("'{0}' is no result: write 1-0, 0-1, 1/2-1/2 or *")]
    Result(Quote),
    #[error("the move '{0}' has no score: write - where there is none")]
    Unpaired(Quote),
    #[error("'{0}' is no score: write centipawns for White, #n, #-n or -")]
    Score(Quote),
    #[error(transparent)]
    Position(#[from] InvalidPositionError),
    #[error(transparent)]
    Move(#[from] MoveError),
}
