//! Hetman at the board: asks the search, and puts its answer into words.

use std::time::Duration;

use hetman_eval::{AnyEvaluator, Evaluator};
use hetman_rules::shakmaty::{Color, Move};
use hetman_rules::{AnyPosition, GameRecord, Playable, Variant, with_position};
use hetman_search::{Control, Limits, Score, Searcher, Settings};

/// More hundredths of a pawn than any position is worth.
const MATE: i32 = 1_000_000;

/// A search with an evaluator of the game being played.
pub struct Mind {
    searcher: Searcher,
}

/// A move and what Hetman thinks of it.
#[derive(Clone, Copy, Debug)]
pub struct Thought {
    pub best: Option<Move>,
    /// For the side to move.
    pub score: Score,
    pub depth: u32,
    pub time: Duration,
}

impl Mind {
    pub fn new(variant: Variant) -> Mind {
        Mind { searcher: Searcher::new(Settings::default(), AnyEvaluator::shipped(variant)) }
    }

    /// Forgets the last game; the next may be of another variant.
    pub fn start_game(&mut self, variant: Variant) {
        self.searcher.set_evaluator(AnyEvaluator::shipped(variant));
    }

    pub fn think(&mut self, record: &GameRecord, limits: &Limits) -> Thought {
        let control = Control::new(limits);
        let decision = self.searcher.search(record, limits, &control, &mut |_| {});
        let score = decision.score.expect("this search counts in pawns");
        Thought { best: decision.best, score, depth: decision.depth, time: control.elapsed() }
    }

    /// The evaluator's judgement without any search, in pawns, for White.
    pub fn judge(&self, position: &AnyPosition) -> f64 {
        with_position!(position, position => pawns_for_white(position, &**self.searcher.evaluator()))
    }
}

fn pawns_for_white<P: Playable>(position: &P, evaluator: &impl Evaluator) -> f64 {
    evaluator.evaluate(position).for_white(position.turn()).0 * evaluator.centipawns_per_unit() / 100.0
}

impl Thought {
    /// For the player: whose score it is, how deep and how long.
    pub fn describe(&self, turn: Color) -> String {
        let score = match self.score {
            Score::Centipawns(centipawns) => format!("{:+.2} for {turn:?}", f64::from(centipawns) / 100.0),
            Score::Mate(moves) if moves > 0 => format!("{turn:?} wins in {moves}"),
            Score::Mate(moves) => format!("{turn:?} loses in {}", -moves),
        };
        format!("{score}, depth {}, {:.2} s", self.depth, self.time.as_secs_f64())
    }

    /// For a PGN comment, as engine matches write them: `+0.34/12 0.52s`.
    pub fn comment(&self) -> String {
        let score = match self.score {
            Score::Centipawns(centipawns) => format!("{:+.2}", f64::from(centipawns) / 100.0),
            Score::Mate(moves) if moves > 0 => format!("+M{moves}"),
            Score::Mate(moves) => format!("-M{}", -moves),
        };
        format!("{score}/{} {:.2}s", self.depth, self.time.as_secs_f64())
    }

    /// The score as one number for the side to move; a forced win is worth more than any advantage.
    pub fn centipawns(&self) -> i32 {
        match self.score {
            Score::Centipawns(centipawns) => centipawns,
            Score::Mate(moves) if moves > 0 => MATE,
            Score::Mate(_) => -MATE,
        }
    }
}
