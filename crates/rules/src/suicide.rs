//! Suicide chess as played on FICS: the moves of antichess, another ending.
//!
//! "A side without a legal move ends the game: the side with fewer pieces wins, equal numbers = draw. The kind of
//! pieces does not matter." (Specification of the 2008 thesis, section 1.) A side that has lost its last piece has
//! fewer than any other, so losing everything is the same rule.

use std::num::NonZeroU32;

use shakmaty::variant::Antichess;
use shakmaty::zobrist::ZobristValue;
use shakmaty::{
    Bitboard, Board, ByColor, ByRole, Castles, CastlingSide, Color, EnPassantMode, KnownOutcome, Move, MoveList,
    Outcome, Position, RemainingChecks, Role, Square,
};

/// A suicide chess position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Suicide {
    moves: Antichess,
}

impl From<Antichess> for Suicide {
    fn from(moves: Antichess) -> Suicide {
        Suicide { moves }
    }
}

impl Suicide {
    /// Only bishops are left, and some of this side's stand on squares that no enemy bishop ever reaches: it cannot
    /// lose them, nor run out of moves. FICS calls it a draw when that holds for both sides.
    fn keeps_a_bishop(&self, color: Color) -> bool {
        let board = self.board();
        let out_of_reach = |squares: Bitboard| {
            (board.by_color(color) & squares).any() && (board.by_color(!color) & squares).is_empty()
        };
        board.occupied() == board.bishops()
            && (out_of_reach(Bitboard::LIGHT_SQUARES) || out_of_reach(Bitboard::DARK_SQUARES))
    }
}

impl Position for Suicide {
    fn board(&self) -> &Board {
        self.moves.board()
    }

    fn promoted(&self) -> Bitboard {
        self.moves.promoted()
    }

    fn pockets(&self) -> Option<&ByColor<ByRole<u8>>> {
        None
    }

    fn turn(&self) -> Color {
        self.moves.turn()
    }

    fn castles(&self) -> &Castles {
        self.moves.castles()
    }

    fn maybe_ep_square(&self) -> Option<Square> {
        self.moves.maybe_ep_square()
    }

    fn remaining_checks(&self) -> Option<&ByColor<RemainingChecks>> {
        None
    }

    fn halfmoves(&self) -> u32 {
        self.moves.halfmoves()
    }

    fn fullmoves(&self) -> NonZeroU32 {
        self.moves.fullmoves()
    }

    fn legal_moves(&self) -> MoveList {
        self.moves.legal_moves()
    }

    fn san_candidates(&self, role: Role, to: Square) -> MoveList {
        self.moves.san_candidates(role, to)
    }

    fn castling_moves(&self, side: CastlingSide) -> MoveList {
        self.moves.castling_moves(side)
    }

    fn en_passant_moves(&self) -> MoveList {
        self.moves.en_passant_moves()
    }

    fn capture_moves(&self) -> MoveList {
        self.moves.capture_moves()
    }

    fn king_attackers(&self, square: Square, attacker: Color, occupied: Bitboard) -> Bitboard {
        self.moves.king_attackers(square, attacker, occupied)
    }

    fn is_variant_end(&self) -> bool {
        self.moves.is_variant_end()
    }

    fn has_insufficient_material(&self, color: Color) -> bool {
        // With any other material a side can still be left without a move or without pieces.
        self.board().by_color(!color).is_empty() || self.keeps_a_bishop(color)
    }

    fn variant_outcome(&self) -> Outcome {
        if !self.us().is_empty() && !self.legal_moves().is_empty() {
            return Outcome::Unknown;
        }
        Outcome::Known(match self.us().count().cmp(&self.them().count()) {
            std::cmp::Ordering::Less => KnownOutcome::Decisive { winner: self.turn() },
            std::cmp::Ordering::Greater => KnownOutcome::Decisive { winner: !self.turn() },
            std::cmp::Ordering::Equal => KnownOutcome::Draw,
        })
    }

    fn play_unchecked(&mut self, m: Move) {
        self.moves.play_unchecked(m);
    }

    fn update_zobrist_hash<V: ZobristValue>(&self, current: V, m: Move, mode: EnPassantMode) -> Option<V> {
        self.moves.update_zobrist_hash(current, m, mode)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnyPosition, Variant};

    fn outcome(fen: &str) -> Outcome {
        AnyPosition::from_fen(Variant::Suicide, fen).unwrap().outcome()
    }

    fn won_by(winner: Color) -> Outcome {
        Outcome::Known(KnownOutcome::Decisive { winner })
    }

    #[test]
    fn the_side_with_fewer_pieces_wins_when_a_side_cannot_move() {
        // The white pawn on a4 is blocked by the only black piece: equal numbers.
        assert_eq!(outcome("8/8/8/p7/P7/8/8/8 w - - 0 1"), Outcome::Known(KnownOutcome::Draw));
        assert_eq!(outcome("8/8/8/p7/P7/8/8/7n w - - 0 1"), won_by(Color::White));
        assert_eq!(outcome("8/8/p7/P6p/P6P/P7/8/8 w - - 0 1"), won_by(Color::Black));
    }

    #[test]
    fn a_side_without_pieces_has_won() {
        assert_eq!(outcome("8/8/8/8/8/8/8/7n w - - 0 1"), won_by(Color::White));
        assert_eq!(outcome("8/8/8/8/8/8/8/7N b - - 0 1"), won_by(Color::Black));
    }

    #[test]
    fn bishops_that_never_meet_are_a_draw() {
        assert_eq!(outcome("8/8/8/8/8/5b2/8/5B2 w - - 0 1").known(), None);
        assert_eq!(outcome("8/8/8/8/8/6b1/8/5B2 w - - 0 1"), Outcome::Known(KnownOutcome::Draw));
        assert_eq!(outcome("8/4B3/1B6/4B3/8/8/6b1/8 w - - 0 1"), Outcome::Known(KnownOutcome::Draw));
        assert_eq!(outcome("8/4B3/1B6/5B2/8/8/6b1/8 w - - 0 1").known(), None);
    }
}
