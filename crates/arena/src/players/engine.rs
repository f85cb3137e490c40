//! Hetman's own search as a player.

use std::time::Duration;

use hetman_eval::{AnyEvaluator, SideValue};
use hetman_rules::shakmaty::Color;
use hetman_rules::{Clock, GameRecord, TimeControl};
use hetman_search::{Decision, Limits, Score, Searcher, Settings};

use crate::{Answer, Fault, Player, Question, Remark, Reply, Thought};

/// A forced win, in pawns: more than any position is worth.
const WIN: f64 = 10_000.0;

/// Where nobody says how long to think: long enough to play well, short enough to wait for.
const MOVE_TIME: Duration = Duration::from_millis(1000);

/// The limits, or a second where there are none.
pub fn limited(limits: Limits) -> Limits {
    if limits == Limits::default() { Limits { move_time: Some(MOVE_TIME), ..limits } } else { limits }
}

pub struct Engine {
    searcher: Searcher,
    evaluator: AnyEvaluator,
    limits: Limits,
}

impl Engine {
    pub fn new(evaluator: AnyEvaluator, limits: Limits, settings: Settings) -> Engine {
        Engine { searcher: Searcher::new(settings), evaluator, limits }
    }
}

impl Engine {
    /// Its own limits, and the clock's; somebody must tell it when to stop.
    fn limits_for(&self, clock: Option<Clock>) -> Limits {
        limited(Limits { clock, ..self.limits.clone() })
    }
}

impl Player for Engine {
    fn choose(&mut self, question: Question) -> Answer {
        let record = question.record;
        let limits = self.limits_for(question.clock());
        let decision = self.searcher.search(record, &self.evaluator, &limits, question.control, &mut |_| {});
        let remark = Remark { score: Some(decision.score), depth: Some(decision.depth), nodes: Some(decision.nodes) };
        let reply = decision.best.map(Reply::Move).ok_or(Fault::NoMove);
        Answer { reply, thought: Some(thought(record, decision)), remark }
    }

    /// The table of another game would make this one depend on it.
    fn start_game(&mut self, _: &GameRecord, _: Color, _: Option<&TimeControl>) {
        self.searcher.clear();
    }

    fn move_time(&self) -> Option<Duration> {
        self.limits.move_time
    }
}

fn thought(record: &GameRecord, decision: Decision) -> Thought {
    let leaf = decision.line.iter().fold(record.position().clone(), |position, &m| position.after(m));
    Thought { value: value(decision.score), line: decision.line, leaf, is_repetition: false }
}

fn value(score: Score) -> SideValue {
    SideValue(match score {
        Score::Centipawns(centipawns) => f64::from(centipawns) / 100.0,
        Score::Mate(moves) if moves > 0 => WIN - f64::from(moves),
        Score::Mate(moves) => -WIN - f64::from(moves),
    })
}
