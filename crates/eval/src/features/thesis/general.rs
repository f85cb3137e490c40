//! Inputs 0 to 8: material, check and mate, the side to move.

use super::feature_group;
use super::view::{KingState, View};

feature_group! {
    /// - Measures: which side has more pawns.
    /// - Why it matters: a pawn is the unit of material, and a spare one may become a queen.
    /// - Formula: (white pawns - black pawns) / 8.
    /// - Range: -1 to 1; a horde exceeds it.
    /// - Example: `4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1` gives 3/8.
    /// - Source: feature 1, equation 4.1.
    #[range(-1.0, 1.0)]
    fn pawn_strength(view: &View) -> f64 {
        view.difference(|side| side.own.pawns.count() as f64) / 8.0
    }

    /// - Measures: which side has more knights.
    /// - Why it matters: a knight reaches what no other piece can, and nothing can stand in its way.
    /// - Formula: (white knights - black knights) / 2.
    /// - Range: -1 to 1 before promotions.
    /// - Example: `1n2k1n1/8/8/8/8/8/8/1N2K3 w - - 0 1` gives -1/2.
    /// - Source: feature 2, equation 4.2.
    #[range(-1.0, 1.0)]
    fn knight_strength(view: &View) -> f64 {
        view.difference(|side| side.own.knights.count() as f64) / 2.0
    }

    /// - Measures: which side has more bishops.
    /// - Why it matters: a bishop works at a distance, and two of them cover every square.
    /// - Formula: (white bishops - black bishops) / 2.
    /// - Range: -1 to 1 before promotions.
    /// - Example: `4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1` gives 1.
    /// - Source: feature 3, equation 4.3.
    #[range(-1.0, 1.0)]
    fn bishop_strength(view: &View) -> f64 {
        view.difference(|side| side.own.bishops.count() as f64) / 2.0
    }

    /// - Measures: which side has more rooks.
    /// - Why it matters: a rook can mate with nothing but its king's help.
    /// - Formula: (white rooks - black rooks) / 2.
    /// - Range: -1 to 1 before promotions.
    /// - Example: `r3k2r/8/8/8/8/8/8/R3K3 w - - 0 1` gives -1/2.
    /// - Source: feature 4, equation 4.4.
    #[range(-1.0, 1.0)]
    fn rook_strength(view: &View) -> f64 {
        view.difference(|side| side.own.rooks.count() as f64) / 2.0
    }

    /// - Measures: which side has more queens.
    /// - Why it matters: the queen is the strongest piece; a side without one is seldom the attacker.
    /// - Formula: white queens - black queens.
    /// - Range: -1 to 1 before promotions.
    /// - Example: `4k3/8/8/8/8/8/8/3QK3 w - - 0 1` gives 1.
    /// - Source: feature 5, equation 4.5.
    #[range(-1.0, 1.0)]
    fn queen_strength(view: &View) -> f64 {
        view.difference(|side| side.own.queens.count() as f64)
    }

    /// - Measures: whose king is attacked.
    /// - Why it matters: a check must be answered, which leaves the other side the choice of what happens.
    /// - Formula: 1 if Black is in check, -1 if White is, else 0.
    /// - Range: -1, 0 or 1.
    /// - Example: `4k3/8/8/8/8/8/4R3/4K3 b - - 0 1` gives 1.
    /// - Source: feature 6.
    #[range(-1.0, 1.0)]
    fn check(view: &View) -> f64 {
        view.against_side_to_move(view.king_state != KingState::Safe)
    }

    /// - Measures: whether a check leaves nothing but moves of the king.
    /// - Why it matters: a king that must walk loses its shelter and castling, and the way may lead to mate.
    /// - Formula: 1 if Black is in check, has a legal move, and all its legal moves are the king's (a king that takes
    ///   the checker flees too; mate does not count); -1 the same for White; else 0.
    /// - Range: -1, 0 or 1.
    /// - Example: `4k3/8/8/8/8/8/4R3/4K3 b - - 0 1` gives 1.
    /// - Source: feature 7; that a capture by the king counts and mate does not is a convention.
    #[range(-1.0, 1.0)]
    fn check_king_flight_only(view: &View) -> f64 {
        view.against_side_to_move(view.king_state == KingState::FlightOnly)
    }

    /// - Measures: whether the game is over by mate.
    /// - Why it matters: nothing else matters then.
    /// - Formula: 1 if Black is mated, -1 if White is, else 0.
    /// - Range: -1, 0 or 1.
    /// - Example: `R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1` gives 1.
    /// - Source: feature 8.
    #[range(-1.0, 1.0)]
    fn checkmate(view: &View) -> f64 {
        view.against_side_to_move(view.king_state == KingState::Mate)
    }

    /// - Measures: who is to move.
    /// - Why it matters: the move is worth something in itself; threats count double for the side that may carry them
    ///   out.
    /// - Formula: 1 if White is to move, -1 if Black.
    /// - Range: -1 or 1.
    /// - Example: `4k3/8/8/8/8/8/8/4K3 b - - 0 1` gives -1.
    /// - Source: feature 9.
    #[range(-1.0, 1.0)]
    fn side_to_move(view: &View) -> f64 {
        view.turn.fold_wb(1.0, -1.0)
    }
}
