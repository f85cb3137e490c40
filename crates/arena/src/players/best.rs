//! Best play by exact tables, which makes defence as hard as it can be. It is in no list: a caller with tables makes one.

use std::sync::Arc;

use hetman_endgame::{Outcome, Tables};
use hetman_rules::AnyPosition;

use super::ranking::least;
use crate::{Answer, Player, Question};

/// Mates as soon as it can, and is mated as late as it can; of moves that are equally good chance takes one.
pub struct BestPlayer(pub Arc<Tables>);

impl BestPlayer {
    /// How good the position that a move led to is for the side that made it: the least is the best. Where there is no table
    /// nothing is known.
    fn rank(&self, after: &AnyPosition) -> u32 {
        const DRAWN: u32 = 1000;
        let AnyPosition::Chess(position) = after else { return DRAWN };
        match self.0.probe(position) {
            Some(Outcome::Loss(moves)) => moves,
            Some(Outcome::Win(moves)) => 2 * DRAWN - moves,
            Some(Outcome::Draw) | None => DRAWN,
        }
    }
}

impl Player for BestPlayer {
    fn choose(&mut self, question: Question) -> Answer {
        least(question, |after| self.rank(after))
    }

    /// What it leaves to chance is the game's.
    fn reseed(&mut self, _: u64) -> bool {
        true
    }
}
