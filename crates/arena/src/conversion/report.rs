//! What came of positions that were played out.

use std::fmt;

use hetman_rules::Variant;
use hetman_rules::shakmaty::KnownOutcome;
use serde::Serialize;

use super::{Converted, WonPosition};

/// Positions that are kept of those that were played worst.
const KEPT: usize = 5;

/// How well an ending was converted.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ConversionReport {
    pub positions: usize,
    pub won: usize,
    pub drawn: usize,
    pub lost: usize,
    /// Won in as few moves as the table says.
    pub shortest: usize,
    /// Moves beyond the shortest mate, on average over those that were won.
    pub mean_excess: Option<f64>,
    pub worst: Vec<WorstConversion>,
}

/// A position that was not played as well as it can be.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WorstConversion {
    pub fen: String,
    pub mate_in: u32,
    pub moves: Option<u32>,
    pub end: String,
}

impl ConversionReport {
    pub fn of(games: &[(WonPosition, Converted)]) -> ConversionReport {
        let drawn = games.iter().filter(|(_, game)| game.finish.outcome() == Some(KnownOutcome::Draw)).count();
        let excess: Vec<u32> = games.iter().filter_map(excess).collect();
        let sum: f64 = excess.iter().map(|&moves| f64::from(moves)).sum();
        ConversionReport {
            positions: games.len(),
            won: excess.len(),
            drawn,
            lost: games.len() - excess.len() - drawn,
            shortest: excess.iter().filter(|&&moves| moves == 0).count(),
            mean_excess: (!excess.is_empty()).then(|| sum / excess.len() as f64),
            worst: worst(games),
        }
    }

    /// The share of positions that were won.
    pub fn share(&self) -> f64 {
        self.won as f64 / self.positions.max(1) as f64
    }
}

fn excess((position, game): &(WonPosition, Converted)) -> Option<u32> {
    Some(game.moves?.saturating_sub(position.mate_in))
}

/// The worst first: what was lost, what was drawn, the nearest mates before others, and what took longest.
fn worst(games: &[(WonPosition, Converted)]) -> Vec<WorstConversion> {
    let badness = |played: &(WonPosition, Converted)| match (excess(played), played.1.finish.outcome()) {
        (Some(excess), _) => (0, excess),
        (None, Some(KnownOutcome::Draw)) => (1, u32::MAX - played.0.mate_in),
        (None, _) => (2, u32::MAX - played.0.mate_in),
    };
    let mut bad: Vec<&(WonPosition, Converted)> = games.iter().filter(|played| badness(played) > (0, 0)).collect();
    bad.sort_by_key(|played| std::cmp::Reverse(badness(played)));
    let describe = |(position, game): &(WonPosition, Converted)| WorstConversion {
        fen: position.fen.clone(),
        mate_in: position.mate_in,
        moves: game.moves,
        end: game.finish.describe(Variant::Chess),
    };
    bad.into_iter().take(KEPT).map(describe).collect()
}

impl fmt::Display for ConversionReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (word, count) in [("won", self.won), ("drawn", self.drawn), ("lost", self.lost)] {
            let percent = 100.0 * count as f64 / self.positions.max(1) as f64;
            writeln!(f, "{word:<8}{count:>8}{percent:>9.2} %")?;
        }
        if let Some(mean) = self.mean_excess {
            writeln!(f, "{} in the shortest way; {mean:.2} moves beyond it on average, where won", self.shortest)?;
        }
        self.worst.iter().try_for_each(|worst| worst.fmt(f))
    }
}

impl fmt::Display for WorstConversion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let after = self.moves.map_or_else(String::new, |moves| format!(" after {moves} moves"));
        writeln!(f, "worst: {}  mate in {}, {}{after}", self.fen, self.mate_in, self.end)
    }
}
