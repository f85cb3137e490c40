//! Endgame tables that are kept: worked out once, each with those that it leads to, and read from then on.

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::{Duration, Instant};

use hetman_arena::endgames::{self, EndgameFileError};
use hetman_arena::notice;
use hetman_endgame::{Material, Progress, Table, Tables};

use crate::folder::{self, DiskError};

/// Why there is no table.
#[derive(Debug, thiserror::Error)]
pub enum EndgameError {
    #[error(transparent)]
    Disk(#[from] DiskError),
    #[error(transparent)]
    File(#[from] EndgameFileError),
}

/// How a table came to be there.
#[derive(Clone, Copy, Debug)]
pub struct Obtained {
    pub material: Material,
    /// How long it took to work out; nothing if it was read.
    pub built_in: Option<Duration>,
    pub file_bytes: u64,
}

/// Hears how tables come to be.
pub trait EndgameObserver {
    /// A table is about to be worked out: who hears of its progress.
    fn begin(&self, material: Material) -> &dyn Progress;
}

/// Nobody does.
impl EndgameObserver for () {
    fn begin(&self, _: Material) -> &dyn Progress {
        &()
    }
}

/// The tables of an ending and of all that it leads to: read from the folder where they are, worked out and kept there
/// where they are not. A file that is none, or of another ending, is replaced, and somebody who watches is told.
pub fn obtain(
    folder: &Path,
    material: Material,
    threads: NonZeroUsize,
    observer: &dyn EndgameObserver,
) -> Result<(Tables, Vec<Obtained>), EndgameError> {
    folder::make(folder)?;
    let (mut tables, mut list) = (Tables::default(), Vec::new());
    for material in material.family() {
        let begun = Instant::now();
        let (table, built_in) = match read(folder, material)? {
            Some(table) => (table, None),
            None => {
                let table = Table::build(material, &tables, threads, observer.begin(material));
                let built_in = begun.elapsed();
                folder::write_atomically(&endgames::file(folder, material), &table.to_bytes())?;
                (table, Some(built_in))
            }
        };
        let file = endgames::file(folder, material);
        let file_bytes = std::fs::metadata(&file).map_err(|reason| DiskError::new(&file, "read", reason))?.len();
        list.push(Obtained { material, built_in, file_bytes });
        tables.insert(table);
    }
    Ok((tables, list))
}

/// A file that cannot be read is an error; one that holds something else is replaced.
fn read(folder: &Path, material: Material) -> Result<Option<Table>, EndgameError> {
    match endgames::read(folder, material) {
        Err(problem) if problem.can_be_replaced() => {
            notice(format!("{problem}: it is made anew now"));
            Ok(None)
        }
        read => Ok(read?),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn obtain_krk(folder: &Path) -> Vec<Obtained> {
        let (tables, list) = obtain(folder, "KRK".parse().unwrap(), NonZeroUsize::MIN, &()).unwrap();
        assert!(tables.get("KRK".parse().unwrap()).is_some());
        list
    }

    #[test]
    fn tables_are_worked_out_once() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("tables");
        let first = obtain_krk(&folder);
        assert_eq!(first.iter().map(|one| one.material.to_string()).collect::<Vec<_>>(), ["KK", "KRK"]);
        assert!(first.iter().all(|one| one.built_in.is_some() && one.file_bytes > 0));
        assert!(obtain_krk(&folder).iter().all(|one| one.built_in.is_none()));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "nothing else is left there");
    }

    #[test]
    fn a_damaged_file_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        obtain_krk(folder.path());
        let file = endgames::file(folder.path(), "KRK".parse().unwrap());
        let right = fs::read(&file).unwrap();
        for wrong in [&right[..right.len() / 2], b"", b"anything"] {
            fs::write(&file, wrong).unwrap();
            assert!(obtain_krk(folder.path())[1].built_in.is_some());
            assert_eq!(fs::read(&file).unwrap(), right);
        }
    }
}
