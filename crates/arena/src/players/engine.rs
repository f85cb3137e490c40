//! Hetman's own search as a player.

use hetman_eval::{PieceSquare, SideValue};
use hetman_rules::{GameRecord, Variant};
use hetman_search::{Control, Decision, Limits, Score, Searcher, Settings};
use rand_chacha::ChaCha8Rng;

use crate::{Answer, Player, Thought};

/// A forced win, in pawns: more than any position is worth.
const WIN: f64 = 10_000.0;

pub struct Engine {
    searcher: Searcher,
    evaluator: PieceSquare,
    limits: Limits,
}

impl Engine {
    pub fn new(variant: Variant, limits: Limits, settings: Settings) -> Engine {
        Engine { searcher: Searcher::new(settings), evaluator: PieceSquare::for_variant(variant), limits }
    }
}

impl Player for Engine {
    fn choose(&mut self, record: &GameRecord, _: &mut ChaCha8Rng) -> Answer {
        let control = Control::new(&self.limits);
        let decision = self.searcher.search(record, &self.evaluator, &self.limits, &control, &mut |_| {});
        Answer { chosen: decision.best, thought: Some(thought(record, decision)) }
    }

    /// The table of another game would make this one depend on it.
    fn start_game(&mut self) {
        self.searcher.clear();
    }
}

fn thought(record: &GameRecord, decision: Decision) -> Thought {
    let leaf = decision.line.iter().fold(record.position().clone(), |position, &m| position.after(m));
    Thought { value: value(decision.score), line: decision.line, leaf }
}

fn value(score: Score) -> SideValue {
    SideValue(match score {
        Score::Centipawns(centipawns) => f64::from(centipawns) / 100.0,
        Score::Mate(moves) if moves > 0 => WIN - f64::from(moves),
        Score::Mate(moves) => -WIN - f64::from(moves),
    })
}
