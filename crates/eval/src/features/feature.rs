//! What a single feature counts, as data; its name follows from that.

use std::borrow::Cow;
use std::fmt;

use hetman_rules::shakmaty::{Bitboard, Color, Rank, Role, Square};

use super::captures::exchange_names;
use crate::phase::Phase;

/// One number of a set, White minus Black.
#[derive(Clone, Debug, PartialEq)]
pub enum Feature {
    /// Pieces of a type in a place.
    Piece {
        /// Where only one side's pieces count.
        color: Option<Color>,
        role: Role,
        place: Place,
        /// Where they count by how full or how bare the board is.
        phase: Option<Phase>,
    },
    /// Having given this many checks.
    ChecksGiven(usize),
    /// One of the differences that [`exchanges`](super::exchanges) counts.
    Exchange(usize),
    /// Something else, known by its name only.
    Other(Cow<'static, str>),
}

/// Where a piece counts, as its own side sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Board,
    Square(Square),
    /// A square of the left half together with its mirror image.
    Pair(Square),
    Rank(Rank),
    /// 1 is the edge, 4 the centre.
    Ring(usize),
    Pocket,
}

const RINGS: [Bitboard; 4] = [
    Bitboard(0xff81_8181_8181_81ff),
    Bitboard(0x007e_4242_4242_7e00),
    Bitboard(0x0000_3c24_243c_0000),
    Bitboard(0x0000_0018_1800_0000),
];

impl Place {
    pub fn squares(self) -> Bitboard {
        match self {
            Place::Board => Bitboard::FULL,
            Place::Square(square) => Bitboard::from(square),
            Place::Pair(square) => Bitboard::from(square).with(square.flip_horizontal()),
            Place::Rank(rank) => Bitboard::from(rank),
            Place::Ring(ring) => RINGS[ring - 1],
            Place::Pocket => Bitboard::EMPTY,
        }
    }

    /// The ring that a square lies in.
    pub fn ring_of(square: Square) -> usize {
        1 + RINGS.iter().position(|ring| ring.contains(square)).expect("rings cover the board")
    }
}

impl Feature {
    /// Pieces of either side, at every end of the game.
    pub const fn piece(role: Role, place: Place) -> Feature {
        Feature::Piece { color: None, role, place, phase: None }
    }

    /// Whether piece-square tables, and what stands beside them, can hold its weight.
    pub fn is_tabular(&self) -> bool {
        !matches!(self, Feature::Piece { color: Some(_), .. } | Feature::Other(_))
    }

    /// Whether it counts a piece on a square at one end of the game.
    pub fn counts(&self, role: Role, square: Square, phase: Phase) -> bool {
        matches!(self, Feature::Piece { role: counted, place, phase: at, .. }
            if *counted == role && place.squares().contains(square) && at.is_none_or(|at| at == phase))
    }
}

/// "knight", "knight in hand", "knight f3 full", "white knight f3".
impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Feature::Piece { color, role, place, phase } => {
                if let Some(color) = color {
                    write!(f, "{color} ")?;
                }
                f.write_str(&format!("{role:?}").to_lowercase())?;
                match place {
                    Place::Board => Ok(()),
                    Place::Square(square) => write!(f, " {square}"),
                    Place::Pair(square) => write!(f, " {square}/{}", square.flip_horizontal()),
                    Place::Rank(rank) => write!(f, " rank {rank}"),
                    Place::Ring(ring) => write!(f, " ring {ring}"),
                    Place::Pocket => f.write_str(" in hand"),
                }?;
                phase.map_or(Ok(()), |phase| write!(f, " {phase}"))
            }
            Feature::ChecksGiven(given) => write!(f, "checks given {given}"),
            Feature::Exchange(exchange) => f.write_str(&exchange_names()[*exchange]),
            Feature::Other(name) => f.write_str(name),
        }
    }
}
