//! What an experiment's words about learning mean: the net it starts from, and the learner.

use std::path::Path;

use hetman_arena::generator;
use hetman_eval::{Net, Provenance};
use hetman_learn::{Hyperparameters, Learner, Update};
use hetman_rules::quote::passage;

use crate::experiment::{ExperimentError, Source, UpdateChoice};

/// The stream that initial weights are drawn from: no game has this number.
const INITIAL_STREAM: u64 = u64::MAX;

impl Source {
    /// The net of a run before its first game; paths are counted from `base`.
    pub fn first_net(&self, base: &Path, run: u64, run_seed: u64) -> Result<Net, ExperimentError> {
        let mut net = self.untaught_net(run_seed)?;
        if let Some(file) = &self.experiment.evaluation.net {
            let found = self.load_net(base, file.get_ref(), &net)?;
            net.model_mut().parameters_mut().copy_from_slice(found.model().parameters());
            net.provenance.parent = Some(file.get_ref().display().to_string());
            net.provenance.games_seen = found.provenance.games_seen;
        }
        net.provenance.notes = [("run", run.to_string()), ("seed", run_seed.to_string())]
            .map(|(key, value)| (key.to_owned(), value))
            .into();
        Ok(net)
    }

    fn untaught_net(&self, run_seed: u64) -> Result<Net, ExperimentError> {
        let evaluation = &self.experiment.evaluation;
        let chosen = &evaluation.model;
        let model = chosen.kind.build(&evaluation.features.groups(self.experiment.variant), &chosen.settings);
        let mut model = model.map_err(|error| self.about("model", &error.to_string()))?;
        if let Some(initial) = evaluation.initial {
            let generator = &mut generator(run_seed, INITIAL_STREAM);
            initial.apply(&mut model, generator).map_err(|problem| self.about("initial", &problem.to_string()))?;
        }
        let recipe = self.experiment.name.clone();
        let provenance = Provenance { recipe, ..Provenance::default() };
        Net::new(self.experiment.variant, evaluation.features, model, provenance)
            .map_err(|problem| self.about("features", &problem.to_string()))
    }

    /// The net in a file, if it is of the kind that the experiment describes.
    fn load_net(&self, base: &Path, file: &Path, described: &Net) -> Result<Net, ExperimentError> {
        let unusable = |reason: String| {
            self.about("net", &format!("the net {} cannot be used: {reason}", passage(file.display())))
        };
        let bytes = std::fs::read(base.join(file)).map_err(|reason| unusable(reason.to_string()))?;
        let (net, _) = Net::from_bytes(&bytes).map_err(|reason| unusable(reason.to_string()))?;
        if net.is_like(described) {
            return Ok(net);
        }
        let words = net.model().architecture().description();
        Err(unusable(format!("it is made for {} and {}, {words}", net.variant(), net.features())))
    }

    fn about(&self, key: &str, message: &str) -> ExperimentError {
        ExperimentError::about(&self.text, key, message)
    }

    /// A learner that has seen nothing yet.
    pub fn first_learner(&self, net: &Net) -> Result<Learner, ExperimentError> {
        let learning = &self.experiment.learning;
        let optimiser = self.experiment.optimiser();
        let update = match learning.update {
            UpdateChoice::EveryMove => Update::EveryMove,
            UpdateChoice::EveryGames(games) => Update::EveryGames(games),
        };
        let settings = Hyperparameters { lambda: learning.lambda, optimiser, update, bound: learning.largest_weight };
        Learner::new(settings, net.model()).map_err(|problem| self.about("[learning", &problem.to_string()))
    }
}
