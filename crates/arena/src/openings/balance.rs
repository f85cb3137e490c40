//! Whether an opening gives either side the game.
//!
//! Random moves often do, most of all in atomic chess. The pair of games from such a start ends one to one whoever the
//! players are, and tells nothing of them. A short search that counts men sees much of it; it knows nothing of what the
//! players have learned.

use hetman_eval::AnyEvaluator;
use hetman_rules::GameRecord;
use hetman_search::{Control, Limits, Score, Searcher, Settings};

/// Some hundredths of a second.
const NODES: u64 = 20_000;

pub fn is_balanced(opening: &GameRecord, centipawns: u32) -> bool {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut searcher = Searcher::new(Settings::default(), AnyEvaluator::material(opening.variant()));
    let decision = searcher.search(opening, &limits, &Control::new(&limits), &mut |_| {});
    match decision.score {
        Some(Score::Mate(_)) | None => false,
        Some(Score::Centipawns(lead)) => lead.unsigned_abs() <= centipawns,
    }
}
