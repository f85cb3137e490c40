//! What is learned in a row that is trained.

use std::path::Path;

use hetman_lab::runs::results_file;
use hetman_lab::{Experiment, ExperimentError, Source, Store};
use toml::{Table, Value};

use crate::request::RowRequest;

/// An experiment as a series describes it.
#[derive(Clone, Debug)]
pub struct TrainingSettings {
    /// As it is written, but for what a request decides.
    table: Table,
    /// As it was published.
    pub experiment: Box<Experiment>,
}

impl TrainingSettings {
    pub fn new(name: &str, mut table: Table) -> Result<TrainingSettings, ExperimentError> {
        table.insert("name".to_owned(), name.into());
        let experiment = Source::new(&written(&table), &[])?.experiment;
        Ok(TrainingSettings { table, experiment: experiment.into() })
    }

    /// Independent runs.
    pub fn runs(&self, request: &RowRequest) -> u64 {
        request.overrides.runs.or(request.row.repeat.runs).unwrap_or(self.experiment.runs)
    }

    /// Of each run.
    pub fn games(&self, request: &RowRequest) -> u64 {
        request.scaled(self.experiment.games, 1)
    }

    pub fn experiment(&self, request: &RowRequest) -> Experiment {
        let mut experiment = Experiment {
            name: request.name(),
            seed: request.seed(),
            runs: self.runs(request),
            games: self.games(request),
            ..(*self.experiment).clone()
        };
        if let (Some(recorded), Some(pgn)) = (&mut experiment.recorded, &request.overrides.pgn) {
            recorded.pgn.get_mut().clone_from(pgn);
        }
        experiment
    }

    /// The same with its file, as `hetman train` reads it.
    pub fn source(&self, request: &RowRequest) -> Source {
        let experiment = self.experiment(request);
        let mut table = self.table.clone();
        table.insert("name".to_owned(), experiment.name.as_str().into());
        for (key, number) in [("seed", experiment.seed), ("runs", experiment.runs), ("games", experiment.games)] {
            table.insert(key.to_owned(), Value::Integer(number as i64));
        }
        if let (Some(Value::Table(recorded)), Some(pgn)) = (table.get_mut("recorded"), &request.overrides.pgn) {
            recorded.insert("pgn".to_owned(), pgn.display().to_string().into());
        }
        let row = request.row;
        Source { text: format!("# {}: {}. {}.\n{}", row.source, row.title, row.what, written(&table)), experiment }
    }

    /// Whether every run of this very experiment has played all its games.
    pub fn is_finished(&self, request: &RowRequest, folder: &Path) -> bool {
        let Some(store) = Store::read(&results_file(folder)).ok().flatten() else { return false };
        let kept = store.experiment().ok().flatten().and_then(|text| Source::new(&text, &[]).ok());
        let experiment = self.experiment(request);
        let is_finished = |run| store.state(run).ok().flatten().is_some_and(|state| state.games == experiment.games);
        kept.is_some_and(|kept| kept.experiment == experiment) && (1..=experiment.runs).all(is_finished)
    }
}

fn written(table: &Table) -> String {
    toml::to_string(table).expect("what was read as TOML is written as TOML")
}
