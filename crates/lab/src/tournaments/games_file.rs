//! The file that a tournament's games are written to.
//!
//! The folder's own file holds the finished games and nothing else: they are added as they end, and put in order in the
//! end. A file that somebody named may hold other games as well, which stay: ours are added behind them, in the order of
//! their numbers, and none twice, however often the tournament is interrupted.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, OpenOptions};
use std::path::Path;

use super::TournamentError;
use super::store::TournamentStore;
use crate::folder::{DiskError, write_atomically};
use crate::place::Place;

pub enum GamesFile<'a> {
    Own(&'a Path),
    Named(NamedFile),
}

impl GamesFile<'_> {
    /// Writes what is missing of the games that are finished.
    pub fn begin(&mut self, store: &mut TournamentStore) -> Result<(), TournamentError> {
        match self {
            GamesFile::Own(path) => Ok(write_atomically(path, store.all_pgn()?.as_bytes())?),
            GamesFile::Named(file) => file.begin(store),
        }
    }

    /// Another game is finished.
    pub fn add(&mut self, number: u64, text: &str) -> Result<(), DiskError> {
        match self {
            GamesFile::Own(path) => Place::File(path.to_path_buf()).append(text.as_bytes()),
            GamesFile::Named(file) => {
                file.waiting.insert(number, text.to_owned());
                file.write_next()
            }
        }
    }

    /// Games from this number on do not count.
    pub fn forget_from(&mut self, number: u64) {
        if let GamesFile::Named(file) = self {
            file.waiting.split_off(&number);
        }
    }

    /// No more games are played now.
    pub fn finish(&mut self, store: &TournamentStore) -> Result<(), TournamentError> {
        match self {
            GamesFile::Own(path) => Ok(write_atomically(path, store.all_pgn()?.as_bytes())?),
            GamesFile::Named(file) => Ok(file.finish()?),
        }
    }
}

/// A file, a pipe or a device that somebody named.
pub struct NamedFile {
    place: Place,
    /// Whether numbers are given without gaps, so that it is known which game comes next.
    is_in_order: bool,
    next: u64,
    /// Finished games that are not in the file, by number.
    waiting: BTreeMap<u64, String>,
    /// Games that are in the file before their turn.
    written: BTreeSet<u64>,
}

impl NamedFile {
    pub fn new(name: &Path, is_in_order: bool) -> Result<NamedFile, DiskError> {
        let place = Place::named(name)?;
        Ok(NamedFile { place, is_in_order, next: 0, waiting: BTreeMap::new(), written: BTreeSet::new() })
    }

    /// Makes the file, if there is none: what forbids that is better known before the tournament is begun.
    pub fn make(&self) -> Result<(), DiskError> {
        let Place::File(path) = &self.place else { return Ok(()) };
        let made = OpenOptions::new().append(true).create(true).open(path);
        made.map(drop).map_err(|reason| DiskError::new(path, "written", reason))
    }

    fn begin(&mut self, store: &mut TournamentStore) -> Result<(), TournamentError> {
        let held = self.held(store)?;
        let mut rest = held.as_slice();
        for (number, game) in store.numbered_pgn()? {
            // Usually the file holds our games one after the other.
            if let Some(after) = rest.strip_prefix(game.as_bytes()) {
                rest = after;
                self.written.insert(number);
            } else if holds(&held, game.as_bytes()) {
                self.written.insert(number);
            } else if let Some(missing) = torn_off(&held, game.as_bytes()).filter(|_| self.waiting.is_empty()) {
                self.place.append(missing)?;
                self.written.insert(number);
            } else {
                self.waiting.insert(number, game);
            }
        }
        Ok(self.write_next()?)
    }

    /// What was written to a file since this tournament first wrote to it.
    fn held(&self, store: &mut TournamentStore) -> Result<Vec<u8>, TournamentError> {
        let Place::File(path) = &self.place else { return Ok(Vec::new()) };
        let bytes = fs::read(path).map_err(|reason| DiskError::new(path, "read", reason))?;
        let begin = store.begin_in(path, bytes.len())?;
        if begin == bytes.len() && !bytes.is_empty() && !bytes.ends_with(b"\n\n") {
            // The last game of another file may lack the empty line.
            self.place.append(if bytes.ends_with(b"\n") { b"\n" } else { b"\n\n" })?;
        }
        Ok(bytes[begin..].trim_ascii_start().to_owned())
    }

    fn write_next(&mut self) -> Result<(), DiskError> {
        let mut text = String::new();
        loop {
            while self.written.remove(&self.next) {
                self.next += 1;
            }
            match self.waiting.first_entry() {
                Some(first) if !self.is_in_order || *first.key() == self.next => {
                    self.written.insert(*first.key());
                    text.push_str(&first.remove());
                }
                _ => break,
            }
        }
        if text.is_empty() { Ok(()) } else { self.place.append(text.as_bytes()) }
    }

    /// Games that were waiting for one that is not finished are written too.
    fn finish(&mut self) -> Result<(), DiskError> {
        self.is_in_order = false;
        self.write_next()?;
        match &self.place {
            Place::File(path) => {
                let synced = fs::File::open(path).and_then(|file| file.sync_all());
                synced.map_err(|reason| DiskError::new(path, "written", reason))
            }
            _ => Ok(()),
        }
    }
}

fn holds(held: &[u8], game: &[u8]) -> bool {
    held.windows(game.len().max(1)).any(|part| part == game)
}

/// What is missing of a game in whose middle the file breaks off.
fn torn_off<'a>(held: &[u8], game: &'a [u8]) -> Option<&'a [u8]> {
    let longest = (1..game.len()).rev().find(|&end| held.ends_with(&game[..end]));
    longest.map(|end| &game[end..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_in_whose_middle_the_file_breaks_off_is_completed() {
        let game = b"[Event \"x\"]\n\n1. e4 1-0\n\n";
        for end in 1..game.len() {
            assert_eq!(torn_off(&[game, &game[..end]].concat(), game), Some(&game[end..]));
        }
        assert_eq!((torn_off(game, game), torn_off(b"", game)), (None, None));
        assert!(holds(&[b"other", game.as_slice()].concat(), game) && !holds(b"other", game));
    }
}
