//! The seam between a game and whoever plays it.

use hetman_eval::SideValue;
use hetman_rules::shakmaty::Move;
use hetman_rules::{AnyPosition, GameRecord};
use rand_chacha::ChaCha8Rng;

/// Somebody who answers a position with a move.
pub trait Player: Send {
    /// The move for the side to move; the game is not over when this is asked.
    fn choose(&mut self, record: &GameRecord, generator: &mut ChaCha8Rng) -> Answer;

    /// A new game begins: what was remembered of the last one must not influence it.
    fn start_game(&mut self) {}
}

/// A player's answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// `None` from a player who has no answer, which loses the game.
    pub chosen: Option<Move>,
    /// What a search found; a player who does not search has no thoughts.
    pub thought: Option<Thought>,
}

/// What a player thought of the position it was asked about: what a learner needs.
#[derive(Clone, Debug)]
pub struct Thought {
    /// For the side to move there, in the evaluator's unit.
    pub value: SideValue,
    /// The principal variation, beginning with the move played.
    pub line: Vec<Move>,
    /// The position at the end of the line, from which the value came.
    pub leaf: AnyPosition,
}

impl Answer {
    pub fn without_thought(chosen: Option<Move>) -> Answer {
        Answer { chosen, thought: None }
    }
}
