//! What a UCI engine says while it thinks.

use crate::session::{Opinion, Score};

/// Words of an `info` line before which a list or a text begins.
const LAST_WORDS: [&str; 4] = ["pv", "string", "refutation", "currline"];

/// Adds what an `info` line says to the opinion. Of several lines only the best counts, and a bound is no score.
pub fn read<'a>(words: impl Iterator<Item = &'a str>, opinion: &mut Opinion) {
    let mut said = Opinion::default();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        match word {
            "depth" => said.depth = number(words.next()),
            "nodes" => said.nodes = number(words.next()),
            "score" => said.score = score(words.next(), words.next()),
            "lowerbound" | "upperbound" => said.score = None,
            "multipv" if number::<u32>(words.next()) != Some(1) => return,
            word if LAST_WORDS.contains(&word) => break,
            _ => {}
        }
    }
    // The depth of a line without a score is that of a search not yet finished.
    if said.score.is_some() {
        (opinion.score, opinion.depth) = (said.score, said.depth.or(opinion.depth));
    }
    opinion.nodes = said.nodes.or(opinion.nodes);
}

fn score(kind: Option<&str>, value: Option<&str>) -> Option<Score> {
    match kind? {
        "cp" => number(value).map(Score::Centipawns),
        "mate" => number(value).map(Score::Mate),
        _ => None,
    }
}

fn number<N: std::str::FromStr>(word: Option<&str>) -> Option<N> {
    word.and_then(|word| word.parse().ok())
}
