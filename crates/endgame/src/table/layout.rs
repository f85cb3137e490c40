//! Which number a position has in the table of its ending. Positions that symmetry makes the same share one.
//!
//! A number is the pair of kings, then the squares of the other pieces, six bits each, below one bit for the side to
//! move. Without pawns all eight symmetries of the board count, so that White's king stands in the triangle a1, d1, d4;
//! with pawns only files are mirrored. That leaves 462 and 1806 pairs of kings. Like pieces are told apart by nothing:
//! the lower square comes first. A pawn that can be taken in passing is noted on a rank where none can stand.

use arrayvec::ArrayVec;
use hetman_rules::shakmaty::{Color, Piece, Rank, Role, Square};

use crate::material::{MOST_PIECES, Material};
use crate::small::SmallPosition;

const SQUARES: usize = 1 << SQUARE_BITS;
const SQUARE_BITS: usize = 6;
/// Kings that touch.
const NO_PAIR: u16 = u16::MAX;

pub(crate) struct Layout {
    pieces: ArrayVec<Piece, MOST_PIECES>,
    kings: Vec<Kings>,
    /// Of each pair the squares that stand for all others.
    pairs: Vec<[Square; 2]>,
    /// The last two pieces are like each other.
    has_like_pieces: bool,
}

/// Where a pair of kings goes, and how.
#[derive(Clone, Copy)]
struct Kings {
    pair: u16,
    symmetry: Symmetry,
    /// Both stand on the long diagonal then: the other pieces decide on which side of it they are seen.
    is_diagonal: bool,
}

#[derive(Clone, Copy, Default)]
struct Symmetry {
    mirrors_files: bool,
    mirrors_ranks: bool,
    exchanges_axes: bool,
}

impl Symmetry {
    fn apply(self, mut square: Square) -> Square {
        if self.mirrors_files {
            square = square.flip_horizontal();
        }
        if self.mirrors_ranks {
            square = square.flip_vertical();
        }
        if self.exchanges_axes {
            square = square.flip_diagonal();
        }
        square
    }

    /// The one that brings these kings to where all like them are looked up.
    fn of_kings(white: Square, black: Square, has_pawns: bool) -> Symmetry {
        let mut symmetry =
            Symmetry { mirrors_files: white.file() > white.file().flip_horizontal(), ..Symmetry::default() };
        if !has_pawns {
            symmetry.mirrors_ranks = white.rank() > white.rank().flip_vertical();
            let heights = [white, black].map(|king| height(symmetry.apply(king)));
            symmetry.exchanges_axes = heights[0] > 0 || (heights[0] == 0 && heights[1] > 0);
        }
        symmetry
    }
}

/// How far above the long diagonal a square lies.
fn height(square: Square) -> i32 {
    square.rank().to_u32() as i32 - square.file().to_u32() as i32
}

impl Layout {
    pub fn new(material: Material) -> Layout {
        let pieces: ArrayVec<Piece, MOST_PIECES> = material.pieces().collect();
        let has_like_pieces = pieces.len() == MOST_PIECES && pieces[2] == pieces[3];
        let (kings, pairs) = pairs_of_kings(material.has_pawns());
        Layout { pieces, kings, pairs, has_like_pieces }
    }

    /// Numbers for one side to move.
    pub fn len(&self) -> usize {
        self.pairs.len() * SQUARES.pow(self.pieces.len() as u32 - 2)
    }

    /// The number of a position of this ending, less than [`Layout::len`]; the side to move is none of its business.
    pub fn index(&self, position: &SmallPosition) -> usize {
        let kings = self.kings[pair_key(position.king(Color::White), position.king(Color::Black))];
        debug_assert!(kings.pair != NO_PAIR, "kings never touch");
        let mut others: ArrayVec<Square, 2> = position.pieces()[2..]
            .iter()
            .map(|&(piece, square)| kings.symmetry.apply(noted(position, piece, square)))
            .collect();
        let number = self.number(kings.pair, &others);
        if kings.is_diagonal {
            others.iter_mut().for_each(|square| *square = square.flip_diagonal());
            return number.min(self.number(kings.pair, &others));
        }
        number
    }

    fn number(&self, pair: u16, others: &[Square]) -> usize {
        let pair = usize::from(pair);
        match *others {
            [one, other] if self.has_like_pieces && other < one => {
                (pair * SQUARES + usize::from(other)) * SQUARES + usize::from(one)
            }
            _ => others.iter().fold(pair, |number, &square| number * SQUARES + usize::from(square)),
        }
    }

    /// The position of a number: the one that stands for all that share it; `None` if no legal position does.
    pub fn position(&self, index: usize, turn: Color) -> Option<SmallPosition> {
        let position = self.placement(index, turn)?;
        (position.is_legal() && self.index(&position) == index).then_some(position)
    }

    /// The pieces as a number has them, legal or not; `None` only where two pawns could be taken in passing.
    pub fn placement(&self, index: usize, turn: Color) -> Option<SmallPosition> {
        let others = self.pieces.len() - 2;
        let square_of =
            |place: usize| Square::new((index >> (SQUARE_BITS * (others - 1 - place))) as u32 % SQUARES as u32);
        let kings = self.pairs[index >> (SQUARE_BITS * others)];
        let mut pieces: ArrayVec<_, MOST_PIECES> = self.pieces.iter().copied().zip(kings).collect();
        let mut passed = None;
        for (place, &piece) in self.pieces[2..].iter().enumerate() {
            let mut square = square_of(place);
            if piece.role == Role::Pawn && square.rank() == piece.color.fold_wb(Rank::First, Rank::Eighth) {
                square = Square::from_coords(square.file(), piece.color.fold_wb(Rank::Fourth, Rank::Fifth));
                if passed.replace(square).is_some() {
                    return None;
                }
            }
            pieces.push((piece, square));
        }
        Some(SmallPosition::unchecked(pieces, turn, passed))
    }
}

/// A pawn that can be taken in passing is noted on its own side's first rank.
fn noted(position: &SmallPosition, piece: Piece, square: Square) -> Square {
    match position.passed_pawn() {
        Some(pawn) if pawn == square => {
            Square::from_coords(square.file(), piece.color.fold_wb(Rank::First, Rank::Eighth))
        }
        _ => square,
    }
}

fn pair_key(white: Square, black: Square) -> usize {
    usize::from(white) * SQUARES + usize::from(black)
}

/// For every two squares the pair that they belong to, and the squares of each pair.
fn pairs_of_kings(has_pawns: bool) -> (Vec<Kings>, Vec<[Square; 2]>) {
    let mut pairs: Vec<[Square; 2]> = Vec::new();
    let mut numbers = vec![NO_PAIR; SQUARES * SQUARES];
    let mut kings = Vec::with_capacity(SQUARES * SQUARES);
    for white in Square::ALL {
        for black in Square::ALL {
            let symmetry = Symmetry::of_kings(white, black, has_pawns);
            let seen = [white, black].map(|king| symmetry.apply(king));
            let number = &mut numbers[pair_key(seen[0], seen[1])];
            if *number == NO_PAIR && white.distance(black) > 1 {
                *number = pairs.len() as u16;
                pairs.push(seen);
            }
            let is_diagonal = !has_pawns && seen.into_iter().all(|king| height(king) == 0);
            kings.push(Kings { pair: *number, symmetry, is_diagonal });
        }
    }
    (kings, pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kings_stand_in_as_many_pairs_as_are_known() {
        assert_eq!(pairs_of_kings(false).1.len(), 462);
        assert_eq!(pairs_of_kings(true).1.len(), 1806);
    }

    #[test]
    fn numbers_and_positions_belong_together() {
        for text in ["KRK", "KPK", "KPKP", "KBBK"] {
            let layout = Layout::new(text.parse().unwrap());
            let mut found = 0;
            for turn in Color::ALL {
                for position in (0..layout.len()).step_by(7).filter_map(|index| layout.position(index, turn)) {
                    found += 1;
                    assert_eq!(layout.position(layout.index(&position), turn), Some(position));
                }
            }
            assert!(found > 5000, "{text}: {found}");
        }
    }
}
