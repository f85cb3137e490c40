//! Files that are there whole or not at all.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use hetman_rules::quote::passage;

const LOCK: &str = "lock";
/// Seconds of work so far; a file of its own and not among the results, since they differ each time.
const SECONDS: &str = "seconds";

/// A file or a folder that the disk would not give us.
#[derive(Debug, thiserror::Error)]
#[error("{path} cannot be {action}: {reason}", path = passage(path.display()))]
pub struct DiskProblem {
    path: PathBuf,
    action: &'static str,
    reason: io::Error,
}

impl DiskProblem {
    pub fn new(path: &Path, action: &'static str, reason: io::Error) -> DiskProblem {
        DiskProblem { path: path.to_owned(), action, reason }
    }
}

/// Writes a file by way of a temporary one, so that whatever happens the old content or the new one is there.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), DiskProblem> {
    let temporary = temporary_name(path);
    let written = write_and_sync(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    written.and_then(|()| sync_folder(path)).map_err(|reason| {
        // What remains of a failed attempt is of no use, and may be what fills the disk.
        let _ = fs::remove_file(&temporary);
        DiskProblem::new(path, "written", reason)
    })
}

/// Makes a folder, and keeps others out of it until the lock is dropped; `None` if somebody else is in it.
pub fn lock(folder: &Path) -> Result<Option<File>, DiskProblem> {
    make(folder)?;
    let path = folder.join(LOCK);
    let lock = File::create(&path).map_err(|reason| DiskProblem::new(&path, "written", reason))?;
    match lock.try_lock() {
        Ok(()) => Ok(Some(lock)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(reason)) => Err(DiskProblem::new(&path, "locked", reason)),
    }
}

/// Makes a folder, and those it lies in.
pub fn make(folder: &Path) -> Result<(), DiskProblem> {
    fs::create_dir_all(folder).map_err(|reason| DiskProblem::new(folder, "made", reason))
}

/// Wall time of all sessions that were not killed, in seconds, if it was noted.
pub fn seconds(folder: &Path) -> Option<f64> {
    fs::read_to_string(folder.join(SECONDS)).ok()?.trim().parse().ok()
}

/// Adds a session's time to that of earlier ones.
pub fn add_seconds(folder: &Path, elapsed: Duration) -> Result<(), DiskProblem> {
    let seconds = seconds(folder).unwrap_or(0.0) + elapsed.as_secs_f64();
    write_atomically(&folder.join(SECONDS), format!("{seconds:.1}\n").as_bytes())
}

fn temporary_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}

fn write_and_sync(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// A rename is safe once the folder that holds the name is.
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("net.safetensors");
        write_atomically(&path, b"first").unwrap();
        write_atomically(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing temporary is left");
    }

    #[test]
    fn times_add_up() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(seconds(folder.path()), None);
        add_seconds(folder.path(), Duration::from_millis(1500)).unwrap();
        add_seconds(folder.path(), Duration::from_millis(2500)).unwrap();
        assert_eq!(seconds(folder.path()), Some(4.0));
    }

    #[test]
    fn a_failure_names_the_file_and_leaves_the_old_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("net.safetensors");
        write_atomically(&path, b"good").unwrap();
        // A folder in the temporary file's place makes writing it impossible, for root too.
        fs::create_dir(temporary_name(&path)).unwrap();
        let problem = write_atomically(&path, b"bad").unwrap_err().to_string();
        assert!(problem.contains("net.safetensors cannot be written"), "{problem}");
        assert_eq!(fs::read(&path).unwrap(), b"good");
    }
}
