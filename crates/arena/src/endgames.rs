//! Endgame tables of a folder, looked for when a position of their ending first comes up.
//!
//! Those of three pieces take a moment to work out: where there is no file, they are made in memory. Those of four take
//! seconds, so that they are known only where somebody has made them (`hetman endgame table`) or waits for them.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, OnceLock};
use std::{fmt, fs, io, thread};

use hetman_endgame::{MOST_PIECES, Material, Outcome, SmallPosition, Table, TableFileError, Tables, oracle};
use hetman_rules::AnyPosition;
use hetman_rules::quote::passage;
use hetman_rules::shakmaty::{Chess, Move};
use hetman_search::{Oracle, Wdl};

use crate::notice;

/// Where tables are kept unless somebody names another folder.
pub const FOLDER: &str = "runs/endgames";

/// Tables with more pieces are not worked out while somebody waits for a move.
const MOST_PIECES_BUILT: usize = 3;

/// Why a file is no table.
#[derive(Debug, thiserror::Error)]
pub enum EndgameFileError {
    #[error("the endgame table {file} cannot be read: {reason}", file = passage(.file.display()))]
    Unreadable { file: PathBuf, reason: io::Error },
    #[error("{file}: {reason}", file = passage(.file.display()))]
    Unusable { file: PathBuf, reason: TableFileError },
    #[error("{file} is the table of {found}", file = passage(.file.display()))]
    Other { file: PathBuf, found: Material },
}

impl EndgameFileError {
    /// Whether a table may be written in its place: what is there is of no use.
    pub fn can_be_replaced(&self) -> bool {
        !matches!(self, EndgameFileError::Unreadable { .. })
    }
}

/// The file of an ending's table in a folder.
pub fn file(folder: &Path, material: Material) -> PathBuf {
    folder.join(format!("{material}.table"))
}

/// The table that a folder has of an ending, if it has one.
pub fn read(folder: &Path, material: Material) -> Result<Option<Table>, EndgameFileError> {
    let file = file(folder, material);
    let bytes = match fs::read(&file) {
        Ok(bytes) => bytes,
        Err(reason) if reason.kind() == ErrorKind::NotFound => return Ok(None),
        Err(reason) => return Err(EndgameFileError::Unreadable { file, reason }),
    };
    match Table::from_bytes(&bytes) {
        Ok(table) if table.material() == material => Ok(Some(table)),
        Ok(table) => Err(EndgameFileError::Other { file, found: table.material() }),
        Err(reason) => Err(EndgameFileError::Unusable { file, reason }),
    }
}

/// An oracle that reads the tables of a folder as they are needed.
pub struct EndgameFolder {
    folder: PathBuf,
    tables: BTreeMap<Material, Known>,
}

/// What is known of an ending.
#[derive(Default)]
struct Known {
    /// Looked for when the ending first comes up; empty where there is no file.
    read: OnceLock<Option<Table>>,
    /// Worked out where there is none.
    built: OnceLock<Table>,
}

impl EndgameFolder {
    /// The folder need not be there: then only what is worked out is known.
    pub fn new(folder: impl Into<PathBuf>) -> EndgameFolder {
        let tables = Material::all().into_iter().map(|material| (material, Known::default())).collect();
        EndgameFolder { folder: folder.into(), tables }
    }

    /// What becomes of a position for the side to move, if that is known.
    pub fn probe(&self, position: &Chess) -> Option<Outcome> {
        let position = SmallPosition::of(position)?;
        let (material, _) = position.material();
        self.table(material, material.men() <= MOST_PIECES_BUILT)?.outcome(&position)
    }

    /// Works out the table of a position of four pieces without pawns, if there is no file: a matter of seconds, for
    /// players without a clock.
    pub fn prepare(&self, position: &AnyPosition) {
        let AnyPosition::Chess(position) = position else { return };
        let material = SmallPosition::of(position).map(|position| position.material().0);
        if let Some(material) = material.filter(|material| !material.has_pawns()) {
            self.table(material, true);
        }
    }

    /// A file that is no table is told of, and does without.
    fn table(&self, material: Material, may_build: bool) -> Option<&Table> {
        let known = self.tables.get(&material)?;
        let found = known.read.get_or_init(|| {
            read(&self.folder, material).unwrap_or_else(|problem| {
                let cure = if problem.can_be_replaced() { "; `hetman endgame table` makes it anew" } else { "" };
                notice(format!("{problem}{cure}"));
                None
            })
        });
        let built = || if may_build { Some(known.built.get_or_init(|| build(material))) } else { known.built.get() };
        found.as_ref().or_else(built)
    }
}

/// The tables of [`FOLDER`], the same ones for all players of this program.
pub fn shared() -> Arc<EndgameFolder> {
    static SHARED: LazyLock<Arc<EndgameFolder>> = LazyLock::new(|| Arc::new(EndgameFolder::new(FOLDER)));
    Arc::clone(&SHARED)
}

fn build(material: Material) -> Table {
    let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let mut family = material.family();
    family.pop();
    let mut tables = Tables::default();
    for before in family {
        tables.insert(Table::build(before, &tables, threads, &()));
    }
    Table::build(material, &tables, threads, &())
}

impl Oracle for EndgameFolder {
    fn most_pieces(&self) -> usize {
        MOST_PIECES
    }

    fn wdl(&self, position: &AnyPosition) -> Option<Wdl> {
        oracle::wdl(position, |position| self.probe(position))
    }

    fn root_moves(&self, position: &AnyPosition) -> Option<Vec<Move>> {
        oracle::root_moves(position, |position| self.probe(position))
    }
}

impl fmt::Debug for EndgameFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EndgameFolder({})", self.folder.display())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chess(fen: &str) -> AnyPosition {
        AnyPosition::from_fen(hetman_rules::Variant::Chess, fen).unwrap()
    }

    const KRK: &str = "8/8/8/3k4/8/8/8/K6R w - - 0 1";
    const KBNK: &str = "8/8/8/3k4/8/8/8/K3B1N1 w - - 0 1";

    #[test]
    fn three_pieces_need_no_file() {
        let tables = EndgameFolder::new("/nonexistent");
        assert_eq!(tables.wdl(&chess(KRK)), Some(Wdl::Win));
        assert_eq!(tables.wdl(&chess(KBNK)), None);
        assert_eq!(tables.root_moves(&chess(KBNK)), None);
        tables.prepare(&chess(KBNK));
        assert_eq!(tables.wdl(&chess(KBNK)), Some(Wdl::Win));
        assert!(!tables.root_moves(&chess(KBNK)).unwrap().is_empty());
        assert!(!tables.root_moves(&chess(KRK)).unwrap().is_empty());
    }

    #[test]
    fn a_damaged_file_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let material: Material = "KRK".parse().unwrap();
        assert!(read(folder.path(), material).unwrap().is_none());
        let bytes = build(material).to_bytes();
        fs::write(file(folder.path(), material), &bytes).unwrap();
        assert_eq!(read(folder.path(), material).unwrap().unwrap().material(), material);
        fs::write(file(folder.path(), material), &bytes[..bytes.len() - 1]).unwrap();
        let problem = read(folder.path(), material).unwrap_err().to_string();
        assert!(problem.contains("damaged"), "{problem}");
        fs::write(file(folder.path(), "KQK".parse().unwrap()), &bytes).unwrap();
        let problem = read(folder.path(), "KQK".parse().unwrap()).unwrap_err().to_string();
        assert!(problem.contains("is the table of KRK"), "{problem}");
        assert_eq!(EndgameFolder::new(folder.path()).wdl(&chess(KRK)), Some(Wdl::Win), "worked out anew");
    }
}
