//! Opening books in Polyglot's format: moves with weights, by the key of the position.
//!
//! An entry is sixteen bytes, numbers in big-endian order: key (8), move (2), weight (2), and four that programs use to
//! learn. A position's key is the exclusive or of Polyglot's random numbers, which are shakmaty's too; its en passant
//! file counts where a pawn stands ready to capture, whether or not the capture is legal. Castling is written as the king
//! taking its rook. Format: F. Letouzey, Polyglot 1.4; described by M. van den Bergh, "Polyglot book format".

use std::path::Path;

use hetman_rules::shakmaty::uci::UciMove;
use hetman_rules::shakmaty::zobrist::Zobrist64;
use hetman_rules::shakmaty::{EnPassantMode, File, Move, Position, Rank, Role, Square};
use hetman_rules::{AnyPosition, GameRecord, Variant};
use rand::Rng;
use rand::seq::IndexedRandom;

use super::{OpeningError, is_over};

pub const ENTRY_BYTES: usize = 16;

#[derive(Clone, Copy, Debug)]
struct BookEntry {
    key: u64,
    m: u16,
    weight: u16,
}

/// A book, sorted by key.
#[derive(Clone, Debug)]
pub struct Polyglot(Vec<BookEntry>);

impl Polyglot {
    pub fn read(file: &Path, variant: Variant, bytes: &[u8]) -> Result<Polyglot, OpeningError> {
        if variant != Variant::Chess {
            return Err(OpeningError::PolyglotVariant { file: file.to_owned(), variant });
        }
        if bytes.is_empty() {
            return Err(OpeningError::Empty { file: file.to_owned() });
        }
        let book = Polyglot::from_bytes(bytes)
            .ok_or_else(|| OpeningError::Damaged { file: file.to_owned(), bytes: bytes.len() })?;
        match book.moves(&AnyPosition::start(variant)).is_empty() {
            true => Err(OpeningError::NoFirstMove { file: file.to_owned() }),
            false => Ok(book),
        }
    }

    /// `None` where the last entry is incomplete.
    pub fn from_bytes(bytes: &[u8]) -> Option<Polyglot> {
        let (entries, rest) = bytes.as_chunks::<ENTRY_BYTES>();
        let mut entries: Vec<BookEntry> = entries.iter().map(BookEntry::read).collect();
        // Books that were merged by hand are not always in order.
        entries.sort_by_key(|entry| entry.key);
        rest.is_empty().then_some(Polyglot(entries))
    }

    /// The book's legal moves in a position that may be played, with their weights.
    pub fn moves(&self, position: &AnyPosition) -> Vec<(Move, u16)> {
        let key = key(position);
        let first = self.0.partition_point(|entry| entry.key < key);
        let entries = self.0[first..].iter().take_while(|entry| entry.key == key);
        let known = entries.filter(|entry| entry.weight > 0);
        known.filter_map(|entry| Some((entry.legal_move(position)?, entry.weight))).collect()
    }

    /// Plays book moves, each as often as its weight says, until enough are played or the book knows no more.
    pub fn walk(&self, start: &AnyPosition, plies: usize, generator: &mut impl Rng) -> GameRecord {
        let mut record = GameRecord::new(start.clone());
        while record.plies() < plies {
            let moves = self.moves(record.position());
            let Ok(&(m, _)) = moves.choose_weighted(generator, |(_, weight)| *weight) else { break };
            record.play(m).expect("only legal moves were looked up");
        }
        while is_over(&record) && record.undo().is_some() {}
        record
    }
}

pub fn key(position: &AnyPosition) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0
}

impl BookEntry {
    fn read(bytes: &[u8; ENTRY_BYTES]) -> BookEntry {
        let number =
            |range: std::ops::Range<usize>| bytes[range].iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
        BookEntry { key: number(0..8), m: number(8..10) as u16, weight: number(10..12) as u16 }
    }

    /// The move, unless another position has the same key or the book is damaged.
    fn legal_move(&self, position: &AnyPosition) -> Option<Move> {
        let (from, to) = (square(self.m >> 6), square(self.m));
        let promotion = match self.m >> 12 & 7 {
            0 => None,
            1 => Some(Role::Knight),
            2 => Some(Role::Bishop),
            3 => Some(Role::Rook),
            4 => Some(Role::Queen),
            _ => return None,
        };
        // Reads castling as the king taking its rook, and as the king's two steps, which some books have.
        UciMove::Normal { from, to, promotion }.to_move(position).ok()
    }
}

/// Six bits: file, then rank.
fn square(bits: u16) -> Square {
    Square::from_coords(File::new(u32::from(bits & 7)), Rank::new(u32::from(bits >> 3 & 7)))
}
