//! What an experiment's folder holds, read for a report: its text, and of each run the games, the windows and what the
//! inputs were worth at the end of each.

use std::path::Path;

use hetman_eval::features::Feature;
use hetman_lab::occupancy::Occupancy;
use hetman_lab::runs::results_file;
use hetman_lab::store::{GameRow, Session, WindowRow, read_net};
use hetman_lab::{Source, Store, folder};

use super::ReportError;
use super::inputs::Inputs;

/// A net at some moment, as far as a report looks at it.
pub struct Snapshot {
    /// Games played then.
    pub games: u64,
    pub inputs: Inputs,
    pub occupancy: Occupancy,
}

pub struct LearnedRun {
    pub number: u64,
    pub games: Vec<GameRow>,
    pub windows: Vec<WindowRow>,
    /// At the end of each window, and of the run if it does not end with one.
    pub snapshots: Vec<Snapshot>,
}

/// A folder of `hetman train`.
pub struct Learned {
    pub source: Source,
    pub sessions: Vec<Session>,
    pub seconds: Option<f64>,
    /// Those that have come to a checkpoint.
    pub runs: Vec<LearnedRun>,
    /// What the inputs are, and their names.
    pub features: Vec<Feature>,
    pub names: Vec<String>,
    pub is_linear: bool,
}

impl Learned {
    pub fn read(folder: &Path) -> Result<Learned, ReportError> {
        let not_begun = || ReportError::NotBegun(folder.to_owned());
        let store = Store::read(&results_file(folder))?.ok_or_else(not_begun)?;
        let text = store.experiment()?.ok_or_else(not_begun)?;
        let source = Source::new(&text, &[])?;
        let experiment = &source.experiment;
        let features = experiment.evaluation.features.features(experiment.variant);
        let names = features.iter().map(Feature::to_string).collect();
        let is_linear = experiment.architecture().is_linear();
        let mut runs = Vec::new();
        for number in 1..=experiment.runs {
            runs.extend(LearnedRun::read(&store, number)?);
        }
        let (sessions, seconds) = (store.sessions()?, folder::seconds(folder));
        Ok(Learned { source, sessions, seconds, runs, features, names, is_linear })
    }

    pub fn games(&self) -> impl Iterator<Item = &GameRow> {
        self.runs.iter().flat_map(|run| &run.games)
    }

    /// The last snapshot of each run.
    pub fn finals(&self) -> impl Iterator<Item = &Snapshot> {
        self.runs.iter().filter_map(|run| run.snapshots.last())
    }

    pub fn is_finished(&self) -> bool {
        let experiment = &self.source.experiment;
        let is_finished = |run: &LearnedRun| run.games.len() as u64 == experiment.games;
        self.runs.len() as u64 == experiment.runs && self.runs.iter().all(is_finished)
    }
}

impl LearnedRun {
    /// `None` before its first checkpoint.
    fn read(store: &Store, number: u64) -> Result<Option<LearnedRun>, ReportError> {
        let Some(state) = store.state(number)? else { return Ok(None) };
        let snapshot = |games: u64, bytes: &[u8]| {
            let (net, _) = read_net(number, bytes)?;
            Ok::<_, ReportError>(Snapshot { games, inputs: Inputs::of(&net), occupancy: Occupancy::of_net(&net) })
        };
        let windows = store.windows(number)?;
        let mut snapshots = Vec::new();
        for window in &windows {
            if let Some(bytes) = store.window_net(number, window.games)? {
                snapshots.push(snapshot(window.games, &bytes)?);
            }
        }
        if snapshots.last().is_none_or(|last| last.games < state.games) {
            snapshots.push(snapshot(state.games, &state.net)?);
        }
        Ok(Some(LearnedRun { number, games: store.games(number, 0)?, windows, snapshots }))
    }
}
