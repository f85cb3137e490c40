//! What is left when the program dies or its disk fails: each step that changes a disk is made to fail in turn, and
//! a process that goes on from there must end where an undisturbed one ends, to the byte.
//!
//! The steps are the points of `hetman_lab::faults`: folders, files, renames, and what comes before and after each
//! transaction of a store. That SQLite itself survives in between is its own promise; the limit on the size of files
//! puts that to the test as well.

#![allow(clippy::unwrap_used)]
#![cfg(debug_assertions)]

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::support::hetman;
use hetman_lab::Store;
use hetman_lab::runs::{net_file, results_file};
use hetman_lab::tournaments::{TournamentStore, store_file};

const FAULT: &str = "HETMAN_FAULT";

/// More steps than any of these commands takes.
const MOST_STEPS: usize = 1000;

/// A command that is begun, goes on, and leaves something behind.
struct Work {
    arguments: Vec<String>,
    folder: PathBuf,
    contents: fn(&Path) -> Vec<String>,
}

impl Work {
    fn command(&self, resume: bool) -> Command {
        let mut command = hetman();
        command.current_dir(self.folder.parent().unwrap()).stdin(Stdio::null());
        let is_contest = self.arguments[0] != "train";
        match (resume, is_contest) {
            (true, true) => {
                let pgn = self.arguments.iter().skip_while(|argument| *argument != "--pgn").take(2);
                command.arg(&self.arguments[0]).arg("--resume").arg(&self.folder).args(pgn);
            }
            (true, false) => drop(command.args(&self.arguments).arg("--out").arg(&self.folder).arg("--resume")),
            (false, _) => drop(command.args(&self.arguments).arg("--out").arg(&self.folder)),
        }
        command
    }

    /// As somebody would who has read what was said: the same again, and where that is refused, with `--resume`.
    fn go_on(&self, after: &str) {
        let begun = self.command(false).output().unwrap();
        if !begun.status.success() {
            assert!(sentence(&begun).contains("(--resume)"), "{after}: {begun:?}");
            self.resume(after);
        }
    }

    fn resume(&self, after: &str) {
        let resumed = self.command(true).output().unwrap();
        assert!(resumed.status.success(), "{after}: {resumed:?}");
    }

    fn contents(&self) -> Vec<String> {
        (self.contents)(&self.folder)
    }
}

/// What a refusal says.
fn sentence(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
    assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{said}");
    said
}

/// Lets every step fail in each of the ways. `work` makes the same work in a folder of its own.
fn fail_everywhere(work: impl Fn(&Path) -> Work) {
    let place = tempfile::tempdir().unwrap();
    let whole = work(&place.path().join("whole"));
    whole.go_on("undisturbed");
    let expected = whole.contents();
    let steps = ["kill", "error", "full"].map(|way| {
        let fails = |step: &usize| {
            let fault = format!("{way}:{step}");
            let broken = work(&place.path().join(format!("{way}-{step}")));
            let output = broken.command(false).env(FAULT, &fault).output().unwrap();
            let has_failed = !output.status.success();
            if way != "kill" && has_failed && sentence(&output).contains("--resume will go on") {
                broken.resume(&fault);
            } else if has_failed {
                broken.go_on(&fault);
            }
            assert!(broken.contents() == expected, "{fault}: {:?}\ninstead of {expected:?}", broken.contents());
            has_failed
        };
        (1..MOST_STEPS).take_while(fails).count()
    });
    assert!((20..MOST_STEPS - 1).contains(&steps[0]), "{steps:?} steps");
    assert_eq!(steps, [steps[0]; 3], "every step fails in each of the ways");
}

/// Texts without how long each move took.
fn without_times(text: &str) -> String {
    let is_time = |word: &str| {
        let number = word.trim_matches(['{', '}']).strip_suffix('s');
        number.is_some_and(|number| number.parse::<f64>().is_ok())
    };
    text.split_whitespace().filter(|word| !is_time(word)).collect::<Vec<_>>().join(" ")
}

fn contest_contents(folder: &Path) -> Vec<String> {
    let store = TournamentStore::read(&store_file(folder)).unwrap().unwrap();
    let pgn = [folder.join("games.pgn"), folder.with_extension("pgn")];
    let pgn = pgn.iter().filter_map(|file| fs::read_to_string(file).ok()).map(|text| without_times(&text));
    let kept = [format!("{:?}", store.plan().unwrap()), format!("{:?}", store.games().unwrap())];
    kept.into_iter().chain([without_times(&store.all_pgn().unwrap())]).chain(pgn).collect()
}

fn contest(folder: &Path, arguments: &[&str]) -> Work {
    let common = ["--concurrency", "1", "--random-plies", "2", "--max-plies", "12"];
    let arguments = arguments.iter().chain(&common).map(|&argument| argument.to_owned()).collect();
    Work { arguments, folder: folder.to_owned(), contents: contest_contents }
}

fn tournament(folder: &Path) -> Work {
    contest(folder, &["tournament", "random", "king", "random", "--format", "knock-out", "--extra-pairs", "0"])
}

/// The games go to a file that holds others.
fn match_into_a_collection(folder: &Path) -> Work {
    let pgn = folder.with_extension("pgn");
    fs::write(&pgn, "[Event \"another\"]\n\n1. e4 *\n").unwrap();
    contest(folder, &["match", "random", "king", "--games", "3", "--pgn", pgn.to_str().unwrap()])
}

fn training(folder: &Path) -> Work {
    let file = folder.with_extension("toml");
    let text = include_str!("../../lab/testdata/experiment.toml").replace("games = 12", "games = 6");
    fs::write(&file, text).unwrap();
    let arguments = ["train", file.to_str().unwrap(), "--threads", "1"].map(str::to_owned).to_vec();
    Work { arguments, folder: folder.to_owned(), contents: training_contents }
}

fn training_contents(folder: &Path) -> Vec<String> {
    let store = Store::read(&results_file(folder)).unwrap().unwrap();
    let mut contents = vec![store.experiment().unwrap().unwrap()];
    contents.push(fs::read_to_string(folder.join("experiment.toml")).unwrap());
    for run in 1..=2 {
        contents.push(format!("{:?}", fs::read(net_file(folder, run)).unwrap()));
        contents.push(format!("{:?} {:?}", store.state(run).unwrap(), store.games(run, 0).unwrap()));
        for window in store.windows(run).unwrap() {
            contents.push(format!("{window:?} {:?}", store.window_net(run, window.games).unwrap()));
        }
    }
    contents
}

#[test]
fn a_tournament_survives_whatever_fails() {
    fail_everywhere(tournament);
}

#[test]
fn a_match_and_the_file_it_adds_to_survive_whatever_fails() {
    fail_everywhere(match_into_a_collection);
}

#[test]
fn a_run_survives_whatever_fails() {
    fail_everywhere(training);
}

/// A true failure in the middle of a write, also of SQLite's: no file may become larger than so many blocks.
#[test]
fn what_is_interrupted_by_a_limit_on_files_goes_on_without_it() {
    let place = tempfile::tempdir().unwrap();
    for (name, work) in [("match", match_into_a_collection as fn(&Path) -> Work), ("run", training)] {
        let whole = work(&place.path().join(format!("whole-{name}")));
        whole.go_on("undisturbed");
        let mut refusals = 0;
        for blocks in [0, 1, 7, 8, 9, 16, 24, 33, 40, 48, 57, 64, 80, 96, 112, 128, 192, 256] {
            let broken = work(&place.path().join(format!("{name}-{blocks}")));
            let whole_command = broken.command(false);
            let mut limited = Command::new("sh");
            let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
            limited.arg("-c").arg(script).arg(whole_command.get_program()).args(whole_command.get_args());
            let output = limited.stdin(Stdio::null()).output().unwrap();
            let after = format!("{name}, {blocks} blocks");
            if !output.status.success() {
                refusals += 1;
                match sentence(&output).contains("--resume will go on") {
                    true => broken.resume(&after),
                    false => broken.go_on(&after),
                }
            }
            assert!(broken.contents() == whole.contents(), "{after}");
        }
        assert!(refusals > 5, "{name}: only {refusals} were refused");
    }
}

/// Starts a studio and ends it once it answers; what it says instead if it does not start.
fn start_studio(data: &Path, fault: Option<&str>) -> Result<(), Output> {
    let mut command = hetman();
    command.args(["studio", "--port", "0", "--data"]).arg(data).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).env_remove(FAULT).envs(fault.map(|fault| (FAULT, fault)));
    let mut process = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    if line.contains("http://") {
        process.kill().unwrap();
        process.wait().unwrap();
        return Ok(());
    }
    Err(process.wait_with_output().unwrap())
}

/// The nets that the studio lays out.
fn laid_out(data: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = fs::read_dir(data.join("shipped")).unwrap().map(|entry| entry.unwrap().path());
    let read = |file: PathBuf| (file.strip_prefix(data).unwrap().to_owned(), fs::read(&file).unwrap());
    files.filter(|file| file.extension().is_none_or(|extension| extension != "part")).map(read).collect()
}

#[test]
fn a_studio_starts_after_whatever_failed_at_its_first_start() {
    let place = tempfile::tempdir().unwrap();
    let whole = place.path().join("whole");
    start_studio(&whole, None).unwrap();
    let steps = ["kill", "error", "full"].map(|way| {
        let fails = |step: &usize| {
            let (fault, data) = (format!("{way}:{step}"), place.path().join(format!("{way}-{step}")));
            let Err(output) = start_studio(&data, Some(&fault)) else { return false };
            if way != "kill" {
                sentence(&output);
            }
            if let Err(output) = start_studio(&data, None) {
                panic!("{fault}: {output:?}");
            }
            assert!(laid_out(&data) == laid_out(&whole), "{fault}");
            true
        };
        (1..MOST_STEPS).take_while(fails).count()
    });
    assert!((20..MOST_STEPS - 1).contains(&steps[0]), "{steps:?} steps");
    assert_eq!(steps, [steps[0]; 3], "every step fails in each of the ways");
}
