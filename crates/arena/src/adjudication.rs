//! Ending games whose result is clear: by the players' own scores, or by endgame tables.
//!
//! All of it is off unless asked for: an early end is an opinion. A score counts only where both sides agree on it,
//! so that a program which misjudges a position cannot give it away, nor win it.

use std::sync::Arc;

use hetman_rules::shakmaty::{Color, KnownOutcome, Position};
use hetman_search::{Oracle, Score, Wdl};
use serde::{Deserialize, Serialize};

use crate::{Finish, Game, Turn};

/// When a game is over before it ends.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Adjudication {
    pub win: Option<WinRule>,
    pub draw: Option<DrawRule>,
    /// Tables lie on one machine.
    #[serde(skip)]
    pub oracle: Option<Arc<dyn Oracle>>,
}

/// Won when both sides have seen one of them ahead by so much for so many moves each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WinRule {
    pub moves: usize,
    pub centipawns: i32,
}

/// Drawn when both sides have seen no more than so much for so many moves each, from a move number on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    pub from_move: u32,
    pub moves: usize,
    pub centipawns: i32,
}

/// What a game was ended by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Judgement {
    Scores,
    Tables,
}

impl Adjudication {
    pub fn judge(&self, game: &Game) -> Option<Finish> {
        let by = |by| move |outcome| Finish::Adjudicated { outcome, by };
        let tables = || self.oracle.as_deref().and_then(|oracle| known(oracle, game)).map(by(Judgement::Tables));
        let win = || self.win.and_then(|rule| rule.judge(game)).map(by(Judgement::Scores));
        let draw = || self.draw.and_then(|rule| rule.judge(game)).map(by(Judgement::Scores));
        tables().or_else(win).or_else(draw)
    }
}

fn known(oracle: &dyn Oracle, game: &Game) -> Option<KnownOutcome> {
    let turn = game.record.turn();
    oracle.wdl(game.record.position()).map(|wdl| match wdl {
        Wdl::Win => KnownOutcome::Decisive { winner: turn },
        Wdl::Loss => KnownOutcome::Decisive { winner: !turn },
        Wdl::Draw => KnownOutcome::Draw,
    })
}

impl WinRule {
    fn judge(&self, game: &Game) -> Option<KnownOutcome> {
        let scores = last_scores(game, self.moves)?;
        let leads = |winner: Color| {
            let lead = |&score: &i32| winner.fold_wb(score, -score);
            scores.iter().all(|score| lead(score) >= self.centipawns)
        };
        let winner = Color::ALL.into_iter().find(|&color| leads(color))?;
        Some(KnownOutcome::Decisive { winner })
    }
}

impl DrawRule {
    fn judge(&self, game: &Game) -> Option<KnownOutcome> {
        let is_late = game.record.position().fullmoves().get() >= self.from_move;
        let scores = last_scores(game, self.moves).filter(|_| is_late)?;
        scores.iter().all(|score| score.abs() <= self.centipawns).then_some(KnownOutcome::Draw)
    }
}

/// The scores of the last moves of both sides for White, if every one of them came with a score.
fn last_scores(game: &Game, moves: usize) -> Option<Vec<i32>> {
    let first = game.turns.len().checked_sub(2 * moves).filter(|_| moves > 0)?;
    let mut turn = game.record.turn();
    let scores = game.turns[first..].iter().rev().map(|played: &Turn| {
        turn = !turn;
        played.remark.score.map(|score| turn.fold_wb(centipawns(score), -centipawns(score)))
    });
    scores.collect()
}

/// A forced win is worth more than any material.
fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(centipawns) => centipawns,
        Score::Mate(moves) if moves > 0 => i32::MAX,
        Score::Mate(_) => -i32::MAX,
    }
}

#[cfg(test)]
mod tests;
