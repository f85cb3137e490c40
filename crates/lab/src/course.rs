//! A run as a course of learning: its net at a dozen moments, from before the first game to the last.

use std::path::{Path, PathBuf};

use hetman_eval::{Course, Net};
use hetman_rules::quote::passage;

use crate::runs::results_file;
use crate::store::read_net;
use crate::{Store, StoreError};

/// Why there is no course.
#[derive(Debug, thiserror::Error)]
pub enum CourseError {
    #[error("{} holds no run: give the folder that `hetman train` has made", passage(.0.display()))]
    NoRun(PathBuf),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the nets of the course are not all of one shape: give a net that the run's recipe made")]
    Mixed,
}

/// The nets of a run with the games played then: those that were noted early on, those at the ends of windows, of which at
/// most so many are taken, evenly over all, and the last.
pub fn history(store: &Store, run: u64, most_windows: usize) -> Result<Vec<(u64, Net)>, StoreError> {
    let mut history = Vec::new();
    for (games, bytes) in store.early_nets(run)? {
        history.push((games, read_net(run, &bytes)?.0));
    }
    let windows = store.windows(run)?;
    let every = windows.len().div_ceil(most_windows).max(1);
    for window in windows.iter().rev().step_by(every) {
        if let Some(bytes) = store.window_net(run, window.games)? {
            history.push((window.games, read_net(run, &bytes)?.0));
        }
    }
    if let Some(state) = store.state(run)? {
        history.push((state.games, read_net(run, &state.net)?.0));
    }
    history.sort_by_key(|(games, _)| *games);
    history.dedup_by_key(|(games, _)| *games);
    Ok(history)
}

/// The games of those moments that tell most: the first one after 0, 1, 2, 5, 10, 20, 50, ... games each, as learning is
/// quickest at first, and the last.
pub fn telling(games: &[u64]) -> Vec<u64> {
    let decades = std::iter::successors(Some(1_u64), |decade| decade.checked_mul(10));
    let last = games.last().copied().unwrap_or(0);
    let marks = decades.take_while(|decade| *decade <= last).flat_map(|decade| [1, 2, 5].map(|step| step * decade));
    let first_from = |mark: u64| games.iter().copied().find(|&games| games >= mark);
    let mut telling: Vec<u64> =
        [0].into_iter().chain(marks).filter_map(first_from).chain(games.last().copied()).collect();
    telling.dedup();
    telling
}

/// The course of a run, which ends in another net where one is given.
pub fn course(folder: &Path, run: u64, last: Option<Net>) -> Result<Course, CourseError> {
    let store = Store::read(&results_file(folder))?.ok_or_else(|| CourseError::NoRun(folder.to_owned()))?;
    let mut history = history(&store, run, usize::MAX)?;
    if let Some(last) = last {
        history.retain(|(games, _)| *games < last.provenance.games_seen);
        history.push((last.provenance.games_seen, last));
    }
    let chosen = telling(&history.iter().map(|(games, _)| *games).collect::<Vec<_>>());
    history.retain(|(games, _)| chosen.contains(games));
    Course::of(&history).ok_or(CourseError::Mixed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learning_is_told_densely_at_first() {
        let games: Vec<u64> = (0..=1000).map(|window| 4 * window).collect();
        assert_eq!(telling(&games), [0, 4, 8, 12, 20, 52, 100, 200, 500, 1000, 2000, 4000]);
        assert_eq!(telling(&[0]), [0]);
        assert!(telling(&[]).is_empty());
    }
}
