//! Positions to learn from, as compact as memory wants them: the facts they show and what they are worth.

use std::ops::Range;
use std::path::PathBuf;

use hetman_eval::nnue::{Fact, Shape, Sight};
use hetman_positions::{Filters, PositionFile, PositionFileError, ScoredPosition, WhiteScore};
use hetman_rules::shakmaty::{Color, KnownOutcome, Position};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// Games that one job reads: the file's parts are joined in their order.
const GAMES_OF_A_JOB: usize = 64;

/// What a position is worth to the side to move: by search and by result, both from 0 (lost) to 1 (won).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    pub score: f32,
    pub result: f32,
}

/// What of a sample is not its facts.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Head {
    /// Where its facts end.
    end: u64,
    turn: Color,
    /// Numbers of White's and Black's views.
    views: [u8; 2],
    output: u8,
    worth: Worth,
}

/// Positions to learn from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    facts: Vec<Fact>,
    heads: Vec<Head>,
}

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample<'a> {
    pub facts: &'a [Fact],
    /// Numbers of the views of the side to move and of the other.
    pub views: [usize; 2],
    pub turn: Color,
    pub output: usize,
    pub worth: Worth,
}

impl Samples {
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// Adds a position, worth so much to the side to move.
    pub fn push(&mut self, shape: &Shape, position: &impl Position, worth: Worth) {
        let sight = Sight::of(position);
        shape.facts().all(&sight, |fact| self.facts.push(fact));
        self.heads.push(Head {
            end: self.facts.len() as u64,
            turn: position.turn(),
            views: [Color::White, Color::Black].map(|color| shape.view_number(color, &sight) as u8),
            output: shape.output(&sight) as u8,
            worth,
        });
    }

    pub fn get(&self, index: usize) -> Sample<'_> {
        let Head { end, turn, views, output, worth } = self.heads[index];
        let start = index.checked_sub(1).map_or(0, |before| self.heads[before].end);
        let [white, black] = views.map(usize::from);
        Sample {
            facts: &self.facts[start as usize..end as usize],
            views: turn.fold_wb([white, black], [black, white]),
            turn,
            output: usize::from(output),
            worth,
        }
    }

    fn append(&mut self, other: Samples) {
        let before = self.facts.len() as u64;
        self.facts.extend(other.facts);
        self.heads.extend(other.heads.into_iter().map(|head| Head { end: before + head.end, ..head }));
    }

    /// All of them in an order that the seed decides.
    pub fn shuffled(&self, seed: u64, round: u64) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.len() as u32).collect();
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        generator.set_stream(round);
        order.shuffle(&mut generator);
        order
    }
}

/// Positions that are learned from, and others of other games to see what was learned.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Split {
    pub training: Samples,
    pub held_out: Samples,
    /// Games that were read.
    pub games: u64,
}

/// Why there is nothing to learn from.
#[derive(Debug, thiserror::Error)]
pub enum SamplesError {
    #[error(transparent)]
    File(#[from] PositionFileError),
    #[error("the filters leave {0} positions to learn from and {1} of other games to compare with: add games")]
    Empty(usize, usize),
}

/// What is made of position files.
pub struct Reading<'a> {
    pub shape: &'a Shape,
    pub filters: &'a Filters,
    /// Hundredths of a pawn for one natural unit of log-odds.
    pub scale: f64,
    /// The share of games held out, and the seed that draws them.
    pub held_out: f64,
    pub seed: u64,
}

/// Reads files on all threads of the pool it is called in. `read` hears of games.
pub fn load(files: &[PathBuf], reading: &Reading, read: &(dyn Fn(u64) + Sync)) -> Result<Split, SamplesError> {
    let mut split = Split::default();
    for file in files {
        let opened = PositionFile::open_variant(file, reading.shape.variant)?;
        let (first, games) = (split.games, opened.games());
        let jobs: Vec<usize> = (0..games).step_by(GAMES_OF_A_JOB).collect();
        let job = |start: usize| {
            let games = start..games.min(start + GAMES_OF_A_JOB);
            read(games.len() as u64);
            part(&PositionFile::open(file)?, games, first, reading)
        };
        let parts: Vec<Split> = jobs.into_par_iter().map(job).collect::<Result<_, PositionFileError>>()?;
        for part in parts {
            split.training.append(part.training);
            split.held_out.append(part.held_out);
        }
        split.games += games as u64;
    }
    if split.training.is_empty() || split.held_out.is_empty() {
        return Err(SamplesError::Empty(split.training.len(), split.held_out.len()));
    }
    Ok(split)
}

/// The samples of some games of a file, before which `first` games were read from others.
fn part(file: &PositionFile, games: Range<usize>, first: u64, reading: &Reading) -> Result<Split, PositionFileError> {
    let mut split = Split::default();
    for index in games {
        let game = file.game(index)?;
        let is_held_out = draw(reading.seed, first + index as u64) < reading.held_out;
        let samples = if is_held_out { &mut split.held_out } else { &mut split.training };
        for position in game.positions() {
            let position = position.map_err(|reason| file.bad_game(index, reason))?;
            if let Some(worth) = worth(&position, reading.scale)
                && reading.filters.admits(&position)
            {
                samples.push(reading.shape, &position.position, worth);
            }
        }
    }
    Ok(split)
}

/// A number from 0 to 1 for a game, the same whatever was drawn before.
fn draw(seed: u64, game: u64) -> f64 {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    generator.set_stream(game);
    generator.random()
}

/// What a position is worth to the side to move; none without a score and a result.
fn worth(here: &ScoredPosition, scale: f64) -> Option<Worth> {
    let turn = here.position.turn();
    let score = match here.score?.seen_by(turn) {
        WhiteScore::Centipawns(centipawns) => 1.0 / (1.0 + (-f64::from(centipawns) / scale).exp()),
        WhiteScore::Mate(moves) => f64::from(moves > 0),
    };
    let result = match here.result? {
        KnownOutcome::Draw => 0.5,
        KnownOutcome::Decisive { winner } => f64::from(winner == turn),
    };
    Some(Worth { score: score as f32, result: result as f32 })
}

#[cfg(test)]
mod tests;
