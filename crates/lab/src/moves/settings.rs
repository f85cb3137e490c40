//! What can be chosen of a run.

use std::fmt;

use hetman_arena::{PlayerError, PlayerSpec};
use hetman_eval::AnyEvaluator;
use hetman_parameters::{Default as Declared, Kind, Parameter, Settings, SettingsError};
use hetman_rules::Variant;

use super::MoveError;

const fn count(key: &'static str, title: &'static str, help: &'static str, usual: i64) -> Parameter {
    Parameter::new(key, title, Kind::Integer { min: 1, max: 1_000_000_000 }, help).or(Declared::Integer(usual))
}

const SEARCHER: Parameter = Parameter::new(
    "searcher",
    "Searcher",
    Kind::Text,
    "Whose evaluation the searches judge by, a player: its limits are not used.",
)
.or(Declared::Text("giraffe"));
const POSITIONS: Parameter =
    count("positions", "Positions", "Positions to learn from, those held out included.", 20_000);
const SAMPLE_NODES: Parameter =
    count("sample-nodes", "Sampled searches", "Nodes of the searches whose inner nodes are sampled.", 1000);
const SAMPLE: Parameter = Parameter::new(
    "sample",
    "Sampled share",
    Kind::Number { min: 0.0001, max: 1.0, step: 0.001 },
    "With which probability an inner node is taken.",
)
.or(Declared::Number(0.002));
const LABEL_NODES: Parameter =
    count("label-nodes", "Labels", "Nodes of the search that says which move is the best.", 10_000);
const BATCH: Parameter = count("batch", "Batch", "Positions of a batch, with all their moves.", 16);
const BATCHES: Parameter = count("batches", "Batches", "Batches to learn from.", 20_000);
const SEED: Parameter = Parameter::new(
    "seed",
    "Seed",
    Kind::Integer { min: 0, max: i64::MAX },
    "Decides everything that is left to chance.",
)
.or(Declared::Integer(1));

/// What can be chosen of a run.
pub const MOVE_PARAMETERS: [Parameter; 8] =
    [SEARCHER, POSITIONS, SAMPLE_NODES, SAMPLE, LABEL_NODES, BATCH, BATCHES, SEED];

/// The settings of one run.
#[derive(Clone, Debug)]
pub struct MoveSettings(Settings);

impl MoveSettings {
    /// Reads `key=value` between commas.
    pub fn read(text: &str) -> Result<MoveSettings, SettingsError> {
        match text {
            "" => Ok(MoveSettings::default()),
            _ => Settings::read(&MOVE_PARAMETERS, text).map(MoveSettings),
        }
    }

    fn number_of(&self, parameter: Parameter) -> u64 {
        self.0.integer(parameter.key).expect("it has a default") as u64
    }

    pub fn positions(&self) -> usize {
        self.number_of(POSITIONS) as usize
    }

    pub fn sample_nodes(&self) -> u64 {
        self.number_of(SAMPLE_NODES)
    }

    pub fn sampled_share(&self) -> f64 {
        self.0.number(SAMPLE.key).expect("it has a default")
    }

    pub fn label_nodes(&self) -> u64 {
        self.number_of(LABEL_NODES)
    }

    pub fn batch(&self) -> usize {
        self.number_of(BATCH) as usize
    }

    pub fn batches(&self) -> u64 {
        self.number_of(BATCHES)
    }

    pub fn seed(&self) -> u64 {
        self.number_of(SEED)
    }

    /// What the searches judge by.
    pub fn evaluator(&self) -> Result<AnyEvaluator, MoveError> {
        let name = self.0.text(SEARCHER.key).expect("it has a default");
        let player: PlayerSpec = name.parse().map_err(|error: PlayerError| MoveError::Player(error))?;
        player.evaluator(Variant::Chess)?.ok_or_else(|| MoveError::NoEvaluator(name.into()))
    }
}

impl Default for MoveSettings {
    fn default() -> MoveSettings {
        MoveSettings(Settings::none(&MOVE_PARAMETERS))
    }
}

/// As they are read again.
impl fmt::Display for MoveSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.options().collect::<Vec<_>>().join(","))
    }
}

/// What was left out has its default.
impl PartialEq for MoveSettings {
    fn eq(&self, other: &MoveSettings) -> bool {
        MOVE_PARAMETERS.iter().all(|parameter| self.0.get(parameter.key) == other.0.get(parameter.key))
    }
}
