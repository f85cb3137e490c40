//! What came of an experiment, in numbers.

use std::path::Path;

use hetman_eval::model::Shape;
use hetman_eval::{Net, NetProblem};

use crate::runs::results_file;
use crate::store::{Session, WindowRow};
use crate::{Store, StoreProblem};

/// One run's results so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    pub run: u64,
    /// The learner's results in all games.
    pub total: WindowRow,
    pub windows: Vec<WindowRow>,
    /// The weights, where each means something by itself: those of a linear model, with their names.
    pub weights: Vec<(String, f64)>,
}

/// Everybody who has trained in an experiment's folder.
pub fn sessions(folder: &Path) -> Result<Vec<Session>, ReportProblem> {
    Ok(Store::open(&results_file(folder))?.sessions()?)
}

/// Why there is nothing to report.
#[derive(Debug, thiserror::Error)]
pub enum ReportProblem {
    #[error(transparent)]
    Store(#[from] StoreProblem),
    #[error("the net of run {run} cannot be used: {problem}")]
    Net { run: u64, problem: NetProblem },
}

/// The results kept in an experiment's folder, of those runs that have any.
pub fn summaries(folder: &Path, runs: u64) -> Result<Vec<Summary>, ReportProblem> {
    let store = Store::open(&results_file(folder))?;
    let mut summaries = Vec::new();
    for run in 1..=runs {
        let Some(state) = store.state(run)? else { continue };
        let (net, _) = Net::from_bytes(&state.net).map_err(|problem| ReportProblem::Net { run, problem })?;
        let total = WindowRow::of(state.games, &store.games(run, 0)?);
        summaries.push(Summary { run, total, windows: store.windows(run)?, weights: meaningful_weights(&net) });
    }
    Ok(summaries)
}

fn meaningful_weights(net: &Net) -> Vec<(String, f64)> {
    match net.model().shape() {
        Shape::Linear { .. } => {
            net.parameter_names().into_iter().zip(net.model().parameters().iter().copied()).collect()
        }
        Shape::Network(_) => Vec::new(),
    }
}
