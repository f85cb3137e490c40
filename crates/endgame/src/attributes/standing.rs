//! A position as attributes see it, and the one that stands for all its mirror images.

use hetman_rules::shakmaty::Color;

use super::Placement;
use super::measures::make_canonical;
use crate::material::MOST_PIECES;
use crate::small::SmallPosition;

/// Letters and squares of a small position, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Standing {
    letters: [u8; MOST_PIECES],
    squares: [u8; MOST_PIECES],
    pieces: usize,
    white_to_move: bool,
}

impl From<&SmallPosition> for Standing {
    fn from(position: &SmallPosition) -> Standing {
        let (mut letters, mut squares) = ([0; MOST_PIECES], [0; MOST_PIECES]);
        for (place, (piece, square)) in position.pieces().iter().enumerate() {
            (letters[place], squares[place]) = (piece.char() as u8, *square as u8);
        }
        let white_to_move = position.turn() == Color::White;
        Standing { letters, squares, pieces: position.pieces().len(), white_to_move }
    }
}

impl Standing {
    pub fn letters(&self) -> &[u8] {
        &self.letters[..self.pieces]
    }

    pub fn squares(&self) -> &[u8] {
        &self.squares[..self.pieces]
    }

    pub fn placement(&self) -> Placement<'_> {
        Placement { pieces: self.letters(), squares: self.squares(), white_to_move: self.white_to_move }
    }

    /// Of the position's eight images, of two where there are pawns, the one that stands for all.
    pub fn canonical(&self) -> Standing {
        let mut canonical = *self;
        make_canonical(self.letters(), &mut canonical.squares[..self.pieces]);
        canonical
    }

    pub fn is_canonical(&self) -> bool {
        *self == self.canonical()
    }
}
