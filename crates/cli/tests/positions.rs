//! Position files as their users meet them: generated, killed at any moment, imported, looked into, handed on.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::support::hetman;

const GAMES: &str =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 0-1 | f3 - e5 -40 g4 -60 Qh4# #-1 | mate\n";
/// Two blocks, and one that is not full.
const FEW: &str = "18";
const PGN: &str = "[Event \"?\"]\n\n1. e4 { [%eval 0.3] } e5 { [%eval 0.25] } 2. Ke2 { [%eval -0.6] } 1-0\n";

fn run(command: &mut Command) -> Output {
    command.output().unwrap()
}

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What a refusal says: one sentence.
fn refused(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
    assert_eq!((output.status.code(), text.lines().count()), (Some(2), 1), "{output:?}");
    text
}

fn generation(out: &Path, games: &str, threads: &str) -> Command {
    let mut command = hetman();
    command.args(["generate", out.to_str().unwrap(), "--variant", "atomic", "--games", games, "--nodes", "40"]);
    command.args(["--random-plies", "4", "--max-plies", "60", "--threads", threads]);
    command
}

fn positions(arguments: &[&str], file: &Path) -> Command {
    let mut command = hetman();
    command.arg("positions").arg(arguments[0]).arg(file).args(&arguments[1..]);
    command
}

#[test]
fn a_generation_killed_at_random_moments_ends_in_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole.positions");
    said(&run(&mut generation(&whole, "60", "1")));
    let generator = &mut ChaCha8Rng::seed_from_u64(26);
    let killed = folder.path().join("killed.positions");
    for _ in 0..8 {
        let mut child = generation(&killed, "60", "2").stdout(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(generator.random_range(5..250)));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    said(&run(&mut generation(&killed, "60", "2")));
    assert!(fs::read(&killed).unwrap() == fs::read(&whole).unwrap());
    let info = said(&run(&mut positions(&["info", "--json"], &killed)));
    assert_eq!(serde_json::from_str::<serde_json::Value>(&info).unwrap()["games"], 60);
}

/// Each step that changes the disk fails in each of the ways; what is done then is the same command again.
#[cfg(debug_assertions)]
#[test]
fn a_generation_survives_whatever_the_disk_does() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole.positions");
    said(&run(&mut generation(&whole, FEW, "1")));
    for way in ["kill", "error", "full"] {
        let fails = |step: &usize| {
            let path = folder.path().join(format!("{way}-{step}.positions"));
            let broken = run(generation(&path, FEW, "1").env("HETMAN_FAULT", format!("{way}:{step}")));
            let has_failed = !broken.status.success();
            if has_failed {
                assert!(way == "kill" || refused(&broken).contains("cannot be written"), "{broken:?}");
                said(&run(&mut generation(&path, FEW, "1")));
            }
            assert!(fs::read(&path).unwrap() == fs::read(&whole).unwrap(), "{way}:{step}");
            has_failed
        };
        let steps = (1..200).take_while(fails).count();
        assert!((10..199).contains(&steps), "{way}: {steps} steps");
    }
}

fn imported(folder: &Path) -> PathBuf {
    let (text, pgn, out) = (folder.join("games.txt"), folder.join("games.pgn"), folder.join("games.positions"));
    fs::write(&text, format!("# a remark\n{GAMES}{GAMES}")).unwrap();
    fs::write(&pgn, PGN).unwrap();
    let import = run(&mut positions(&["import", text.to_str().unwrap(), pgn.to_str().unwrap()], &out));
    assert!(said(&import).starts_with("3 games, 11 half-moves, "), "{import:?}");
    out
}

#[test]
fn games_are_imported_told_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let file = imported(folder.path());
    let info = said(&run(&mut positions(&["info"], &file)));
    assert!(info.contains("3 games: 1 won by White, 0 drawn, 2 won by Black, 0 without result"), "{info}");
    assert!(info.contains("11 positions, 6 of use with the filters unscored,check,noisy,mates,draws=300"), "{info}");
    assert_eq!(said(&run(&mut positions(&["check"], &file))), "3 games and 11 half-moves, all of them good\n");
    let text = said(&run(&mut positions(&["export", "-"], &file)));
    assert!(text.starts_with(&GAMES.replace("mate", "by the rules")), "{text}");
    assert!(text.contains("e4 - e5 30 Ke2 25 | ?"), "{text}");
    let fens = said(&run(&mut positions(&["export", "-", "--format", "fens", "--filters", "none"], &file)));
    assert!(fens.contains(" b kq - 0 1 | -40 | 0.0\n") || fens.contains(" b KQkq - 0 1 | -40 | 0.0\n"), "{fens}");
    let bullet = folder.path().join("games.data");
    said(&run(&mut positions(&["export", bullet.to_str().unwrap(), "--format", "bullet"], &file)));
    assert_eq!(fs::read(bullet).unwrap().len(), 6 * 32);
}

#[test]
fn bad_input_gets_a_sentence_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let file = imported(folder.path());
    let before = fs::read_dir(folder.path()).unwrap().count();
    let text = folder.path().join("games.txt");
    let again = refused(&run(&mut positions(&["import", text.to_str().unwrap()], &file)));
    assert!(again.ends_with("is there already: choose another name"), "{again}");
    let missing = refused(&run(&mut positions(&["import", "missing.txt"], &folder.path().join("new"))));
    assert!(missing.contains("missing.txt"), "{missing}");
    let mut bytes = fs::read(&file).unwrap();
    let last = bytes.len() - 3;
    bytes[last] ^= 1;
    fs::write(&file, &bytes).unwrap();
    let damaged = run(&mut positions(&["check"], &file));
    assert!(refused(&damaged).ends_with("is damaged in 1 places"), "{damaged:?}");
    assert!(String::from_utf8_lossy(&damaged.stdout).contains("block 1 (bytes "), "{damaged:?}");
    let unknown = refused(&run(&mut positions(&["info", "--filters", "chek"], &file)));
    assert!(unknown.contains("did you mean 'check'?"), "{unknown}");
    assert!(refused(&run(&mut positions(&["info"], &text))).ends_with("games.txt: this is no position file"));
    assert!(refused(&run(&mut generation(&text, FEW, "1"))).ends_with("games.txt: this is no position file"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), before);
}

/// A limit on the size of files is a disk that is full.
#[test]
fn a_full_disk_costs_nothing_that_was_there() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, full] = ["whole", "full"].map(|name| folder.path().join(format!("{name}.positions")));
    said(&run(&mut generation(&whole, FEW, "1")));
    let limited = generation(&full, FEW, "1");
    let words: Vec<String> = limited.get_args().map(|word| word.to_string_lossy().into_owned()).collect();
    let script = format!("trap '' XFSZ; ulimit -f 1; exec {} {}", env!("CARGO_BIN_EXE_hetman"), words.join(" "));
    let output = run(Command::new("bash").args(["-c", &script]));
    assert!(refused(&output).contains("full.positions cannot be written"), "{output:?}");
    let check = said(&run(&mut positions(&["check"], &full)));
    assert!(check.contains("all of them good"), "{check}");
    said(&run(&mut generation(&full, FEW, "1")));
    assert!(fs::read(&full).unwrap() == fs::read(&whole).unwrap());
}
