//! Any legal move, each as likely as the others.

use hetman_rules::shakmaty::Position;
use rand::seq::IndexedRandom;

use super::look::{self, MATE_IN_ONE};
use crate::{Answer, Player, PlayerKind, Question};

pub static RANDOM: PlayerKind = PlayerKind {
    parameters: &[MATE_IN_ONE],
    ..PlayerKind::new("random", "Random mover", "Plays any legal move.", |spec, _, _| {
        Ok(look::boxed(RandomMover, spec.settings()))
    })
};

pub struct RandomMover;

impl Player for RandomMover {
    fn choose(&mut self, question: Question) -> Answer {
        let moves = question.record.position().legal_moves();
        Answer::without_thought(moves.choose(question.generator).copied())
    }
}
