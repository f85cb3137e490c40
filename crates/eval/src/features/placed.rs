//! Material together with where the men stand: full tables, half tables, ranks and rings (2008 thesis, section 3 of its
//! specification; the coarser two after Beal and Smith 1999).
//!
//! The three differ only in how they divide the board: a feature is a *cell*, a set of squares for one type of man,
//! and its value is the number of white men in the cell minus the number of black men in it, as Black sees the board:
//! mirrored rank-wise, in racing kings file-wise. One reading serves them all.

use hetman_rules::shakmaty::{Bitboard, Color, Rank, Role, Square};
use hetman_rules::{Playable, Variant};

use super::{FeatureVector, material};

/// How the squares are told apart.
#[derive(Clone, Copy)]
pub enum Division {
    /// Each by itself, for all six types: 384 cells.
    Squares,
    /// Together with its mirror image in the other half, for all six types: 192 cells. The king has a table here
    /// too, so that half and full tables differ in the folding and in nothing else.
    HalfBoard,
    /// Pawns by rank, 2 to 7; knights, bishops, rooks and queens by ring, 1 at the edge to 4 in the centre: 22 cells.
    RanksAndRings,
}

const RINGS: [Bitboard; 4] = [
    Bitboard(0xff81_8181_8181_81ff),
    Bitboard(0x007e_4242_4242_7e00),
    Bitboard(0x0000_3c24_243c_0000),
    Bitboard(0x0000_0018_1800_0000),
];

impl Division {
    fn len(self) -> usize {
        match self {
            Division::Squares => 6 * 64,
            Division::HalfBoard => 6 * 32,
            Division::RanksAndRings => 6 + 4 * 4,
        }
    }

    /// The number of the cell that holds a man of this type on this square, and its squares. None where the
    /// division does not look: kings and pawns on the edge ranks have no rank or ring.
    fn cell(self, role: Role, square: Square) -> Option<(usize, Bitboard)> {
        let table = usize::from(role) - 1;
        match self {
            Division::Squares => Some((table * 64 + usize::from(square), Bitboard::from(square))),
            Division::HalfBoard => {
                let left = square.min(square.flip_horizontal());
                let (file, rank) = (usize::from(left.file()), usize::from(left.rank()));
                Some((table * 32 + rank * 4 + file, Bitboard::from(left).with(left.flip_horizontal())))
            }
            Division::RanksAndRings => match role {
                Role::King => None,
                Role::Pawn => match square.rank() {
                    Rank::First | Rank::Eighth => None,
                    rank => Some((usize::from(rank) - 1, Bitboard::from(rank))),
                },
                _ => {
                    let ring = RINGS.iter().position(|ring| ring.contains(square)).expect("rings cover the board");
                    Some((6 + (table - 1) * 4 + ring, RINGS[ring]))
                }
            },
        }
    }

    fn cell_name(self, role: Role, square: Square) -> String {
        let role_name = format!("{role:?}").to_lowercase();
        match self {
            Division::Squares => format!("{role_name} {square}"),
            Division::HalfBoard => {
                let left = square.min(square.flip_horizontal());
                format!("{role_name} {left}/{}", left.flip_horizontal())
            }
            Division::RanksAndRings if role == Role::Pawn => format!("{role_name} rank {}", square.rank()),
            Division::RanksAndRings => {
                let from_edge = |line: u32| line.min(7 - line);
                let ring = 1 + from_edge(u32::from(square.file())).min(from_edge(u32::from(square.rank())));
                format!("{role_name} ring {ring}")
            }
        }
    }
}

pub fn len(division: Division, variant: Variant) -> usize {
    material::len(variant) + division.len()
}

pub fn names(division: Division, variant: Variant) -> Vec<String> {
    let mut cells = vec![String::new(); division.len()];
    for role in Role::ALL {
        for square in Square::ALL {
            if let Some((index, _)) = division.cell(role, square) {
                cells[index] = division.cell_name(role, square);
            }
        }
    }
    let mut names = material::names(variant);
    names.append(&mut cells);
    names
}

/// The features that count a white man on this square.
pub fn of_man(division: Division, variant: Variant, role: Role, square: Square) -> Vec<usize> {
    let cell = division.cell(role, square).map(|(index, _)| material::len(variant) + index);
    material::of_man(variant, role).into_iter().chain(cell).collect()
}

pub fn read<P: Playable>(division: Division, position: &P, into: &mut FeatureVector) {
    material::read(position, into);
    let first = material::len(P::VARIANT);
    let board = position.board();
    for role in Role::ALL {
        let white = board.by_piece(role.of(Color::White));
        let black = P::VARIANT.seen_by_black(board.by_piece(role.of(Color::Black)));
        // Men that face each other cancel in any division.
        let mut unread = white ^ black;
        while let Some(square) = unread.first() {
            let Some((index, cell)) = division.cell(role, square) else {
                unread.discard(square);
                continue;
            };
            into.push(first + index, (white & cell).count() as f64 - (black & cell).count() as f64);
            unread &= !cell;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cell_is_named_by_all_its_squares_alike() {
        for division in [Division::Squares, Division::HalfBoard, Division::RanksAndRings] {
            for role in Role::ALL {
                for square in Square::ALL {
                    let Some((index, cell)) = division.cell(role, square) else { continue };
                    assert!(cell.contains(square) && index < division.len());
                    for other in cell {
                        assert_eq!(division.cell(role, other), Some((index, cell)));
                        assert_eq!(division.cell_name(role, other), division.cell_name(role, square));
                    }
                }
            }
        }
    }

    #[test]
    fn names_say_where() {
        let has = |division, variant, name: &str| names(division, variant).iter().any(|known| known == name);
        assert!(has(Division::Squares, Variant::Chess, "knight f3"));
        assert!(has(Division::HalfBoard, Variant::Chess, "king c1/f1"));
        assert!(has(Division::RanksAndRings, Variant::Chess, "pawn rank 5"));
        assert!(has(Division::RanksAndRings, Variant::Crazyhouse, "queen ring 2"));
        assert!(has(Division::RanksAndRings, Variant::Crazyhouse, "queen in hand"));
    }
}
