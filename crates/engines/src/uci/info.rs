//! What a UCI engine says while it thinks.

use std::time::Duration;

use hetman_rules::{AnyPosition, parse_move};

use crate::analysis::AnalysisLine;
use crate::session::{Score, SearchInfo};

/// Words of an `info` line before which a text or a list begins that says nothing here.
const OTHER_WORDS: [&str; 3] = ["string", "refutation", "currline"];

/// An `info` line.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Info<'a> {
    depth: Option<u32>,
    selective_depth: Option<u32>,
    /// Which of several lines it is, from 1; none that makes sense is 0.
    rank: Option<u32>,
    /// A bound is no score.
    score: Option<Score>,
    nodes: Option<u64>,
    nodes_per_second: Option<u64>,
    milliseconds: Option<u64>,
    moves: Vec<&'a str>,
}

/// Reads what follows the word `info`.
pub fn read<'a>(mut words: impl Iterator<Item = &'a str>) -> Info<'a> {
    let mut info = Info::default();
    let mut is_bound = false;
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = number(words.next()),
            "seldepth" => info.selective_depth = number(words.next()),
            "multipv" => info.rank = Some(number(words.next()).unwrap_or(0)),
            "nodes" => info.nodes = number(words.next()),
            "nps" => info.nodes_per_second = number(words.next()),
            "time" => info.milliseconds = number(words.next()),
            "score" => info.score = score(words.next(), words.next()),
            "lowerbound" | "upperbound" => is_bound = true,
            // Whatever stands behind the line belongs to it.
            "pv" => info.moves = words.by_ref().collect(),
            word if OTHER_WORDS.contains(&word) => break,
            _ => {}
        }
    }
    info.score = info.score.filter(|_| !is_bound);
    info
}

impl Info<'_> {
    /// Adds what it says to an info. Of several lines only the best counts.
    pub fn add_to(&self, info: &mut SearchInfo) {
        if self.rank.is_some_and(|rank| rank != 1) {
            return;
        }
        // The depth of a line without a score is that of a search not yet finished.
        if self.score.is_some() {
            (info.score, info.depth) = (self.score, self.depth.or(info.depth));
        }
        info.nodes = self.nodes.or(info.nodes);
    }

    /// The line of moves it tells, if it tells one; as far as its moves are legal.
    pub fn line(&self, position: &AnyPosition) -> Option<AnalysisLine> {
        let mut after = position.clone();
        let mut moves = Vec::new();
        for text in &self.moves {
            let Ok(m) = parse_move(&after, text) else { break };
            after = after.after(m);
            moves.push(m);
        }
        let (score, depth) = self.score.zip(self.depth).filter(|_| !moves.is_empty())?;
        let (nodes, milliseconds) = (self.nodes.unwrap_or(0), self.milliseconds.unwrap_or(0));
        Some(AnalysisLine {
            rank: self.rank.unwrap_or(1).max(1),
            depth,
            selective_depth: self.selective_depth.unwrap_or(depth),
            score,
            nodes,
            nodes_per_second: self.nodes_per_second.unwrap_or_else(|| nodes * 1000 / milliseconds.max(1)),
            time: Duration::from_millis(milliseconds),
            moves,
        })
    }
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
