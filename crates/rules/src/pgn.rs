//! Games in Portable Game Notation: reading collections as a stream, and writing.
//!
//! A collection is never refused for one bad game: [`Games`] yields, for every game in order, the game or what is
//! wrong with it and where. The tokeniser is our own because that needs exact line numbers and a way back to the next
//! game from anywhere. Format: "Standard: Portable Game Notation Specification and Implementation Guide", 1994, with
//! the tags `Variant` and `FEN` as every variant program uses them.

mod compressed;
mod reader;
#[cfg(test)]
mod tests;
mod tokens;
mod writer;

use shakmaty::Outcome;

use crate::{GameRecord, InvalidPositionError, MoveError, Quote, UnknownVariant};

pub use compressed::decompressed;
pub use reader::{Games, read};

/// Longer games are refused, since a record holds every position. The rules of chess end a game before move 8849.
pub const LONGEST_PLIES: usize = 20_000;

/// A game with what is known about it.
#[derive(Clone, Debug)]
pub struct Game {
    /// Names and values in the order they were read or set.
    pub tags: Vec<(String, String)>,
    pub record: GameRecord,
    /// Comments by half-moves played before them; missing ones are empty.
    pub comments: Vec<String>,
    /// What else could have been played, as it was written between parentheses: with the half-moves of the game before
    /// the place where it stands. Nobody has looked whether these moves are legal.
    pub variations: Vec<(usize, String)>,
    pub result: Outcome,
}

impl Game {
    /// A game without tags and comments, its result not yet known.
    pub fn new(record: GameRecord) -> Game {
        Game { tags: Vec::new(), record, comments: Vec::new(), variations: Vec::new(), result: Outcome::Unknown }
    }

    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag. Names consist of letters, digits and underscores; anything else is left out.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let name: String = name.chars().filter(|&letter| letter.is_ascii_alphanumeric() || letter == '_').collect();
        match self.tags.iter_mut().find(|(known, _)| *known == name) {
            Some(tag) => tag.1 = value.into(),
            None => self.tags.push((name, value.into())),
        }
    }

    /// The comment after this many half-moves, or nothing.
    pub fn comment(&self, plies: usize) -> &str {
        self.comments.get(plies).map_or("", String::as_str)
    }

    /// Adds a comment to the position after this many half-moves. Runs of blanks become one.
    pub fn add_comment(&mut self, plies: usize, text: &str) {
        if self.comments.len() <= plies {
            self.comments.resize(plies + 1, String::new());
        }
        let comment = &mut self.comments[plies];
        for word in text.split_whitespace() {
            if !comment.is_empty() {
                comment.push(' ');
            }
            comment.push_str(word);
        }
    }
}

/// A game that could not be read.
#[derive(Debug, thiserror::Error)]
#[error("game {game}, line {line}: {what}")]
pub struct PgnError {
    /// Number of the game in the collection, from 1.
    pub game: u64,
    /// Line of the (unpacked) text, from 1.
    pub line: u64,
    pub what: Mistake,
}

/// What is wrong with a game.
#[derive(Debug, thiserror::Error)]
pub enum Mistake {
    #[error("bad tag '{0}': a tag is written [Name \"value\"]")]
    Tag(Quote),
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    #[error(transparent)]
    Position(#[from] InvalidPositionError),
    #[error(transparent)]
    Move(#[from] MoveError),
    #[error("the game has more than {LONGEST_PLIES} half-moves")]
    TooLong,
    #[error("the comment opened here with '{{' is never closed")]
    UnclosedComment,
    #[error("the variation opened here with '(' is never closed")]
    UnclosedVariation,
    #[error("')' closes a variation that was never opened")]
    StrayClose,
    /// Nothing after it can be read.
    #[error("reading failed: {0}")]
    Unreadable(#[from] std::io::Error),
}
