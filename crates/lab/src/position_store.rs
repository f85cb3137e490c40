//! A position file that is being made: games go to the disk in whole blocks, each synced before the next.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use hetman_positions::{BlockWriter, Head, PositionFile, PositionFileError, ScoredGame};
use hetman_rules::quote::passage;

use crate::faults;
use crate::folder::{DiskError, write_atomically};
use crate::place::rename;

/// Why games cannot be added to a file.
#[derive(Debug, thiserror::Error)]
pub enum PositionStoreError {
    #[error(
        "{file} was begun otherwise ({was}): finish it in that way, or choose another name",
        file = passage(file.display()),
        was = passage(was)
    )]
    OtherHead { file: PathBuf, was: String },
    #[error("somebody is writing {file} already", file = passage(.0.display()))]
    Taken(PathBuf),
    #[error(transparent)]
    File(#[from] PositionFileError),
    #[error(transparent)]
    Disk(#[from] DiskError),
}

/// The file, and the games that wait for their block to be full. Nobody else writes it meanwhile.
pub struct PositionStore {
    path: PathBuf,
    file: File,
    writer: BlockWriter,
    /// Where the last whole block ends.
    end: u64,
}

impl PositionStore {
    /// Begins a file, in the place of what may be there.
    pub fn begin(path: &Path, head: &Head, games_per_block: usize) -> Result<PositionStore, PositionStoreError> {
        write_atomically(path, &head.to_bytes())?;
        PositionStore::resume(path, head, games_per_block)
    }

    /// Goes on with a file: what was not finished of its last block is dropped.
    pub fn resume(path: &Path, head: &Head, games_per_block: usize) -> Result<PositionStore, PositionStoreError> {
        let unwritable = |reason| DiskError::new(path, "written", reason);
        let file = OpenOptions::new().write(true).open(path).map_err(unwritable)?;
        let mut store =
            PositionStore { path: path.to_owned(), file, writer: BlockWriter::new(games_per_block), end: 0 };
        store.lock()?;
        let there = PositionFile::open(path)?;
        if there.head() != head {
            let Head { program, source, .. } = there.head();
            let was = format!("by {program}, {source}");
            return Err(PositionStoreError::OtherHead { file: path.to_owned(), was });
        }
        store.writer = BlockWriter::after(&there, games_per_block);
        store.end = there.end() as u64;
        drop(there);
        store.cut().map_err(unwritable)?;
        Ok(store)
    }

    /// Begins a file where there is none, else goes on with it.
    pub fn begin_or_resume(
        path: &Path,
        head: &Head,
        games_per_block: usize,
    ) -> Result<PositionStore, PositionStoreError> {
        match path.exists() {
            true => PositionStore::resume(path, head, games_per_block),
            false => PositionStore::begin(path, head, games_per_block),
        }
    }

    fn lock(&self) -> Result<(), PositionStoreError> {
        match self.file.try_lock() {
            Ok(()) => Ok(()),
            Err(TryLockError::WouldBlock) => Err(PositionStoreError::Taken(self.path.clone())),
            Err(TryLockError::Error(reason)) => Err(DiskError::new(&self.path, "locked", reason).into()),
        }
    }

    /// Adds a game, after which its source goes on at `source_at`. Says whether a block went to the disk.
    pub fn push(&mut self, game: &ScoredGame, source_at: u64) -> Result<bool, PositionStoreError> {
        match self.writer.push(game, source_at) {
            Some(block) => self.append(&block).map(|()| true),
            None => Ok(false),
        }
    }

    /// Writes the games that wait as the last block.
    pub fn finish(mut self) -> Result<(), PositionStoreError> {
        match self.writer.finish() {
            Some(block) => self.append(&block),
            None => Ok(()),
        }
    }

    /// The same, and gives the file its name.
    pub fn finish_as(self, path: &Path) -> Result<(), PositionStoreError> {
        let made = self.path.clone();
        self.finish()?;
        Ok(rename(&made, path).map_err(|reason| DiskError::new(path, "written", reason))?)
    }

    /// Adds bytes that belong together. Where the disk fails, the file is what it was.
    fn append(&mut self, bytes: &[u8]) -> Result<(), PositionStoreError> {
        match self.write(bytes) {
            Ok(()) => {
                self.end += bytes.len() as u64;
                Ok(())
            }
            Err(reason) => {
                // What remains of a failed attempt is no block, and readers know that.
                let _ = self.cut();
                Err(DiskError::new(&self.path, "written", reason).into())
            }
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.end))?;
        for part in faults::parts(bytes) {
            faults::point("write")?;
            self.file.write_all(part)?;
        }
        faults::point("sync")?;
        self.file.sync_data()
    }

    fn cut(&self) -> io::Result<()> {
        faults::point("truncate")?;
        self.file.set_len(self.end)
    }
}
