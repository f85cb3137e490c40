//! Any search as a player.

use std::time::Duration;

use hetman_rules::shakmaty::Color;
use hetman_rules::{GameRecord, TimeControl};
use hetman_search::{Limits, SearchTask, Thinker};

use crate::{Answer, Fault, Player, Question, Remark, Reply, Thought};

/// Where nobody says how long to think: long enough to play well, short enough to wait for.
const MOVE_TIME: Duration = Duration::from_millis(1000);

/// The limits, or a second where there are none.
pub fn limited(limits: Limits) -> Limits {
    if limits == Limits::default() { Limits { move_time: Some(MOVE_TIME), ..limits } } else { limits }
}

/// The one way from a search to a player of a game.
pub struct ThinkingPlayer<T> {
    thinker: T,
    limits: Limits,
}

impl<T: Thinker> ThinkingPlayer<T> {
    /// Besides its limits the player keeps to its clock, if it has one.
    pub fn new(thinker: T, limits: Limits) -> ThinkingPlayer<T> {
        ThinkingPlayer { thinker, limits }
    }
}

/// A search that knows no limits but its own.
impl<T: Thinker> From<T> for ThinkingPlayer<T> {
    fn from(thinker: T) -> ThinkingPlayer<T> {
        ThinkingPlayer::new(thinker, Limits::default())
    }
}

impl<T: Thinker> Player for ThinkingPlayer<T> {
    fn choose(&mut self, question: Question) -> Answer {
        let limits = limited(Limits { clock: question.clock(), ..self.limits.clone() });
        let Question { record, generator, control, .. } = question;
        let task = SearchTask { game: record, limits: &limits, control };
        let decision = self.thinker.think(task, generator, &mut |_| {});
        // A search that was cut short has not said what it would play.
        match decision.best.filter(|_| !control.is_stopped()) {
            Some(best) => Answer {
                reply: Ok(Reply::Move(best)),
                remark: Remark { score: decision.score, depth: Some(decision.depth), nodes: Some(decision.nodes) },
                thought: Some(Thought::at_the_end_of(
                    decision.line,
                    record.position(),
                    decision.value,
                    decision.is_repetition,
                )),
            },
            None if control.is_stopped() => Answer::stopped(),
            None => Answer::fault(Fault::NoMove),
        }
    }

    fn start_game(&mut self, _: &GameRecord, _: Color, _: Option<&TimeControl>) {
        self.thinker.start_game();
    }

    fn reseed(&mut self, seed: u64) -> bool {
        self.thinker.reseed(seed)
    }

    fn move_time(&self) -> Option<Duration> {
        self.limits.move_time
    }
}
