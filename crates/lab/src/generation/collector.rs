//! Finished games, put back into the order of their numbers.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::path::Path;

use hetman_arena::work::Following;
use hetman_arena::{Finish, Game, Turn};
use hetman_positions::{GameEnd, Head, PositionFile, ScoredGame, ScoredMove, StoredGame, WhiteScore};
use hetman_rules::shakmaty::{Color, Position};
use hetman_rules::{AnyPosition, key};
use hetman_search::Score;

use super::{GAMES_PER_BLOCK, Generated, GenerationError, GenerationObserver};
use crate::position_store::PositionStore;

/// The file, and the games that wait for those before them.
pub struct Collector {
    store: PositionStore,
    /// Keys of the positions that openings have led to: each is played out once.
    openings: HashSet<u64>,
    waiting: BTreeMap<u64, Game>,
    /// Number of the game that the file waits for, and of the next that is given out.
    awaited: u64,
    next_job: u64,
    games: u64,
    wanted: u64,
    half_moves: u64,
    /// Openings in a row that had been played.
    repeated: usize,
}

/// After so many openings in a row that had been played, there are no others.
const MOST_REPEATED: usize = 1000;

impl Collector {
    /// Begins a file, or goes on with one.
    pub fn open(path: &Path, head: &Head, wanted: u64) -> Result<Collector, GenerationError> {
        let store = PositionStore::begin_or_resume(path, head, GAMES_PER_BLOCK)?;
        let file = PositionFile::open(path)?;
        let mut openings = HashSet::new();
        for game in file.iter() {
            openings.insert(opening_key(game?)?);
        }
        Ok(Collector {
            store,
            openings,
            waiting: BTreeMap::new(),
            awaited: file.source_at(),
            next_job: file.source_at(),
            games: file.games() as u64,
            wanted,
            half_moves: file.half_moves(),
            repeated: 0,
        })
    }

    pub fn games(&self) -> u64 {
        self.games
    }

    pub fn half_moves(&self) -> u64 {
        self.half_moves
    }

    pub fn is_complete(&self) -> bool {
        self.games >= self.wanted
    }

    /// The next games to play.
    pub fn jobs(&mut self, count: usize) -> Vec<u64> {
        let first = self.next_job;
        self.next_job += count as u64;
        (first..self.next_job).collect()
    }

    /// Takes a game, and writes those whose turn has come.
    pub fn collect(
        &mut self,
        number: u64,
        game: Game,
        observer: &dyn GenerationObserver,
    ) -> Result<Following<u64>, GenerationError> {
        self.waiting.insert(number, game);
        while let Some(game) = self.waiting.remove(&self.awaited) {
            self.awaited += 1;
            let opening = game.record.position_after(game.opening_plies).expect("an opening is part of its game");
            if !self.openings.insert(key(opening)) {
                self.repeated += 1;
                if self.repeated > MOST_REPEATED {
                    return Err(GenerationError::Openings { games: self.games });
                }
                continue;
            }
            self.repeated = 0;
            let scored = scored(&game);
            self.store.push(&scored, self.awaited)?;
            self.games += 1;
            self.half_moves += scored.moves.len() as u64;
            observer.added(&scored, self.games, game.turns.iter().filter_map(|turn| turn.remark.nodes).sum());
            if self.is_complete() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(self.jobs(1)))
    }

    /// Writes what waits if that is all; games of a block that is not full are played again.
    pub fn finish(self) -> Result<Generated, GenerationError> {
        let is_complete = self.is_complete();
        let generated = Generated { games: self.games, half_moves: self.half_moves, is_complete };
        if is_complete {
            self.store.finish()?;
        }
        Ok(generated)
    }
}

/// What tells a stored game's opening from others: the moves of an opening have no scores.
fn opening_key(game: StoredGame) -> Result<u64, GenerationError> {
    let mut position = game.start().clone();
    for here in game.positions() {
        let here = here?;
        position = here.position;
        if here.score.is_some() {
            break;
        }
        position.play_unchecked(here.played);
    }
    Ok(key(&position))
}

fn scored(game: &Game) -> ScoredGame {
    let start: &AnyPosition = game.record.start();
    let mut side = start.turn();
    let moves = game.record.moves().enumerate().map(|(ply, m)| {
        let turn = ply.checked_sub(game.opening_plies).and_then(|number| game.turns.get(number));
        let score = turn.and_then(|turn| white_score(turn, side));
        side = !side;
        ScoredMove { m, score }
    });
    let moves = moves.collect();
    let end = match game.finish {
        Finish::Rules(_) => GameEnd::Rules,
        Finish::Adjudicated { .. } => GameEnd::Scores,
        Finish::LengthLimit => GameEnd::Length,
        Finish::Fault { .. } | Finish::Stopped => GameEnd::Unknown,
    };
    ScoredGame { start: start.clone(), moves, result: game.finish.outcome(), end }
}

fn white_score(turn: &Turn, side: Color) -> Option<WhiteScore> {
    let score = match turn.remark.score? {
        Score::Centipawns(centipawns) => WhiteScore::Centipawns(centipawns),
        Score::Mate(moves) => WhiteScore::Mate(moves),
    };
    Some(score.seen_by(side))
}
