//! Reading a position file, also while it grows.

use std::cell::Cell;
use std::fs::File;
use std::io;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use hetman_rules::Variant;
use hetman_rules::quote::passage;
use vmap::Map;

use crate::block::{Block, Layout};
use crate::codec::decode;
use crate::head::HeadError;
use crate::{Damage, GameError, Head, StoredGame};

/// Why games cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum PositionFileError {
    #[error("cannot read {file}: {reason}", file = passage(file.display()))]
    Unreadable { file: PathBuf, reason: io::Error },
    #[error("{file}: {reason}", file = passage(file.display()))]
    Head { file: PathBuf, reason: HeadError },
    #[error("{file} holds games of {is}, not of {wanted}", file = passage(file.display()))]
    Variant { file: PathBuf, is: Variant, wanted: Variant },
    #[error(
        "{file}: block {block} (bytes {begin} to {end}) is damaged, and with it games {first} to {last}; the others can be read",
        file = passage(file.display())
    )]
    Damaged { file: PathBuf, block: usize, begin: usize, end: usize, first: u64, last: u64 },
    #[error("{file}, game {game}: {reason}", file = passage(file.display()))]
    Game { file: PathBuf, game: u64, reason: GameError },
}

/// A position file in memory, as long as it was when it was opened. Each thread opens its own: the system keeps the
/// content once.
pub struct PositionFile {
    path: PathBuf,
    bytes: Bytes,
    head: Head,
    layout: Layout,
    /// How many games come before each block, and in the end all.
    before: Vec<usize>,
    /// Whether a block's sum was looked at, and what came of it.
    intact: Vec<Cell<Option<bool>>>,
}

enum Bytes {
    Mapped(Map),
    Owned(Vec<u8>),
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Mapped(map) => map,
            Bytes::Owned(bytes) => bytes,
        }
    }
}

impl PositionFile {
    /// Maps the file, and finds its blocks. What a program has not finished writing is left out.
    pub fn open(path: &Path) -> Result<PositionFile, PositionFileError> {
        let mapped = File::open(path).and_then(|file| map(&file));
        let bytes = mapped.map_err(|reason| PositionFileError::Unreadable { file: path.to_owned(), reason })?;
        PositionFile::of(path, bytes)
    }

    /// The same, where only games of one variant will do.
    pub fn open_variant(path: &Path, wanted: Variant) -> Result<PositionFile, PositionFileError> {
        let file = PositionFile::open(path)?;
        let is = file.head.variant;
        if is == wanted { Ok(file) } else { Err(PositionFileError::Variant { file: path.to_owned(), is, wanted }) }
    }

    /// A file that is in memory already; the name is for messages.
    pub fn of_bytes(name: &Path, bytes: Vec<u8>) -> Result<PositionFile, PositionFileError> {
        PositionFile::of(name, Bytes::Owned(bytes))
    }

    fn of(path: &Path, bytes: Bytes) -> Result<PositionFile, PositionFileError> {
        let file = path.to_owned();
        let (head, head_bytes) = Head::read(&bytes).map_err(|reason| PositionFileError::Head { file, reason })?;
        let layout = Layout::of(&bytes, head_bytes);
        let mut before = vec![0];
        before.extend(layout.blocks.iter().scan(0, |games, block| {
            *games += block.games;
            Some(*games)
        }));
        let intact = vec![Cell::new(None); layout.blocks.len()];
        Ok(PositionFile { path: path.to_owned(), bytes, head, layout, before, intact })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn head(&self) -> &Head {
        &self.head
    }

    /// Games in its blocks. One of a block that turns out to be damaged cannot be read.
    pub fn games(&self) -> usize {
        self.before[self.layout.blocks.len()]
    }

    pub fn half_moves(&self) -> u64 {
        self.layout.blocks.iter().map(|block| block.half_moves).sum()
    }

    pub fn blocks(&self) -> usize {
        self.layout.blocks.len()
    }

    /// Where blocks should be and none is.
    pub fn damages(&self) -> &[Damage] {
        &self.layout.damages
    }

    /// Where the last whole block ends: what is added to the file goes there.
    pub fn end(&self) -> usize {
        self.layout.end
    }

    /// Bytes of a block that was not finished: somebody is writing it, or was killed.
    pub fn unfinished_bytes(&self) -> usize {
        self.bytes.len() - self.layout.end
    }

    /// Where the source of the games goes on.
    pub fn source_at(&self) -> u64 {
        self.layout.blocks.last().map_or(0, |block| block.source_at)
    }

    /// The number of the game that would be added next; lost games keep theirs.
    pub fn next_game(&self) -> u64 {
        self.layout.blocks.last().map_or(0, |block| block.first_game + block.games as u64)
    }

    /// One of its games, counted from 0.
    ///
    /// # Panics
    /// If there are not so many [`games`](Self::games).
    pub fn game(&self, index: usize) -> Result<StoredGame<'_>, PositionFileError> {
        assert!(index < self.games(), "there are only {} games", self.games());
        let number = self.before.partition_point(|&before| before <= index) - 1;
        let block = &self.layout.blocks[number];
        if !self.is_intact(number) {
            return Err(self.damaged(number));
        }
        let within = index - self.before[number];
        let bytes = block.game(&self.bytes, within).ok_or(GameError::Description);
        bytes.and_then(|bytes| decode(self.head.variant, bytes)).map_err(|reason| self.bad_game(index, reason))
    }

    /// Its games one after the other.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Result<StoredGame<'_>, PositionFileError>> {
        (0..self.games()).map(|index| self.game(index))
    }

    /// Looks at a block and all that is in it.
    pub fn check_block(&self, number: usize) -> Result<(), PositionFileError> {
        for index in self.before[number]..self.before[number + 1] {
            let played = self.game(index)?.positions().try_for_each(|here| here.map(drop));
            played.map_err(|reason| self.bad_game(index, reason))?;
        }
        Ok(())
    }

    /// What is wrong with a game, as a sentence that names the file.
    pub fn bad_game(&self, index: usize, reason: GameError) -> PositionFileError {
        PositionFileError::Game { file: self.path.clone(), game: index as u64 + 1, reason }
    }

    fn is_intact(&self, number: usize) -> bool {
        let known = &self.intact[number];
        let is_intact = known.get().unwrap_or_else(|| self.layout.blocks[number].is_intact(&self.bytes));
        known.set(Some(is_intact));
        is_intact
    }

    fn damaged(&self, number: usize) -> PositionFileError {
        let Block { content, games, first_game, .. } = &self.layout.blocks[number];
        let (file, block) = (self.path.clone(), number + 1);
        let last = first_game + *games as u64;
        PositionFileError::Damaged { file, block, begin: content.start, end: content.end, first: first_game + 1, last }
    }
}

/// An empty file cannot be mapped.
fn map(file: &File) -> io::Result<Bytes> {
    match file.metadata()?.len() {
        0 => Ok(Bytes::Owned(Vec::new())),
        _ => Ok(Bytes::Mapped(Map::with_options().map(file)?)),
    }
}
