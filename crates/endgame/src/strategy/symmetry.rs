//! Positions that symmetry makes the same, and one number for all of them.
//!
//! Rules speak of nothing that depends on how the board lies, so that what they do in a position they do in its mirror
//! images too. Proofs and learners look at one of them, and count it as often as it occurs.

use arrayvec::ArrayVec;
use hetman_rules::shakmaty::{Color, Piece, Square};

use crate::material::{MOST_PIECES, Material};
use crate::small::SmallPosition;

/// Bits of a square in a number.
const SQUARE_BITS: u32 = 6;

/// Number of the position among all placements: the smallest that a symmetry gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Code(u32);

/// The placements of an ending.
#[derive(Clone, Debug)]
pub(crate) struct Placements {
    pieces: ArrayVec<Piece, MOST_PIECES>,
    /// Of the eight symmetries of the board, those that leave the game as it is.
    symmetries: u8,
}

impl Placements {
    pub fn new(material: Material) -> Placements {
        Placements { pieces: material.pieces().collect(), symmetries: if material.has_pawns() { 2 } else { 8 } }
    }

    /// The number that a position and its mirror images share.
    pub fn code(&self, position: &SmallPosition) -> Code {
        let images = (0..self.symmetries).map(|symmetry| self.image(position.pieces(), symmetry));
        images.min().expect("there is the position itself")
    }

    /// How many positions share the number.
    pub fn multiplicity(&self, position: &SmallPosition) -> u64 {
        let images: ArrayVec<Code, 8> =
            (0..self.symmetries).map(|symmetry| self.image(position.pieces(), symmetry)).collect();
        (0..images.len()).filter(|&index| !images[..index].contains(&images[index])).count() as u64
    }

    fn image(&self, pieces: &[(Piece, Square)], symmetry: u8) -> Code {
        let mut squares: ArrayVec<u32, MOST_PIECES> =
            pieces.iter().map(|&(_, square)| image(u32::from(square), symmetry)).collect();
        // Like pieces are last in the list, and next to each other.
        if let [.., one, other] = self.pieces[..]
            && one == other
        {
            let last = squares.len() - 2;
            squares[last..].sort_unstable();
        }
        Code(squares.iter().fold(0, |code, square| code << SQUARE_BITS | square))
    }

    /// The numbers of all legal positions, with how often each occurs, in their order.
    pub fn codes(&self, turn: Color) -> impl Iterator<Item = (Code, u64)> + '_ {
        let others = 1_u32 << (SQUARE_BITS * (self.pieces.len() as u32 - 1));
        let kings = (0..64).filter(|&king| (0..self.symmetries).all(|symmetry| image(king, symmetry) >= king));
        let all = kings.flat_map(move |king| (0..others).map(move |rest| Code(king * others + rest)));
        all.filter_map(move |code| {
            let position = self.position(code, turn)?;
            (self.code(&position) == code).then(|| (code, self.multiplicity(&position)))
        })
    }

    /// The position of a number, if it is a legal one.
    pub fn position(&self, Code(code): Code, turn: Color) -> Option<SmallPosition> {
        let last = self.pieces.len() as u32 - 1;
        let square = |place: u32| Square::new(code >> (SQUARE_BITS * (last - place)) & 63);
        SmallPosition::new(self.pieces.iter().zip(0..).map(|(&piece, place)| (piece, square(place))), turn)
    }
}

/// Mirrors a square: the first bit exchanges left and right, the second up and down, the third files and ranks.
fn image(square: u32, symmetry: u8) -> u32 {
    let (mut file, mut rank) = (square % 8, square / 8);
    if symmetry & 1 != 0 {
        file = 7 - file;
    }
    if symmetry & 2 != 0 {
        rank = 7 - rank;
    }
    if symmetry & 4 != 0 {
        (file, rank) = (rank, file);
    }
    8 * rank + file
}
