//! What is kept of a fit, in one SQLite file: its text, labels, curves, nets.
//!
//! A checkpoint is one transaction, as in the store of a run: whatever happens, a network is found as it was at some
//! point of its curve, and goes on from there to the same bits.

use std::path::Path;

use rusqlite::{OptionalExtension, params};

use crate::database::{Database, Schema};
use crate::machine::Machine;
use crate::store::{Session, StoreError};

const SCHEMA: Schema = Schema {
    format: 1,
    tables: "
CREATE TABLE experiment (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    text TEXT NOT NULL
);
CREATE TABLE sessions (
    session INTEGER PRIMARY KEY,
    revision TEXT NOT NULL,
    processor TEXT NOT NULL,
    cores INTEGER NOT NULL,
    system TEXT NOT NULL
);
CREATE TABLE labels (
    position INTEGER PRIMARY KEY,
    target REAL NOT NULL
);
CREATE TABLE points (
    network TEXT NOT NULL,
    step INTEGER NOT NULL,
    training REAL NOT NULL,
    held_out REAL,
    net BLOB NOT NULL,
    PRIMARY KEY (network, step)
) WITHOUT ROWID;
CREATE TABLE states (
    network TEXT PRIMARY KEY,
    step INTEGER NOT NULL,
    net BLOB NOT NULL
);
",
};

pub struct FitStore(Database);

/// A point of a network's curve, with the net as it was there.
#[derive(Clone, Debug, PartialEq)]
pub struct FitPoint {
    /// Batches learned from.
    pub step: u64,
    /// The mean loss of the batches since the point before, each taken before it was learned from.
    pub training: f64,
    /// The loss of positions that are not learned from, where there are some with targets.
    pub held_out: Option<f64>,
    pub net: Vec<u8>,
}

impl FitStore {
    pub fn open(path: &Path) -> Result<FitStore, StoreError> {
        Database::open(path, &SCHEMA).map(FitStore)
    }

    /// Opens a file in order to read it; `None` if it was not begun.
    pub fn read(path: &Path) -> Result<Option<FitStore>, StoreError> {
        Ok(Database::read(path, &SCHEMA)?.map(FitStore))
    }

    /// The experiment's text, once it is known.
    pub fn text(&self) -> Result<Option<String>, StoreError> {
        self.0.tell(|connection| connection.query_row("SELECT text FROM experiment", [], |row| row.get(0)).optional())
    }

    pub fn set_text(&mut self, text: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO experiment (id, text) VALUES (1, ?1)";
        self.0.change(|transaction| transaction.execute(sql, [text]).map(drop))
    }

    /// Notes who goes on from now, and on what.
    pub fn begin_session(&mut self, session: &Session) -> Result<(), StoreError> {
        let Session { revision, machine: Machine { processor, cores, system } } = session;
        let sql = "INSERT INTO sessions (revision, processor, cores, system) VALUES (?1, ?2, ?3, ?4)";
        self.0.change(|transaction| transaction.execute(sql, params![revision, processor, cores, system]).map(drop))
    }

    /// Which of so many positions have no label.
    pub fn unlabelled(&self, count: usize) -> Result<Vec<usize>, StoreError> {
        let mut is_missing = vec![true; count];
        for (number, _) in self.labels()? {
            is_missing.get_mut(number).into_iter().for_each(|is_missing| *is_missing = false);
        }
        Ok((0..count).filter(|&number| is_missing[number]).collect())
    }

    /// Labels with the number of their position, in order.
    pub fn labels(&self) -> Result<Vec<(usize, f64)>, StoreError> {
        let of_row = |row: &rusqlite::Row| Ok((row.get::<_, u64>(0)? as usize, row.get(1)?));
        let sql = "SELECT position, target FROM labels ORDER BY position";
        self.0.tell(|connection| connection.prepare(sql)?.query_map([], of_row)?.collect())
    }

    pub fn keep_labels(&mut self, labels: &[(usize, f64)]) -> Result<(), StoreError> {
        self.0.change(|transaction| {
            let mut insert = transaction.prepare("INSERT OR REPLACE INTO labels (position, target) VALUES (?1, ?2)")?;
            labels.iter().try_for_each(|&(number, target)| insert.execute(params![number as u64, target]).map(drop))
        })
    }

    /// The curve of a network.
    pub fn points(&self, network: &str) -> Result<Vec<FitPoint>, StoreError> {
        let of_row = |row: &rusqlite::Row| {
            Ok(FitPoint { step: row.get(0)?, training: row.get(1)?, held_out: row.get(2)?, net: row.get(3)? })
        };
        let sql = "SELECT step, training, held_out, net FROM points WHERE network = ?1 ORDER BY step";
        self.0.tell(|connection| connection.prepare(sql)?.query_map([network], of_row)?.collect())
    }

    /// From where a network goes on, as its file, with what its learner keeps.
    pub fn state(&self, network: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let sql = "SELECT net FROM states WHERE network = ?1";
        self.0.tell(|connection| connection.query_row(sql, [network], |row| row.get(0)).optional())
    }

    /// Keeps a point of the curve and the state there, both or none.
    pub fn keep(&mut self, network: &str, point: &FitPoint, state: &[u8]) -> Result<(), StoreError> {
        let FitPoint { step, training, held_out, net } = point;
        self.0.change(|transaction| {
            let sql = "INSERT INTO points (network, step, training, held_out, net) VALUES (?1, ?2, ?3, ?4, ?5)";
            transaction.execute(sql, params![network, step, training, held_out, net])?;
            let sql = "INSERT OR REPLACE INTO states (network, step, net) VALUES (?1, ?2, ?3)";
            transaction.execute(sql, params![network, step, state]).map(drop)
        })
    }
}
