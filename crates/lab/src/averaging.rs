//! One net out of many of the same run: the mean of its weights over the last windows.
//!
//! Temporal differences never come to rest: around the weights they are drawn to, each step adds noise of its own. The
//! mean over the later part of a run is much nearer to them than where the run happens to end (Polyak and Juditsky,
//! Acceleration of stochastic approximation by averaging, SIAM Journal on Control and Optimization 30, 1992).

use std::path::{Path, PathBuf};

use hetman_eval::{Net, NetError};
use hetman_rules::quote::passage;

use crate::runs::results_file;
use crate::{Store, StoreError};

/// Why there is no average.
#[derive(Debug, thiserror::Error)]
pub enum AverageError {
    #[error("{} holds no run: give the folder that `hetman train` has made", passage(.0.display()))]
    NoRun(PathBuf),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("run {run} has finished {windows} windows, and {wanted} are wanted: wait, or ask for fewer")]
    TooFew { run: u64, windows: usize, wanted: usize },
    #[error("the net of run {run} after {games} games cannot be used: {problem}")]
    Net { run: u64, games: u64, problem: NetError },
    #[error("the results are damaged: run {run} has no net after {games} games; use another copy of the folder")]
    NoNet { run: u64, games: u64 },
    #[error("the results are damaged: the nets of run {run} are not all of one shape; use another copy of the folder")]
    Mixed { run: u64 },
}

/// The mean of the nets at the ends of a run's last windows; without a number, of its later half.
pub fn average(folder: &Path, run: u64, last: Option<usize>) -> Result<Net, AverageError> {
    let store = Store::read(&results_file(folder))?.ok_or_else(|| AverageError::NoRun(folder.to_owned()))?;
    let windows = store.windows(run)?;
    let wanted = last.unwrap_or(windows.len().div_ceil(2)).max(1);
    let Some(first) = windows.len().checked_sub(wanted) else {
        return Err(AverageError::TooFew { run, windows: windows.len(), wanted });
    };
    let mut nets = Vec::new();
    for window in &windows[first..] {
        let games = window.games;
        let bytes = store.window_net(run, games)?.ok_or(AverageError::NoNet { run, games })?;
        let read = Net::from_bytes(&bytes);
        nets.push(read.map_err(|problem| AverageError::Net { run, games, problem })?.0);
    }
    mean(&nets).ok_or(AverageError::Mixed { run })
}

/// `None` if the nets do not read and weigh the same inputs.
fn mean(nets: &[Net]) -> Option<Net> {
    let share = 1.0 / nets.len() as f64;
    let mut mean = nets.last()?.clone();
    if !nets.iter().all(|net| net.is_like(&mean)) {
        return None;
    }
    for (index, parameter) in mean.model_mut().parameters_mut().iter_mut().enumerate() {
        *parameter = nets.iter().map(|net| share * net.model().parameters()[index]).sum();
    }
    mean.provenance.notes.insert("averaged-windows".to_owned(), nets.len().to_string());
    Some(mean)
}

#[cfg(test)]
mod tests {
    use hetman_eval::{FeatureSet, Model};
    use hetman_rules::Variant;

    use super::*;
    use crate::store::{Checkpoint, TrainingState, WindowRow};

    fn net(pawn: f64) -> Vec<u8> {
        let mut model = Model::linear(FeatureSet::MATERIAL.len(Variant::Chess), 1.0).unwrap();
        model.parameters_mut()[0] = pawn;
        Net::new(Variant::Chess, FeatureSet::MATERIAL, model, Default::default()).unwrap().to_bytes(&Default::default())
    }

    fn run_of(pawns: &[f64]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let row = |index: usize| WindowRow { games: 10 * (index as u64 + 1), won: 5, drawn: 0, lost: 5 };
        let windows = pawns.iter().enumerate().map(|(index, &pawn)| (row(index), net(pawn))).collect();
        let state = TrainingState { games: 10 * pawns.len() as u64, net: net(0.0) };
        let mut store = Store::open(&results_file(folder.path())).unwrap();
        store.keep(&Checkpoint { run: 1, games: Vec::new(), windows, state }).unwrap();
        folder
    }

    #[test]
    fn the_later_half_counts_unless_another_number_is_asked_for() {
        let folder = run_of(&[100.0, 1.0, 2.0, 6.0]);
        let pawn = |last| average(folder.path(), 1, last).unwrap().model().parameters()[0];
        assert_eq!((pawn(None), pawn(Some(1)), pawn(Some(3))), (4.0, 6.0, 3.0));
        assert_eq!(average(folder.path(), 1, None).unwrap().provenance.notes["averaged-windows"], "2");
    }

    /// Does something to the file that no program of ours does.
    fn damage(folder: &Path, sql: &str) {
        rusqlite::Connection::open(results_file(folder)).unwrap().execute_batch(sql).unwrap();
    }

    #[test]
    fn a_net_that_cannot_be_found_is_said_to_be_missing() {
        let folder = run_of(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        // Rows that are in another order than they should be are there when all are read, and not when one is looked for.
        damage(
            folder.path(),
            "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, '(run, games)', \
             '(run, games DESC)') WHERE name = 'windows'",
        );
        let problem = average(folder.path(), 1, Some(5)).unwrap_err().to_string();
        assert!(problem.contains("run 1 has no net after"), "{problem}");
    }

    #[test]
    fn nets_of_different_shapes_have_no_mean() {
        let folder = run_of(&[1.0]);
        let inputs = FeatureSet::PIECE_SQUARE.len(Variant::Chess);
        let model = Model::linear(inputs, 1.0).unwrap();
        let other = Net::new(Variant::Chess, FeatureSet::PIECE_SQUARE, model, Default::default()).unwrap();
        let windows = vec![(WindowRow { games: 20, won: 5, drawn: 0, lost: 5 }, other.to_bytes(&Default::default()))];
        let state = TrainingState { games: 20, net: net(0.0) };
        let mut store = Store::open(&results_file(folder.path())).unwrap();
        store.keep(&Checkpoint { run: 1, games: Vec::new(), windows, state }).unwrap();
        let problem = average(folder.path(), 1, Some(2)).unwrap_err().to_string();
        assert!(problem.contains("not all of one shape"), "{problem}");
    }

    #[test]
    fn a_run_is_averaged_where_nothing_can_be_written_too() {
        let folder = run_of(&[1.0, 3.0]);
        // A link to nowhere in the place of what SQLite writes beside its file, which stops root too.
        let beside = folder.path().join("results.sqlite-shm");
        std::os::unix::fs::symlink("/nowhere/at/all", beside).unwrap();
        assert_eq!(average(folder.path(), 1, Some(2)).unwrap().model().parameters()[0], 2.0);
    }

    #[test]
    fn what_is_not_there_is_said() {
        let folder = run_of(&[1.0]);
        let problem = |folder: &Path, run, last| average(folder, run, last).unwrap_err().to_string();
        assert!(problem(folder.path(), 1, Some(2)).contains("1 windows, and 2"));
        assert!(problem(folder.path(), 2, None).contains("run 2 has finished 0 windows"));
        assert!(problem(&folder.path().join("elsewhere"), 1, None).contains("holds no run"));
    }
}
