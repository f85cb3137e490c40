//! `hetman train` from outside: killed at any moment and resumed it leaves what an undisturbed run leaves, and it
//! answers mistakes in one sentence.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::support::{ended, hetman, press_ctrl_c};
use hetman_lab::Store;
use hetman_lab::runs::{net_file, results_file};
use hetman_testing::{skip, wait_until};

const RUNS: u64 = 2;

/// The experiment that the laboratory's own tests run.
const EXPERIMENT: &str = include_str!("../../lab/testdata/experiment.toml");

/// Long enough to be killed many times.
fn long() -> String {
    EXPERIMENT.replace("games = 12", "games = 150").replace("depth = 1", "depth = 2")
}

fn train(file: &Path, folder: &Path, more: &[&str]) -> Command {
    let mut command = hetman();
    command.arg("train").arg(file).arg("--out").arg(folder).args(more);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(file: &Path, folder: &Path, more: &[&str]) -> Output {
    train(file, folder, more).output().unwrap()
}

fn error(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
    assert!(!text.contains('\n'), "one sentence: {text}");
    text
}

/// Every byte of every run's net, and every row of every table.
fn contents(folder: &Path) -> Vec<String> {
    let store = Store::open(&results_file(folder)).unwrap();
    let mut contents = vec![store.experiment().unwrap().unwrap()];
    for run in 1..=RUNS {
        contents.push(format!("{:?}", fs::read(net_file(folder, run)).unwrap()));
        contents.push(format!("{:?}", store.state(run).unwrap()));
        contents.push(format!("{:?}", store.games(run, 0).unwrap()));
        for window in store.windows(run).unwrap() {
            contents.push(format!("{window:?} {:?}", store.window_net(run, window.games).unwrap()));
        }
    }
    contents
}

#[test]
fn a_run_killed_at_any_moment_and_resumed_is_as_if_never_killed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("experiment.toml");
    fs::write(&file, long()).unwrap();
    let whole = folder.path().join("whole");
    let output = run(&file, &whole, &["--threads", "1"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));

    let broken = folder.path().join("broken");
    // Steps that have nothing to do with the rhythm of checkpoints; each session takes up what the one before has left.
    for step in [17, 29, 41, 53] {
        let resume: &[&str] = if results_file(&broken).exists() { &["--resume"] } else { &[] };
        let output = train(&file, &broken, resume).env("HETMAN_FAULT", format!("kill:{step}")).output().unwrap();
        assert!(!output.status.success(), "it was not killed at step {step}");
    }
    let output = run(&file, &broken, &["--resume"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(contents(&broken) == contents(&whole), "after four kills something differs");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("experiment.toml");
    fs::write(&file, EXPERIMENT).unwrap();
    let out = folder.path().join("out");
    let process = train(&file, &out, &["--set", "games=100000"]).spawn().unwrap();
    wait_until("something is learned", || net_file(&out, 1).exists());
    press_ctrl_c(&process);
    let output = ended(process);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && said.contains("--resume goes on"), "{said}");
    assert!(said.starts_with("hetman ") && said.contains("\nrun 1: ") && said.contains("queen"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_long_thought_is_interrupted_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("experiment.toml");
    fs::write(&file, EXPERIMENT).unwrap();
    let out = folder.path().join("out");
    let process = train(&file, &out, &["--set", "play.depth=12", "--set", "play.quiescence=true"]).spawn().unwrap();
    wait_until("the first game is begun", || results_file(&out).exists());
    press_ctrl_c(&process);
    let output = ended(process);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && said.contains("--resume goes on") && !said.contains("run 1:"), "{said}");
}

#[test]
fn the_answer_can_be_read_by_a_program() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("experiment.toml");
    fs::write(&file, EXPERIMENT).unwrap();
    let output = run(&file, &folder.path().join("out"), &["--set", "games=4", "--set", "measure.window=2", "--json"]);
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["finished"], true);
    let session = &answer["sessions"][0];
    assert!(session["revision"].as_str().unwrap().starts_with(env!("CARGO_PKG_VERSION")), "{session}");
    assert!(session["cores"].as_u64() >= Some(1) && session["processor"].is_string(), "{session}");
    assert_eq!(answer["collection"], serde_json::Value::Null);
    assert_eq!(answer["runs"].as_array().unwrap().len(), 2);
    assert_eq!(answer["runs"][0]["total"]["games"], 4);
    assert_eq!(answer["runs"][1]["windows"].as_array().unwrap().len(), 2);
    assert!(answer["runs"][0]["weights"]["queen"].is_f64());
}

#[test]
fn what_recorded_games_gave_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let (file, pgn) = (folder.path().join("experiment.toml"), folder.path().join("games.pgn"));
    fs::write(&pgn, "1. f3 e5 2. g4 Qh4# 0-1\n\n1. f3 e5 2. g4 Qh4# 1-0\n\n1. e4 e4 1-0\n").unwrap();
    let (before, after) = EXPERIMENT.split_once("[play]").unwrap();
    let (_, after) = after.split_once("[measure]").unwrap();
    let text = format!("{before}[recorded]\npgn = \"games.pgn\"\ndepth = 1\n\n[measure]{after}");
    fs::write(&file, text.replace("sides = \"both\"\n", "")).unwrap();
    let output = run(&file, &folder.path().join("out"), &["--json"]);
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let collection = &answer["collection"];
    assert_eq!(
        (&collection["games"], &collection["broken"], &collection["contradictory"]),
        (&1.into(), &1.into(), &1.into())
    );
    let said = run(&file, &folder.path().join("words"), &[]).stdout;
    let said = String::from_utf8(said).unwrap();
    assert!(said.contains("1 games to learn from") && said.contains("1 whose result contradicts"), "{said}");
}

#[test]
fn mistakes_are_answered_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let (file, out) = (folder.path().join("experiment.toml"), folder.path().join("out"));
    assert!(error(&run(&file, &out, &[])).contains("cannot be read"));
    fs::write(&file, EXPERIMENT.replace("lambda", "lamda")).unwrap();
    let said = error(&run(&file, &out, &[]));
    assert!(said.contains("experiment.toml, line 13:") && said.contains("'lambda'"), "{said}");
    fs::write(&file, EXPERIMENT.replace("initial = \"ones\"", "net = \"none.safetensors\"")).unwrap();
    let said = error(&run(&file, &out, &[]));
    assert!(said.contains("experiment.toml, line 9: the net none.safetensors"), "{said}");
    fs::write(&file, EXPERIMENT).unwrap();
    assert!(error(&run(&file, &out, &["--set", "play.depth=0"])).contains("from 1 to 12"));
    assert!(error(&run(&file, &out, &["--resume"])).contains("no run to go on with"));
    assert!(!out.exists(), "nothing was written");
}

/// Fills a small disk of its own, makes room, and goes on; the net is copied to where the test can read it.
#[cfg(target_os = "linux")]
const FULL_DISK: &str = r#"
mount -t tmpfs -o size=300k tmpfs "$DISK" || exit 77
"$HETMAN" train "$FILE" --out "$DISK/run" 2>&1
echo "exit $?"
mount -o remount,size=50m "$DISK" || exit 77
"$HETMAN" train "$FILE" --out "$DISK/run" --resume || exit 1
cp "$DISK/run/run-1.safetensors" "$COPY"
"#;

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_stops_the_run_and_leaves_its_last_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("experiment.toml");
    let often = EXPERIMENT.replace("window = 5", "window = 1").replace("checkpoint = 4", "checkpoint = 1");
    fs::write(&file, often.replace("games = 12", "games = 200")).unwrap();
    let (disk, copy, whole) = (folder.path().join("disk"), folder.path().join("copy"), folder.path().join("whole"));
    fs::create_dir(&disk).unwrap();
    let output = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "sh", "-c", FULL_DISK])
        .env("DISK", &disk)
        .env("FILE", &file)
        .env("COPY", &copy)
        .env("HETMAN", env!("CARGO_BIN_EXE_hetman"))
        .output();
    let Some(output) = output.ok().filter(|output| output.status.success()) else {
        return skip("a run on a full disk", "no small disk can be mounted here");
    };
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("disk is full") || said.contains("No space left"), "{said}");
    assert!(said.contains("--resume") && said.contains("exit 2"), "{said}");
    assert!(run(&file, &whole, &[]).status.success());
    assert!(fs::read(&copy).unwrap() == fs::read(net_file(&whole, 1)).unwrap());
}

#[test]
fn a_person_as_the_opponent_is_sent_to_the_studio() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("person.toml");
    let text = EXPERIMENT.replace("opponent = \"self\"", "opponent = \"human\"");
    fs::write(&file, text.replace("sides = \"both\"", "")).unwrap();
    let out = folder.path().join("out");
    let sentence = error(&run(&file, &out, &[]));
    assert!(sentence.contains("a person") && sentence.contains("`hetman studio`"), "{sentence}");
    assert!(!results_file(&out).exists(), "nothing was begun");
}
