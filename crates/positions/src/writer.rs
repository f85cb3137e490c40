//! Games into blocks.

use crate::block::Block;
use crate::codec::encode;
use crate::{PositionFile, ScoredGame};

/// Collects games until a block is full. Which bytes come of it follows from the games alone, not from when they came.
#[derive(Debug)]
pub struct BlockWriter {
    games_per_block: usize,
    /// Number of the next block's first game.
    first_game: u64,
    games: Vec<u8>,
    ends: Vec<u32>,
    half_moves: u64,
    source_at: u64,
}

impl BlockWriter {
    /// For the blocks of a new file, which follow its [`Head`](crate::Head).
    pub fn new(games_per_block: usize) -> BlockWriter {
        BlockWriter { games_per_block, first_game: 0, games: Vec::new(), ends: Vec::new(), half_moves: 0, source_at: 0 }
    }

    /// For the blocks that follow those of a file.
    pub fn after(file: &PositionFile, games_per_block: usize) -> BlockWriter {
        BlockWriter { first_game: file.next_game(), source_at: file.source_at(), ..BlockWriter::new(games_per_block) }
    }

    /// Adds a game, after which its source goes on at `source_at`. A full block is given back.
    pub fn push(&mut self, game: &ScoredGame, source_at: u64) -> Option<Vec<u8>> {
        encode(game, &mut self.games);
        self.ends.push(u32::try_from(self.games.len()).expect("a block is small"));
        self.half_moves += game.moves.len() as u64;
        self.source_at = source_at;
        if self.ends.len() >= self.games_per_block { self.finish() } else { None }
    }

    /// Games that wait for their block to be full.
    pub fn waiting(&self) -> usize {
        self.ends.len()
    }

    /// The games that wait, as a block.
    pub fn finish(&mut self) -> Option<Vec<u8>> {
        if self.ends.is_empty() {
            return None;
        }
        let block = Block::write(&self.games, &self.ends, self.half_moves, self.first_game, self.source_at);
        self.first_game += self.ends.len() as u64;
        self.games.clear();
        self.ends.clear();
        self.half_moves = 0;
        Some(block)
    }
}
