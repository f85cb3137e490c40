//! The board of an experiment: whole games, one after the other, at a pace that can be followed, while the experiment
//! plays on at its own.

use std::time::{Duration, Instant};

use hetman_rules::shakmaty::Color;
use hetman_rules::{GameRecord, ending, san, uci};

use crate::board;
use crate::wire::{ShownBoard, Side};

/// A move in this time, unless somebody wishes another.
pub const USUAL_DELAY_MS: u32 = 500;

/// A game being shown, as far as it has been played.
struct Shown {
    run: u64,
    game: u64,
    boards: Vec<ShownBoard>,
    /// How many of them were shown.
    told: usize,
    /// Whether all of it has been played.
    is_whole: bool,
}

pub struct Show {
    pub delay: Duration,
    shown: Option<Shown>,
    next_at: Instant,
    /// The last board that was shown.
    pub board: Option<ShownBoard>,
}

impl Default for Show {
    fn default() -> Show {
        let delay = Duration::from_millis(USUAL_DELAY_MS.into());
        Show { delay, shown: None, next_at: Instant::now(), board: None }
    }
}

impl Show {
    /// Whether this move will be shown: of the game on the board, or the first of another when nothing is on the board.
    fn wants(&self, run: u64, game: u64, record: &GameRecord) -> bool {
        match &self.shown {
            Some(shown) => (shown.run, shown.game) == (run, game) && shown.boards.len() + 1 == record.plies(),
            None => record.plies() == 1,
        }
    }

    pub fn watch(&mut self, run: u64, game: u64, learner: Color, record: &GameRecord) {
        if !self.wants(run, game, record) {
            return;
        }
        let begin = || Shown { run, game, boards: Vec::new(), told: 0, is_whole: false };
        let board = board_of(run, game, learner, record);
        self.shown.get_or_insert_with(begin).boards.push(board);
    }

    /// A game has ended, with so many half points for the learner.
    pub fn end(&mut self, run: u64, game: u64, half_points: u32) {
        if let Some(shown) = self.shown.as_mut().filter(|shown| (shown.run, shown.game) == (run, game)) {
            shown.is_whole = true;
            if let Some(last) = shown.boards.last_mut() {
                last.is_last = true;
                last.result = Some(result(last.learner, half_points).to_owned());
            }
            // Who has seen the last move already is told how it ended.
            shown.told = shown.told.min(shown.boards.len().saturating_sub(1));
            if shown.boards.is_empty() {
                self.shown = None;
            }
        }
    }

    /// What was being played will not be played on.
    pub fn clear(&mut self) {
        self.shown = None;
    }

    /// The board to show now, if it is time for one.
    pub fn next(&mut self) -> Option<ShownBoard> {
        let now = Instant::now();
        let shown = self.shown.as_mut().filter(|_| now >= self.next_at)?;
        let board = shown.boards.get(shown.told)?.clone();
        shown.told += 1;
        if shown.is_whole && shown.told == shown.boards.len() {
            self.shown = None;
        }
        self.next_at = now + self.delay;
        self.board = Some(board.clone());
        Some(board)
    }
}

fn result(learner: Side, half_points: u32) -> &'static str {
    match (learner, half_points) {
        (_, 1) => "1/2-1/2",
        (Side::White, 2) | (Side::Black, 0) => "1-0",
        _ => "0-1",
    }
}

/// The board after the last move of a game.
pub fn board_of(run: u64, game: u64, learner: Color, record: &GameRecord) -> ShownBoard {
    let plies = record.plies();
    let last = record.last_move().zip(plies.checked_sub(1).and_then(|before| record.position_after(before)));
    ShownBoard {
        run: run as u32,
        game: game + 1,
        fen: record.position().fen(),
        last_move: last.map(|(m, before)| uci(before, m)),
        san: last.map(|(m, before)| san(before, m)),
        ply: plies as u32,
        plies_since_capture: record.quiet_plies(ending::Progress::Capture),
        learner: board::side(learner),
        is_last: false,
        result: None,
    }
}

#[cfg(test)]
mod tests {
    use hetman_rules::{AnyPosition, Variant, parse_move};

    use super::*;

    #[test]
    fn one_game_is_shown_whole_and_others_pass_by() {
        let mut show = Show { delay: Duration::ZERO, ..Show::default() };
        let mut record = GameRecord::new(AnyPosition::start(Variant::Chess));
        for (ply, text) in ["e4", "e5", "Nf3"].into_iter().enumerate() {
            record.play(parse_move(record.position(), text).unwrap()).unwrap();
            show.watch(1, 0, Color::White, &record);
            show.watch(1, 1, Color::Black, &record);
            assert_eq!(show.shown.as_ref().unwrap().boards.len(), ply + 1);
        }
        assert_eq!(show.next().unwrap().san.as_deref(), Some("e4"));
        show.end(1, 1, 0);
        show.end(1, 0, 2);
        assert_eq!(show.next().unwrap().game, 1);
        let last = show.next().unwrap();
        assert_eq!((last.is_last, last.result.as_deref()), (true, Some("1-0")));
        assert!(show.next().is_none() && show.shown.is_none());
    }

    #[test]
    fn a_last_move_that_was_shown_is_shown_again_with_the_result() {
        let mut show = Show { delay: Duration::ZERO, ..Show::default() };
        let mut record = GameRecord::new(AnyPosition::start(Variant::Chess));
        record.play(parse_move(record.position(), "e4").unwrap()).unwrap();
        show.watch(1, 0, Color::Black, &record);
        assert_eq!(show.next().unwrap().result, None);
        show.end(1, 0, 0);
        assert_eq!(show.next().unwrap().result.as_deref(), Some("1-0"));
        assert!(show.next().is_none() && show.shown.is_none());
    }
}
