//! From a game to what is learned from it.
//!
//! Sources: which predictions count is section 7 of the 2007 thesis' specification (the learner's own decisions) and
//! section 4 of the 2008 thesis' (one sequence for each side that learns; decided positions have no gradient).

use hetman_arena::{Game, Thought};
use hetman_eval::Net;
use hetman_eval::model::Outcomes;
use hetman_learn::{Sample, Trace};
use hetman_rules::shakmaty::{Color, KnownOutcome, Position};
use hetman_rules::{AnyPosition, with_position};

use crate::experiment::{Finished, Method, Sides};

/// What of a game is learned from.
#[derive(Clone, Copy, Debug)]
pub struct Selection {
    pub method: Method,
    pub finished: Finished,
    pub sides: Sides,
}

impl Selection {
    /// The traces of a finished game in which the learner had this colour, one for each side that learns.
    pub fn traces(&self, game: &Game, outcome: KnownOutcome, learner: Color, net: &Net) -> Vec<Trace> {
        let sides: &[Color] = match self.sides {
            Sides::Learner => &[learner],
            Sides::Both => &[learner, !learner],
        };
        let outcome = scale(outcome, net.model().outcomes());
        sides.iter().map(|&side| Trace { samples: self.samples(game, side, net), outcome }).collect()
    }

    fn samples(&self, game: &Game, side: Color, net: &Net) -> Vec<Sample> {
        let turns = game.turns.iter().enumerate();
        let decisions = turns.filter_map(|(number, turn)| {
            let root = game.record.position_after(game.opening_plies + number).expect("a turn is a move played");
            turn.thought.as_ref().filter(|_| root.turn() == side).map(|thought| (root, thought))
        });
        decisions.map(|(root, thought)| self.decision(root, thought, net)).collect()
    }

    /// The trace of a recorded game: one prediction for every half-move of either side.
    pub fn recorded(&self, positions: &[AnyPosition], outcome: KnownOutcome, net: &Net) -> Trace {
        let samples = positions.iter().map(|position| self.sample(position, net)).collect();
        Trace { samples, outcome: scale(outcome, net.model().outcomes()) }
    }

    fn decision(&self, root: &AnyPosition, thought: &Thought, net: &Net) -> Sample {
        match self.method {
            Method::Td => self.sample(root, net),
            Method::TdLeaf if thought.is_repetition => Sample::Decided(net.model().outcomes().draw),
            Method::TdLeaf => self.sample(&thought.leaf, net),
        }
    }

    fn sample(&self, position: &AnyPosition, net: &Net) -> Sample {
        match (self.finished, position.outcome().known()) {
            (Finished::Known, Some(outcome)) => Sample::Decided(scale(outcome, net.model().outcomes())),
            _ => Sample::Judged(with_position!(position, position => net.read(position))),
        }
    }
}

/// A result on the scale of predictions.
fn scale(outcome: KnownOutcome, outcomes: Outcomes) -> f64 {
    match outcome {
        KnownOutcome::Decisive { winner: Color::White } => outcomes.white_wins,
        KnownOutcome::Decisive { winner: Color::Black } => outcomes.black_wins,
        KnownOutcome::Draw => outcomes.draw,
    }
}

#[cfg(test)]
mod tests;
