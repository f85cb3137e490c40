//! `hetman play` from outside: a pipe in, a transcript out, exit codes.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests too")]

use std::io::Write;
use std::process::{Output, Stdio};

use crate::support::hetman;

fn play(arguments: &[&str], lines: &[u8]) -> Output {
    let mut command = hetman();
    command.arg("play").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.spawn().unwrap();
    // A refused argument ends the process before it reads anything.
    let _ = process.stdin.take().unwrap().write_all(lines);
    process.wait_with_output().unwrap()
}

#[test]
fn a_piped_game_is_a_readable_transcript() {
    let output = play(&["--against", "hetman:depth=3"], b"e4\nundo\nquit\n");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}");
    assert!(said.contains("White> e4\nHetman plays "), "{said}");
    assert!(said.ends_with("White> quit\nGoodbye.\n"), "{said}");
    assert!(!said.contains('\x1b'), "no colours in a pipe");
}

#[test]
fn another_program_plays_over_either_protocol() {
    for protocol in ["uci", "xboard"] {
        let word = format!("{protocol}:{},depth=2,name=Twin", env!("CARGO_BIN_EXE_hetman"));
        let output = play(&["--against", &word], b"e4\nd4\nundo\nNf3\nquit\n");
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{said}");
        assert_eq!(said.matches("Twin plays ").count(), 3, "{protocol}: {said}");
    }
}

#[test]
fn a_program_that_fails_loses_as_in_a_match_and_the_talk_goes_on() {
    let word = "uci:sh,arg=-c,arg=read a; echo uciok; read b; echo readyok; exit 3";
    let output = play(&["--against", word], b"e4\nfen\nquit\n");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}");
    assert!(said.contains("sh crashed: exit status: 3.") && said.contains("White wins by forfeit"), "{said}");
    assert!(said.contains("rnbqkbnr/pppppppp/8/8/4P3"), "{said}");
    assert!(said.ends_with("Goodbye.\n"), "{said}");
}

#[test]
fn bytes_that_are_no_text_are_answered_like_any_bad_move() {
    let output = play(&["--against", "human"], b"\xff\xfe\n\x00\n");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    assert_eq!(said.matches("is not a move").count(), 2, "{said}");
}

#[test]
fn bad_arguments_end_with_one_sentence_and_code_2() {
    for arguments in [
        &["--against", "deep-thought"][..],
        &["--against", "uci:true"],
        &["--fen", "x"],
        &["--start", "7"],
        &["--variant", "go"],
    ] {
        let output = play(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1, "{arguments:?}");
        assert!(output.stdout.is_empty());
    }
}
