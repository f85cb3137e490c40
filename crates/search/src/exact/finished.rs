//! What a finished game is worth inside the tree, and a quick way to see that a game is not finished.

use hetman_eval::Net;
use hetman_rules::shakmaty::{Bitboard, Board, Color, KnownOutcome, Role, attacks};
use hetman_rules::{Playable, Variant};

/// A sum has no bound; its weights are of the order of a pawn.
const MORE_THAN_ANY_SUM: f64 = 1e9;

/// What a finished game is worth inside the tree; `None` leaves it to the evaluator.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Terminals {
    /// Value of a won game for its winner.
    pub win: Option<f64>,
    pub draw: Option<f64>,
}

impl Terminals {
    /// The network of 2007 sees finished games like any other position.
    pub const EVALUATED: Terminals = Terminals { win: None, draw: None };
    /// The material trainer of 2007: mate is 1000, stalemate is its material.
    pub const TRAINER: Terminals = Terminals { win: Some(1000.0), draw: None };

    /// More than any prediction of the net's: for a search that compares these, a finished game is worth what it is.
    pub fn known(net: &Net) -> Terminals {
        let outcomes = net.model().outcomes();
        let is_sum = net.model().weights().is_some();
        let win = if is_sum { MORE_THAN_ANY_SUM } else { outcomes.white_wins - outcomes.draw };
        Terminals { win: Some(win), draw: Some(0.0) }
    }

    /// The value for the side to move, where the game is over and that says what it is worth.
    pub(super) fn value<P: Playable>(&self, position: &P) -> Option<f64> {
        if *self == Terminals::EVALUATED || is_surely_unfinished(position) {
            return None;
        }
        match position.outcome().known()? {
            KnownOutcome::Decisive { winner } => self.win.map(|win| if winner == position.turn() { win } else { -win }),
            KnownOutcome::Draw => self.draw,
        }
    }
}

/// Whether the game goes on, as far as that can be seen without generating moves, which would take longer than judging
/// the position. A piece that is on no line with its king, which is not in check, may go to any empty square it reaches;
/// if captures are compulsory, one of those is a move as well.
pub(super) fn is_surely_unfinished<P: Playable>(position: &P) -> bool {
    // In the race of kings a move must not give check.
    P::VARIANT != Variant::RacingKings
        && !position.is_variant_end()
        && !position.is_check()
        && !position.is_insufficient_material()
        && has_free_piece(position)
}

fn has_free_piece<P: Playable>(position: &P) -> bool {
    let (board, turn) = (position.board(), position.turn());
    let (pawns, pieces) = free_pieces(board, turn);
    let empty = !board.occupied();
    (steps(pawns, turn) & empty).any() || pieces.into_iter().any(|square| (board.attacks_from(square) & empty).any())
}

/// Whether the side that waits will have a move after any move that takes nothing and gives no check, nor moves a king.
/// Such a move fills one square, so that two to go to are enough; nothing can come in between on the way to them, since
/// they are a step or a jump away.
pub(super) fn will_answer<P: Playable>(position: &P) -> bool {
    let (board, waiting) = (position.board(), !position.turn());
    let (pawns, pieces) = free_pieces(board, waiting);
    let empty = !board.occupied();
    let mut goals = steps(pawns, waiting) & empty;
    for square in pieces {
        if goals.more_than_one() {
            break;
        }
        let near = attacks::king_attacks(square) | attacks::knight_attacks(square);
        goals |= board.attacks_from(square) & near & empty;
    }
    goals.more_than_one() && P::VARIANT != Variant::RacingKings && !position.is_insufficient_material()
}

/// Pawns and others that are on no line with their king, so that moving them cannot bare it.
fn free_pieces(board: &Board, color: Color) -> (Bitboard, Bitboard) {
    let kings = board.by_piece(Role::King.of(color));
    let lines: Bitboard = kings
        .into_iter()
        .map(|king| attacks::queen_attacks(king, Bitboard::EMPTY))
        .fold(kings, |lines, line| lines | line);
    let free = board.by_color(color) & !lines;
    (free & board.pawns(), free & !board.pawns())
}

fn steps(pawns: Bitboard, color: Color) -> Bitboard {
    match color {
        Color::White => pawns.shift(8),
        Color::Black => pawns.shift(-8),
    }
}
