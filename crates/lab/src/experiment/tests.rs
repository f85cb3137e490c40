//! Files that are experiments, and files that nearly are.

use hetman_rules::DrawRules;

use super::*;

const FILE: &str = r#"name = "s1_V"
games = 200

[evaluation]
features = "material"
model = { linear = {} }
initial = "ones"

[learning]
method = "td-leaf"
lambda = 0.5
step = { plain = { rate = 0.5 } }

[play]
opponent = "material:depth=2"
depth = 2
"#;

fn read(text: &str) -> Result<Experiment, String> {
    Source::new(text, &[]).map(|source| source.experiment).map_err(|problem| problem.to_string())
}

/// What is said of the file with one thing replaced.
fn said(from: &str, to: &str) -> String {
    assert!(FILE.contains(from), "{from}");
    read(&FILE.replacen(from, to, 1)).expect_err(to)
}

#[test]
fn a_short_file_says_everything() {
    let experiment = read(FILE).unwrap();
    assert_eq!((experiment.variant, experiment.seed, experiment.runs, experiment.games), (Variant::Chess, 1, 1, 200));
    let (model, step) = (&experiment.evaluation.model, &experiment.learning.step);
    assert_eq!((model.kind.name(), model.settings.number("omega")), ("linear", Some(1.0)));
    assert_eq!((step.kind.name(), step.settings.number("rate")), ("plain", Some(0.5)));
    let play = experiment.play.unwrap();
    assert_eq!(play.opponent, Opponent::Player("material:depth=2".parse().unwrap()));
    assert_eq!(play.rules.draws(), DrawRules::CLAIMED);
    assert_eq!(experiment.measure, Measure { window: 25, checkpoint: 10 });
}

#[test]
fn networks_and_temporal_coherence_are_tables_of_their_own() {
    let network = "model.network = { hidden = [23], squashing = \"bipolar\", slope = 0.5 }";
    let coherence = "step.temporal-coherence = { rate = 0.5, n = 2.0, a = 8 }";
    let update = "lambda = 0.5\nupdate = { every-games = 8 }";
    let text = FILE
        .replace("lambda = 0.5", update)
        .replace("model = { linear = {} }", network)
        .replace("step = { plain = { rate = 0.5 } }", coherence);
    let experiment = read(&text).unwrap();
    assert_eq!(experiment.architecture().description(), "network 5-23-1, bipolar, slope 0.5");
    assert_eq!(experiment.learning.update, UpdateChoice::EveryGames(8));
    let step = &experiment.learning.step;
    assert_eq!(step.kind.name(), "temporal-coherence");
    assert_eq!(["rate", "n", "a"].map(|key| step.settings.number(key)), [Some(0.5), Some(2.0), Some(8.0)]);
    let with_default = read(&text.replace("slope = 0.5", "slope = 0.5, biases = false")).unwrap();
    assert_eq!(with_default, experiment, "a default that is given is the same choice");
}

#[test]
fn a_mistake_is_answered_with_its_line_and_what_is_allowed() {
    let cases = [
        ("lambda", "lamda", ["line 11:", "lamda", "'lambda'"]),
        ("games = 200", "games = 0", ["line 2:", "0 is not", "from 1 to"]),
        ("games = 200", "games = -5", ["line 2:", "-5", "(in \"games = -5\")"]),
        ("lambda = 0.5", "lambda = 1.5", ["line 11:", "1.5 is not", "from 0 to 1"]),
        ("lambda = 0.5", "lambda = \"much\"", ["line 11:", "string", "much"]),
        ("rate = 0.5", "rate = nan", ["line 12:", "not 'NaN'", "from 0 to 1"]),
        ("plain", "clever", ["line 12:", "clever", "'temporal-coherence'"]),
        ("rate = 0.5", "rat = 0.5", ["line 12:", "no 'rat'", "did you mean 'rate'"]),
        ("rate = 0.5", "", ["line 12:", "rate must be given", "0 to 1"]),
        (
            "{ plain = { rate = 0.5 } }",
            "{ plain = { rate = 0.5 }, adam = { rate = 0.1 } }",
            ["line 12:", "one step", "adam"],
        ),
        ("linear = {}", "network = { hidden = [0], squashing = \"bipolar\" }", ["line 6:", "[0]", "1 to 8"]),
        ("td-leaf", "tdleaf", ["line 10:", "tdleaf", "'td-leaf'"]),
        ("\"material\"", "\"matter\"", ["line 5:", "matter", "feature set"]),
        ("ones", "twos", ["line 7:", "twos", "material_noise"]),
        ("linear = {}", "linear = { omega = 0 }", ["line 6:", "not '0'", "from 0.001 to 1000"]),
        ("material:depth=2", "material:depth=99", ["line 15:", "depth=99", "1 to 12"]),
        ("material:depth=2", "nobody", ["line 15:", "nobody", "\"self\""]),
        ("material:depth=2", "uci:stockfish", ["line 15:", "external engines", "\"self\""]),
        ("depth = 2", "depth = 13", ["line 16:", "13 is not", "from 1 to 12"]),
        ("name = \"s1_V\"", "name = \"../up\"", ["line 1:", "a name is made of", "letters"]),
        ("depth = 2", "depth = 2\ncolor = \"red\"", ["line 17:", "red", "'alternate'"]),
        ("depth = 2", "depth = 2\n[measures]", ["line 17:", "measures", "'measure'"]),
        ("initial = \"ones\"", "", ["line 4:", "initial = \"ones\"", "net ="]),
        ("initial = \"ones\"", "initial = \"ones\"\nnet = \"a\"", ["line 8:", "either", "not both"]),
        ("lambda = 0.5", "lambda = 0.5\nsides = \"both\"", ["line 12:", "opponent = \"self\"", "both"]),
        ("material:depth=2", "hetman", ["line 15:", "clock", "nodes=N"]),
        ("plain = { rate = 0.5 }", "temporal-coherence = { rate = 1, n = 3 }", ["line 12:", "n at most a", ""]),
        ("lambda = 0.5", "lambda = 0.5\nupdate = { every-games = 0 }", ["line 12:", "0 is not", "from 1 to"]),
        ("[play]\nopponent = \"material:depth=2\"\ndepth = 2\n", "", ["line 1:", "[play]", "[recorded]"]),
        ("depth = 2\n", "depth = 2\n[recorded]\npgn = \"x\"\ndepth = 1\n", ["line 17:", "either [play]", "not both"]),
        ("games = 200", "games = ", ["line 2:", "", ""]),
    ];
    for (from, to, expected) in cases {
        let said = said(from, to);
        for part in expected {
            assert!(said.contains(part), "'{to}' is answered with '{said}', which lacks '{part}'");
        }
        assert!(!said.contains('\n'), "one sentence: {said}");
    }
}

#[test]
fn a_missing_key_is_named() {
    let said = said("lambda = 0.5\n", "");
    assert!(said.contains("missing field 'lambda'") && said.contains("line 9"), "{said}");
}

#[test]
fn settings_replace_what_the_file_says() {
    let set = |settings: &[&str]| {
        let settings: Vec<String> = settings.iter().map(|&setting| setting.to_owned()).collect();
        Source::new(FILE, &settings).map_err(|problem| problem.to_string())
    };
    let changed = set(&["learning.lambda=0.9", "play.opponent=self", "measure.window=5", "variant=atomic"]).unwrap();
    assert_eq!(changed.experiment.learning.lambda, 0.9);
    assert_eq!(changed.experiment.play.as_ref().unwrap().opponent, Opponent::Itself);
    assert_eq!(changed.experiment.measure.window, 5);
    assert_eq!(changed.experiment.variant, Variant::Atomic);
    assert_eq!(Source::new(&changed.text, &[]).unwrap().experiment, changed.experiment, "the text says the same");

    let said = |setting: &str| set(&[setting]).unwrap_err();
    assert!(said("learning.lambda=2").contains("learning.lambda=2 cannot be: 2 is not a number from 0 to 1"));
    assert!(said("lambda").contains("write key=value"));
    assert!(said("games.often=1").contains("no such table"));
    assert!(said("learning.lamda=1").contains("lamda"));
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let problem = Experiment::load(Path::new("no-such.toml"), &[]).unwrap_err().to_string();
    assert!(problem.starts_with("no-such.toml cannot be read"), "{problem}");
}

#[test]
fn what_would_fill_the_memory_is_refused_at_the_door() {
    for setting in
        ["runs=4294967296", "runs=9223372036854775807", "games=9223372036854775807", "measure.window=1000000000"]
    {
        let refusal = Source::new(FILE, &[setting.to_owned()]).unwrap_err().to_string();
        assert!(refusal.contains("is not a whole number from 1 to"), "{refusal}");
    }
}

#[test]
fn a_setting_is_one_value() {
    for setting in ["name=\"x\"\nfoo=1", "name=x\nfoo", "games=1\r\nruns=2", "games=1\n[x]"] {
        let refusal = Source::new(FILE, &[setting.to_owned()]).unwrap_err().to_string();
        assert!(refusal.ends_with("write one value, on one line") && !refusal.contains('\n'), "{refusal}");
    }
    assert!(Source::new(FILE, &["name=\"x\" # a remark".to_owned()]).is_ok());
}
