//! What decides how a lineage goes, each value declared once.

use std::fmt;

use hetman_arena::stats::{Sprt, SprtError, SprtModel};
use hetman_eval::evaluator_names;
use hetman_eval::nnue::{Kings, MOST_HIDDEN, MOST_OUTPUTS, Shape, ShapeError};
use hetman_parameters::{Default, Kind, Parameter, Settings, SettingsError};
use hetman_rules::Variant;
use serde::{Deserialize, Serialize};

use super::ImprovementError;

/// The parent of the first generation: a network whose weights are random.
pub const NOTHING: &str = "nothing";

/// How often a test may be wrong, either way.
const ERROR_RATE: f64 = 0.05;

const GAMES: &str = "Games";
const NETWORK: &str = "Network";
const MATCH: &str = "Match";

fn variants() -> Vec<&'static str> {
    Variant::ALL.map(Variant::uci_name).to_vec()
}

fn kings() -> Vec<&'static str> {
    Kings::ALL.map(|(name, _)| name).to_vec()
}

fn starts() -> Vec<&'static str> {
    [vec![NOTHING], evaluator_names()].concat()
}

const fn integer(
    key: &'static str,
    title: &'static str,
    (min, max): (i64, i64),
    default: i64,
    help: &'static str,
) -> Parameter {
    Parameter::new(key, title, Kind::Integer { min, max }, help).or(Default::Integer(default))
}

/// Every key.
pub static PARAMETERS: [Parameter; 19] = [
    Parameter::new("variant", "Game", Kind::Registered(variants), "The game that is learned.").or(Default::Text("chess")),
    Parameter::new("start", "Start", Kind::File(starts), "Who plays the first games: nothing is a network of random weights.")
        .or(Default::Text(NOTHING)),
    integer("seed", "Seed", (0, i64::MAX), 1, "Repeats everything left to chance."),
    integer("games", "Games", (10, 100_000_000), 2000, "Games that each generation plays and learns from.").in_group(GAMES),
    integer("nodes", "Nodes a move", (1, 1_000_000_000), 1000, "No deeper iteration is begun after so many.").in_group(GAMES),
    integer("random-plies", "Random half-moves", (1, 200), 8, "How every game begins.").in_group(GAMES),
    integer("max-plies", "Longest game", (10, 10_000), 300, "Longer games are drawn.").in_unit("half-moves").in_group(GAMES),
    integer("window", "Window", (1, 1000), 4, "How many generations' games are learned from.").in_group(NETWORK),
    integer("hidden", "Hidden units", (64, MOST_HIDDEN as i64), 128, "Sums of either perspective, a multiple of 64.").in_group(NETWORK),
    integer("outputs", "Output buckets", (1, MOST_OUTPUTS as i64), 8, "Sets of output weights, chosen by how many pieces are on the board.").in_group(NETWORK),
    Parameter::new("kings", "Kings", Kind::Registered(kings), "What the inputs know of the own king's place.")
        .in_group(NETWORK)
        .or(Default::Text("mirrored")),
    integer("epochs", "Epochs", (1, 10_000), 12, "How often all positions are gone through.").in_group(NETWORK),
    integer("batch", "Batch", (16, 1 << 20), 4096, "Positions of a step.").in_group(NETWORK),
    Parameter::new("rate", "Learning rate", Kind::Number { min: 1e-7, max: 1.0, step: 0.0001 }, "AdamW's rate at its highest.")
        .in_group(NETWORK)
        .or(Default::Number(0.002)),
    Parameter::new(
        "result-share",
        "Share of the result",
        Kind::Number { min: 0.0, max: 1.0, step: 0.05 },
        "How much of what a position should come to is the game's result; in generation n it is 1/n at least, since the scores of the first say little.",
    )
    .in_group(NETWORK)
    .or(Default::Number(0.3)),
    integer("match-nodes", "Nodes a move in the match", (1, 1_000_000_000), 2000, "Parent and child look at so many for a move.").in_group(MATCH),
    integer("match-games", "Longest match", (2, 1_000_000), 400, "Undecided after so many games, the match is decided by the likelier side.").in_group(MATCH),
    Parameter::new("elo0", "Elo of no gain", Kind::Number { min: -200.0, max: 200.0, step: 1.0 }, "The child is dropped if it is likely stronger by no more.")
        .in_unit("Elo")
        .in_group(MATCH)
        .or(Default::Number(0.0)),
    Parameter::new("elo1", "Elo of a gain", Kind::Number { min: -200.0, max: 200.0, step: 1.0 }, "The child is kept if it is likely stronger by so much.")
        .in_unit("Elo")
        .in_group(MATCH)
        .or(Default::Number(20.0)),
];

/// Values of those keys; as data, a text like `variant=atomic,games=500`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct ImprovementSettings(Settings);

impl ImprovementSettings {
    pub fn of(settings: Settings) -> ImprovementSettings {
        ImprovementSettings(settings)
    }

    /// Reads `key=value` pairs.
    pub fn read(pairs: &[String]) -> Result<ImprovementSettings, SettingsError> {
        let mut settings = Settings::none(&PARAMETERS);
        for pair in pairs.iter().filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').map_or((pair.as_str(), None), |(key, value)| (key, Some(value)));
            settings.read_one(key, value)?;
        }
        Ok(ImprovementSettings(settings))
    }

    /// For help and forms.
    pub fn parameters() -> &'static [Parameter] {
        &PARAMETERS
    }

    /// Whether there can be such a network and such a match.
    pub fn check(&self) -> Result<(), ImprovementError> {
        self.shape()?;
        self.sprt()?;
        Ok(())
    }

    fn shape(&self) -> Result<Shape, ShapeError> {
        let kings = Kings::of_name(&self.text("kings")).unwrap_or_default();
        Shape::new(self.variant(), kings, self.integer("hidden") as usize, self.integer("outputs") as usize)
    }

    /// The test that a match is.
    pub fn sprt(&self) -> Result<Sprt, SprtError> {
        Sprt::new(self.number("elo0"), self.number("elo1"), ERROR_RATE, ERROR_RATE, SprtModel::Logistic)
    }

    pub fn variant(&self) -> Variant {
        self.text("variant").parse().unwrap_or_default()
    }

    /// Who plays the first games.
    pub fn start(&self) -> String {
        self.text("start")
    }

    pub fn integer(&self, key: &str) -> u64 {
        self.0.integer(key).map_or(0, |number| number as u64)
    }

    pub fn number(&self, key: &str) -> f64 {
        self.0.number(key).unwrap_or_default()
    }

    pub fn text(&self, key: &str) -> String {
        self.0.text(key).unwrap_or_default()
    }
}

/// As it is read again.
impl fmt::Display for ImprovementSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.options().collect::<Vec<_>>().join(","))
    }
}

impl From<ImprovementSettings> for String {
    fn from(settings: ImprovementSettings) -> String {
        settings.to_string()
    }
}

impl TryFrom<String> for ImprovementSettings {
    type Error = SettingsError;

    fn try_from(text: String) -> Result<ImprovementSettings, SettingsError> {
        ImprovementSettings::read(&text.split(',').map(str::to_owned).collect::<Vec<_>>())
    }
}
