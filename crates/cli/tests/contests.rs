//! `hetman match` and `hetman tournament` from outside: what they print, what they keep, how they are killed and taken
//! up again, and what they say to mistakes.

#![allow(clippy::unwrap_used)]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use crate::support::{Hesitant, await_notice, ended, hetman, press_ctrl_c};
use hetman_lab::tournaments::{self, Standing};
use hetman_rules::pgn;
use serde_json::Value;

fn run(command: &str, folder: &Path, more: &[&str]) -> Output {
    hetman().arg(command).arg("--out").arg(folder).args(more).stdin(Stdio::null()).output().unwrap()
}

fn answer(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn error(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let text = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

#[test]
fn a_match_prints_the_block_and_keeps_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("match");
    let arguments = ["material:depth=1", "random", "--games", "20", "--random-plies", "2", "--variant", "crazyhouse"];
    let text = answer(&run("match", &inside, &arguments));
    let line =
        |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}: {text}"));
    assert!(line("Elo   |").contains("of material:depth=1 against random"), "{text}");
    assert!(line("Games |").contains("N: 20 "), "{text}");
    assert!(line("Penta |").contains('['), "{text}");
    assert!(line("finished:").ends_with("match"), "{text}");
    assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");

    let games: Vec<pgn::Game> =
        pgn::read(fs::File::open(inside.join("games.pgn")).unwrap()).unwrap().map(Result::unwrap).collect();
    assert_eq!(games.len(), 20);
    for (number, game) in games.iter().enumerate() {
        assert_eq!(game.tag("Round").unwrap(), format!("{}.{}", number / 2 + 1, number % 2 + 1));
        assert_eq!(game.tag("Variant"), Some("Crazyhouse"));
        assert_eq!(game.tag("Termination"), Some("normal"));
    }
}

#[test]
fn a_match_as_json_and_of_a_single_game() {
    let folder = tempfile::tempdir().unwrap();
    let pgn = folder.path().join("elsewhere.pgn");
    let arguments = ["random", "random", "--games", "1", "--json", "--pgn", pgn.to_str().unwrap()];
    let value: Value = serde_json::from_str(&answer(&run("match", &folder.path().join("match"), &arguments))).unwrap();
    assert_eq!(value["finished"], true);
    let score = &value["report"]["results"]["score"];
    let games = ["wins", "draws", "losses"].map(|name| score[name].as_u64().unwrap());
    assert_eq!(games.iter().sum::<u64>(), 1);
    assert!(fs::read_to_string(pgn).unwrap().contains("[White \"random\"]\n[Black \"random #2\"]"));
}

/// Few stacks fit into this memory: those that do are enough.
#[test]
fn games_are_played_by_as_many_threads_as_there_are() {
    let folder = tempfile::tempdir().unwrap();
    let script = format!("ulimit -v 1000000 && exec {} \"$@\"", env!("CARGO_BIN_EXE_hetman"));
    let words = ["match", "random", "random", "--games", "20", "--concurrency", "64", "--max-plies", "60", "--out"];
    let mut limited = Command::new("sh");
    let output = limited.args(["-c", &script, "sh"]).args(words).arg(folder.path().join("match")).output().unwrap();
    assert!(answer(&output).contains("Games | N: 20 "));
    let remark = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(remark.starts_with("only ") && remark.contains(" of 64 threads can be started"), "{remark}");
}

#[test]
fn a_sequential_test_says_its_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["material:depth=2", "random", "--sprt", "0,200", "--random-plies", "2"];
    let text = answer(&run("match", &folder.path().join("test"), &arguments));
    assert!(text.contains("LLR   | ") && text.contains("H1 accepted"), "{text}");
}

#[test]
fn a_tournament_prints_its_table() {
    let folder = tempfile::tempdir().unwrap();
    let players = ["random", "king", "material:depth=1"];
    let more = ["--cycles", "2", "--anchor", "1", "--anchor-rating", "1000"];
    let arguments: Vec<&str> = players.into_iter().chain(more).collect();
    let text = answer(&run("tournament", &folder.path().join("robin"), &arguments));
    for player in players {
        assert!(text.contains(player), "{text}");
    }
    assert!(text.contains("1000"), "the anchor's rating: {text}");

    let arguments: Vec<&str> = players.into_iter().chain(["--format", "knock-out", "--json"]).collect();
    let value: Value =
        serde_json::from_str(&answer(&run("tournament", &folder.path().join("cup"), &arguments))).unwrap();
    assert_eq!(value["bracket"]["rounds"].as_array().unwrap().len(), 2);
    assert_eq!(value["table"]["rows"].as_array().unwrap().len(), 3);
}

#[test]
fn games_go_to_standard_output_and_the_report_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["random", "king", "--games", "4", "--pgn", "-"];
    let output = run("match", &folder.path().join("match"), &arguments);
    let games: Vec<pgn::Game> = pgn::read(answer(&output).as_bytes()).unwrap().map(Result::unwrap).collect();
    let rounds: Vec<&str> = games.iter().filter_map(|game| game.tag("Round")).collect();
    assert_eq!(rounds, ["1.1", "1.2", "2.1", "2.2"], "in order");
    assert!(String::from_utf8_lossy(&output.stderr).contains("Games | N: 4 "), "{output:?}");
    let both = error(&run("match", &folder.path().join("both"), &[&arguments[..], &["--json"]].concat()));
    assert!(both.contains("--pgn - and --json") && !folder.path().join("both").exists(), "{both}");
}

#[test]
fn devices_and_links_stay_what_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let [link, file, lost] = ["link.pgn", "file.pgn", "lost"].map(|name| folder.path().join(name));
    symlink("file.pgn", &link).unwrap();
    for (number, pgn) in [Path::new("/dev/null"), &link].into_iter().enumerate() {
        let arguments = ["random", "king", "--games", "2", "--pgn", pgn.to_str().unwrap()];
        answer(&run("match", &folder.path().join(number.to_string()), &arguments));
    }
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&file).unwrap().matches("[Event ").count(), 2);
    let nowhere = lost.join("games.pgn");
    let arguments = ["random", "king", "--games", "2", "--pgn", nowhere.to_str().unwrap()];
    let said = error(&run("match", &folder.path().join("begun"), &arguments));
    assert!(said.contains("lost/games.pgn cannot be written") && !folder.path().join("begun").exists(), "{said}");
}

#[test]
fn contests_that_start_together_each_find_a_folder() {
    const STARTS: usize = 6;
    let folder = tempfile::tempdir().unwrap();
    let start = || {
        let mut command = hetman();
        command.current_dir(folder.path()).args(["match", "random", "king", "--games", "2"]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let started: Vec<Child> = (0..STARTS).map(|_| start()).collect();
    started.into_iter().for_each(|process| drop(answer(&process.wait_with_output().unwrap())));
    let folders = fs::read_dir(folder.path().join("runs")).unwrap().map(|entry| entry.unwrap().path());
    let finished = folders.filter(|folder| tournaments::standing(folder).is_ok_and(|standing| standing.is_over));
    assert_eq!(finished.count(), STARTS);
}

const FIVE: [&str; 9] = [
    "random",
    "king",
    "material:depth=1",
    "material:depth=2",
    "hetman:nodes=5000",
    "--cycles",
    "3",
    "--random-plies",
    "3",
];

fn pairings(standing: &Standing) -> Vec<String> {
    standing.games.iter().map(|line| format!("{:?} {}", line.pairing, line.outcome)).collect()
}

/// The text of all games without their times.
fn moves(folder: &Path) -> Vec<String> {
    let games = pgn::read(fs::File::open(folder.join("games.pgn")).unwrap()).unwrap();
    let moves = |game: pgn::Game| game.record.moves().map(|m| m.to_string()).collect::<Vec<_>>().join(" ");
    games.map(|game| moves(game.unwrap())).collect()
}

#[test]
fn a_tournament_killed_and_resumed_is_the_same_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    let expected = answer(&run("tournament", &whole, &FIVE));
    // Steps that have nothing to do with the rhythm of the games; each session takes up what the one before has left.
    for step in [31, 47, 59] {
        let mut command = hetman();
        match tournaments::plan(&killed).unwrap().is_some() {
            true => command.args(["tournament", "--resume"]).arg(&killed),
            false => command.args(["tournament", "--out"]).arg(&killed).args(FIVE),
        };
        let output = command.env("HETMAN_FAULT", format!("kill:{step}")).stdin(Stdio::null()).output().unwrap();
        assert!(!output.status.success(), "it was not killed at step {step}");
    }
    let resumed = hetman().args(["tournament", "--resume"]).arg(&killed).stdin(Stdio::null()).output().unwrap();
    let resumed = answer(&resumed);
    let [whole, killed] = [whole, killed].map(|folder| (tournaments::standing(&folder).unwrap(), moves(&folder)));
    assert_eq!(pairings(&killed.0), pairings(&whole.0));
    assert_eq!(killed.0.games.len(), 60);
    assert_eq!(killed.1, whole.1);
    let table =
        |text: &str| text.lines().filter(|line| !line.starts_with("finished")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(table(&resumed), table(&expected));
}

/// A match that is in the middle of its first two games.
fn match_with(hesitant: &Hesitant, folder: &Path) -> Child {
    let arguments = [&hesitant.player(), "random", "--games", "1000", "--concurrency", "2"];
    let mut command = hetman();
    command.arg("match").arg("--out").arg(folder).args(arguments);
    let process = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    hesitant.await_questions(2);
    process
}

#[test]
fn one_interrupt_finishes_the_running_games_and_two_abandon_them() {
    let folder = tempfile::tempdir().unwrap();
    let (finished, abandoned) = (folder.path().join("finished"), folder.path().join("abandoned"));
    let hesitant = Hesitant::after(0);
    let mut process = match_with(&hesitant, &finished);
    press_ctrl_c(&process);
    await_notice(&mut process, "are finished first");
    hesitant.go_on();
    let text = answer(&ended(process));
    assert!(text.contains("stopped: ") && text.contains("--resume"), "{text}");
    let standing = tournaments::standing(&finished).unwrap();
    assert_eq!((standing.games.len(), standing.is_over), (2, false), "the two that were being played");

    let hesitant = Hesitant::after(0);
    let mut process = match_with(&hesitant, &abandoned);
    press_ctrl_c(&process);
    await_notice(&mut process, "are finished first");
    press_ctrl_c(&process);
    answer(&ended(process));
    assert_eq!(tournaments::standing(&abandoned).unwrap().games.len(), 0);
}

#[test]
fn mistakes_are_answered_in_a_sentence_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("contest");
    let broken = folder.path().join("broken.epd");
    fs::write(&broken, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\nnonsense\n").unwrap();
    let broken = broken.to_str().unwrap();
    let cases: &[(&str, &[&str], &str)] = &[
        ("match", &["random", "nobody"], "nobody here is called 'nobody'"),
        ("match", &["random", "uci:no-such-program"], "no-such-program"),
        ("match", &["random", "uci:true"], "true"),
        ("match", &["random", "net:no-such-net"], "no-such-net"),
        ("match", &["random", "human"], "keyboard"),
        ("match", &["random"], "2 values"),
        ("match", &["random", "king", "--tc", "soon"], "'soon' is no time control"),
        ("match", &["random", "king", "--variant", "draughts"], "unknown variant 'draughts'"),
        ("match", &["random", "king", "--openings", "no-such-file.epd"], "no-such-file.epd"),
        ("match", &["random", "king", "--openings", broken], "line 2"),
        ("match", &["random", "king", "--sprt", "5"], "--sprt 0,5"),
        ("match", &["random", "king", "--sprt", "5,0"], "elo0 below elo1"),
        ("match", &["random", "king", "--games", "0"], "0"),
        ("match", &["random", "king", "--syzygy", "no-such-folder"], "no-such-folder"),
        ("match", &["random", "king", "--adjudicate-win", "3"], "3,500"),
        ("tournament", &["random", "king", "--anchor", "3"], "--anchor"),
        ("tournament", &["random", "king", "--cycles", "0"], "cycle"),
        ("tournament", &["random", "king", "--format", "gauntlet", "--challengers", "2"], "challengers"),
    ];
    for (command, arguments, words) in cases {
        let text = error(&run(command, &inside, arguments));
        assert!(text.contains(words), "{arguments:?}: {text}");
        assert!(!inside.exists(), "{arguments:?}");
    }
    let nothing = hetman().args(["match", "--resume"]).arg(&inside).output().unwrap();
    assert!(error(&nothing).contains("holds no match or tournament"));
}

/// A name that is no UTF-8.
fn odd(folder: &Path, name: &[u8]) -> PathBuf {
    folder.join(OsStr::from_bytes(name))
}

#[test]
fn a_folder_whose_name_is_no_text_is_a_folder_like_any_other() {
    let folder = tempfile::tempdir().unwrap();
    let played: [(&str, &[u8], &[&str]); 2] = [
        ("match", b"m\xff", &["random", "random", "--games", "2", "--json"]),
        ("tournament", b"t\xff", &["random", "king", "--max-plies", "20", "--json"]),
    ];
    for (command, name, arguments) in played {
        let out = odd(folder.path(), name);
        let told: Value = serde_json::from_str(&answer(&run(command, &out, arguments))).unwrap();
        assert!(told["folder"].as_str().unwrap().ends_with('\u{fffd}'), "{told}");
        let report = hetman().arg("report").arg(&out).arg("--json").output().unwrap();
        let told: Value = serde_json::from_str(&answer(&report)).unwrap();
        assert!(told["reports"][0]["page"].as_str().unwrap().contains('\u{fffd}'), "{told}");
    }
}

#[test]
fn openings_whose_name_is_no_text_are_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let (book, out) = (odd(folder.path(), b"x\xff.pgn"), folder.path().join("out"));
    fs::write(&book, "1. e4 *").unwrap();
    let begun = hetman().args(["match", "random", "random", "--openings"]).arg(&book).arg("--out").arg(&out).output();
    let refusal = error(&begun.unwrap());
    assert!(refusal.contains("no UTF-8 text") && refusal.contains("rename the file"), "{refusal}");
    assert!(!out.exists());
}

#[test]
fn openings_in_latin_1_are_read_and_it_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let (book, out) = (folder.path().join("old.pgn"), folder.path().join("out"));
    fs::write(&book, b"[White \"M\xfcller\"]\n\n1. e4 e5 2. -- *\n").unwrap();
    let openings = ["random", "random", "--games", "2", "--max-plies", "20", "--openings", book.to_str().unwrap()];
    let output = run("match", &out, &openings);
    answer(&output);
    let notes = String::from_utf8(output.stderr).unwrap();
    assert!(notes.contains("old.pgn: 1 lines are not UTF-8 and were read as Latin-1"), "{notes}");
    assert!(fs::read_to_string(out.join("games.pgn")).unwrap().contains("1. e4 e5"));
}
