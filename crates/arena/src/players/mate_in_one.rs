//! A player who wins at once whenever that is possible, and is somebody else otherwise.
//!
//! Source: specification of the 2006 program, 2.5 (experiment 2). The winning move is played without thought: the
//! game's result follows immediately, so that a learner misses nothing.

use std::time::Duration;

use hetman_rules::shakmaty::{Color, KnownOutcome, Move, Position};
use hetman_rules::{GameRecord, TimeControl};
use rand::seq::IndexedRandom;

use crate::{Answer, Player, Question};

pub struct MateInOne<P>(pub P);

impl<P: Player> Player for MateInOne<P> {
    fn choose(&mut self, question: Question) -> Answer {
        match winning_moves(question.record).choose(question.generator) {
            Some(&m) => Answer::without_thought(Some(m)),
            None => self.0.choose(question),
        }
    }

    fn start_game(&mut self, opening: &GameRecord, color: Color, control: Option<&TimeControl>) {
        self.0.start_game(opening, color, control);
    }

    fn end_game(&mut self, record: &GameRecord, outcome: Option<KnownOutcome>) {
        self.0.end_game(record, outcome);
    }

    fn reseed(&mut self, seed: u64) -> bool {
        self.0.reseed(seed)
    }

    fn move_time(&self) -> Option<Duration> {
        self.0.move_time()
    }
}

/// Moves that end the game in the mover's favour, by mate or by the variant's own goal.
fn winning_moves(record: &GameRecord) -> Vec<Move> {
    let position = record.position();
    let wins = |m: &Move| position.after(*m).outcome().known().and_then(|o| o.winner()) == Some(position.turn());
    position.legal_moves().into_iter().filter(wins).collect()
}
