//! Pieces at their classical values, wherever they stand: what a learned evaluation has to beat.

use hetman_rules::Variant;

use super::PieceSquare;

/// Hundredths of a pawn for pawn, knight, bishop, rook, queen, king, on the board and in the pocket.
const CLASSICAL: [f64; 6] = [100.0, 300.0, 300.0, 500.0, 900.0, 0.0];

/// Where pieces are a burden: the values that the 2008 thesis compares with in suicide chess (table 6.6).
const BURDENS: [f64; 6] = [-100.0, -300.0, -300.0, -500.0, -900.0, -200.0];

impl PieceSquare {
    /// Material alone.
    pub fn material(variant: Variant) -> PieceSquare {
        PieceSquare::of_pieces(variant, if variant.is_losing_game() { BURDENS } else { CLASSICAL })
    }
}
