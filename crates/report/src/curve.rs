//! The learner's score over time, as the 2007 thesis draws it: over all games so far, and over those of the last window.

use super::learned::{Learned, LearnedRun};
use super::moments::Moments;

/// After so many games, in per cent, over those runs that have come so far.
#[derive(Clone, Debug, PartialEq)]
pub struct CurvePoint {
    pub games: u64,
    pub runs: usize,
    pub all: Moments,
    pub last: Moments,
}

/// One point for each full window.
pub fn curve(learned: &Learned) -> Vec<CurvePoint> {
    let longest = learned.runs.iter().max_by_key(|run| run.windows.len());
    let ends = longest.into_iter().flat_map(|run| run.windows.iter().map(|window| window.games));
    ends.filter_map(|games| {
        let scores: Vec<[f64; 2]> = learned.runs.iter().filter_map(|run| scores(run, games)).collect();
        let of = |which: usize| Moments::of(&scores.iter().map(|scores| scores[which]).collect::<Vec<_>>());
        Some(CurvePoint { games, runs: scores.len(), all: of(0)?, last: of(1)? })
    })
    .collect()
}

/// A run's share of the points in all games up to there, and in the window that ends there.
pub fn scores(run: &LearnedRun, games: u64) -> Option<[f64; 2]> {
    let window = run.windows.iter().find(|window| window.games == games)?;
    let so_far = run.games.get(..games as usize)?;
    let half_points = so_far.iter().map(|row| f64::from(row.half_points)).sum::<f64>();
    Some([50.0 * half_points / games as f64, 100.0 * window.share()])
}
