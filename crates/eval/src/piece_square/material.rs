//! Men at their classical worth, wherever they stand: what a learned evaluation has to beat.

use hetman_rules::Variant;

use super::{PieceSquare, Tapered, grains};
use crate::features::EXCHANGES;

/// Hundredths of a pawn for pawn, knight, bishop, rook, queen, king, on the board and in hand.
const CLASSICAL: [f64; 6] = [100.0, 300.0, 300.0, 500.0, 900.0, 0.0];

/// Where men are a burden: the values that the 2008 thesis compares with in suicide chess (table 6.6).
const BURDENS: [f64; 6] = [-100.0, -300.0, -300.0, -500.0, -900.0, -200.0];

impl PieceSquare {
    /// Material alone.
    pub fn material(variant: Variant) -> PieceSquare {
        let worth = if variant.is_losing_game() { BURDENS } else { CLASSICAL }.map(grains);
        let tables = worth.map(|worth| [Tapered { full: worth, bare: worth }; 64]);
        PieceSquare::new(variant, tables, worth, [0; 4], [0; EXCHANGES])
    }
}
