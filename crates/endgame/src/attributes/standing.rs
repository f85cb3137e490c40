//! A position as attributes see it, and the one that stands for all its mirror images.

use hetman_rules::shakmaty::Color;

use super::Placement;
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

    /// Of the position's eight images, of two where there are pawns, that with the least squares: White's king first,
    /// which comes to stand in the triangle a1, d1, d4, then Black's, then the others. Like pieces are sorted.
    pub fn canonical(&self) -> Standing {
        let has_pawns = self.letters().iter().any(|letter| letter.eq_ignore_ascii_case(&b'p'));
        let images = (0..if has_pawns { 2 } else { 8 }).map(|symmetry| self.image(symmetry));
        images.min_by_key(|image| image.squares).expect("the first image is the position itself")
    }

    pub fn is_canonical(&self) -> bool {
        *self == self.canonical()
    }

    /// The first mirrors the files, the second the ranks, and the third the long diagonal.
    fn image(mut self, symmetry: u8) -> Standing {
        for square in &mut self.squares[..self.pieces] {
            *square ^= if symmetry & 1 == 1 { 0o07 } else { 0 } | if symmetry & 2 == 2 { 0o70 } else { 0 };
            if symmetry & 4 == 4 {
                *square = *square << 3 & 0o70 | *square >> 3;
            }
        }
        // Two pieces at most stand beside the kings.
        if self.pieces == MOST_PIECES && self.letters[2] == self.letters[3] && self.squares[2] > self.squares[3] {
            self.squares.swap(2, 3);
        }
        self
    }
}
