//! Games on disk.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};

use hetman_rules::pgn::{self, Game};

/// Why a game could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    #[error("{file}: {reason}")]
    File { file: String, reason: io::Error },
    #[error("{0} holds no game")]
    Empty(String),
    #[error("{file} holds {games} games, there is no game {wanted}")]
    NoSuchGame { file: String, games: u64, wanted: u64 },
    #[error("{file}, {problem}")]
    Broken { file: String, problem: pgn::PgnError },
}

/// Adds the game to the end of a file, which is a collection like any other.
pub fn append(game: &Game, file: &str) -> io::Result<()> {
    let mut output = OpenOptions::new().create(true).append(true).open(file)?;
    let separator = if output.metadata()?.len() > 0 { "\n" } else { "" };
    write!(output, "{separator}{game}")
}

/// The last game of a collection, or the one with this number.
pub fn load(file: &str, wanted: Option<u64>) -> Result<Game, LoadError> {
    let unreadable = |reason| LoadError::File { file: file.to_owned(), reason };
    let games = File::open(file).and_then(pgn::read).map_err(unreadable)?;
    let mut found = None;
    let mut count = 0;
    for game in games {
        count += 1;
        if wanted.is_none_or(|wanted| wanted == count) {
            found = Some(game);
        }
        if wanted == Some(count) {
            break;
        }
    }
    match (found, wanted) {
        (Some(game), _) => game.map_err(|problem| LoadError::Broken { file: file.to_owned(), problem }),
        (None, Some(wanted)) if count > 0 => Err(LoadError::NoSuchGame { file: file.to_owned(), games: count, wanted }),
        (None, _) => Err(LoadError::Empty(file.to_owned())),
    }
}
