//! The board of an experiment: its games at a pace that can be followed, while the experiment plays on at its own. A game
//! that has been over for a while is shown to its end at once, and the newest one is next.

use std::time::{Duration, Instant};

use hetman_rules::shakmaty::Color;
use hetman_rules::{GameRecord, ending, san, uci};

use crate::board;
use crate::wire::{ShownBoard, Side};

/// A move in this time, unless somebody wishes another.
pub const USUAL_DELAY_MS: u32 = 500;

/// How long a game is still shown at the pace that was wished after it has ended.
const LAG: Duration = Duration::from_secs(3);

/// A game, as far as it has been played.
struct Shown {
    run: u64,
    game: u64,
    /// Half-moves that were drawn before anybody moved; they are not shown.
    opening_plies: usize,
    boards: Vec<ShownBoard>,
    /// How many of them were shown.
    told: usize,
    /// When all of it had been played.
    ended_at: Option<Instant>,
}

impl Shown {
    fn new(run: u64, game: u64, opening_plies: usize) -> Shown {
        Shown { run, game, opening_plies, boards: Vec::new(), told: 0, ended_at: None }
    }

    /// Half-moves of the game that are known here.
    fn plies(&self) -> usize {
        self.opening_plies + self.boards.len()
    }

    fn is(&self, run: u64, game: u64) -> bool {
        (self.run, self.game) == (run, game)
    }

    fn end(&mut self, half_points: u32) {
        self.ended_at = Some(Instant::now());
        if let Some(last) = self.boards.last_mut() {
            last.is_last = true;
            last.result = Some(result(last.learner, half_points).to_owned());
        }
        // Who has seen the last move already is told how it ended.
        self.told = self.told.min(self.boards.len().saturating_sub(1));
    }
}

pub struct Show {
    pub delay: Duration,
    lag: Duration,
    /// The number of the last game of a run, from 0, which is shown in any case.
    last_game: u64,
    shown: Option<Shown>,
    /// The newest game that is known from its first move on: the next to be shown.
    waiting: Option<Shown>,
    next_at: Instant,
    /// The last board that was shown.
    pub board: Option<ShownBoard>,
}

impl Show {
    /// The show of runs of so many games, which goes on after this board.
    pub fn new(games: u64, board: Option<ShownBoard>) -> Show {
        let delay = Duration::from_millis(USUAL_DELAY_MS.into());
        let last_game = games.saturating_sub(1);
        Show { delay, lag: LAG, last_game, shown: None, waiting: None, next_at: Instant::now(), board }
    }

    pub fn watch(&mut self, run: u64, game: u64, learner: Color, record: &GameRecord) {
        let known = [&mut self.shown, &mut self.waiting].into_iter().flatten().find(|known| known.is(run, game));
        if let Some(known) = known.filter(|known| known.plies() + 1 == record.plies()) {
            known.boards.push(board_of(run, game, learner, record));
        }
    }

    /// A game begins: it is shown if nothing is, and waits if no newer one does.
    pub fn begin(&mut self, run: u64, game: u64, opening_plies: usize) {
        let is_free = |waiting: &Shown| waiting.ended_at.is_some() && waiting.game != self.last_game;
        if self.shown.is_none() {
            self.shown = Some(Shown::new(run, game, opening_plies));
        } else if game == self.last_game || self.waiting.as_ref().is_none_or(is_free) {
            self.waiting = Some(Shown::new(run, game, opening_plies));
        }
    }

    /// A game has ended, with so many half points for the learner.
    pub fn end(&mut self, run: u64, game: u64, half_points: u32) {
        for place in [&mut self.shown, &mut self.waiting] {
            if let Some(known) = place.as_mut().filter(|known| known.is(run, game)) {
                known.end(half_points);
                if known.boards.is_empty() {
                    *place = None;
                }
            }
        }
    }

    /// What was being played will not be played on.
    pub fn clear(&mut self) {
        (self.shown, self.waiting) = (None, None);
    }

    /// Nothing more will be played: the end of the newest game stays on the board.
    pub fn finish(&mut self) -> Option<ShownBoard> {
        let games = [self.waiting.take(), self.shown.take()];
        let ends = games.into_iter().flatten().filter(|game| game.ended_at.is_some());
        let newest = ends.filter_map(|mut game| game.boards.pop()).max_by_key(|board| (board.run, board.game))?;
        self.board = Some(newest.clone());
        Some(newest)
    }

    /// The board to show now, if it is time for one.
    pub fn next(&mut self) -> Option<ShownBoard> {
        let now = Instant::now();
        if self.shown.is_none() {
            self.shown = self.waiting.take();
        }
        let shown = self.shown.as_mut().filter(|_| now >= self.next_at)?;
        if shown.ended_at.is_some_and(|ended| now.duration_since(ended) >= self.lag) {
            shown.told = shown.told.max(shown.boards.len().saturating_sub(1));
        }
        let board = shown.boards.get(shown.told)?.clone();
        shown.told += 1;
        if shown.ended_at.is_some() && shown.told == shown.boards.len() {
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

    fn at_once(games: u64) -> Show {
        Show { delay: Duration::ZERO, ..Show::new(games, None) }
    }

    fn played(moves: &[&str]) -> Vec<GameRecord> {
        let mut record = GameRecord::new(AnyPosition::start(Variant::Chess));
        let play = |text: &&str| {
            record.play(parse_move(record.position(), text).unwrap()).unwrap();
            record.clone()
        };
        moves.iter().map(play).collect()
    }

    #[test]
    fn a_faster_experiment_is_kept_up_with() {
        let mut show = Show { lag: Duration::ZERO, ..at_once(3) };
        for game in 0..2 {
            show.begin(1, game, 0);
            played(&["e4", "e5", "Nf3"]).iter().for_each(|record| show.watch(1, game, Color::White, record));
            show.end(1, game, 2);
        }
        let first = show.next().unwrap();
        assert_eq!((first.game, first.is_last), (1, true), "the end of a game that was over long ago");
        assert_eq!(show.next().unwrap().game, 2, "and then the newest");
    }

    #[test]
    fn the_end_of_the_last_game_stays() {
        let mut show = at_once(3);
        for game in 0..3 {
            show.begin(1, game, 0);
            played(&["e4", "e5"]).iter().for_each(|record| show.watch(1, game, Color::White, record));
            show.end(1, game, 1);
        }
        let last = show.finish().unwrap();
        assert_eq!((last.game, last.ply, last.result.as_deref()), (3, 2, Some("1/2-1/2")));
        assert_eq!(show.board, Some(last));
        assert!(show.next().is_none());
    }

    #[test]
    fn one_game_is_shown_whole_and_then_the_newest() {
        let mut show = at_once(10);
        show.begin(1, 0, 0);
        show.begin(1, 1, 0);
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
        assert_eq!(show.next().unwrap().game, 2);
    }

    #[test]
    fn a_game_with_a_drawn_opening_is_shown_from_its_first_chosen_move_on() {
        let mut show = at_once(10);
        show.begin(1, 0, 2);
        played(&["e4", "e5", "Nf3", "Nc6"]).iter().skip(2).for_each(|record| show.watch(1, 0, Color::White, record));
        let shown = [show.next().unwrap(), show.next().unwrap()];
        assert_eq!(shown.map(|board| (board.ply, board.san.unwrap())), [(3, "Nf3".to_owned()), (4, "Nc6".to_owned())]);
    }

    #[test]
    fn a_last_move_that_was_shown_is_shown_again_with_the_result() {
        let mut show = at_once(10);
        show.begin(1, 0, 0);
        let mut record = GameRecord::new(AnyPosition::start(Variant::Chess));
        record.play(parse_move(record.position(), "e4").unwrap()).unwrap();
        show.watch(1, 0, Color::Black, &record);
        assert_eq!(show.next().unwrap().result, None);
        show.end(1, 0, 0);
        assert_eq!(show.next().unwrap().result.as_deref(), Some("1-0"));
        assert!(show.next().is_none() && show.shown.is_none());
    }
}
