//! Whether an opening gives either side the game.
//!
//! Random moves often do, most of all in atomic chess. The pair of games from such a start ends one to one whoever the
//! players are, and tells nothing of them. A short search with what this program has learned of the variant sees most of
//! it: counting pieces is not enough where a check or a file is worth more than a queen.

use hetman_eval::AnyEvaluator;
use hetman_rules::GameRecord;
use hetman_search::{Control, Limits, Score, Searcher, Settings};

/// Some hundredths of a second.
const NODES: u64 = 20_000;

pub fn is_balanced(opening: &GameRecord, centipawns: u32) -> bool {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    // A small table holds so few positions, and is made sooner.
    let settings = Settings { hash_mib: 1, ..Settings::default() };
    let mut searcher = Searcher::new(settings, AnyEvaluator::shipped(opening.variant()));
    let decision = searcher.search(opening, &limits, &Control::new(&limits), &mut |_| {});
    match decision.score {
        Some(Score::Mate(_)) | None => false,
        Some(Score::Centipawns(lead)) => lead.unsigned_abs() <= centipawns,
    }
}
