//! Any legal move, each as likely as the others.

use hetman_rules::shakmaty::Position;
use rand::seq::IndexedRandom;

use crate::{Answer, Player, Question};

pub struct RandomMover;

impl Player for RandomMover {
    fn choose(&mut self, question: Question) -> Answer {
        let moves = question.record.position().legal_moves();
        Answer::without_thought(moves.choose(question.generator).copied())
    }
}
