//! The moves of a node, all of them at once: a budget cannot be split among moves that nobody has seen.

use hetman_rules::shakmaty::{Move, Role};

use crate::Searchable;
use crate::history::{Histories, QuietScores};
use crate::moves::GenType;
use crate::ordering::{is_noisy, most_valuable_victim};
use crate::see::PieceValues;
use crate::table::PackedMove;

/// What a move looks like before it is tried, the most promising first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MoveClass {
    /// Remembered by the transposition table.
    Hash,
    /// A capture or a promotion to a queen that loses nothing.
    Gain,
    /// Killer: a quiet move that has cut off a sibling.
    Killer,
    Quiet,
    LosingCapture,
    /// A quiet move that loses material, or a promotion to less than a queen.
    Losing,
}

/// A move, how it is ordered, and what it has to spend.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub m: Move,
    pub class: MoveClass,
    /// Among those of its class, the greatest first.
    pub order: i32,
    /// The node budget of the position after it.
    pub budget: f64,
}

/// What is known of a node's moves before any is tried.
pub struct Hints {
    pub tt_move: PackedMove,
    pub killers: [PackedMove; 2],
    pub piece_values: PieceValues,
}

/// Puts all moves of a position behind those of the line, the most promising first.
pub fn push_candidates<P: Searchable>(position: &P, hints: &Hints, histories: &Histories, into: &mut Vec<Candidate>) {
    let start = into.len();
    let quiet = histories.quiet_scores(position.turn(), &[None, None]);
    let mut push = |m| into.push(candidate(position, m, hints, histories, &quiet));
    position.moves(GenType::Noisy, &mut push);
    position.moves(GenType::Quiet, &mut push);
    sort(&mut into[start..]);
}

/// The most promising first; moves that look alike stay as they are.
pub fn sort(candidates: &mut [Candidate]) {
    candidates.sort_by_key(|candidate| (candidate.class, std::cmp::Reverse(candidate.order)));
}

fn candidate<P: Searchable>(
    position: &P,
    m: Move,
    hints: &Hints,
    histories: &Histories,
    quiet: &QuietScores,
) -> Candidate {
    let values = &hints.piece_values;
    let packed = PackedMove::from(m);
    let class = if packed == hints.tt_move {
        MoveClass::Hash
    } else if is_under_promotion(m) {
        MoveClass::Losing
    } else if is_noisy(m) {
        if position.see_ge(m, 0, values) { MoveClass::Gain } else { MoveClass::LosingCapture }
    } else if hints.killers.contains(&packed) {
        MoveClass::Killer
    } else {
        MoveClass::Quiet
    };
    let order = match is_noisy(m) {
        true => most_valuable_victim(position, m, values) + histories.capture_score(position.turn(), m),
        false => quiet.of(m),
    };
    Candidate { m, class, order, budget: 0.0 }
}

/// A promotion to less than the best piece.
fn is_under_promotion(m: Move) -> bool {
    m.promotion().is_some_and(|role| !matches!(role, Role::Queen | Role::King))
}
