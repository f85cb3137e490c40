//! Material together with where the pieces stand: full tables, half tables, ranks and rings (2008 thesis, section 3 of its
//! specification; the coarser two after Beal and Smith 1999).
//!
//! The three differ only in how they divide the board: a feature is a *cell*, a set of squares for one type of piece,
//! and its value is the number of white pieces in the cell minus the number of black ones in it, as Black sees the board:
//! mirrored rank-wise, in racing kings file-wise. One reading serves them all.

use hetman_parameters::Named;
use hetman_rules::Variant;
use hetman_rules::shakmaty::{Color, Position, Rank, Role, Square};

use super::material::{self, Material};
use super::{Feature, FeatureVector, Features, Place};

/// How the squares are told apart.
#[derive(Clone, Copy)]
pub enum Division {
    /// Each by itself, for all six types: 384 cells.
    Squares,
    /// Together with its mirror image in the other half, for all six types: 192 cells. The king has a table here
    /// too, so that half and full tables differ in the folding and in nothing else.
    HalfBoard,
    /// Pawns by rank, 2 to 7; knights, bishops, rooks and queens by ring, 1 at the edge to 4 in the centre: 22 cells.
    /// Kings, and pawns on the edge ranks, have neither.
    RanksAndRings,
}

impl Division {
    fn len(self) -> usize {
        match self {
            Division::Squares => 6 * 64,
            Division::HalfBoard => 6 * 32,
            Division::RanksAndRings => 6 + 4 * 4,
        }
    }

    /// The number of the cell that holds a piece of this type on this square, and where that is; `None` where the
    /// division does not look.
    fn cell(self, role: Role, square: Square) -> Option<(usize, Place)> {
        let table = usize::from(role) - 1;
        Some(match (self, role) {
            (Division::Squares, _) => (table * 64 + usize::from(square), Place::Square(square)),
            (Division::HalfBoard, _) => {
                let left = square.min(square.flip_horizontal());
                let (file, rank) = (usize::from(left.file()), usize::from(left.rank()));
                (table * 32 + rank * 4 + file, Place::Pair(left))
            }
            (Division::RanksAndRings, Role::King) => return None,
            (Division::RanksAndRings, Role::Pawn) => match square.rank() {
                Rank::First | Rank::Eighth => return None,
                rank => (usize::from(rank) - 1, Place::Rank(rank)),
            },
            (Division::RanksAndRings, _) => {
                let ring = Place::ring_of(square);
                (6 + (table - 1) * 4 + ring - 1, Place::Ring(ring))
            }
        })
    }

    /// The cells in order.
    pub fn cells(self) -> Vec<(Role, Place)> {
        let all = Role::ALL.into_iter().flat_map(|role| Square::ALL.map(|square| (role, square)));
        let mut cells: Vec<_> = all
            .filter_map(|(role, square)| self.cell(role, square).map(|(index, place)| (index, role, place)))
            .collect();
        cells.sort_by_key(|&(index, ..)| index);
        cells.dedup_by_key(|&mut (index, ..)| index);
        cells.into_iter().map(|(_, role, place)| (role, place)).collect()
    }
}

/// A set of material and of cells.
pub struct Placed {
    name: &'static str,
    description: &'static str,
    division: Division,
}

pub static PIECE_SQUARE: Placed = Placed {
    name: "piece-square",
    description: "Material, and a table of 64 squares for each of the six types, king included. White's squares count as \
         they are, Black's mirrored rank-wise (in racing kings, where both run the same way, file-wise) and negative: a \
         white knight on f3 and a black one on f6 cancel. Pieces in the pocket stand on no square: they count as \
         material only (2008).",
    division: Division::Squares,
};

pub static HALF_PIECE_SQUARE: Placed = Placed {
    name: "half-piece-square",
    description: "Material, and a table of 32 squares for each of the six types, the right half of the board mirrored onto \
         the left: f3 counts as c3. The king has a table here too, so that half and full tables differ in the \
         folding and in nothing else (after Beal and Smith 1999).",
    division: Division::HalfBoard,
};

pub static RANKS_AND_RINGS: Placed = Placed {
    name: "ranks-and-rings",
    description: "Material, pawns by rank (2 to 7, seen from their own side), and knights, bishops, rooks and queens by \
         ring: 1 is the edge, 4 the four squares in the centre. Kings, and a horde's pawns on its first rank, have \
         neither rank nor ring (after Beal and Smith 1999).",
    division: Division::RanksAndRings,
};

impl Named for Placed {
    fn name(&self) -> &str {
        self.name
    }
}

impl Features for Placed {
    fn description(&self) -> &'static str {
        self.description
    }

    fn features(&self, variant: Variant) -> Vec<Feature> {
        let mut features = Material.features(variant);
        features.extend(self.division.cells().into_iter().map(|(role, place)| Feature::piece(role, place)));
        features
    }

    fn len(&self, variant: Variant) -> usize {
        material::len(variant) + self.division.len()
    }

    fn read(&self, variant: Variant, position: &dyn Position, into: &mut FeatureVector) {
        Material.read(variant, position, into);
        let first = material::len(variant);
        let board = position.board();
        for role in Role::ALL {
            let white = board.by_piece(role.of(Color::White));
            let black = variant.seen_by_black(board.by_piece(role.of(Color::Black)));
            // Pieces that face each other cancel in any division.
            let mut unread = white ^ black;
            while let Some(square) = unread.first() {
                let Some((index, place)) = self.division.cell(role, square) else {
                    unread.discard(square);
                    continue;
                };
                let cell = place.squares();
                into.push(first + index, (white & cell).count() as f64 - (black & cell).count() as f64);
                unread &= !cell;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FeatureSet;

    #[test]
    fn each_cell_holds_all_its_squares_alike() {
        for division in [Division::Squares, Division::HalfBoard, Division::RanksAndRings] {
            let cells = division.cells();
            assert_eq!(cells.len(), division.len());
            for (index, (role, place)) in cells.into_iter().enumerate() {
                assert!(place.squares().any());
                assert!(place.squares().into_iter().all(|square| division.cell(role, square) == Some((index, place))));
            }
        }
    }

    #[test]
    fn names_say_where() {
        let has = |set: FeatureSet, variant, name: &str| set.names(variant).iter().any(|known| known == name);
        assert!(has(FeatureSet::PIECE_SQUARE, Variant::Chess, "knight f3"));
        assert!(has(FeatureSet::HALF_PIECE_SQUARE, Variant::Chess, "king c1/f1"));
        assert!(has(FeatureSet::RANKS_AND_RINGS, Variant::Chess, "pawn rank 5"));
        assert!(has(FeatureSet::RANKS_AND_RINGS, Variant::Crazyhouse, "queen ring 2"));
        assert!(has(FeatureSet::RANKS_AND_RINGS, Variant::Crazyhouse, "queen in hand"));
    }
}
