//! The commands, and what mistyped ones are answered.

#![allow(clippy::unwrap_used)]

use std::process::{Output, Stdio};

use crate::support::hetman;

fn run(arguments: &[&str]) -> Output {
    hetman().args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn answer(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap()
}

#[test]
fn perft_counts_as_published() {
    for (variant, depth, nodes) in [
        ("chess", "4", "197281"),
        ("chess960", "4", "197281"),
        ("crazyhouse", "4", "197281"),
        ("atomic", "4", "197326"),
        ("antichess", "4", "153299"),
        ("horde", "4", "23310"),
        ("racingkings", "4", "296242"),
        ("Three-check", "0", "1"),
    ] {
        assert_eq!(last_line(&answer(&["perft", "--depth", depth, "--variant", variant])), nodes, "{variant}");
    }
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
    assert_eq!(last_line(&answer(&["perft", "--depth", "3", "--fen", kiwipete])), "97862");
}

#[test]
fn perft_divides_and_speaks_json() {
    let divided = answer(&["perft", "--depth", "3", "--divide"]);
    assert_eq!(divided.lines().count(), 21);
    assert!(divided.contains("e2e4: 600\n") && divided.ends_with("\n8902\n"), "{divided}");
    let json: serde_json::Value =
        serde_json::from_str(&answer(&["perft", "--depth", "3", "--divide", "--json"])).unwrap();
    assert_eq!(json["nodes"], 8902);
    assert_eq!(json["moves"]["e2e4"], 600);
}

#[test]
fn bench_counts_the_same_every_time() {
    let text = answer(&["bench", "--depth", "4"]);
    let words: Vec<_> = last_line(&text).split_ascii_whitespace().collect();
    assert!(words.len() == 4 && words[1] == "nodes" && words[3] == "nps", "{text}");
    let json: serde_json::Value = serde_json::from_str(&answer(&["bench", "--depth", "4", "--json"])).unwrap();
    assert_eq!(json["nodes"].to_string(), words[0]);
    assert!(json["positions"].as_array().unwrap().len() >= 27);
}

#[test]
fn more_threads_are_allowed() {
    assert!(answer(&["bench", "--depth", "2", "--threads", "2"]).ends_with(" nps\n"));
}

#[test]
fn mistakes_end_with_code_two_and_one_sentence() {
    for arguments in [
        &["perft"][..],
        &["perft", "--depth", "x"],
        &["perft", "--depth", "-1"],
        &["perft", "--depth", "1", "--variant", "shogi"],
        &["perft", "--depth", "1", "--fen", "rubbish"],
        &["perft", "--depth", "1", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"],
        &["perft", "--depth", "1", "--nonsense"],
        &["bench", "--threads", "0"],
        &["bench", "rubbish"],
        &["nonsense"],
        &["--nonsense"],
    ] {
        let output = run(arguments);
        let sentence = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {sentence}");
        assert!(sentence.starts_with("error: ") && sentence.lines().count() == 1, "{arguments:?}: {sentence}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn help_and_version_are_answers() {
    assert!(answer(&["--version"]).starts_with("hetman "));
    let help = answer(&["--help"]);
    for words in ["perft", "bench", "Move Overhead", "`uci` or `xboard`"] {
        assert!(help.contains(words), "{words}: {help}");
    }
    assert!(answer(&["perft", "--help"]).contains("--divide"));
}

#[test]
fn a_reader_who_has_read_enough_is_no_error() {
    let mut process = hetman().args(["perft", "--depth", "2", "--divide"]).stdout(Stdio::piped()).spawn().unwrap();
    drop(process.stdout.take());
    assert!(process.wait().unwrap().success());
}

#[test]
fn an_engine_without_input_ends_in_silence() {
    let output = run(&[]);
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty());
}
