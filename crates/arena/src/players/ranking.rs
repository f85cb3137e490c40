//! Moves chosen by where they lead.

use hetman_rules::AnyPosition;
use hetman_rules::shakmaty::Position;
use rand::seq::IndexedRandom;

use crate::{Answer, Question};

/// The move after which the position ranks least; of several chance takes one.
pub fn least<R: Ord + Copy>(question: Question, rank: impl Fn(&AnyPosition) -> R) -> Answer {
    let position = question.record.position();
    let moves: Vec<_> = position.legal_moves().into_iter().map(|m| (m, rank(&position.after(m)))).collect();
    let best = moves.iter().map(|&(_, rank)| rank).min();
    let candidates: Vec<_> = moves.into_iter().filter(|&(_, rank)| Some(rank) == best).collect();
    Answer::without_thought(candidates.choose(question.generator).map(|&(m, _)| m))
}
