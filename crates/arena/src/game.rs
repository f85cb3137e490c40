//! One game between two players, on one page.

use std::ops::ControlFlow;

use hetman_rules::shakmaty::{Color, KnownOutcome};
use hetman_rules::{AnyPosition, DrawRules, Ending, GameRecord};
use rand_chacha::ChaCha8Rng;

use crate::{Player, Thought};

/// What ends a game besides the players' moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameRules {
    pub draws: DrawRules,
    /// Half-moves after which a game is drawn; for ever if `None`.
    pub longest_plies: Option<usize>,
}

impl From<DrawRules> for GameRules {
    fn from(draws: DrawRules) -> GameRules {
        GameRules { draws, longest_plies: None }
    }
}

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    Rules(Ending),
    /// Drawn because it had become too long.
    LengthLimit,
    /// A player answered with a move that is not legal, or with none.
    IllegalMove {
        loser: Color,
    },
    /// The observer had seen enough: no result.
    Stopped,
}

impl Finish {
    pub fn outcome(&self) -> Option<KnownOutcome> {
        match *self {
            Finish::Rules(ending) => Some(ending.outcome),
            Finish::LengthLimit => Some(KnownOutcome::Draw),
            Finish::IllegalMove { loser } => Some(KnownOutcome::Decisive { winner: !loser }),
            Finish::Stopped => None,
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Game {
    pub record: GameRecord,
    /// One entry for every half-move.
    pub thoughts: Vec<Option<Thought>>,
    pub finish: Finish,
}

/// Hears of each move when it has been played, and may end the game.
pub type Observer<'a> = dyn FnMut(&GameRecord, Option<&Thought>) -> ControlFlow<()> + 'a;

/// An observer who only lets the players play.
pub fn undisturbed(_: &GameRecord, _: Option<&Thought>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Plays a game to its end.
pub fn play(
    start: AnyPosition,
    white: &mut dyn Player,
    black: &mut dyn Player,
    rules: &GameRules,
    generator: &mut ChaCha8Rng,
    observer: &mut Observer,
) -> Game {
    let mut record = GameRecord::new(start);
    let mut thoughts = Vec::new();
    white.start_game();
    black.start_game();
    let finish = loop {
        if let Some(finish) = finish_by_rule(&record, rules) {
            break finish;
        }
        let turn = record.turn();
        let answer = match turn {
            Color::White => white.choose(&record, generator),
            Color::Black => black.choose(&record, generator),
        };
        let Some(Ok(())) = answer.chosen.map(|m| record.play(m)) else {
            break Finish::IllegalMove { loser: turn };
        };
        let verdict = observer(&record, answer.thought.as_ref());
        thoughts.push(answer.thought);
        if verdict.is_break() {
            break Finish::Stopped;
        }
    };
    Game { record, thoughts, finish }
}

fn finish_by_rule(record: &GameRecord, rules: &GameRules) -> Option<Finish> {
    let too_long = || rules.longest_plies.is_some_and(|longest| record.plies() >= longest);
    record.ending(&rules.draws).map(Finish::Rules).or_else(|| too_long().then_some(Finish::LengthLimit))
}

#[cfg(test)]
mod tests;
