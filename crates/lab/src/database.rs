//! One SQLite file with tables of a known format.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior, ffi};

use crate::faults;
use crate::store::StoreError;

/// How long others who write are waited for.
const PATIENCE: Duration = Duration::from_secs(20);

/// How often somebody who waits looks again.
const PAUSE: Duration = Duration::from_millis(5);

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
    pub fn open(path: &Path, schema: &Schema) -> Result<Database, StoreError> {
        Database::open_with(path, schema, |_| Ok(())).map(|(database, ())| database)
    }

    /// Opens the file, or makes it, and writes into it at once: tables that are new and what is written come together or
    /// not at all, so that nobody ever finds tables without it.
    pub fn open_with<T>(
        path: &Path,
        schema: &Schema,
        write: impl FnOnce(&Transaction) -> rusqlite::Result<T>,
    ) -> Result<(Database, T), StoreError> {
        let problem = |reason| StoreError::Database { path: path.to_owned(), reason };
        let connection = passed("open").and_then(|()| Connection::open(path)).map_err(problem)?;
        let mut database = Database { path: path.to_owned(), connection };
        let written = database.prepare(schema, write)?;
        Ok((database, written))
    }

    /// Opens a file in order to read it, also where nothing can be written, and makes nothing; `None` if there is no
    /// such file, or nothing in it yet.
    pub fn read(path: &Path, schema: &Schema) -> Result<Option<Database>, StoreError> {
        if !path.exists() {
            return Ok(None);
        }
        let database = Database::open_to_read(path)?;
        let found = database.tell(format_of)?;
        match found {
            None => Ok(None),
            Some(found) if found == schema.format => Ok(Some(database)),
            Some(found) => Err(database.of_another_format(found, schema)),
        }
    }

    /// SQLite keeps its locks in files beside ours. Where these cannot be made nobody else writes either, and the file
    /// can be taken as it is.
    fn open_to_read(path: &Path) -> Result<Database, StoreError> {
        let problem = |reason| StoreError::Database { path: path.to_owned(), reason };
        let database = |connection| Database { path: path.to_owned(), connection };
        let is_unmerged = has_unmerged_changes(path);
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(problem)?;
        connection.busy_timeout(PATIENCE).map_err(problem)?;
        match format_of(&connection) {
            Err(reason) if needs_writing(&reason) => {
                if is_unmerged {
                    return Err(StoreError::Unmerged(path.to_owned()));
                }
                let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
                Connection::open_with_flags(immutable(path), flags).map(database).map_err(problem)
            }
            _ => Ok(database(connection)),
        }
    }

    fn prepare<T>(
        &mut self,
        schema: &Schema,
        write: impl FnOnce(&Transaction) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        self.tell(|connection| connection.busy_timeout(PATIENCE))?;
        self.tell(write_ahead)?;
        // Another process that opens the file now looks at it before this transaction or after it, never between.
        let prepared = self.change(|transaction| {
            match format_of(transaction)? {
                Some(found) if found != schema.format => return Ok(Err(found)),
                Some(_) => {}
                None => {
                    transaction.execute_batch(schema.tables)?;
                    transaction.pragma_update(None, "user_version", schema.format)?;
                }
            }
            write(transaction).map(Ok)
        })?;
        prepared.map_err(|found| self.of_another_format(found, schema))
    }

    fn of_another_format(&self, found: i64, schema: &Schema) -> StoreError {
        StoreError::Format { path: self.path.clone(), found, needed: schema.format }
    }

    /// Asks, and changes nothing.
    pub fn tell<T>(&self, ask: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        ask(&self.connection).map_err(|reason| StoreError::Database { path: self.path.clone(), reason })
    }

    /// Several changes, all of them or none.
    pub fn change<T>(&mut self, write: impl FnOnce(&Transaction) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        // One that reads first and writes later could find that others have written between.
        let begun =
            passed("begin").and_then(|()| self.connection.transaction_with_behavior(TransactionBehavior::Immediate));
        let written = begun.and_then(|transaction| {
            let answer = write(&transaction)?;
            passed("commit")?;
            transaction.commit()?;
            passed("committed")?;
            Ok(answer)
        });
        written.map_err(|reason| StoreError::Database { path: self.path.clone(), reason })
    }
}

/// The format of the tables; `None` where there are none. Then the file is new.
fn format_of(connection: &Connection) -> rusqlite::Result<Option<i64>> {
    let format: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
    Ok((format != 0 || tables > 0).then_some(format))
}

/// Has changes written beside the file first. SQLite does not wait for others who do the same at this moment.
fn write_ahead(connection: &Connection) -> rusqlite::Result<()> {
    let begun = Instant::now();
    loop {
        match connection.pragma_update(None, "journal_mode", "WAL") {
            Err(reason) if is_busy(&reason) && begun.elapsed() < PATIENCE => thread::sleep(PAUSE),
            switched => return switched,
        }
    }
}

fn is_busy(reason: &rusqlite::Error) -> bool {
    matches!(reason.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

fn needs_writing(reason: &rusqlite::Error) -> bool {
    matches!(reason.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
}

/// Whether somebody was killed who had written beside the file and not into it.
fn has_unmerged_changes(path: &Path) -> bool {
    let mut beside = path.as_os_str().to_owned();
    beside.push("-wal");
    fs::metadata(beside).is_ok_and(|file| file.len() > 0 && file.is_file())
}

/// The name under which SQLite takes a file for one that nobody changes.
fn immutable(path: &Path) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./".contains(&byte);
    let letter = |&byte: &u8| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02x}") };
    let name: String = path.as_os_str().as_encoded_bytes().iter().map(letter).collect();
    format!("file:{name}?immutable=1")
}

/// A failure here is one of SQLite's.
fn passed(step: &'static str) -> rusqlite::Result<()> {
    faults::point(step).map_err(|reason: io::Error| {
        let code = match reason.kind() {
            io::ErrorKind::StorageFull => ffi::SQLITE_FULL,
            _ => ffi::SQLITE_IOERR,
        };
        rusqlite::Error::SqliteFailure(ffi::Error::new(code), None)
    })
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;
    use std::sync::Barrier;

    use super::*;

    const SCHEMA: Schema = Schema { format: 7, tables: "CREATE TABLE words (word TEXT NOT NULL);" };

    fn add(database: &mut Database, word: &str) -> Result<(), StoreError> {
        database.change(|transaction| transaction.execute("INSERT INTO words VALUES (?1)", [word]).map(drop))
    }

    fn count(database: &Database) -> i64 {
        database.tell(|connection| connection.query_row("SELECT count(*) FROM words", [], |row| row.get(0))).unwrap()
    }

    #[test]
    fn many_can_open_a_new_file_at_the_same_moment() {
        const OPENERS: usize = 8;
        for _ in 0..20 {
            let folder = tempfile::tempdir().unwrap();
            let (path, together) = (folder.path().join("words.sqlite"), Barrier::new(OPENERS));
            let open_and_add = || {
                together.wait();
                add(&mut Database::open(&path, &SCHEMA)?, "word")
            };
            let results: Vec<Result<(), StoreError>> = thread::scope(|scope| {
                let openers: Vec<_> = (0..OPENERS).map(|_| scope.spawn(open_and_add)).collect();
                openers.into_iter().map(|opener| opener.join().unwrap()).collect()
            });
            results.into_iter().for_each(|result| result.unwrap());
            assert_eq!(count(&Database::open(&path, &SCHEMA).unwrap()), OPENERS as i64);
        }
    }

    #[test]
    fn tables_come_with_what_is_written_at_once_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("words.sqlite");
        let failed = Database::open_with(&path, &SCHEMA, |transaction| transaction.execute("nonsense", []));
        assert!(failed.is_err() && path.exists());
        assert!(Database::read(&path, &SCHEMA).unwrap().is_none());
        let sql = "INSERT INTO words VALUES ('first')";
        let (database, added) =
            Database::open_with(&path, &SCHEMA, |transaction| transaction.execute(sql, [])).unwrap();
        assert_eq!((added, count(&database)), (1, 1));
    }

    #[test]
    fn reading_makes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("words.sqlite");
        assert!(Database::read(&path, &SCHEMA).unwrap().is_none() && !path.exists());
        fs::write(&path, "").unwrap();
        assert!(Database::read(&path, &SCHEMA).unwrap().is_none());
        assert_eq!(fs::read(&path).unwrap(), b"");
        drop(Database::open(&path, &Schema { format: 6, ..SCHEMA }).unwrap());
        for refused in [Database::read(&path, &SCHEMA).map(drop), Database::open(&path, &SCHEMA).map(drop)] {
            assert!(matches!(refused, Err(StoreError::Format { found: 6, needed: 7, .. })));
        }
        fs::write(&path, "this is no database, however long one looks at it").unwrap();
        assert!(Database::read(&path, &SCHEMA).is_err());
    }

    #[test]
    fn a_file_can_be_read_where_nothing_can_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("100% words?.sqlite");
        add(&mut Database::open(&path, &SCHEMA).unwrap(), "word").unwrap();
        let beside = |what: &str| folder.path().join(format!("100% words?.sqlite-{what}"));
        // A link to nowhere in the place of the shared memory keeps it from being made, for root too.
        symlink("/nowhere/at/all", beside("shm")).unwrap();
        let database = Database::read(&path, &SCHEMA).unwrap().unwrap();
        assert_eq!(count(&database), 1);
        drop(database);
        fs::write(beside("wal"), "changes").unwrap();
        let unmerged = Database::read(&path, &SCHEMA).map(drop).unwrap_err();
        assert!(matches!(unmerged, StoreError::Unmerged(_)), "{unmerged}");
        assert!(unmerged.to_string().contains("copy"), "{unmerged}");
    }
}
