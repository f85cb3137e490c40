//! A player who wins at once whenever that is possible, and is somebody else otherwise.
//!
//! Source: specification of the 2006 program, 2.5 (experiment 2). The winning move is played without thought: the
//! game's result follows immediately, so that a learner misses nothing.

use hetman_rules::GameRecord;
use hetman_rules::shakmaty::{Move, Position};
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use crate::{Answer, Player};

pub struct MateInOne<P>(pub P);

impl<P: Player> Player for MateInOne<P> {
    fn choose(&mut self, record: &GameRecord, generator: &mut ChaCha8Rng) -> Answer {
        match winning_moves(record).choose(generator) {
            Some(&m) => Answer::without_thought(Some(m)),
            None => self.0.choose(record, generator),
        }
    }

    fn start_game(&mut self) {
        self.0.start_game();
    }
}

/// Moves that end the game in the mover's favour, by mate or by the variant's own goal.
fn winning_moves(record: &GameRecord) -> Vec<Move> {
    let position = record.position();
    let wins = |m: &Move| position.after(*m).outcome().known().and_then(|o| o.winner()) == Some(position.turn());
    position.legal_moves().into_iter().filter(wins).collect()
}
