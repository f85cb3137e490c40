//! The course of a run: every game's result, and what follows from them.

use hetman_lab::store::GameRow;

use crate::wire::{CurvePoint, Tally};

/// Points that a curve is drawn with, at most.
const POINTS: usize = 1000;

/// One run's results.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// The learner's half points, game by game.
    results: Vec<u8>,
    /// Games that are safe.
    pub kept: u64,
    /// Played since anybody was told.
    pub is_news: bool,
}

impl Run {
    pub fn of_rows(rows: &[GameRow]) -> Run {
        let results: Vec<u8> = rows.iter().map(|row| row.half_points as u8).collect();
        Run { kept: results.len() as u64, results, is_news: false }
    }

    pub fn add(&mut self, half_points: u32) {
        self.results.push(half_points as u8);
        self.is_news = true;
    }

    /// Goes back to where the run goes on from.
    pub fn rewind(&mut self, games: u64) {
        self.results.truncate(games as usize);
        self.kept = self.kept.min(games);
    }

    pub fn games(&self) -> u64 {
        self.results.len() as u64
    }

    pub fn tally(&self) -> Tally {
        let count = |half_points| self.results.iter().filter(|&&result| result == half_points).count() as u64;
        Tally { won: count(2), drawn: count(1), lost: count(0) }
    }

    /// The last point of the curve.
    pub fn last_point(&self, window: u64) -> Option<CurvePoint> {
        let all: u64 = self.results.iter().map(|&result| u64::from(result)).sum();
        self.point(self.results.len(), all, window)
    }

    fn point(&self, games: usize, half_points: u64, window: u64) -> Option<CurvePoint> {
        let last = &self.results[games.saturating_sub(window as usize)..games];
        let recent: u64 = last.iter().map(|&result| u64::from(result)).sum();
        let share = |half_points: u64, games: usize| half_points as f64 / 2.0 / games as f64;
        let (share_all, share_last) = (share(half_points, games), share(recent, last.len()));
        (games > 0).then_some(CurvePoint { games: games as u64, share_all, share_last })
    }

    /// The curve, evenly over its games, its end included.
    pub fn points(&self, window: u64) -> Vec<CurvePoint> {
        let (all, mut sum) = (self.results.len(), 0);
        let is_drawn = |games: usize| games * POINTS / all != (games - 1) * POINTS / all || games == all;
        let mut points = Vec::new();
        for (index, &result) in self.results.iter().enumerate() {
            sum += u64::from(result);
            if is_drawn(index + 1) {
                points.extend(self.point(index + 1, sum, window));
            }
        }
        points
    }
}

/// Parts of a trend.
const PARTS: usize = 24;

/// The share of the points in each of the parts into which so many games a run are divided: all runs together, up to the
/// last part in which any of them has played.
pub fn trend(runs: &[Run], games: u64) -> Vec<f64> {
    let (games, parts) = (games as usize, PARTS.min(games as usize));
    let of_part = |part: usize| {
        let [from, to] = [part, part + 1].map(|end| end * games / parts);
        let played = runs.iter().flat_map(|run| run.results.iter().take(to).skip(from));
        let (count, half_points) =
            played.fold((0_u64, 0), |(count, sum), &result| (count + 1, sum + u64::from(result)));
        (count > 0).then(|| half_points as f64 / 2.0 / count as f64)
    };
    (0..parts).map_while(of_part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_all_games_and_of_the_last() {
        let mut run = Run::default();
        assert_eq!((run.last_point(2), run.points(2)), (None, Vec::new()));
        [2, 2, 0, 1].into_iter().for_each(|result| run.add(result));
        assert_eq!(run.last_point(2), Some(CurvePoint { games: 4, share_all: 0.625, share_last: 0.25 }));
        assert_eq!(run.points(2).len(), 4);
        assert_eq!(run.points(2).last().copied(), run.last_point(2));
        assert_eq!(run.tally(), Tally { won: 2, drawn: 1, lost: 1 });
        run.rewind(1);
        assert_eq!((run.games(), run.tally().won), (1, 1));
    }

    #[test]
    fn a_trend_goes_as_far_as_any_run() {
        let mut runs = [Run::default(), Run::default()];
        assert!(trend(&runs, 48).is_empty());
        [2, 2, 0].into_iter().for_each(|result| runs[0].add(result));
        runs[1].add(0);
        assert_eq!(trend(&runs, 48), [2.0 / 3.0, 0.0], "two games to a part");
        assert_eq!(trend(&runs, 3), [0.5, 1.0, 0.0], "no more parts than games");
    }

    #[test]
    fn long_curves_are_thinned_and_keep_their_end() {
        let mut run = Run::default();
        (0..12_345).for_each(|game| run.add(game % 3));
        let points = run.points(25);
        assert!(points.len() <= POINTS + 1, "{}", points.len());
        assert_eq!(points.last().copied(), run.last_point(25));
        assert!(points.windows(2).all(|pair| pair[0].games < pair[1].games));
    }
}
