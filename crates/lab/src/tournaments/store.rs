//! What is kept of a tournament, in one SQLite file: its plan and every finished game.

use std::path::Path;

use hetman_arena::crosstable::PlayedGame;
use hetman_arena::runner::Played;
use hetman_arena::schedule::Pairing;
use hetman_arena::sheet;
use hetman_rules::shakmaty::{Color, KnownOutcome, Outcome};
use rusqlite::types::Type;
use rusqlite::{OptionalExtension, Row, params};

use crate::database::{Database, Schema};
use crate::store::StoreError;
use crate::tournaments::Plan;

const SCHEMA: Schema = Schema {
    format: 1,
    tables: "
CREATE TABLE contest (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    plan TEXT NOT NULL,
    openings TEXT NOT NULL
);
CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    pair INTEGER NOT NULL,
    white INTEGER NOT NULL,
    black INTEGER NOT NULL,
    result TEXT NOT NULL,
    plies INTEGER NOT NULL,
    termination TEXT NOT NULL,
    ending TEXT NOT NULL,
    pgn TEXT NOT NULL
);",
};

/// Added to stores that were made before games could be added to a file that holds others: where ours begin in it.
const FILES: &str = "
CREATE TABLE IF NOT EXISTS files (
    path BLOB PRIMARY KEY,
    begin INTEGER NOT NULL
);";

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLine {
    pub pairing: Pairing,
    pub outcome: KnownOutcome,
    pub plies: u32,
    /// In a word: normal, adjudication, or somebody's fault.
    pub termination: String,
    /// In a sentence.
    pub ending: String,
}

impl GameLine {
    /// Abandoned games have no line.
    pub fn of(played: &Played) -> GameLine {
        let game = &played.game;
        GameLine {
            pairing: played.pairing,
            outcome: game.finish.outcome().expect("a game that is kept has a result"),
            plies: game.record.plies() as u32,
            termination: sheet::termination(&game.finish).to_owned(),
            ending: game.finish.describe(game.record.variant()),
        }
    }

    /// Who had this colour, and who the other.
    pub fn players(&self, color: Color) -> (usize, usize) {
        let Pairing { white, black, .. } = self.pairing;
        color.fold_wb((white, black), (black, white))
    }

    /// Who lost.
    pub fn loser(&self) -> Option<usize> {
        self.outcome.winner().map(|winner| self.players(winner).1)
    }

    /// Whether it was lost by misbehaving.
    pub fn is_fault(&self) -> bool {
        !["normal", "adjudication"].contains(&self.termination.as_str())
    }

    pub fn as_played(&self) -> PlayedGame {
        PlayedGame { white: self.pairing.white, black: self.pairing.black, outcome: self.outcome }
    }

    fn of_row(row: &Row) -> rusqlite::Result<GameLine> {
        let pairing = Pairing { number: row.get(0)?, pair: row.get(1)?, white: row.get(2)?, black: row.get(3)? };
        Ok(GameLine {
            pairing,
            outcome: outcome(row, 4)?,
            plies: row.get(5)?,
            termination: row.get(6)?,
            ending: row.get(7)?,
        })
    }
}

fn outcome(row: &Row, column: usize) -> rusqlite::Result<KnownOutcome> {
    let text: String = row.get(column)?;
    let known = Outcome::from_ascii(text.as_bytes()).ok().and_then(|outcome| outcome.known());
    let strange = || rusqlite::Error::FromSqlConversionFailure(column, Type::Text, format!("no result: {text}").into());
    known.ok_or_else(strange)
}

/// The store of one tournament.
pub struct TournamentStore(Database);

impl TournamentStore {
    /// Makes the store of a tournament that begins, with its plan; `None` if the file holds a tournament already. The plan
    /// comes with the tables, so that a store without one, however it came about, is none yet.
    pub fn begin(path: &Path, plan: &Plan, openings: &str) -> Result<Option<TournamentStore>, StoreError> {
        let plan = serde_json::to_string(plan).expect("a plan is plain data");
        let sql = "INSERT INTO contest (id, plan, openings) VALUES (1, ?1, ?2) ON CONFLICT DO NOTHING";
        let (database, begun) = Database::open_with(path, &SCHEMA, |transaction| {
            transaction.execute_batch(FILES)?;
            transaction.execute(sql, [plan.as_str(), openings])
        })?;
        Ok((begun > 0).then_some(TournamentStore(database)))
    }

    /// Opens a store in order to go on with it.
    pub fn open(path: &Path) -> Result<TournamentStore, StoreError> {
        let (database, ()) = Database::open_with(path, &SCHEMA, |transaction| transaction.execute_batch(FILES))?;
        Ok(TournamentStore(database))
    }

    /// Opens a store in order to read it, also where nothing can be written; `None` if no tournament was begun.
    pub fn read(path: &Path) -> Result<Option<TournamentStore>, StoreError> {
        Ok(Database::read(path, &SCHEMA)?.map(TournamentStore))
    }

    /// The plan and its openings' digest; `None` in a store that an earlier version left without one.
    pub fn plan(&self) -> Result<Option<(Plan, String)>, StoreError> {
        let of_row = |row: &Row| {
            let plan = serde_json::from_str(&row.get::<_, String>(0)?)
                .map_err(|reason| rusqlite::Error::FromSqlConversionFailure(0, Type::Text, reason.into()))?;
            Ok((plan, row.get(1)?))
        };
        let sql = "SELECT plan, openings FROM contest";
        self.0.tell(|connection| connection.query_row(sql, [], of_row).optional())
    }

    /// All finished games, by number.
    pub fn games(&self) -> Result<Vec<GameLine>, StoreError> {
        let sql = "SELECT number, pair, white, black, result, plies, termination, ending FROM games \
                   ORDER BY number";
        self.0.tell(|connection| connection.prepare(sql)?.query_map([], GameLine::of_row)?.collect())
    }

    /// The records of all finished games, by number.
    pub fn all_pgn(&self) -> Result<String, StoreError> {
        let sql = "SELECT pgn FROM games ORDER BY number";
        self.0.tell(|connection| connection.prepare(sql)?.query_map([], |row| row.get::<_, String>(0))?.collect())
    }

    /// The same, each with its number.
    pub fn numbered_pgn(&self) -> Result<Vec<(u64, String)>, StoreError> {
        let sql = "SELECT number, pgn FROM games ORDER BY number";
        self.0
            .tell(|connection| connection.prepare(sql)?.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect())
    }

    /// The record of one finished game.
    pub fn pgn(&self, number: u64) -> Result<Option<String>, StoreError> {
        let sql = "SELECT pgn FROM games WHERE number = ?1";
        self.0.tell(|connection| connection.query_row(sql, [number], |row| row.get(0)).optional())
    }

    pub fn keep(&mut self, line: &GameLine, pgn: &str) -> Result<(), StoreError> {
        let Pairing { number, pair, white, black } = line.pairing;
        let sql = "INSERT INTO games (number, pair, white, black, result, plies, termination, ending, pgn) \
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
        let (result, plies) = (line.outcome.to_string(), line.plies);
        let values = params![number, pair, white, black, result, plies, line.termination, line.ending, pgn];
        self.0.change(|transaction| transaction.execute(sql, values).map(drop))
    }

    /// Leaves out the games from this number on.
    pub fn forget_from(&mut self, number: u64) -> Result<(), StoreError> {
        let sql = "DELETE FROM games WHERE number >= ?1";
        self.0.change(|transaction| transaction.execute(sql, [number]).map(drop))
    }

    /// Where our games begin in a file of this length: where it ended when it was first asked for. A file that has become
    /// shorter since is another one.
    pub fn begin_in(&mut self, path: &Path, length: usize) -> Result<usize, StoreError> {
        let sql = "INSERT INTO files (path, begin) VALUES (?1, ?2) \
                   ON CONFLICT (path) DO UPDATE SET begin = min(begin, ?2) RETURNING begin";
        let name = path.as_os_str().as_encoded_bytes();
        self.0.change(|transaction| transaction.query_row(sql, params![name, length], |row| row.get(0)))
    }
}
