//! What is learned from which positions, and how: a TOML file of values, each declared once.

use std::path::{Path, PathBuf};

use hetman_eval::nnue::{Kings, MOST_HIDDEN, MOST_OUTPUTS, Shape, ShapeError};
use hetman_parameters::{Default, Kind, Parameter, Settings, SettingsError, Value};
use hetman_positions::{FilterError, Filters};
use hetman_rules::quote::passage;
use hetman_rules::{Quote, Variant};

fn variants() -> Vec<&'static str> {
    Variant::ALL.map(Variant::uci_name).to_vec()
}

fn kings() -> Vec<&'static str> {
    Kings::ALL.map(|(name, _)| name).to_vec()
}

const NETWORK: &str = "Network";
const POSITIONS: &str = "Positions";
const LEARNING: &str = "Learning";

/// Every key of a plan.
pub static PARAMETERS: [Parameter; 16] = [
    Parameter::new("name", "Name", Kind::Text, "What it is called in tables and files.").required(),
    Parameter::new("variant", "Game", Kind::Registered(variants), "The game that is played.")
        .or(Default::Text("chess")),
    Parameter::new("seed", "Seed", Kind::Integer { min: 0, max: i64::MAX }, "Repeats everything left to chance.")
        .or(Default::Integer(1)),
    Parameter::new("positions", "Position files", Kind::Texts, "Files of scored games, from the plan's folder.")
        .in_group(POSITIONS)
        .required(),
    Parameter::new("filters", "Filters", Kind::Text, "Which positions are left out.")
        .in_group(POSITIONS)
        .or(Default::Text("unscored,check,noisy,draws=300")),
    Parameter::new(
        "held-out",
        "Held out",
        Kind::Number { min: 0.001, max: 0.5, step: 0.001 },
        "The share of the games that are not learned from, to see what was learned.",
    )
    .in_group(POSITIONS)
    .or(Default::Number(0.03)),
    Parameter::new(
        "scale",
        "Scale",
        Kind::Number { min: 10.0, max: 2000.0, step: 1.0 },
        "How much lead is one natural unit of log-odds of a win, in scores and in what the network says.",
    )
    .in_unit("centipawns")
    .in_group(POSITIONS)
    .or(Default::Number(200.0)),
    Parameter::new(
        "result-share",
        "Share of the result",
        Kind::Number { min: 0.0, max: 1.0, step: 0.05 },
        "How much of what a position should come to is the game's result; the rest is its score.",
    )
    .in_group(POSITIONS)
    .or(Default::Number(0.3)),
    Parameter::new(
        "hidden",
        "Hidden units",
        Kind::Integer { min: 64, max: MOST_HIDDEN as i64 },
        "Sums of either perspective, a multiple of 64.",
    )
    .in_group(NETWORK)
    .or(Default::Integer(256)),
    Parameter::new(
        "outputs",
        "Output buckets",
        Kind::Integer { min: 1, max: MOST_OUTPUTS as i64 },
        "Sets of output weights, chosen by how many pieces are on the board.",
    )
    .in_group(NETWORK)
    .or(Default::Integer(8)),
    Parameter::new("kings", "Kings", Kind::Registered(kings), "What the inputs know of the own king's place.")
        .in_group(NETWORK)
        .or(Default::Text("mirrored")),
    Parameter::new("batch", "Batch", Kind::Integer { min: 16, max: 1 << 20 }, "Positions of a step.")
        .in_group(LEARNING)
        .or(Default::Integer(16384)),
    Parameter::new(
        "epochs",
        "Epochs",
        Kind::Integer { min: 1, max: 10_000 },
        "How often all positions are gone through, each time in another order.",
    )
    .in_group(LEARNING)
    .or(Default::Integer(30)),
    Parameter::new(
        "rate",
        "Learning rate",
        Kind::Number { min: 1e-7, max: 1.0, step: 0.0001 },
        "AdamW's rate at its highest, after the first hundredth of all steps.",
    )
    .in_group(LEARNING)
    .or(Default::Number(0.001)),
    Parameter::new(
        "last-rate",
        "Last learning rate",
        Kind::Number { min: 0.0, max: 1.0, step: 0.0001 },
        "Where the rate ends: it falls like half a cosine.",
    )
    .in_group(LEARNING)
    .or(Default::Number(0.00001)),
    Parameter::new(
        "decay",
        "Weight decay",
        Kind::Number { min: 0.0, max: 10.0, step: 0.01 },
        "AdamW's: what each weight loses for each unit of the rate.",
    )
    .in_group(LEARNING)
    .or(Default::Number(0.01)),
];

/// What is wrong with a plan.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    #[error("it cannot be read: {reason}")]
    Unreadable { reason: std::io::Error },
    #[error("this is not TOML: {0}")]
    Syntax(String),
    #[error("line {line}: {reason}")]
    Line { line: usize, reason: SettingsError },
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error("'{0}' is not KEY=VALUE")]
    NotASetting(Quote),
    #[error("{key} must be a number, a text or a list of texts")]
    Value { key: Quote },
    #[error(transparent)]
    Shape(#[from] ShapeError),
    #[error(transparent)]
    Filters(#[from] FilterError),
    #[error("a name is made of letters, digits, '-', '_' and '.', not '{0}'")]
    Name(Quote),
}

/// A plan that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub name: String,
    pub seed: u64,
    pub positions: Vec<PathBuf>,
    pub filters: Filters,
    pub held_out: f64,
    pub scale: f64,
    pub result_share: f64,
    pub shape: Shape,
    pub batch: usize,
    pub epochs: u64,
    pub rate: f64,
    pub last_rate: f64,
    pub decay: f64,
    /// All of it in one line, for the record.
    pub text: String,
}

impl Plan {
    /// Reads a file; `settings` are `key=value` pairs that replace what it says. Position files lie where the file lies.
    pub fn load(file: &Path, settings: &[String]) -> Result<Plan, PlanError> {
        let unreadable = |reason| PlanError::Unreadable { reason };
        let text = std::fs::read_to_string(file).map_err(unreadable)?;
        let mut plan = Plan::read(&text, settings)?;
        let folder = file.parent().unwrap_or(Path::new(""));
        plan.positions.iter_mut().for_each(|file| *file = folder.join(&*file));
        Ok(plan)
    }

    pub fn read(text: &str, settings: &[String]) -> Result<Plan, PlanError> {
        let table: toml::Table = toml::from_str(text).map_err(|error| syntax(text, &error))?;
        let mut chosen = Settings::none(&PARAMETERS);
        for (key, value) in table {
            let values = values(&value).ok_or_else(|| PlanError::Value { key: key.as_str().into() })?;
            for value in values {
                chosen.set(&key, value).map_err(|reason| in_line(text, &key, reason))?;
            }
        }
        for setting in settings {
            let (key, value) =
                setting.split_once('=').ok_or_else(|| PlanError::NotASetting(setting.as_str().into()))?;
            chosen.remove(key);
            chosen.read_one(key, Some(value))?;
        }
        chosen.check_complete()?;
        Plan::of(&chosen)
    }

    fn of(chosen: &Settings) -> Result<Plan, PlanError> {
        let integer = |key: &str| chosen.integer(key).unwrap_or_default() as u64;
        let number = |key: &str| chosen.number(key).unwrap_or_default();
        let text = |key: &str| chosen.text(key).unwrap_or_default();
        let variant = text("variant").parse().unwrap_or_default();
        let kings = Kings::of_name(&text("kings")).unwrap_or_default();
        let name = text("name");
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        if !name.chars().all(is_plain) || !name.starts_with(|c: char| c.is_ascii_alphanumeric()) {
            return Err(PlanError::Name(name.into()));
        }
        Ok(Plan {
            name,
            seed: integer("seed"),
            positions: chosen.texts("positions").map(PathBuf::from).collect(),
            filters: text("filters").parse()?,
            held_out: number("held-out"),
            scale: number("scale"),
            result_share: number("result-share"),
            shape: Shape::new(variant, kings, integer("hidden") as usize, integer("outputs") as usize)?,
            batch: integer("batch") as usize,
            epochs: integer("epochs"),
            rate: number("rate"),
            last_rate: number("last-rate"),
            decay: number("decay"),
            text: PARAMETERS.iter().filter_map(|parameter| told(chosen, parameter)).collect::<Vec<_>>().join(", "),
        })
    }
}

/// A value as the record has it. Where the files lay is nobody's business: their names are.
fn told(chosen: &Settings, parameter: &Parameter) -> Option<String> {
    let key = parameter.key;
    let value = match parameter.kind {
        Kind::Texts => {
            let name = |file: &str| Path::new(file).file_name().map(|name| name.to_string_lossy().into_owned());
            chosen.texts(key).filter_map(name).collect::<Vec<_>>().join(" ")
        }
        _ => chosen.get(key)?.to_string(),
    };
    Some(format!("{key} = {value}"))
}

/// The values of a key; a list has several.
fn values(value: &toml::Value) -> Option<Vec<Value>> {
    Some(match value {
        toml::Value::Array(values) => values.iter().map(one).collect::<Option<_>>()?,
        value => vec![one(value)?],
    })
}

fn one(value: &toml::Value) -> Option<Value> {
    Some(match value {
        toml::Value::String(text) => Value::Text(text.clone()),
        toml::Value::Integer(number) => Value::Integer(*number),
        toml::Value::Float(number) => Value::Number(*number),
        toml::Value::Boolean(flag) => Value::Flag(*flag),
        _ => return None,
    })
}

fn syntax(text: &str, error: &toml::de::Error) -> PlanError {
    let line = error.span().map(|span| text[..span.start].lines().count().max(1));
    let place = line.map(|line| format!("line {line}: ")).unwrap_or_default();
    PlanError::Syntax(passage(format!("{place}{}", error.message())))
}

fn in_line(text: &str, key: &str, reason: SettingsError) -> PlanError {
    let line = text.lines().position(|line| line.trim_start().starts_with(key));
    line.map_or(PlanError::Settings(reason.clone()), |line| PlanError::Line { line: line + 1, reason })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: &str = "name = \"small\"\npositions = [\"a.positions\", \"b.positions\"]\nhidden = 128\n";

    #[test]
    fn a_plan_is_read_with_what_is_usual_and_what_is_set() {
        let plan = Plan::read(SHORT, &["epochs=3".to_owned(), "variant=atomic".to_owned()]).unwrap();
        assert_eq!((plan.shape.hidden, plan.shape.variant, plan.epochs), (128, Variant::Atomic, 3));
        assert_eq!((plan.positions.len(), plan.batch), (2, 16384));
        assert!(plan.text.contains("positions = a.positions b.positions") && plan.text.contains("epochs = 3"));
    }

    #[test]
    fn mistakes_are_said_where_they_stand() {
        let problem = |text: &str, settings: &[&str]| {
            let settings: Vec<String> = settings.iter().map(|&setting| setting.to_owned()).collect();
            Plan::read(text, &settings).unwrap_err().to_string()
        };
        assert!(problem("name = ", &[]).contains("line 1"));
        assert!(
            problem(&format!("{SHORT}epoch = 3"), &[]).contains("line 4: there is no 'epoch': did you mean 'epochs'?")
        );
        assert!(problem("name = \"a\"", &[]).contains("positions"));
        assert!(problem(SHORT, &["hidden=100"]).contains("multiple of 64"));
        assert!(problem(SHORT, &["kings=many"]).contains("one of ignored, mirrored, buckets-4"));
        assert!(problem(SHORT, &["filters=nonsense"]).contains("filters"));
        assert!(problem(SHORT, &["name=a/b"]).contains("letters"));
        assert!(problem(SHORT, &["epochs"]).contains("KEY=VALUE"));
        assert!(problem(&format!("{SHORT}rate = {{ a = 1 }}"), &[]).contains("rate must be"));
    }
}
