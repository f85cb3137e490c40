//! Every key of an experiment's file, declared for forms. What the reader checks and what stands here is held together by
//! a test: the bounds are accepted, and what lies beyond them is refused.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use hetman_eval::{FeatureSet, model};
use hetman_learn::optimisers;
use hetman_parameters::{Configurable, Default, Kind, Parameter};
use toml::Table;

use super::checks::{MOST_GAMES, MOST_RUNS, MOST_STEPS};

const DRAW_RULES: &[&str] = &["claimed", "fide", "unclaimed", "thesis-2006", "thesis-2007"];
const FINISHED: &[&str] = &["known", "evaluated"];
const VARIANTS: &[&str] =
    &["chess", "crazyhouse", "atomic", "antichess", "suicide", "kingofthehill", "3check", "horde", "racingkings"];

const SHARE: Kind = Kind::Number { min: 0.0, max: 1.0, step: 0.01 };
const POSITIVE: Kind = Kind::Number { min: 0.001, max: 1000.0, step: 0.1 };

const fn games(most: u64) -> Kind {
    Kind::Integer { min: 1, max: most as i64 }
}

fn feature_sets() -> Vec<&'static str> {
    FeatureSet::registry().names()
}

/// A form's fields, in order. Kinds that a program adds are among them if they were added before this is first asked for.
pub fn parameters() -> &'static [Parameter] {
    static PARAMETERS: LazyLock<Vec<Parameter>> = LazyLock::new(|| {
        let models = model::registry().all().into_iter().flat_map(|kind| of_kind("evaluation.model", kind));
        let optimisers = optimisers().all().into_iter().flat_map(|kind| of_kind("learning.step", kind));
        let declared = EXPERIMENT.iter().copied().chain(models).chain(LEARNING.iter().copied());
        declared.chain(optimisers).chain(REST.iter().copied()).collect()
    });
    &PARAMETERS
}

/// The fields of a kind, which has a table of its own. Nothing of it is needed, nor filled in, unless it is the one chosen.
fn of_kind<K: Configurable + ?Sized>(table: &str, kind: &'static K) -> impl Iterator<Item = Parameter> {
    let prefix = format!("{table}.{}", kind.name());
    kind.parameters().iter().map(move |declared| Parameter {
        key: String::leak(format!("{prefix}.{}", declared.key)),
        group: kind.title(),
        default: None,
        is_required: false,
        ..*declared
    })
}

const EXPERIMENT: &[Parameter] = &[
    Parameter::new("name", "Name", Kind::Text, "What it is called in tables: letters, digits, '-', '_' and '.'.")
        .in_group("Experiment")
        .required(),
    Parameter::new("variant", "Variant", Kind::Choice(VARIANTS), "The game that is played.")
        .in_group("Experiment")
        .or(Default::Text("chess")),
    Parameter::new("games", "Games", games(MOST_GAMES), "Games of each run.").in_group("Experiment").required(),
    Parameter::new("runs", "Runs", games(MOST_RUNS), "Independent runs from the start, which differ in chance only.")
        .in_group("Experiment")
        .or(Default::Integer(1)),
    Parameter::new(
        "seed",
        "Seed",
        Kind::Integer { min: 0, max: 1 << 53 },
        "Repeats everything that is left to chance.",
    )
    .in_group("Experiment")
    .or(Default::Integer(1)),
    Parameter::new("evaluation.features", "Features", Kind::Registered(feature_sets), "What the model sees of a position.")
        .in_group("Evaluation")
        .required(),
    Parameter::new(
        "evaluation.initial",
        "Initial weights",
        Kind::Text,
        "Weights to begin with: ones, const_X, uniform_X, normal, material or material_noise; a net may be given instead.",
    )
    .in_group("Evaluation"),
    Parameter::new("evaluation.net", "Net to go on from", Kind::Text, "A net of the library, by its id, instead of initial weights.")
        .in_group("Evaluation"),
];

const LEARNING: &[Parameter] = &[
    Parameter::new(
        "learning.method",
        "Method",
        Kind::Choice(&["td", "td-leaf"]),
        "Whether predictions for positions or for the leaves of the best lines are compared.",
    )
    .in_group("Learning")
    .required(),
    Parameter::new("learning.lambda", "Lambda", SHARE, "How far back a temporal difference is felt.")
        .in_group("Learning")
        .required(),
];

const REST: &[Parameter] = &[
    Parameter::new(
        "learning.update.every-games",
        "Games between changes",
        games(MOST_STEPS),
        "How many games are played before the weights change.",
    )
    .in_group("Learning"),
    Parameter::new(
        "learning.sides",
        "Whose decisions",
        Kind::Choice(&["learner", "both"]),
        "Whose decisions are learned from; both only in self-play.",
    )
    .in_group("Learning")
    .or(Default::Text("learner")),
    Parameter::new(
        "learning.largest-weight",
        "Largest weight",
        Kind::Number { min: 0.001, max: 1e12, step: 1.0 },
        "A weight past this is taken for divergence, and the run stops.",
    )
    .in_group("Learning"),
    Parameter::new(
        "play.opponent",
        "Opponent",
        Kind::Text,
        "Who sits opposite: self, random, king, material:depth=2, hetman:depth=3, net:ID,depth=2, or human: you, at the board \
         that the experiment then shows.",
    )
    .in_group("Games"),
    Parameter::new("play.depth", "Depth", Kind::Integer { min: 1, max: 12 }, "Half-moves the learner looks ahead.")
        .in_group("Games")
        .in_unit("plies"),
    Parameter::new("play.quiescence", "Quiescence", Kind::Flag, "Whether the learner follows captures to their end.")
        .in_group("Games"),
    Parameter::new(
        "play.quiescence-plies",
        "Quiescence, at most",
        Kind::Integer { min: 1, max: 32 },
        "Half-moves captures are followed at most; in crazyhouse and horde a few are enough, and all are very many.",
    )
    .in_group("Games")
    .in_unit("plies"),
    Parameter::new(
        "play.checks",
        "Checks",
        Kind::Integer { min: 0, max: 32 },
        "In how many half-moves of quiescence the learner tries moves that give check, beside captures.",
    )
    .in_group("Games")
    .in_unit("plies"),
    Parameter::new(
        "play.repetitions",
        "Repetitions",
        Kind::Flag,
        "Whether the learner takes a position it has had before in the game for a draw.",
    )
    .in_group("Games"),
    Parameter::new("play.mate-in-one", "Mate in one", Kind::Flag, "Whether the learner wins at once when it can.")
        .in_group("Games"),
    Parameter::new(
        "play.finished",
        "Finished games",
        Kind::Choice(FINISHED),
        "Whether finished games count as what they are, or as what the model says of them (2007).",
    )
    .in_group("Games"),
    Parameter::new("play.color", "Colour", Kind::Choice(&["alternate", "white", "black"]), "The learner's colour.")
        .in_group("Games"),
    Parameter::new("play.rules", "Drawing rules", Kind::Choice(DRAW_RULES), "What ends a game drawn.").in_group("Games"),
    Parameter::new(
        "play.random-plies",
        "Random opening",
        Kind::Integer { min: 0, max: 40 },
        "Random half-moves each game begins with, so that the learner sees more than one game.",
    )
    .in_group("Games")
    .in_unit("plies"),
    Parameter::new("play.longest-plies", "Longest game", games(MOST_STEPS), "Half-moves after which a game is drawn.")
        .in_group("Games")
        .in_unit("plies"),
    Parameter::new(
        "recorded.pgn",
        "Collection",
        Kind::Text,
        "Games that others have played, learned from instead of games of its own: an imported collection, by its name.",
    )
    .in_group("Recorded games"),
    Parameter::new("recorded.depth", "Depth", Kind::Integer { min: 1, max: 12 }, "Half-moves it looks ahead while watching.")
        .in_group("Recorded games")
        .in_unit("plies"),
    Parameter::new("recorded.quiescence", "Quiescence", Kind::Flag, "Whether it follows captures to their end.")
        .in_group("Recorded games"),
    Parameter::new(
        "recorded.finished",
        "Finished games",
        Kind::Choice(FINISHED),
        "Whether finished games count as what they are, or as what the model says of them (2007).",
    )
    .in_group("Recorded games"),
    Parameter::new(
        "recorded.winner-behind",
        "Winner behind, at most",
        POSITIVE,
        "Leaves out games whose winner is further behind at the end, in pawns: won positions lost on time.",
    )
    .in_group("Recorded games"),
    Parameter::new("measure.window", "Window", games(MOST_GAMES), "Games of one row of the table of results.")
        .in_group("Measuring")
        .or(Default::Integer(25)),
    Parameter::new("measure.checkpoint", "Checkpoint", games(MOST_GAMES), "Games, at most, that an interruption can cost.")
        .in_group("Measuring")
        .or(Default::Integer(10)),
];

/// A value as a file gives it.
#[derive(Clone, Debug, PartialEq)]
pub enum Written {
    Flag(bool),
    Number(f64),
    Text(String),
}

/// The values that an experiment's text gives to its keys, with dots between tables; nothing if it is no TOML.
pub fn written(text: &str) -> BTreeMap<String, Written> {
    let mut values = BTreeMap::new();
    if let Ok(table) = text.parse::<Table>() {
        flatten("", &table, &mut values);
    }
    values
}

/// The tables of an experiment's text in which nothing stands, with dots between.
pub fn empty_tables(text: &str) -> Vec<String> {
    fn below(prefix: &str, table: &Table, into: &mut Vec<String>) {
        for (key, value) in table {
            match value {
                toml::Value::Table(inner) if inner.is_empty() => into.push(format!("{prefix}{key}")),
                toml::Value::Table(inner) => below(&format!("{prefix}{key}."), inner, into),
                _ => {}
            }
        }
    }
    let mut empty = Vec::new();
    if let Ok(table) = text.parse::<Table>() {
        below("", &table, &mut empty);
    }
    empty
}

fn flatten(prefix: &str, table: &Table, into: &mut BTreeMap<String, Written>) {
    for (key, value) in table {
        let key = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        let written = match value {
            toml::Value::Table(below) => {
                flatten(&key, below, into);
                continue;
            }
            toml::Value::Boolean(is_set) => Written::Flag(*is_set),
            toml::Value::Integer(number) => Written::Number(*number as f64),
            toml::Value::Float(number) => Written::Number(*number),
            toml::Value::String(text) => Written::Text(text.clone()),
            other => Written::Text(other.to_string()),
        };
        into.insert(key, written);
    }
}

#[cfg(test)]
mod tests {
    use crate::Source;

    use super::*;

    const LINEAR: &str = "name = \"x\"\ngames = 10\n[evaluation]\nfeatures = \"material\"\nmodel.linear = {}\n\
        initial = \"ones\"\n[learning]\nmethod = \"td-leaf\"\nlambda = 0.7\nstep.plain = { rate = 0.1 }\n\
        [play]\nopponent = \"self\"\ndepth = 1\n";

    /// A file in which the parameter has its place.
    fn base(key: &str) -> String {
        let mut text = LINEAR.to_owned();
        if key.contains("model.network") {
            let network = "model.network = { hidden = [3], squashing = \"bipolar\" }";
            text = text.replace("model.linear = {}", network);
        }
        if key.contains("model.grouped") {
            let grouped = "model.grouped = { first = [3], hidden = [3], squashing = \"bipolar\" }";
            text = text.replace("model.linear = {}", grouped);
        }
        if key.starts_with("recorded.") {
            let (others, _) = text.split_once("[play]").unwrap();
            text = format!("{others}[recorded]\npgn = \"games.pgn\"\ndepth = 1\n");
        }
        if let Some((name, _)) = key.strip_prefix("learning.step.").and_then(|rest| rest.split_once('.')) {
            // Only what must be given, so that what is tried stands alone; N may then be as large as it can.
            let required = optimisers().find(name).unwrap().parameters().iter().filter(|known| known.is_required);
            let mut settings: Vec<String> = required.map(|known| format!("{} = 0.1", known.key)).collect();
            if key.ends_with(".n") {
                settings.push("a = 1000.0".to_owned());
            } else if key.ends_with(".a") {
                settings.push("n = 0.001".to_owned());
            }
            text = text.replace("step.plain = { rate = 0.1 }", &format!("step.{name} = {{ {} }}", settings.join(", ")));
        }
        text
    }

    fn accepts(key: &str, value: &str) -> bool {
        Source::new(&base(key), &[format!("{key}={value}")]).is_ok()
    }

    fn accepts_all(key: &str, choices: &[&str]) {
        assert!(choices.iter().all(|choice| accepts(key, choice)), "{key}");
        assert!(!accepts(key, "nonsense"), "{key} = nonsense");
    }

    #[test]
    fn what_is_declared_is_what_is_read() {
        for parameter in super::parameters() {
            let key = parameter.key;
            match parameter.kind {
                Kind::Integer { min, max } => {
                    assert!(accepts(key, &min.to_string()) && accepts(key, &max.to_string()), "{key}");
                    assert!(min == 0 || !accepts(key, "0"), "{key} = 0");
                    // A seed may be anything; forms only know the whole numbers that JavaScript does.
                    assert!(key == "seed" || !accepts(key, &(max + 1).to_string()), "{key} = {max} + 1");
                }
                Kind::Number { min, max, .. } => {
                    assert!(accepts(key, &format!("{min:?}")) && accepts(key, &format!("{max:?}")), "{key}");
                    assert!(!accepts(key, "-1.0"), "{key} = -1");
                }
                Kind::Choice(choices) => accepts_all(key, choices),
                Kind::Registered(names) => accepts_all(key, &names()),
                Kind::Flag => assert!(accepts(key, "true") && !accepts(key, "7"), "{key}"),
                Kind::Text | Kind::File(_) => assert!(!accepts(key, "7.5"), "{key}"),
                Kind::Texts | Kind::Entries => panic!("{key}: an experiment has no such key"),
            }
        }
    }

    #[test]
    fn written_values_are_found_again() {
        let values = written(LINEAR);
        assert_eq!(values["learning.lambda"], Written::Number(0.7));
        assert_eq!(values["learning.step.plain.rate"], Written::Number(0.1));
        assert_eq!(values["play.opponent"], Written::Text("self".to_owned()));
        assert!(written("no = toml = here").is_empty());
        assert_eq!(empty_tables(LINEAR), ["evaluation.model.linear"]);
    }
}
