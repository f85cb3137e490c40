//! An experiment as data: one TOML file says everything a run depends on.
//!
//! Every value is checked while it is read, so that a mistake is answered with its line, what is wrong with it and
//! what would be right. What is not in the file has the default written here.

pub(crate) mod checks;
mod chosen;
mod error;
mod games;
mod learning;
pub mod parameters;
pub(crate) mod settings;

use std::path::Path;
use std::sync::Arc;

use hetman_arena::Repeatable;
use hetman_eval::model::{Architecture, ModelError};
use hetman_learn::{Optimiser, OptimiserError};
use hetman_rules::Variant;
use serde::{Deserialize, Serialize};

use checks::{non_empty, word};
pub use chosen::{Chosen, ModelChoice, OptimiserChoice};
pub use error::{ExperimentError, FileError};
pub use games::{ColorChoice, Finished, Games, Opponent, Play, Recorded, RulesChoice};
pub use learning::{Evaluation, Learning, Method, Sides, UpdateChoice};

/// A run of an experiment, or several that differ only in what is left to chance.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Experiment {
    /// What it is called in tables; the run's folder is named after it.
    #[serde(deserialize_with = "non_empty")]
    pub name: String,
    #[serde(default, deserialize_with = "word")]
    pub variant: Variant,
    /// Repeats everything that is left to chance.
    #[serde(default = "one")]
    pub seed: u64,
    /// Independent runs from the start.
    #[serde(default = "one", deserialize_with = "checks::runs")]
    pub runs: u64,
    /// Games of each run.
    #[serde(deserialize_with = "checks::games")]
    pub games: u64,
    pub evaluation: Evaluation,
    pub learning: Learning,
    /// Games to play; instead of them, recorded ones may be given.
    pub play: Option<Play>,
    pub recorded: Option<Recorded>,
    #[serde(default)]
    pub measure: Measure,
}

/// What is written down on the way.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Measure {
    /// Games of one row of the table of results; the weights at its end are kept.
    #[serde(deserialize_with = "checks::games")]
    pub window: u64,
    /// Games, at most, that an interruption can cost.
    #[serde(deserialize_with = "checks::games")]
    pub checkpoint: u64,
}

impl Default for Measure {
    fn default() -> Measure {
        Measure { window: 25, checkpoint: 10 }
    }
}

fn one() -> u64 {
    1
}

impl Experiment {
    /// Reads the file and whatever it refers to; `settings` are `key=value` pairs that replace what it says.
    pub fn load(path: &Path, settings: &[String]) -> Result<Source, FileError> {
        let text = std::fs::read_to_string(path).map_err(|reason| FileError::unreadable(path, &reason))?;
        Source::new(&text, settings).map_err(|problem| FileError::in_file(path, problem))
    }
}

/// An experiment and the text that says the same, for the record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Source {
    pub experiment: Experiment,
    pub text: String,
}

impl From<Source> for String {
    fn from(source: Source) -> String {
        source.text
    }
}

impl TryFrom<String> for Source {
    type Error = ExperimentError;

    fn try_from(text: String) -> Result<Source, ExperimentError> {
        Source::new(&text, &[])
    }
}

impl Source {
    /// An experiment that consists of settings alone.
    pub fn of_settings(settings: &[String]) -> Result<Source, ExperimentError> {
        Source::new(&settings::apply("", settings)?, &[])
    }

    pub fn new(text: &str, settings: &[String]) -> Result<Source, ExperimentError> {
        let as_written = parse(text)?;
        if settings.is_empty() {
            return Ok(Source { experiment: as_written, text: text.to_owned() });
        }
        let changed = settings::apply(text, settings)?;
        let experiment = parse(&changed).map_err(|problem| problem.after_settings(settings))?;
        Ok(Source { experiment, text: changed })
    }
}

fn parse(text: &str) -> Result<Experiment, ExperimentError> {
    let experiment: Experiment = toml::from_str(text).map_err(|error| ExperimentError::of_toml(text, &error))?;
    experiment.check_as_a_whole(text)?;
    Ok(experiment)
}

impl Experiment {
    /// The function that learns, without its weights.
    pub fn architecture(&self) -> Arc<dyn Architecture> {
        self.try_architecture().expect("it was made when the experiment was read")
    }

    fn try_architecture(&self) -> Result<Arc<dyn Architecture>, ModelError> {
        let Evaluation { features, model, .. } = &self.evaluation;
        model.kind.architecture(&features.groups(self.variant), &model.settings)
    }

    /// What decides how far the weights go.
    pub fn optimiser(&self) -> Arc<dyn Optimiser> {
        self.try_optimiser().expect("it was made when the experiment was read")
    }

    fn try_optimiser(&self) -> Result<Arc<dyn Optimiser>, OptimiserError> {
        self.learning.step.kind.build(&self.learning.step.settings, self.games)
    }

    pub fn games_from(&self) -> Games<'_> {
        match (&self.play, &self.recorded) {
            (Some(play), None) => Games::Play(play),
            (None, Some(recorded)) => Games::Recorded(recorded),
            _ => unreachable!("an experiment has one of them, which is checked when it is read"),
        }
    }

    /// What no single value shows.
    fn check_as_a_whole(&self, text: &str) -> Result<(), ExperimentError> {
        let problem = |key: &str, advice: &str| Err(ExperimentError::about(text, key, advice));
        match (&self.play, &self.recorded) {
            (None, None) => {
                return problem("name", "games are missing: add a table [play], or [recorded] for a collection");
            }
            (Some(_), Some(_)) => return problem("[recorded", "give either [play] or [recorded], not both"),
            _ => {}
        }
        match (&self.evaluation.initial, &self.evaluation.net) {
            (Some(_), Some(_)) => {
                return problem("net", "give either initial weights or a net to go on from, not both");
            }
            (None, None) => {
                let advice =
                    "weights to begin with are missing: add initial = \"ones\" (or another state), or net = \"FILE\"";
                return problem("[evaluation", advice);
            }
            _ => {}
        }
        let opponent = self.play.as_ref().map(|play| &play.opponent);
        if self.learning.sides == Sides::Both && opponent != Some(&Opponent::Itself) {
            let advice =
                "sides = \"both\" needs opponent = \"self\": there is nothing to learn from a stranger's thoughts";
            return problem("sides", advice);
        }
        if let Some(advice) = opponent.and_then(why_never_twice_the_same) {
            return problem("opponent", advice);
        }
        if let Err(error) = self.try_architecture() {
            return problem("model", &error.to_string());
        }
        match self.try_optimiser() {
            Ok(_) => Ok(()),
            Err(error) => problem("step", &error.to_string()),
        }
    }
}

/// What is wrong with an opponent against whom no run could be repeated or resumed.
fn why_never_twice_the_same(opponent: &Opponent) -> Option<&'static str> {
    let Opponent::Player(spec) = opponent else { return None };
    match spec.kind().repeatable {
        _ if spec.is_repeatable() => None,
        Repeatable::Never => Some(
            "external engines cannot be learned against, since nothing promises that they play the same game twice: \
             choose somebody from here, or \"self\"",
        ),
        _ => Some("an opponent who looks at the clock never plays the same game twice: limit it by depth=N or nodes=N"),
    }
}

#[cfg(test)]
mod tests;
