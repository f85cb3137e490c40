//! Imported games: collections of PGN, in a SQLite file of their own.
//!
//! A collection is kept whole or not at all. Each game lies beside the line that lists show, so that looking through
//! thousands of them replays none.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hetman_lab::StoreError;
use hetman_lab::database::{Database, Schema};
use hetman_rules::shakmaty::{KnownOutcome, Outcome as PgnOutcome};
use hetman_rules::{DrawRules, Quote, pgn};
use rusqlite::{OptionalExtension, Row, params};

use crate::board;
use crate::problem::Problem;
use crate::route::Call;
use crate::studio::Studio;
use crate::wire::{
    Collection, CollectionImported, CollectionList, Done, NewCollection, Outcome, RecordLine, RecordOrigin,
};

/// More than a file of the allowed size holds, unless it holds nothing but results.
const MOST_GAMES: usize = 100_000;

/// Broken games that are spoken of.
const MOST_PROBLEMS: usize = 10;

const LONGEST_NAME: usize = 60;

const SCHEMA: Schema = Schema {
    format: 1,
    // The text comes last: lists do not read that far.
    tables: "
CREATE TABLE collections (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    created TEXT NOT NULL,
    games INTEGER NOT NULL,
    skipped INTEGER NOT NULL
);
CREATE TABLE games (
    collection INTEGER NOT NULL,
    number INTEGER NOT NULL,
    line TEXT NOT NULL,
    pgn TEXT NOT NULL,
    UNIQUE (collection, number)
);",
};

pub struct Collections(Mutex<Database>);

impl Collections {
    pub fn open(path: &Path) -> Result<Collections, StoreError> {
        Ok(Collections(Mutex::new(Database::open(path, &SCHEMA)?)))
    }

    fn lock(&self) -> MutexGuard<'_, Database> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, name: &str, read: &Read) -> Result<Collection, StoreError> {
        self.lock().change(|transaction| {
            let sql = "INSERT INTO collections (name, created, games, skipped) \
                       VALUES (?1, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?2, ?3) RETURNING *";
            let values = params![name, read.games.len(), read.skipped];
            let (id, collection) = transaction.query_row(sql, values, of_row)?;
            let sql = "INSERT INTO games (collection, number, line, pgn) VALUES (?1, ?2, ?3, ?4)";
            let mut insert = transaction.prepare(sql)?;
            for (number, (line, pgn)) in read.games.iter().enumerate() {
                let line = serde_json::to_string(line).expect("a line is plain data");
                insert.execute(params![id, number + 1, line, pgn])?;
            }
            Ok(collection)
        })
    }

    /// Whether there was such a collection.
    fn delete(&self, id: u64) -> Result<bool, StoreError> {
        self.lock().change(|transaction| {
            transaction.execute("DELETE FROM games WHERE collection = ?1", [id])?;
            transaction.execute("DELETE FROM collections WHERE id = ?1", [id]).map(|deleted| deleted > 0)
        })
    }

    pub fn all(&self) -> Result<Vec<Collection>, StoreError> {
        let sql = "SELECT * FROM collections ORDER BY id DESC";
        self.lock().tell(|connection| {
            connection.prepare(sql)?.query_map([], |row| of_row(row).map(|(_, collection)| collection))?.collect()
        })
    }

    /// The lines of all games, the newest collection first.
    pub fn lines(&self) -> Result<Vec<RecordLine>, StoreError> {
        let sql = "SELECT collection, number, line FROM games ORDER BY collection DESC, number";
        let rows: Vec<(u64, u64, String)> = self.lock().tell(|connection| {
            connection.prepare(sql)?.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?.collect()
        })?;
        Ok(rows.iter().filter_map(|(collection, number, line)| named(*collection, *number, line)).collect())
    }

    /// The newest collection of this name: its number, and its games as PGN.
    pub fn text(&self, name: &str) -> Result<Option<(u64, String)>, StoreError> {
        self.lock().tell(|connection| {
            let sql = "SELECT id FROM collections WHERE name = ?1 ORDER BY id DESC LIMIT 1";
            let Some(id) = connection.query_row(sql, [name], |row| row.get::<_, u64>(0)).optional()? else {
                return Ok(None);
            };
            let sql = "SELECT pgn FROM games WHERE collection = ?1 ORDER BY number";
            let games: Vec<String> =
                connection.prepare(sql)?.query_map([id], |row| row.get(0))?.collect::<Result<_, _>>()?;
            Ok(Some((id, games.join("\n"))))
        })
    }

    /// A game's line and text.
    pub fn game(&self, collection: u64, number: u64) -> Result<Option<(RecordLine, String)>, StoreError> {
        let sql = "SELECT line, pgn FROM games WHERE collection = ?1 AND number = ?2";
        let found: Option<(String, String)> = self.lock().tell(|connection| {
            connection.query_row(sql, [collection, number], |row| Ok((row.get(0)?, row.get(1)?))).optional()
        })?;
        Ok(found.and_then(|(line, pgn)| Some((named(collection, number, &line)?, pgn))))
    }
}

fn of_row(row: &Row) -> rusqlite::Result<(u64, Collection)> {
    let id: u64 = row.get("id")?;
    let (name, created) = (row.get("name")?, row.get("created")?);
    let (games, skipped) = (row.get("games")?, row.get("skipped")?);
    Ok((id, Collection { id: id.to_string(), name, created, games, skipped }))
}

/// A kept line with its id, which only its place tells.
fn named(collection: u64, number: u64, line: &str) -> Option<RecordLine> {
    let line: RecordLine = serde_json::from_str(line).ok()?;
    Some(RecordLine { id: format!("imported-{collection}-{number}"), ..line })
}

/// GET /api/collections
pub fn list(studio: &Arc<Studio>, _: &Call) -> Result<CollectionList, Problem> {
    Ok(CollectionList { collections: studio.collections.all()? })
}

/// DELETE /api/collections/ID
pub fn delete(studio: &Arc<Studio>, call: &Call) -> Result<Done, Problem> {
    let unknown = || Problem::unknown("collection", &call.id);
    let id = call.id.parse().map_err(|_| unknown())?;
    if studio.collections.delete(id)? { Ok(Done {}) } else { Err(unknown()) }
}

/// POST /api/collections
pub fn import(studio: &Arc<Studio>, _: &Call, wish: NewCollection) -> Result<CollectionImported, Problem> {
    let name = plain(&wish.name).unwrap_or_else(|| "Imported games".to_owned());
    let read = Read::of(&wish.pgn, &name)?;
    if read.games.is_empty() {
        let reason = read.problems.first().map_or("it holds no game", String::as_str);
        return Err(Problem::Unfit(format!("no game of this PGN can be read: {reason}")));
    }
    let collection = studio.collections.add(&name, &read)?;
    Ok(CollectionImported { collection, problems: read.problems })
}

/// What was read of a text.
struct Read {
    /// Lines without ids, and the games as they are kept.
    games: Vec<(RecordLine, String)>,
    skipped: u64,
    problems: Vec<String>,
}

impl Read {
    fn of(text: &str, collection: &str) -> Result<Read, Problem> {
        let mut read = Read { games: Vec::new(), skipped: 0, problems: Vec::new() };
        for game in pgn::Games::new(text.as_bytes()) {
            match game {
                Ok(game) => read.games.push((line(&game, collection), game.to_string())),
                Err(problem) => {
                    read.skipped += 1;
                    let problem = problem.to_string();
                    read.problems.extend((read.problems.len() < MOST_PROBLEMS).then_some(problem));
                }
            }
            if read.games.len() + read.skipped as usize > MOST_GAMES {
                return Err(Problem::Unfit(format!("a collection may have at most {MOST_GAMES} games: divide it")));
            }
        }
        Ok(read)
    }
}

fn line(game: &pgn::Game, collection: &str) -> RecordLine {
    let tag = |name: &str| game.tag(name).and_then(plain);
    RecordLine {
        id: String::new(),
        origin: RecordOrigin::Imported,
        event: tag("Event").unwrap_or_else(|| collection.to_owned()),
        variant: game.record.variant().uci_name().to_owned(),
        white: tag("White").unwrap_or_else(|| "?".to_owned()),
        black: tag("Black").unwrap_or_else(|| "?".to_owned()),
        outcome: outcome(game),
        plies: game.record.plies() as u32,
        date: date(game.tag("Date").unwrap_or_default()),
    }
}

/// What stands in a tag, as far as it is worth showing; nothing for what is unknown.
fn plain(text: &str) -> Option<String> {
    let text: String = text.trim().chars().filter(|letter| !letter.is_control()).take(LONGEST_NAME).collect();
    (!text.is_empty() && text != "?").then_some(text)
}

/// The result that is written, in the words of the board where that says the same; the board's where none is written.
fn outcome(game: &pgn::Game) -> Option<Outcome> {
    let ending = game.record.ending(&DrawRules::FIDE);
    match (game.result, ending) {
        (PgnOutcome::Known(known), Some(ending)) if ending.outcome != known => {
            Some(board::outcome(known, words(known)))
        }
        (_, Some(ending)) => Some(board::ended(&ending, game.record.variant())),
        (PgnOutcome::Known(known), None) => Some(board::outcome(known, words(known))),
        (PgnOutcome::Unknown, None) => None,
    }
}

fn words(known: KnownOutcome) -> String {
    let words = match known.winner() {
        Some(winner) => winner.fold_wb("White won", "Black won"),
        None => "drawn",
    };
    words.to_owned()
}

/// `1992.11.04` and `1992.??.??`, as far as they tell: `1992-11-04`, `1992`.
fn date(tag: &str) -> String {
    let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|letter| letter.is_ascii_digit());
    let parts: Vec<&str> = tag.split('.').take(3).take_while(is_number).collect();
    Quote::from(parts.join("-")).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<RecordLine> {
        Read::of(text, "shelf").unwrap().games.into_iter().map(|(line, _)| line).collect()
    }

    #[test]
    fn dates_say_what_is_known() {
        for (tag, wanted) in [
            ("1992.11.04", "1992-11-04"),
            ("1992.11.??", "1992-11"),
            ("1851.??.??", "1851"),
            ("????.??.??", ""),
            ("", ""),
            ("yesterday", ""),
        ] {
            assert_eq!(date(tag), wanted, "{tag}");
        }
    }

    #[test]
    fn results_are_those_that_are_written_and_else_those_of_the_board() {
        let lines = read("1. e4 1-0\n\n1. f3 e5 2. g4 Qh4# *\n\n1. f3 e5 2. g4 Qh4# 1-0\n\n1. d4 *\n");
        let words: Vec<Option<&str>> =
            lines.iter().map(|line| line.outcome.as_ref().map(|outcome| outcome.words.as_str())).collect();
        assert_eq!(words, [Some("White won"), Some("Black wins by checkmate"), Some("White won"), None]);
        assert_eq!((lines[0].event.as_str(), lines[0].white.as_str()), ("shelf", "?"));
    }

    #[test]
    fn nobody_keeps_a_file_of_nothing_but_results() {
        assert!(Read::of(&"* ".repeat(MOST_GAMES + 1), "shelf").is_err());
    }
}
