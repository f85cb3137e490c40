//! What is kept of an experiment's runs, in numbers.

use std::path::Path;

use hetman_eval::Net;

use crate::runs::results_file;
use crate::store::{Session, WindowRow, read_net};
use crate::{Store, StoreError};

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

/// The results kept in an experiment's folder, of those runs that have any.
pub fn summaries(folder: &Path, runs: u64) -> Result<Vec<Summary>, StoreError> {
    let mut summaries = Vec::new();
    let Some(store) = Store::read(&results_file(folder))? else { return Ok(summaries) };
    for run in 1..=runs {
        let Some(state) = store.state(run)? else { continue };
        let (net, _) = read_net(run, &state.net)?;
        let total = WindowRow::of(state.games, &store.games(run, 0)?);
        summaries.push(Summary { run, total, windows: store.windows(run)?, weights: meaningful_weights(&net) });
    }
    Ok(summaries)
}

/// Everybody who has trained in an experiment's folder.
pub fn sessions(folder: &Path) -> Result<Vec<Session>, StoreError> {
    Store::read(&results_file(folder))?.map_or_else(|| Ok(Vec::new()), |store| store.sessions())
}

fn meaningful_weights(net: &Net) -> Vec<(String, f64)> {
    if net.model().weights().is_none() {
        return Vec::new();
    }
    net.parameter_names().into_iter().zip(net.model().parameters().iter().copied()).collect()
}
