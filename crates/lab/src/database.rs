//! One SQLite file with tables of a known format.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, Transaction};

use crate::store::StoreProblem;

/// The tables of a kind of file.
pub struct Schema {
    /// Changes with the tables; never 0, which an empty file has.
    pub format: i64,
    pub tables: &'static str,
}

pub struct Database {
    path: PathBuf,
    connection: Connection,
}

impl Database {
    /// Opens the file, or makes it; one of another format is refused.
    pub fn open(path: &Path, schema: &Schema) -> Result<Database, StoreProblem> {
        let problem = |reason| StoreProblem::Database { path: path.to_owned(), reason };
        let connection = Connection::open(path).map_err(problem)?;
        let mut database = Database { path: path.to_owned(), connection };
        database.prepare(schema)?;
        Ok(database)
    }

    fn prepare(&mut self, schema: &Schema) -> Result<(), StoreProblem> {
        self.tell(|connection| connection.pragma_update(None, "journal_mode", "WAL"))?;
        let found: i64 =
            self.tell(|connection| connection.pragma_query_value(None, "user_version", |row| row.get(0)))?;
        let tables: i64 =
            self.tell(|connection| connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0)))?;
        match (found, tables) {
            (0, 0) => self.change(|transaction| {
                transaction.execute_batch(schema.tables)?;
                transaction.pragma_update(None, "user_version", schema.format)
            }),
            (found, _) if found == schema.format => Ok(()),
            _ => Err(StoreProblem::Format { path: self.path.clone(), found, needed: schema.format }),
        }
    }

    pub fn tell<T>(&self, ask: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreProblem> {
        ask(&self.connection).map_err(|reason| StoreProblem::Database { path: self.path.clone(), reason })
    }

    /// Several changes, all of them or none.
    pub fn change<T>(&mut self, write: impl FnOnce(&Transaction) -> rusqlite::Result<T>) -> Result<T, StoreProblem> {
        let written = self.connection.transaction().and_then(|transaction| {
            let answer = write(&transaction)?;
            transaction.commit()?;
            Ok(answer)
        });
        written.map_err(|reason| StoreProblem::Database { path: self.path.clone(), reason })
    }
}
