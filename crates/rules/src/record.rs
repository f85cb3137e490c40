//! A game as it was played: start, moves, positions, undo and redo, and how it ended.

use serde::{Deserialize, Serialize};
use shakmaty::{Color, Move, Position};

use crate::data::RecordData;
use crate::ending::{DrawRules, Ending, Progress, Reason, SamePosition};
use crate::{AnyPosition, Variant, key};

/// The move is not legal in the record's current position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the move {m} is not legal in {fen}")]
pub struct IllegalMove {
    m: String,
    fen: String,
}

#[derive(Clone, Debug)]
struct Played {
    m: Move,
    after: AnyPosition,
    key: u64,
}

/// A game record. Never empty: it holds at least its starting position.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(into = "RecordData", try_from = "RecordData")]
pub struct GameRecord {
    start: AnyPosition,
    start_key: u64,
    played: Vec<Played>,
    /// Moves taken back, the next one to redo last.
    undone: Vec<Move>,
    /// An ending that the board does not show: agreed, resigned, on time.
    declared: Option<Ending>,
}

impl GameRecord {
    pub fn new(start: AnyPosition) -> GameRecord {
        let start_key = key(&start);
        GameRecord { start, start_key, played: Vec::new(), undone: Vec::new(), declared: None }
    }

    pub fn variant(&self) -> Variant {
        self.start.variant()
    }

    pub fn start(&self) -> &AnyPosition {
        &self.start
    }

    /// The position on the board now.
    pub fn position(&self) -> &AnyPosition {
        self.played.last().map_or(&self.start, |played| &played.after)
    }

    /// The position after the first `plies` moves, if that many were played.
    pub fn position_after(&self, plies: usize) -> Option<&AnyPosition> {
        match plies {
            0 => Some(&self.start),
            _ => self.played.get(plies - 1).map(|played| &played.after),
        }
    }

    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.played.iter().map(|played| played.m)
    }

    /// Half-moves played.
    pub fn plies(&self) -> usize {
        self.played.len()
    }

    pub fn last_move(&self) -> Option<Move> {
        self.played.last().map(|played| played.m)
    }

    pub fn turn(&self) -> Color {
        self.position().turn()
    }

    /// Plays a move; what was taken back can no longer be redone.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        if !self.position().is_legal(m) {
            return Err(IllegalMove { m: m.to_string(), fen: self.position().fen() });
        }
        self.undone.clear();
        self.push(m);
        Ok(())
    }

    fn push(&mut self, m: Move) {
        let after = self.position().after(m);
        let key = key(&after);
        self.played.push(Played { m, after, key });
        self.declared = None;
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<Move> {
        let undone = self.played.pop()?.m;
        self.undone.push(undone);
        self.declared = None;
        Some(undone)
    }

    /// Plays the move that was taken back last.
    pub fn redo(&mut self) -> Option<Move> {
        let m = self.undone.pop()?;
        self.push(m);
        Some(m)
    }

    /// Keys of all positions from the start to the present one.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = u64> + '_ {
        std::iter::once(self.start_key).chain(self.played.iter().map(|played| played.key))
    }

    /// How often the present position has stood on the board, this time included.
    pub fn occurrences(&self, same: SamePosition) -> u32 {
        let now = self.position();
        let count = match same {
            SamePosition::Possibilities => {
                let present = self.played.last().map_or(self.start_key, |played| played.key);
                self.keys().filter(|&key| key == present).count()
            }
            SamePosition::Placement => {
                let is_same =
                    |position: &&AnyPosition| position.turn() == now.turn() && position.board() == now.board();
                self.positions().filter(is_same).count()
            }
        };
        count as u32
    }

    fn positions(&self) -> impl Iterator<Item = &AnyPosition> {
        std::iter::once(&self.start).chain(self.played.iter().map(|played| &played.after))
    }

    /// Half-moves since the last progress. A count brought along by the start position's FEN is kept.
    pub fn quiet_plies(&self, progress: Progress) -> u32 {
        match progress {
            Progress::CaptureOrPawn => self.position().halfmoves(),
            Progress::Capture => {
                let since = self.played.iter().rev().take_while(|played| !played.m.is_capture()).count();
                let before = if since == self.played.len() { self.start.halfmoves() } else { 0 };
                since as u32 + before
            }
        }
    }

    /// Ends the game by word: agreement, resignation, flag.
    pub fn declare(&mut self, ending: Ending) {
        self.declared = Some(ending);
    }

    /// How the game ended, or `None` while it goes on.
    pub fn ending(&self, rules: &DrawRules) -> Option<Ending> {
        Ending::of_position(self.position(), rules.insufficient_material)
            .or(self.declared)
            .or_else(|| self.drawn_by_repetition(rules))
            .or_else(|| self.drawn_by_quiet_moves(rules))
    }

    fn drawn_by_repetition(&self, rules: &DrawRules) -> Option<Ending> {
        let times = rules.repetitions?;
        (self.occurrences(rules.same) >= times).then(|| Ending::draw(Reason::Repetition { times }))
    }

    fn drawn_by_quiet_moves(&self, rules: &DrawRules) -> Option<Ending> {
        let moves = rules.quiet_moves?;
        (self.quiet_plies(rules.progress) >= 2 * moves).then(|| Ending::draw(Reason::QuietMoves { moves }))
    }
}

#[cfg(test)]
mod tests;
