//! Lines on which one piece stands between a slider and an enemy king or queen: pins when it is the enemy's piece,
//! batteries when it is an own one and a king is behind it.

use hetman_rules::shakmaty::{Bitboard, Square, attacks};

use super::side::PieceSets;
use super::tables::{PINNED_BY_BISHOP, PINNED_BY_QUEEN, PINNED_BY_ROOK};

#[derive(Clone, Copy, Default)]
pub struct Lines {
    /// Sum of the worth of all pins to a king or queen.
    pub pins: u32,
    /// Enemy pieces pinned to their king.
    pub pinned_to_king: Bitboard,
    /// Own pieces that open a line to the enemy king when they leave it.
    pub batteries: Bitboard,
}

impl Lines {
    pub fn of(own: &PieceSets, enemy: &PieceSets, occupied: Bitboard) -> Lines {
        let mut lines = Lines::default();
        for target in enemy.kings | enemy.queens {
            let straight = attacks::rook_attacks(target, Bitboard::EMPTY) & own.heavy();
            let diagonal = attacks::bishop_attacks(target, Bitboard::EMPTY) & (own.bishops | own.queens);
            for slider in straight | diagonal {
                let between = attacks::between(slider, target) & occupied;
                if between.any() && !between.more_than_one() {
                    lines.add(own, enemy, slider, between, target);
                }
            }
        }
        lines
    }

    fn add(&mut self, own: &PieceSets, enemy: &PieceSets, slider: Square, piece: Bitboard, target: Square) {
        let to_king = enemy.kings.contains(target);
        if piece.intersects(enemy.all) {
            self.pins += pin_worth(own, slider, enemy.type_at(piece), target);
            if to_king {
                self.pinned_to_king |= piece;
            }
        } else if to_king {
            self.batteries |= piece;
        }
    }
}

fn pin_worth(own: &PieceSets, slider: Square, pinned_type: usize, target: Square) -> u32 {
    let worth = match slider {
        _ if own.bishops.contains(slider) => PINNED_BY_BISHOP,
        _ if own.rooks.contains(slider) => PINNED_BY_ROOK,
        _ => PINNED_BY_QUEEN,
    };
    let straight = slider.file() == target.file() || slider.rank() == target.rank();
    if straight { worth.on_files_and_ranks[pinned_type] } else { worth.on_diagonals[pinned_type] }
}
