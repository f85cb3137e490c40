//! What an engine shows a person who types at it: the board, the evaluation, a count of the move tree.

use std::fmt::Write;

use hetman_eval::{AnyEvaluator, Evaluator};
use hetman_rules::perft::perft_any;
use hetman_rules::shakmaty::{Bitboard, File, Position, Rank, Role, Square};
use hetman_rules::{AnyPosition, DrawRules, GameRecord, key, with_position};
use hetman_search::Control;

/// Subtrees of this depth are counted without looking up: well under a millisecond.
const UNINTERRUPTED_PLIES: u32 = 2;

/// The board as White sees it, with what a FEN cannot show at a glance.
pub fn board(record: &GameRecord) -> String {
    let position = record.position();
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        let pieces = File::ALL.map(|file| piece_at(position, Square::from_coords(file, rank)));
        let _ = writeln!(text, "{} {}", rank.char(), pieces.map(String::from).join(" "));
    }
    let _ = writeln!(text, "  a b c d e f g h\n");
    let _ = writeln!(text, "Variant: {}", record.variant());
    let _ = writeln!(text, "Fen: {}", position.fen());
    let _ = writeln!(text, "Key: {:016X}", key(position));
    let _ = writeln!(text, "Checkers: {}", squares(position.checkers()));
    let _ = write!(text, "Legal moves: {}", position.legal_moves().len());
    if let Some(ending) = record.ending(&DrawRules::CLAIMED) {
        let _ = write!(text, "\nResult: {ending} ({})", ending.describe(record.variant()));
    }
    text
}

fn piece_at(position: &AnyPosition, square: Square) -> char {
    position.board().piece_at(square).map_or('.', |piece| piece.char())
}

fn squares(set: Bitboard) -> String {
    let names: Vec<_> = set.into_iter().map(|square| square.to_string()).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(" ") }
}

/// The static evaluation in pawns, and what the pieces weigh in it.
pub fn evaluation(position: &AnyPosition, evaluator: &AnyEvaluator) -> String {
    let centipawns = centipawns(position, evaluator);
    let white = position.turn().fold_wb(centipawns, -centipawns);
    let mut text = String::new();
    for role in Role::ALL {
        let pieces = position.board().by_role(role);
        let count = |color| (pieces & position.board().by_color(color)).count();
        let (ours, theirs) = (count(position.turn()), count(!position.turn()));
        let _ = writeln!(text, "{role:?}s: {ours} against {theirs}");
    }
    let _ =
        write!(text, "Evaluation: {:+.2} for White, {:+.2} for the side to move", white / 100.0, centipawns / 100.0);
    text
}

fn centipawns(position: &AnyPosition, evaluator: &AnyEvaluator) -> f64 {
    with_position!(position, position => evaluator.evaluate(position)).0 * evaluator.centipawns_per_unit()
}

/// Leaves of the tree of legal moves; wrong when it was stopped.
pub fn count_leaves(position: &AnyPosition, depth: u32, control: &Control) -> u64 {
    if depth <= UNINTERRUPTED_PLIES {
        return perft_any(position, depth);
    }
    let mut leaves = 0;
    for m in position.legal_moves() {
        if control.is_stopped() {
            break;
        }
        leaves += count_leaves(&position.after(m), depth - 1, control);
    }
    leaves
}
