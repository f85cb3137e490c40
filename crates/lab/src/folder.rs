//! Folders of runs and contests, and the files in them, which are there whole or not at all.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use hetman_rules::quote::passage;

use crate::faults;
use crate::place::Place;

const LOCK: &str = "lock";
/// Seconds of work so far; a file of its own and not among the results, since they differ each time.
const SECONDS: &str = "seconds";

/// A file or a folder that the disk would not give us.
#[derive(Debug, thiserror::Error)]
#[error("{path} cannot be {action}: {reason}", path = passage(path.display()))]
pub struct DiskError {
    path: PathBuf,
    action: &'static str,
    reason: io::Error,
}

impl DiskError {
    pub fn new(path: &Path, action: &'static str, reason: io::Error) -> DiskError {
        DiskError { path: path.to_owned(), action, reason }
    }
}

/// Writes a file so that whatever happens the old content or the new one is there.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), DiskError> {
    Place::at(path)?.write(bytes)
}

/// Makes a folder, and keeps others out of it until the lock is dropped; `None` if somebody else is in it.
pub fn lock(folder: &Path) -> Result<Option<File>, DiskError> {
    make(folder)?;
    let path = folder.join(LOCK);
    let lock = faults::point("lock").and_then(|()| File::create(&path));
    let lock = lock.map_err(|reason| DiskError::new(&path, "written", reason))?;
    match lock.try_lock() {
        Ok(()) => Ok(Some(lock)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(reason)) => Err(DiskError::new(&path, "locked", reason)),
    }
}

/// Makes a folder, and those it lies in. A folder is safe once the one it lies in is.
pub fn make(folder: &Path) -> Result<(), DiskError> {
    let missing: Vec<&Path> = folder.ancestors().take_while(|folder| !is_there(folder)).collect();
    let made = missing.into_iter().rev().try_for_each(|folder| {
        faults::point("mkdir")?;
        match fs::create_dir(folder) {
            Err(reason) if reason.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
            made => made.and_then(|()| sync_folder(folder.parent().unwrap_or(folder))),
        }
    });
    made.map_err(|reason| DiskError::new(folder, "made", reason))
}

/// An empty path is the folder we are in.
fn is_there(folder: &Path) -> bool {
    folder.as_os_str().is_empty() || folder.is_dir()
}

/// Wall time of all sessions that were not killed, in seconds, if it was noted.
pub fn seconds(folder: &Path) -> Option<f64> {
    fs::read_to_string(folder.join(SECONDS)).ok()?.trim().parse().ok()
}

/// Adds a session's time to that of earlier ones.
pub fn add_seconds(folder: &Path, elapsed: Duration) -> Result<(), DiskError> {
    let seconds = seconds(folder).unwrap_or(0.0) + elapsed.as_secs_f64();
    write_atomically(&folder.join(SECONDS), format!("{seconds:.1}\n").as_bytes())
}

/// A name is safe once the folder that holds it is; an empty path is the folder we are in.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    faults::point("sync folder")?;
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_made_with_those_they_lie_in() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("runs/match-1");
        make(&inside).unwrap();
        make(&inside).unwrap();
        assert!(inside.is_dir());
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        for taken in [file.clone(), file.join("below")] {
            assert!(make(&taken).unwrap_err().to_string().contains("cannot be made"));
        }
    }

    #[test]
    fn times_add_up() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(seconds(folder.path()), None);
        add_seconds(folder.path(), Duration::from_millis(1500)).unwrap();
        add_seconds(folder.path(), Duration::from_millis(2500)).unwrap();
        assert_eq!(seconds(folder.path()), Some(4.0));
    }
}
