//! Inputs 41 to 44: where the kings stand, and what they do about passed pawns.

use hetman_rules::shakmaty::{Bitboard, Square, attacks};

use super::boards::{beside, just_ahead, on_files, on_ranks};
use super::feature_group;
use super::side::Side;
use super::view::{View, quotient};

const SHELTERED: Bitboard = on_ranks("1").intersect_const(on_files("abcgh"));

feature_group! {
    /// - Measures: whose king is closer to the centre.
    /// - Why it matters: in the ending the king is a fighting piece; before it, the centre is dangerous.
    /// - Formula: the black king's distance - the white king's, with distance = (steps along the rank + steps along the
    ///   file to the middle of the board) / 6.
    /// - Range: -1 to 1.
    /// - Example: `7k/8/8/8/3K4/8/8/8 w - - 0 1` gives 1.
    /// - Source: feature 42, equations 4.46 and 4.47.
    #[range(-1.0, 1.0)]
    fn king_closeness_to_centre(view: &View) -> f64 {
        distance_from_centre(&view.black) - distance_from_centre(&view.white)
    }

    /// - Measures: whose king is sheltered.
    /// - Why it matters: a king behind its pawns lets the other pieces work.
    /// - Formula: 1 if the king stands on its own first rank on file a, b, c, g or h with an own pawn on an adjacent
    ///   square, else 0; White - Black.
    /// - Range: -1, 0 or 1.
    /// - Example: `4k3/8/8/8/8/8/6P1/6K1 w - - 0 1` gives 1.
    /// - Source: feature 43, equation 4.48.
    #[range(-1.0, 1.0)]
    fn king_safety(view: &View) -> f64 {
        let is_behind_pawn = |side: &Side, king: Square| (attacks::king_attacks(king) & side.own.pawns).any();
        view.balance(|side| (side.own.kings & SHELTERED).into_iter().any(|king| is_behind_pawn(side, king)))
    }

    /// - Measures: whose king leads a passed pawn.
    /// - Why it matters: the king clears the way that no piece is left to clear.
    /// - Formula: 1 if for some own passed pawn the king is one or two ranks ahead of it and at most one file away,
    ///   else 0; White - Black.
    /// - Range: -1, 0 or 1.
    /// - Example: `8/8/3K4/8/4P3/8/8/k7 w - - 0 1` gives 1.
    /// - Source: feature 44, equation 4.49.
    #[range(-1.0, 1.0)]
    fn king_guides_passed_pawn(view: &View) -> f64 {
        let guiding = |side: &Side| just_ahead(side.passed) | beside(just_ahead(side.passed));
        view.balance(|side| guiding(side).intersects(side.own.kings))
    }

    /// - Measures: whose king stands in the way of a passed pawn.
    /// - Why it matters: a king before the pawn often holds the draw.
    /// - Formula: 1 if the king is on the file of some enemy passed pawn, one or two ranks ahead of it, pieces between
    ///   or not, else 0; White - Black.
    /// - Range: -1, 0 or 1.
    /// - Example: `4k3/8/4P3/8/8/8/8/4K3 w - - 0 1` gives -1.
    /// - Source: feature 45, equation 4.50.
    #[range(-1.0, 1.0)]
    fn king_blocks_passed_pawn(view: &View) -> f64 {
        let enemy_blocks = |side: &Side| just_ahead(side.passed).intersects(side.enemy.kings);
        f64::from(u8::from(enemy_blocks(&view.black))) - f64::from(u8::from(enemy_blocks(&view.white)))
    }
}

fn distance_from_centre(side: &Side) -> f64 {
    let steps = |line: u32| (f64::from(line) - 3.5).abs();
    let distance = |king: Square| (steps(u32::from(king.file())) + steps(u32::from(king.rank()))) / 6.0;
    quotient(side.own.kings.into_iter().map(distance).sum(), side.own.kings.count() as f64)
}
