//! Syzygy endgame tables, through shakmaty-syzygy. The one place of this crate that touches files, and only those a
//! caller named.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use hetman_rules::quote::passage;
use hetman_rules::shakmaty::variant::{Antichess, Atomic, Chess};
use hetman_rules::shakmaty::{Move, Position};
use hetman_rules::{AnyPosition, Playable, Variant};
use shakmaty_syzygy::{AmbiguousWdl, Syzygy, Tablebase, Wdl};

/// Why folders of tables cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TablebaseProblem {
    #[error("no Syzygy tables of {variant} were found in '{}'", passage(.folders))]
    NoneFound { folders: String, variant: Variant },
    #[error("there are no Syzygy tables of {0}; they exist for chess, atomic and antichess")]
    NoSuchTables(Variant),
    #[error("cannot read the tablebase folder '{}': {reason}", passage(.folder))]
    Unreadable { folder: String, reason: std::io::Error },
}

/// Who wins with best play, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Win,
    /// Also wins and losses that the fifty-move rule takes away.
    Draw,
    Loss,
}

/// Tables of one variant.
pub struct Tables<P: Position + Clone + Syzygy> {
    files: usize,
    tablebase: Tablebase<P>,
}

enum Kind {
    Chess(Tables<Chess>),
    Atomic(Tables<Atomic>),
    Antichess(Tables<Antichess>),
}

/// Opened tables, shared by all threads.
#[derive(Clone)]
pub struct Tablebases(Arc<Kind>);

impl Tablebases {
    /// Opens every table of the variant in the folders, separated as in PATH.
    pub fn open(folders: &str, variant: Variant) -> Result<Tablebases, TablebaseProblem> {
        let kind = match variant {
            Variant::Chess => Kind::Chess(Tables::open(folders)?),
            Variant::Atomic => Kind::Atomic(Tables::open(folders)?),
            Variant::Antichess => Kind::Antichess(Tables::open(folders)?),
            other => return Err(TablebaseProblem::NoSuchTables(other)),
        };
        Ok(Tablebases(Arc::new(kind)))
    }

    /// Number of table files found.
    pub fn files(&self) -> usize {
        match &*self.0 {
            Kind::Chess(tables) => tables.files,
            Kind::Atomic(tables) => tables.files,
            Kind::Antichess(tables) => tables.files,
        }
    }

    /// Who wins, for certain even with the fifty-move rule; `None` where the tables do not tell.
    pub fn verdict(&self, position: &AnyPosition) -> Option<Verdict> {
        match (&*self.0, position) {
            (Kind::Chess(tables), AnyPosition::Chess(position)) => tables.verdict(position),
            (Kind::Atomic(tables), AnyPosition::Atomic(position)) => tables.verdict(position),
            (Kind::Antichess(tables), AnyPosition::Antichess(position)) => tables.verdict(position),
            _ => None,
        }
    }

    pub(crate) fn chess(&self) -> Option<&Tables<Chess>> {
        if let Kind::Chess(tables) = &*self.0 { Some(tables) } else { None }
    }

    pub(crate) fn atomic(&self) -> Option<&Tables<Atomic>> {
        if let Kind::Atomic(tables) = &*self.0 { Some(tables) } else { None }
    }

    pub(crate) fn antichess(&self) -> Option<&Tables<Antichess>> {
        if let Kind::Antichess(tables) = &*self.0 { Some(tables) } else { None }
    }
}

impl fmt::Debug for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tablebases({} files)", self.files())
    }
}

impl<P: Playable + Syzygy> Tables<P> {
    fn open(folders: &str) -> Result<Tables<P>, TablebaseProblem> {
        let mut tables = Tables { files: 0, tablebase: Tablebase::new() };
        for folder in std::env::split_paths(folders).filter(|folder| !folder.as_os_str().is_empty()) {
            tables.files += tables.add(&folder)?;
        }
        match tables.files {
            0 => Err(TablebaseProblem::NoneFound { folders: folders.to_owned(), variant: P::VARIANT }),
            _ => Ok(tables),
        }
    }

    fn add(&mut self, folder: &Path) -> Result<usize, TablebaseProblem> {
        let unreadable = |reason| TablebaseProblem::Unreadable { folder: folder.display().to_string(), reason };
        self.tablebase.add_directory(folder).map_err(unreadable)
    }

    fn covers(&self, position: &P) -> bool {
        position.board().occupied().count() <= self.tablebase.max_pieces() && position.castles().is_empty()
    }

    /// Who wins; `None` where the tables do not reach or cannot be read.
    pub(crate) fn probe(&self, position: &P) -> Option<Verdict> {
        if !self.covers(position) {
            return None;
        }
        self.tablebase.probe_wdl(position).ok().map(|wdl| match wdl {
            AmbiguousWdl::Win => Verdict::Win,
            AmbiguousWdl::Loss => Verdict::Loss,
            _ => Verdict::Draw,
        })
    }

    fn verdict(&self, position: &P) -> Option<Verdict> {
        let wdl = self.covers(position).then(|| self.tablebase.probe_wdl(position).ok())??;
        match wdl.unambiguous()? {
            Wdl::Win => Some(Verdict::Win),
            Wdl::Loss => Some(Verdict::Loss),
            Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => Some(Verdict::Draw),
        }
    }

    /// In a won or lost position the move of the shortest or longest way to progress; in a drawn one every move that
    /// keeps the draw.
    pub(crate) fn best_moves(&self, position: &P) -> Vec<Move> {
        if !self.covers(position) {
            return Vec::new();
        }
        let Ok(Some((best, _))) = self.tablebase.best_move(position) else { return Vec::new() };
        let Ok(wdl) = self.tablebase.probe_wdl(position) else { return Vec::new() };
        match wdl.after_zeroing() {
            Wdl::Draw => position.legal_moves().into_iter().filter(|&m| self.keeps_the_draw(position, m)).collect(),
            _ => vec![best],
        }
    }

    fn keeps_the_draw(&self, position: &P, m: Move) -> bool {
        self.tablebase.probe_wdl(&position.after(m)).is_ok_and(|reply| reply.after_zeroing() <= Wdl::Draw)
    }
}
