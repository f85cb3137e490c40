//! Games with scores: as they are made, as they lie in a file, and position by position.

use hetman_rules::shakmaty::{KnownOutcome, Move, Position};
use hetman_rules::{AnyPosition, Variant};

use crate::WhiteScore;
use crate::packed_move::unpack;

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    Rules,
    /// Called by the players' scores.
    Scores,
    /// Too long.
    Length,
    Unknown,
}

/// A half-move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    pub m: Move,
    /// What the search that chose it said of the position before it; `None` if there was none.
    pub score: Option<WhiteScore>,
}

/// A game as it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredGame {
    pub start: AnyPosition,
    /// Legal ones.
    pub moves: Vec<ScoredMove>,
    pub result: Option<KnownOutcome>,
    pub end: GameEnd,
}

/// Why a game of a file cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    #[error("the start is no position of {0}")]
    Start(Variant),
    #[error("its description is damaged")]
    Description,
    #[error("half-move {0} is not legal there")]
    Move(usize),
}

/// A game as it lies in a file.
#[derive(Clone, Debug)]
pub struct StoredGame<'a> {
    pub(crate) start: AnyPosition,
    pub(crate) result: Option<KnownOutcome>,
    pub(crate) end: GameEnd,
    /// Four bytes each.
    pub(crate) half_moves: &'a [u8],
}

/// A position of a game, before a move.
#[derive(Clone, Debug)]
pub struct ScoredPosition {
    pub position: AnyPosition,
    /// Half-moves since the start.
    pub ply: usize,
    pub played: Move,
    pub score: Option<WhiteScore>,
    /// Of the game.
    pub result: Option<KnownOutcome>,
}

/// Bytes of a half-move: the move, and its score.
pub(crate) const HALF_MOVE_BYTES: usize = 4;

impl<'a> StoredGame<'a> {
    pub fn start(&self) -> &AnyPosition {
        &self.start
    }

    pub fn result(&self) -> Option<KnownOutcome> {
        self.result
    }

    pub fn end(&self) -> GameEnd {
        self.end
    }

    pub fn half_moves(&self) -> usize {
        self.half_moves.len() / HALF_MOVE_BYTES
    }

    /// Each position with the move that was played there; the last position of the game is not among them.
    pub fn positions(self) -> Positions<'a> {
        Positions { position: self.start, result: self.result, rest: self.half_moves, ply: 0 }
    }

    pub fn decoded(self) -> Result<ScoredGame, GameError> {
        let StoredGame { result, end, .. } = self;
        let start = self.start.clone();
        let moves = self.positions().map(|here| here.map(|here| ScoredMove { m: here.played, score: here.score }));
        Ok(ScoredGame { start, moves: moves.collect::<Result<_, _>>()?, result, end })
    }
}

/// A game's positions, one after the other. A move that is not legal ends them.
#[derive(Clone, Debug)]
pub struct Positions<'a> {
    position: AnyPosition,
    result: Option<KnownOutcome>,
    rest: &'a [u8],
    ply: usize,
}

impl Iterator for Positions<'_> {
    type Item = Result<ScoredPosition, GameError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (&[m0, m1, s0, s1], rest) = self.rest.split_first_chunk::<HALF_MOVE_BYTES>()?;
        let Some(played) = unpack(&self.position, u16::from_le_bytes([m0, m1])) else {
            self.rest = &[];
            return Some(Err(GameError::Move(self.ply + 1)));
        };
        let score = WhiteScore::from_bits(i16::from_le_bytes([s0, s1]));
        let here =
            ScoredPosition { position: self.position.clone(), ply: self.ply, played, score, result: self.result };
        self.position.play_unchecked(played);
        (self.rest, self.ply) = (rest, self.ply + 1);
        Some(Ok(here))
    }
}

impl ScoredGame {
    /// Each position with the move that was played there.
    pub fn positions(&self) -> impl Iterator<Item = ScoredPosition> + '_ {
        let mut position = self.start.clone();
        self.moves.iter().enumerate().map(move |(ply, half_move)| {
            let ScoredMove { m: played, score } = *half_move;
            let here = ScoredPosition { position: position.clone(), ply, played, score, result: self.result };
            position.play_unchecked(played);
            here
        })
    }
}
