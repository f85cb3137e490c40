//! What is kept of an experiment, in one SQLite file: its text, every game's result, windows, weights.
//!
//! A checkpoint is one transaction: the games since the last one, the rows of windows they complete, and the state
//! from which the run goes on. Whatever happens, the file holds a run as it was at some checkpoint, and a resumed run
//! plays the same games from there. But for the list of sessions, nothing in it depends on clocks, threads or
//! interruptions, so that two files of the same experiment hold the same rows.

mod schema;

use std::path::{Path, PathBuf};

use hetman_eval::{LearnerState, Net, NetError};
use hetman_rules::quote::passage;
use rusqlite::{ErrorCode, OptionalExtension, Transaction, params};
use serde::{Deserialize, Serialize};

use crate::database::Database;
use crate::machine::Machine;
use schema::{EARLY, SCHEMA, SESSIONS};

/// Why the results cannot be kept or read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("{path} cannot be used: {reason}", path = passage(path.display()))]
    Database { path: PathBuf, reason: rusqlite::Error },
    #[error("{path} holds no results of this version of Hetman (format {found}, needed {needed})", path = passage(path.display()))]
    Format { path: PathBuf, found: i64, needed: i64 },
    #[error("{path} was left in the middle of a change, and where it lies nothing can be written: copy its whole folder elsewhere", path = passage(.0.display()))]
    Unmerged(PathBuf),
    #[error("the net of run {run} cannot be used: {problem}")]
    Net { run: u64, problem: NetError },
}

impl StoreError {
    /// Whether the same could go well another time. A file that is damaged, or no store, stays so.
    pub fn may_pass(&self) -> bool {
        match self {
            StoreError::Database { reason, .. } => {
                !matches!(reason.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
            }
            StoreError::Format { .. } | StoreError::Unmerged(_) | StoreError::Net { .. } => false,
        }
    }
}

/// The results of one experiment.
pub struct Store(Database);

/// One game's row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRow {
    /// Counted from 0 in each run.
    pub game: u64,
    /// In recorded games, which the learner only watches, White counts as the learner.
    pub learner_is_white: bool,
    /// The learner's half points: 2 for a win, 1 for a draw.
    pub half_points: u32,
    pub reason: String,
    pub plies: u32,
}

/// The learner's results in consecutive games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowRow {
    /// Games played at its end.
    pub games: u64,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

impl WindowRow {
    /// The learner's share of the points.
    pub fn share(&self) -> f64 {
        let games = self.won + self.drawn + self.lost;
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(games)
    }

    pub fn of(games: u64, rows: &[GameRow]) -> WindowRow {
        let count = |half_points| rows.iter().filter(|row| row.half_points == half_points).count() as u32;
        WindowRow { games, won: count(2), drawn: count(1), lost: count(0) }
    }
}

/// From when the program was started to when it ended: a run that was interrupted has several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The program's version and revision.
    pub revision: String,
    pub machine: Machine,
}

/// From where a run goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingState {
    /// Games played.
    pub games: u64,
    /// The net with what its learner remembers, as its file.
    pub net: Vec<u8>,
}

/// One transaction's worth of a run.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    pub run: u64,
    pub games: Vec<GameRow>,
    /// Windows completed, each with the net at its end.
    pub windows: Vec<(WindowRow, Vec<u8>)>,
    pub state: TrainingState,
}

impl Store {
    /// Opens the file, or makes it.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let (database, ()) = Database::open_with(path, &SCHEMA, |transaction| {
            transaction.execute_batch(SESSIONS)?;
            transaction.execute_batch(EARLY)
        })?;
        Ok(Store(database))
    }

    /// Opens a file in order to read it, also where nothing can be written; `None` if it was not begun.
    pub fn read(path: &Path) -> Result<Option<Store>, StoreError> {
        Ok(Database::read(path, &SCHEMA)?.map(Store))
    }

    /// The experiment's text, once it is known.
    pub fn experiment(&self) -> Result<Option<String>, StoreError> {
        self.0.tell(|connection| connection.query_row("SELECT text FROM experiment", [], |row| row.get(0)).optional())
    }

    pub fn set_experiment(&mut self, text: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO experiment (id, text) VALUES (1, ?1)";
        self.0.change(|transaction| transaction.execute(sql, [text]).map(drop))
    }

    /// Notes who trains from now on, and on what.
    pub fn begin_session(&mut self, session: &Session) -> Result<(), StoreError> {
        let Session { revision, machine: Machine { processor, cores, system } } = session;
        let sql = "INSERT INTO sessions (revision, processor, cores, system) VALUES (?1, ?2, ?3, ?4)";
        self.0.change(|transaction| transaction.execute(sql, params![revision, processor, cores, system]).map(drop))
    }

    /// Everybody who has trained, in order. Files made before sessions were noted lack their first ones.
    pub fn sessions(&self) -> Result<Vec<Session>, StoreError> {
        let of_row = |row: &rusqlite::Row| {
            let machine = Machine { processor: row.get(1)?, cores: row.get(2)?, system: row.get(3)? };
            Ok(Session { revision: row.get(0)?, machine })
        };
        let sql = "SELECT revision, processor, cores, system FROM sessions ORDER BY session";
        self.0.tell(|connection| {
            // A file of that time that was only ever read since has no such table.
            if !connection.table_exists(None, "sessions")? {
                return Ok(Vec::new());
            }
            connection.prepare(sql)?.query_map([], of_row)?.collect()
        })
    }

    /// From where the run goes on; `None` before its first checkpoint.
    pub fn state(&self, run: u64) -> Result<Option<TrainingState>, StoreError> {
        let of_row = |row: &rusqlite::Row| Ok(TrainingState { games: row.get(0)?, net: row.get(1)? });
        let sql = "SELECT games, net FROM states WHERE run = ?1";
        self.0.tell(|connection| connection.query_row(sql, [run], of_row).optional())
    }

    /// The run's games from number `first` on.
    pub fn games(&self, run: u64, first: u64) -> Result<Vec<GameRow>, StoreError> {
        let of_row = |row: &rusqlite::Row| {
            Ok(GameRow {
                game: row.get(0)?,
                learner_is_white: row.get(1)?,
                half_points: row.get(2)?,
                reason: row.get(3)?,
                plies: row.get(4)?,
            })
        };
        let sql = "SELECT game, learner_is_white, half_points, reason, plies FROM games \
                   WHERE run = ?1 AND game >= ?2 ORDER BY game";
        self.0.tell(|connection| connection.prepare(sql)?.query_map([run, first], of_row)?.collect())
    }

    pub fn windows(&self, run: u64) -> Result<Vec<WindowRow>, StoreError> {
        let of_row = |row: &rusqlite::Row| {
            Ok(WindowRow { games: row.get(0)?, won: row.get(1)?, drawn: row.get(2)?, lost: row.get(3)? })
        };
        let sql = "SELECT games, won, drawn, lost FROM windows WHERE run = ?1 ORDER BY games";
        self.0.tell(|connection| connection.prepare(sql)?.query_map([run], of_row)?.collect())
    }

    /// The net as it was at the end of a window.
    pub fn window_net(&self, run: u64, games: u64) -> Result<Option<Vec<u8>>, StoreError> {
        let sql = "SELECT net FROM windows WHERE run = ?1 AND games = ?2";
        self.0.tell(|connection| connection.query_row(sql, [run, games], |row| row.get(0)).optional())
    }

    /// Notes a net from before the end of the first window. A run that was interrupted comes by again, with the same net.
    pub fn note_early(&mut self, run: u64, games: u64, net: &[u8]) -> Result<(), StoreError> {
        let sql = "INSERT OR REPLACE INTO early (run, games, net) VALUES (?1, ?2, ?3)";
        self.0.change(|transaction| transaction.execute(sql, params![run, games, net]).map(drop))
    }

    /// The nets that were noted, each with the games played then.
    pub fn early_nets(&self, run: u64) -> Result<Vec<(u64, Vec<u8>)>, StoreError> {
        let of_row = |row: &rusqlite::Row| Ok((row.get(0)?, row.get(1)?));
        let sql = "SELECT games, net FROM early WHERE run = ?1 ORDER BY games";
        self.0.tell(|connection| {
            if !connection.table_exists(None, "early")? {
                return Ok(Vec::new());
            }
            connection.prepare(sql)?.query_map([run], of_row)?.collect()
        })
    }

    /// Keeps a checkpoint, whole or not at all.
    pub fn keep(&mut self, checkpoint: &Checkpoint) -> Result<(), StoreError> {
        self.0.change(|transaction| write(transaction, checkpoint))
    }
}

/// A run's net as it is kept, and what its learner remembers.
pub fn read_net(run: u64, bytes: &[u8]) -> Result<(Net, LearnerState), StoreError> {
    Net::from_bytes(bytes).map_err(|problem| StoreError::Net { run, problem })
}

fn write(transaction: &Transaction, checkpoint: &Checkpoint) -> rusqlite::Result<()> {
    let run = checkpoint.run;
    let sql =
        "INSERT INTO games (run, game, learner_is_white, half_points, reason, plies) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let mut insert = transaction.prepare_cached(sql)?;
    for row in &checkpoint.games {
        insert.execute(params![run, row.game, row.learner_is_white, row.half_points, row.reason, row.plies])?;
    }
    let sql = "INSERT INTO windows (run, games, won, drawn, lost, net) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let mut insert = transaction.prepare_cached(sql)?;
    for (row, net) in &checkpoint.windows {
        insert.execute(params![run, row.games, row.won, row.drawn, row.lost, net])?;
    }
    let sql = "INSERT OR REPLACE INTO states (run, games, net) VALUES (?1, ?2, ?3)";
    transaction.prepare_cached(sql)?.execute(params![run, checkpoint.state.games, checkpoint.state.net])?;
    Ok(())
}

#[cfg(test)]
mod tests;
