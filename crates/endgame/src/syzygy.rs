//! Syzygy endgame tables, through shakmaty-syzygy. The one place of this crate that touches files, and only those a
//! caller named.

use std::fmt;
use std::path::Path;

use hetman_rules::quote::passage;
use hetman_rules::shakmaty::Move;
use hetman_rules::shakmaty::variant::{Antichess, Atomic, Chess};
use hetman_rules::{AnyPosition, Playable, Variant};
use hetman_search::{Oracle, Wdl};
use shakmaty_syzygy::{Syzygy as HasTables, Tablebase, Wdl as TableWdl};

/// Why folders of tables cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SyzygyError {
    #[error("no Syzygy tables of {variant} were found in '{}'", passage(.folders))]
    NoneFound { folders: String, variant: Variant },
    #[error("there are no Syzygy tables of {0}; they exist for chess, atomic and antichess")]
    NoSuchTables(Variant),
    #[error("cannot read the tablebase folder '{}': {reason}", passage(.folder))]
    Unreadable { folder: String, reason: std::io::Error },
}

/// Opened tables of one variant.
pub struct Syzygy {
    files: usize,
    tables: Tables,
}

enum Tables {
    Chess(Tablebase<Chess>),
    Atomic(Tablebase<Atomic>),
    Antichess(Tablebase<Antichess>),
}

/// Asks the tables that fit the position; nothing is known of other variants.
macro_rules! ask {
    ($self:expr, $position:expr, $question:ident) => {
        match (&$self.tables, $position) {
            (Tables::Chess(tables), AnyPosition::Chess(position)) => $question(tables, position),
            (Tables::Atomic(tables), AnyPosition::Atomic(position)) => $question(tables, position),
            (Tables::Antichess(tables), AnyPosition::Antichess(position)) => $question(tables, position),
            _ => None,
        }
    };
}

impl Syzygy {
    /// Opens every table of the variant in the folders, separated as in PATH.
    pub fn open(folders: &str, variant: Variant) -> Result<Syzygy, SyzygyError> {
        let (files, tables) = match variant {
            Variant::Chess => open(folders).map(|(files, tables)| (files, Tables::Chess(tables)))?,
            Variant::Atomic => open(folders).map(|(files, tables)| (files, Tables::Atomic(tables)))?,
            Variant::Antichess => open(folders).map(|(files, tables)| (files, Tables::Antichess(tables)))?,
            other => return Err(SyzygyError::NoSuchTables(other)),
        };
        Ok(Syzygy { files, tables })
    }

    /// Number of table files found.
    pub fn files(&self) -> usize {
        self.files
    }
}

impl Oracle for Syzygy {
    fn most_pieces(&self) -> usize {
        match &self.tables {
            Tables::Chess(tables) => tables.max_pieces(),
            Tables::Atomic(tables) => tables.max_pieces(),
            Tables::Antichess(tables) => tables.max_pieces(),
        }
    }

    /// Where the counter of moves leaves in doubt whether a win comes in time, nothing is known.
    fn wdl(&self, position: &AnyPosition) -> Option<Wdl> {
        ask!(self, position, wdl)
    }

    /// In a won or lost position the move of the shortest or longest way to progress; in a drawn one every move that
    /// keeps the draw.
    fn root_moves(&self, position: &AnyPosition) -> Option<Vec<Move>> {
        ask!(self, position, root_moves)
    }
}

impl fmt::Debug for Syzygy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Syzygy({} files)", self.files)
    }
}

fn open<P: Playable + HasTables>(folders: &str) -> Result<(usize, Tablebase<P>), SyzygyError> {
    let (mut files, mut tables) = (0, Tablebase::new());
    for folder in std::env::split_paths(folders).filter(|folder| !folder.as_os_str().is_empty()) {
        files += add(&mut tables, &folder)?;
    }
    match files {
        0 => Err(SyzygyError::NoneFound { folders: folders.to_owned(), variant: P::VARIANT }),
        _ => Ok((files, tables)),
    }
}

fn add<P: Playable + HasTables>(tables: &mut Tablebase<P>, folder: &Path) -> Result<usize, SyzygyError> {
    let unreadable = |reason| SyzygyError::Unreadable { folder: folder.display().to_string(), reason };
    tables.add_directory(folder).map_err(unreadable)
}

/// Tables know nothing of castling.
fn covers<P: Playable + HasTables>(tables: &Tablebase<P>, position: &P) -> bool {
    position.board().occupied().count() <= tables.max_pieces() && position.castles().is_empty()
}

fn wdl<P: Playable + HasTables>(tables: &Tablebase<P>, position: &P) -> Option<Wdl> {
    let found = covers(tables, position).then(|| tables.probe_wdl(position).ok())??;
    Some(match found.unambiguous()? {
        TableWdl::Win => Wdl::Win,
        TableWdl::Loss => Wdl::Loss,
        TableWdl::CursedWin | TableWdl::Draw | TableWdl::BlessedLoss => Wdl::Draw,
    })
}

fn root_moves<P: Playable + HasTables>(tables: &Tablebase<P>, position: &P) -> Option<Vec<Move>> {
    let (best, _) = covers(tables, position).then(|| tables.best_move(position).ok())???;
    Some(match tables.probe_wdl(position).ok()?.after_zeroing() {
        TableWdl::Draw => position.legal_moves().into_iter().filter(|&m| keeps_the_draw(tables, position, m)).collect(),
        _ => vec![best],
    })
}

fn keeps_the_draw<P: Playable + HasTables>(tables: &Tablebase<P>, position: &P, m: Move) -> bool {
    tables.probe_wdl(&position.after(m)).is_ok_and(|reply| reply.after_zeroing() <= TableWdl::Draw)
}

#[cfg(test)]
mod tests;
