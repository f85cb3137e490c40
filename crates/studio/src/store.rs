//! What the studio itself keeps, in one SQLite file: games, and which experiments, tournaments and suite runs there are.
//! What those two learned and played lies in folders of their own, as `lab` keeps it.

use std::fs::{self, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use hetman_lab::database::{Database, Schema};
use hetman_lab::{DiskError, StoreError};
use rusqlite::{OptionalExtension, Row, Transaction, params};

use crate::studio::OpenError;

const SCHEMA: Schema = Schema {
    format: 1,
    tables: "
CREATE TABLE starts (
    start INTEGER PRIMARY KEY AUTOINCREMENT
);
CREATE TABLE items (
    kind TEXT NOT NULL,
    id INTEGER NOT NULL,
    created TEXT NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE TABLE numbers (
    kind TEXT PRIMARY KEY,
    last INTEGER NOT NULL
) WITHOUT ROWID;",
};

/// What is kept, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordKind(pub &'static str);

impl RecordKind {
    pub const GAME: RecordKind = RecordKind("game");
}

/// Something that is kept.
#[derive(Clone, Debug)]
pub struct Item {
    pub id: u64,
    /// When it was made, in Greenwich: `2026-11-15T16:00:00Z`.
    pub created: String,
    /// JSON of the kind of job that keeps it.
    pub data: String,
}

impl Item {
    /// The same for something that is not kept.
    pub fn unstored(id: u64) -> Item {
        Item { id, created: String::new(), data: String::new() }
    }

    fn of_row(row: &Row) -> rusqlite::Result<Item> {
        Ok(Item { id: row.get(0)?, created: row.get(1)?, data: row.get(2)? })
    }
}

pub struct Store(Mutex<Database>);

/// For its owner only: it holds the secrets of seats. The files that SQLite puts beside it are made as it is.
const PRIVATE: u32 = 0o600;

/// Makes the file if it is not there, and takes it away from others if it is.
fn keep_private(path: &Path) -> Result<(), DiskError> {
    let unusable = |reason| DiskError::new(path, "made private", reason);
    OpenOptions::new().append(true).create(true).mode(PRIVATE).open(path).map_err(unusable)?;
    for ending in ["", "-wal", "-shm"] {
        let mut beside = path.as_os_str().to_owned();
        beside.push(ending);
        match fs::set_permissions(beside, Permissions::from_mode(PRIVATE)) {
            Err(reason) if reason.kind() != io::ErrorKind::NotFound => return Err(unusable(reason)),
            _ => {}
        }
    }
    Ok(())
}

impl Store {
    pub fn open(path: &Path) -> Result<Store, OpenError> {
        keep_private(path)?;
        Ok(Store(Mutex::new(Database::open(path, &SCHEMA)?)))
    }

    fn lock(&self) -> MutexGuard<'_, Database> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of this start of the studio: larger than all before.
    pub fn begin_start(&self) -> Result<u64, StoreError> {
        self.lock().change(|transaction| {
            transaction.execute("INSERT INTO starts DEFAULT VALUES", [])?;
            Ok(transaction.last_insert_rowid() as u64)
        })
    }

    /// Keeps something new. Numbers are never given twice, also after a deletion.
    pub fn add(&self, kind: RecordKind, data: &str) -> Result<Item, StoreError> {
        self.lock().change(|transaction| {
            let sql = "INSERT INTO numbers (kind, last) VALUES (?1, 1) \
                       ON CONFLICT (kind) DO UPDATE SET last = last + 1 RETURNING last";
            let id: u64 = transaction.query_row(sql, [kind.0], |row| row.get(0))?;
            let sql = "INSERT INTO items (kind, id, created, data) \
                       VALUES (?1, ?2, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?3) RETURNING id, created, data";
            transaction.query_row(sql, params![kind.0, id, data], Item::of_row)
        })
    }

    /// Replaces what is kept.
    pub fn update(&self, kind: RecordKind, id: u64, data: &str) -> Result<(), StoreError> {
        let sql = "UPDATE items SET data = ?3 WHERE kind = ?1 AND id = ?2";
        let write =
            |transaction: &Transaction| transaction.prepare_cached(sql)?.execute(params![kind.0, id, data]).map(drop);
        self.lock().change(write)
    }

    pub fn delete(&self, kind: RecordKind, id: u64) -> Result<(), StoreError> {
        let sql = "DELETE FROM items WHERE kind = ?1 AND id = ?2";
        self.lock().change(|transaction| transaction.execute(sql, params![kind.0, id]).map(drop))
    }

    pub fn get(&self, kind: RecordKind, id: u64) -> Result<Option<Item>, StoreError> {
        let sql = "SELECT id, created, data FROM items WHERE kind = ?1 AND id = ?2";
        self.lock().tell(|connection| connection.query_row(sql, params![kind.0, id], Item::of_row).optional())
    }

    /// All of a kind, the newest first.
    pub fn all(&self, kind: RecordKind) -> Result<Vec<Item>, StoreError> {
        let sql = "SELECT id, created, data FROM items WHERE kind = ?1 ORDER BY id DESC";
        self.lock().tell(|connection| connection.prepare(sql)?.query_map([kind.0], Item::of_row)?.collect())
    }

    pub fn is_empty(&self) -> Result<bool, StoreError> {
        self.lock()
            .tell(|connection| connection.query_row("SELECT NOT EXISTS (SELECT * FROM items)", [], |row| row.get(0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_else_reads_the_secrets() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("studio.sqlite");
        fs::write(&path, "").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        let store = Store::open(&path).unwrap();
        store.add(RecordKind::GAME, "secret").unwrap();
        let files: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap()).collect();
        assert!(files.len() > 1, "the file and its log");
        for file in files {
            assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, PRIVATE, "{:?}", file.file_name());
        }
    }

    #[test]
    fn what_is_kept_is_there_after_a_restart_and_numbers_are_never_given_twice() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("studio.sqlite");
        let first = Store::open(&path).unwrap();
        let one = first.add(RecordKind::GAME, "one").unwrap();
        let two = first.add(RecordKind::GAME, "two").unwrap();
        assert_eq!((one.id, two.id, first.add(RecordKind("experiment"), "x").unwrap().id), (1, 2, 1));
        first.update(RecordKind::GAME, 1, "changed").unwrap();
        first.delete(RecordKind::GAME, 2).unwrap();
        let start = first.begin_start().unwrap();
        drop(first);
        let second = Store::open(&path).unwrap();
        assert!(second.begin_start().unwrap() > start);
        assert_eq!(second.get(RecordKind::GAME, 1).unwrap().unwrap().data, "changed");
        assert!(second.get(RecordKind::GAME, 2).unwrap().is_none());
        assert_eq!(second.add(RecordKind::GAME, "three").unwrap().id, 3);
        let ids: Vec<u64> = second.all(RecordKind::GAME).unwrap().iter().map(|item| item.id).collect();
        assert_eq!((ids, second.is_empty().unwrap()), (vec![3, 1], false));
    }
}
