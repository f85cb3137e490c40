//! Whether an opening gives either side the game.
//!
//! Random moves often do, most of all in atomic chess. The pair of games from such a start ends one to one whatever the
//! players are, and tells nothing of them. A short search with what this program has learned of the variant sees most of
//! it: counting pieces is not enough where a check or a file is worth more than a queen.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use hetman_eval::AnyEvaluator;
use hetman_rules::{GameRecord, Variant};
use hetman_search::{Control, Limits, Score, Searcher, Settings};

/// Some hundredths of a second.
const NODES: u64 = 20_000;

/// Searchers that judge openings of a variant, as many as are asked at the same time.
pub struct Judges {
    variant: Variant,
    evaluator: OnceLock<Arc<AnyEvaluator>>,
    nodes: u64,
    idle: Mutex<Vec<Searcher>>,
}

impl Judges {
    /// They judge by what this program knows of the variant.
    pub fn new(variant: Variant) -> Judges {
        Judges { variant, evaluator: OnceLock::new(), nodes: NODES, idle: Mutex::default() }
    }

    /// They judge by this, after so many nodes.
    pub fn with(variant: Variant, evaluator: AnyEvaluator, nodes: u64) -> Judges {
        Judges { evaluator: Arc::new(evaluator).into(), nodes, ..Judges::new(variant) }
    }

    pub fn is_balanced(&self, opening: &GameRecord, centipawns: u32) -> bool {
        let mut searcher = self.idle().pop().unwrap_or_else(|| self.searcher());
        searcher.clear();
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let decision = searcher.search(opening, &limits, &Control::new(&limits), &mut |_| {});
        self.idle().push(searcher);
        match decision.score {
            Some(Score::Mate(_)) | None => false,
            Some(Score::Centipawns(lead)) => lead.unsigned_abs() <= centipawns,
        }
    }

    /// A small table holds so few positions.
    fn searcher(&self) -> Searcher {
        let settings = Settings { hash_mib: 1, ..Settings::default() };
        let evaluator = self.evaluator.get_or_init(|| Arc::new(AnyEvaluator::tables(self.variant)));
        Searcher::new(settings, Arc::clone(evaluator))
    }

    /// A thread that panicked kept its searcher.
    fn idle(&self) -> MutexGuard<'_, Vec<Searcher>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Judges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "judges of {}", self.variant)
    }
}
