//! Blocks: a few games with a checksum, found again after damage by the mark they begin with.
//!
//! | bytes | of a block's header |
//! |---|---|
//! | 0 to 3 | the mark |
//! | 4 to 7 | bytes of content that follow the header |
//! | 8 to 11 | games |
//! | 12 to 15 | half-moves |
//! | 16 to 23 | number of its first game in the file |
//! | 24 to 31 | where the source of the games goes on after this block |
//! | 32 to 35 | CRC-32 of the content |
//! | 36 to 39 | CRC-32 of the 36 bytes before |
//!
//! The content begins with four bytes for each game, where that game ends, counted from after these.

use std::ops::Range;

const MARK: [u8; 4] = *b"\xb1GAM";
pub const HEADER_BYTES: usize = 40;
const SUMMED_BYTES: usize = 36;
const END_BYTES: usize = 4;

/// A block of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Where its content lies in the file.
    pub content: Range<usize>,
    pub games: usize,
    pub half_moves: u64,
    pub first_game: u64,
    pub source_at: u64,
    pub sum: u32,
}

/// Bytes of a file that are no block, or no longer one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Counted from the file's beginning.
    pub bytes: Range<usize>,
    /// Of the block, counted from 1.
    pub block: usize,
}

/// How a file is divided.
#[derive(Debug, Default)]
pub struct Layout {
    pub blocks: Vec<Block>,
    pub damages: Vec<Damage>,
    /// Where the last whole block ends; what follows is one that was not finished.
    pub end: usize,
}

impl Block {
    /// The header and the content of games that end where `ends` says, counted in `games`.
    pub fn write(games: &[u8], ends: &[u32], half_moves: u64, first_game: u64, source_at: u64) -> Vec<u8> {
        let table: Vec<u8> = ends.iter().flat_map(|end| end.to_le_bytes()).collect();
        let content = [&table[..], games].concat();
        let mut bytes = MARK.to_vec();
        for number in [content.len(), ends.len(), half_moves as usize] {
            bytes.extend_from_slice(&u32::try_from(number).expect("a block is small").to_le_bytes());
        }
        bytes.extend_from_slice(&first_game.to_le_bytes());
        bytes.extend_from_slice(&source_at.to_le_bytes());
        bytes.extend_from_slice(&crc32fast::hash(&content).to_le_bytes());
        bytes.extend_from_slice(&crc32fast::hash(&bytes).to_le_bytes());
        bytes.extend_from_slice(&content);
        bytes
    }

    /// The block whose header stands there.
    fn read(file: &[u8], at: usize) -> Option<Block> {
        let header = file.get(at..at + HEADER_BYTES).filter(|header| header.starts_with(&MARK))?;
        let short = |at: usize| u32::from_le_bytes(header[at..at + 4].try_into().expect("four bytes"));
        let long = |at: usize| u64::from_le_bytes(header[at..at + 8].try_into().expect("eight bytes"));
        if crc32fast::hash(&header[..SUMMED_BYTES]) != short(SUMMED_BYTES) {
            return None;
        }
        let (begin, length, games) = (at + HEADER_BYTES, short(4) as usize, short(8) as usize);
        if games.checked_mul(END_BYTES)? > length {
            return None;
        }
        Some(Block {
            content: begin..begin.checked_add(length)?,
            games,
            half_moves: u64::from(short(12)),
            first_game: long(16),
            source_at: long(24),
            sum: short(32),
        })
    }

    /// Whether the content is what was written.
    pub fn is_intact(&self, file: &[u8]) -> bool {
        crc32fast::hash(&file[self.content.clone()]) == self.sum
    }

    /// The bytes of one of its games.
    pub fn game<'a>(&self, file: &'a [u8], index: usize) -> Option<&'a [u8]> {
        let content = &file[self.content.clone()];
        let end = |index: usize| {
            let bytes = content.get(index * END_BYTES..(index + 1) * END_BYTES)?;
            Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
        };
        let begin = if index == 0 { 0 } else { end(index - 1)? };
        content.get(self.games * END_BYTES..)?.get(begin..end(index)?)
    }
}

/// A block with two games, each half of these bytes, for those who try what cannot be.
pub fn block_of(content: &[u8]) -> Vec<u8> {
    let ends = [content.len() / 2, content.len()].map(|end| end as u32);
    Block::write(content, &ends, 0, 0, 0)
}

impl Layout {
    /// Hops from header to header; where there is none, on to the next that is one.
    pub fn of(file: &[u8], head_bytes: usize) -> Layout {
        let mut layout = Layout { end: head_bytes, ..Layout::default() };
        let mut at = head_bytes;
        while at < file.len() {
            match Block::read(file, at) {
                Some(block) if block.content.end > file.len() => break,
                Some(block) => {
                    at = block.content.end;
                    layout.end = at;
                    layout.blocks.push(block);
                }
                None => {
                    let Some(next) = next_header(file, at + 1) else { break };
                    let block = layout.blocks.len() + layout.damages.len() + 1;
                    layout.damages.push(Damage { bytes: at..next, block });
                    at = next;
                }
            }
        }
        layout
    }
}

fn next_header(file: &[u8], from: usize) -> Option<usize> {
    let is_header = |&at: &usize| file[at..].starts_with(&MARK) && Block::read(file, at).is_some();
    (from..file.len().saturating_sub(HEADER_BYTES - 1)).find(is_header)
}
