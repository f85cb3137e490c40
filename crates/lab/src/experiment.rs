//! An experiment as data: one TOML file says everything a run depends on.
//!
//! Every value is checked while it is read, so that a mistake is answered with its line, what is wrong with it and
//! what would be right. What is not in the file has the default written here.

mod checks;
mod problem;
mod settings;

use std::path::{Path, PathBuf};

use hetman_arena::PlayerWord;
use hetman_eval::FeatureSet;
use hetman_eval::model::{Initial, Squashing};
use hetman_rules::{DrawRules, Variant};
use serde::Deserialize;
use toml::Spanned;

use checks::{at_least_one, non_empty, positive, search_depth, share, word};
pub use problem::{ExperimentProblem, FileProblem};

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
    #[serde(default = "one", deserialize_with = "at_least_one")]
    pub runs: u64,
    /// Games of each run.
    #[serde(deserialize_with = "at_least_one")]
    pub games: u64,
    pub evaluation: Evaluation,
    pub learning: Learning,
    /// Games to play; instead of them, recorded ones may be given.
    pub play: Option<Play>,
    pub recorded: Option<Recorded>,
    #[serde(default)]
    pub measure: Measure,
}

/// What learns.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Evaluation {
    #[serde(deserialize_with = "word")]
    pub features: FeatureSet,
    pub model: ModelChoice,
    /// Weights to begin with; instead of them a net may be given.
    #[serde(default, deserialize_with = "checks::optional_word")]
    pub initial: Option<Initial>,
    /// A net to go on learning from, its path counted from the experiment's file.
    pub net: Option<Spanned<PathBuf>>,
}

/// The function from features to a prediction.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum ModelChoice {
    Linear {
        /// Slope of the winning probability.
        #[serde(default = "unit", deserialize_with = "positive")]
        omega: f64,
        #[serde(default)]
        learn_omega: bool,
    },
    Network {
        /// Units of each hidden layer.
        #[serde(deserialize_with = "checks::layers")]
        hidden: Vec<usize>,
        #[serde(deserialize_with = "word")]
        squashing: Squashing,
        /// The slope beta of every unit.
        #[serde(default = "unit", deserialize_with = "positive")]
        slope: f64,
        #[serde(default)]
        biases: bool,
    },
}

/// How it learns.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Learning {
    pub method: Method,
    /// How far back a surprise is felt.
    #[serde(deserialize_with = "share")]
    pub lambda: f64,
    pub step: Step,
    /// When the weights change: `"every-move"`, or `{ every-games = N }`, which are then played at the same time.
    #[serde(default)]
    pub update: UpdateChoice,
    /// Whose decisions are learned from. The other side's count only if it is the learner too.
    #[serde(default)]
    pub sides: Sides,
    /// A weight past this is taken for divergence, and the run stops.
    #[serde(default = "largest_weight", deserialize_with = "positive")]
    pub largest_weight: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UpdateChoice {
    EveryMove,
    EveryGames(#[serde(deserialize_with = "at_least_one")] u64),
}

impl Default for UpdateChoice {
    fn default() -> UpdateChoice {
        UpdateChoice::EveryGames(1)
    }
}

/// What successive predictions are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// The positions in which the learner had to decide, and in recorded games those after each move. With a search
    /// deeper than one this is TD-directed.
    Td,
    /// The leaves of the principal variations.
    TdLeaf,
}

/// How far the weights follow the temporal differences.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum Step {
    Plain {
        #[serde(deserialize_with = "share")]
        rate: f64,
    },
    /// From the first rate to the last, in equal steps, over all games of the run.
    Decaying {
        #[serde(deserialize_with = "share")]
        first: f64,
        #[serde(deserialize_with = "share")]
        last: f64,
        #[serde(default = "ten", deserialize_with = "at_least_one")]
        steps: u64,
    },
    /// A rate of its own for every weight: `rate` times |N| / A.
    TemporalCoherence {
        #[serde(deserialize_with = "share")]
        rate: f64,
        #[serde(default = "unit", deserialize_with = "positive")]
        n: f64,
        #[serde(default = "unit", deserialize_with = "positive")]
        a: f64,
    },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sides {
    #[default]
    Learner,
    Both,
}

/// The games it learns from.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Play {
    #[serde(deserialize_with = "word")]
    pub opponent: Opponent,
    /// Half-moves the learner looks ahead.
    #[serde(deserialize_with = "search_depth")]
    pub depth: u32,
    /// Whether the learner follows captures to their end.
    #[serde(default)]
    pub quiescence: bool,
    /// Whether the learner wins at once when it can.
    #[serde(default)]
    pub mate_in_one: bool,
    /// What the learner thinks of finished games.
    #[serde(default)]
    pub finished: Finished,
    /// The learner's colour.
    #[serde(default)]
    pub color: ColorChoice,
    #[serde(default)]
    pub rules: RulesChoice,
    /// Half-moves after which a game is drawn.
    #[serde(default, deserialize_with = "checks::optional_at_least_one")]
    pub longest_plies: Option<u64>,
}

/// Games that others have played, to be watched: every half-move is judged by a search from the position after it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Recorded {
    /// The collection, packed or plain, its path counted from the experiment's file.
    pub pgn: Spanned<PathBuf>,
    /// Half-moves the learner looks ahead.
    #[serde(deserialize_with = "search_depth")]
    pub depth: u32,
    /// Whether the learner follows captures to their end.
    #[serde(default)]
    pub quiescence: bool,
    /// What the learner thinks of finished games.
    #[serde(default)]
    pub finished: Finished,
}

/// Where the games come from.
#[derive(Clone, Copy, Debug)]
pub enum Games<'a> {
    Play(&'a Play),
    Recorded(&'a Recorded),
}

/// Who sits opposite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// The learner itself, with the same weights.
    Itself,
    Player(PlayerWord),
}

/// The value of a finished game inside the learner's search, and the prediction for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finished {
    /// What the model says, as of any other position (2007).
    Evaluated,
    /// What they are: won, drawn, lost. Nothing is learned from predicting them (2006, 2008).
    #[default]
    Known,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColorChoice {
    /// White in the first game, Black in the second, and so on.
    #[default]
    Alternate,
    White,
    Black,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RulesChoice {
    #[default]
    Claimed,
    Fide,
    #[serde(rename = "thesis-2006")]
    Thesis2006,
    #[serde(rename = "thesis-2007")]
    Thesis2007,
}

impl RulesChoice {
    pub fn draws(self) -> DrawRules {
        match self {
            RulesChoice::Claimed => DrawRules::CLAIMED,
            RulesChoice::Fide => DrawRules::FIDE,
            RulesChoice::Thesis2006 => DrawRules::THESIS_2006,
            RulesChoice::Thesis2007 => DrawRules::THESIS_2007,
        }
    }
}

/// What is written down on the way.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Measure {
    /// Games of one row of the table of results; the weights at its end are kept.
    #[serde(deserialize_with = "at_least_one")]
    pub window: u64,
    /// Games, at most, that an interruption can cost.
    #[serde(deserialize_with = "at_least_one")]
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

fn ten() -> u64 {
    10
}

fn unit() -> f64 {
    1.0
}

fn largest_weight() -> f64 {
    hetman_learn::DEFAULT_BOUND
}

impl Experiment {
    /// Reads the file and whatever it refers to; `settings` are `key=value` pairs that replace what it says.
    pub fn load(path: &Path, settings: &[String]) -> Result<Source, FileProblem> {
        let text = std::fs::read_to_string(path).map_err(|reason| FileProblem::unreadable(path, &reason))?;
        Source::new(&text, settings).map_err(|problem| FileProblem::in_file(path, problem))
    }
}

/// An experiment and the text that says the same, for the record.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    pub experiment: Experiment,
    pub text: String,
}

impl Source {
    pub fn new(text: &str, settings: &[String]) -> Result<Source, ExperimentProblem> {
        let as_written = parse(text)?;
        if settings.is_empty() {
            return Ok(Source { experiment: as_written, text: text.to_owned() });
        }
        let changed = settings::apply(text, settings)?;
        let experiment = parse(&changed).map_err(|problem| problem.after_settings(settings))?;
        Ok(Source { experiment, text: changed })
    }
}

fn parse(text: &str) -> Result<Experiment, ExperimentProblem> {
    let experiment: Experiment = toml::from_str(text).map_err(|error| ExperimentProblem::of_toml(text, &error))?;
    experiment.check_as_a_whole(text)?;
    Ok(experiment)
}

impl Experiment {
    pub fn games_from(&self) -> Games<'_> {
        match (&self.play, &self.recorded) {
            (Some(play), None) => Games::Play(play),
            (None, Some(recorded)) => Games::Recorded(recorded),
            _ => unreachable!("an experiment has one of them, which is checked when it is read"),
        }
    }

    /// What no single value shows.
    fn check_as_a_whole(&self, text: &str) -> Result<(), ExperimentProblem> {
        let problem = |key: &str, advice: &str| Err(ExperimentProblem::about(text, key, advice));
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
        if let Some(Opponent::Player(PlayerWord::Hetman { limits, .. })) = opponent
            && limits.move_time.is_some()
        {
            let advice =
                "an opponent who looks at the clock never plays the same game twice: limit it by depth=N or nodes=N";
            return problem("opponent", advice);
        }
        match self.learning.step {
            Step::TemporalCoherence { n, a, .. } if n > a => {
                problem("step", "temporal coherence starts with n at most a")
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
