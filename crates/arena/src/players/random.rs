//! Any legal move, each as likely as the others.

use hetman_rules::GameRecord;
use hetman_rules::shakmaty::Position;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::{Answer, Player};

pub struct RandomMover;

impl Player for RandomMover {
    fn choose(&mut self, record: &GameRecord, generator: &mut ChaCha8Rng) -> Answer {
        Answer::without_thought(record.position().legal_moves().choose(generator).copied())
    }
}
