//! Rules of endings, from outside: proved, told in English, played by, induced, and refused.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::process::{Output, Stdio};

use crate::support::hetman;
use serde_json::Value;
use tempfile::TempDir;

fn endgame(place: &TempDir, words: &[&str]) -> Output {
    hetman().current_dir(place.path()).arg("endgame").args(words).stdin(Stdio::null()).output().unwrap()
}

fn answer(place: &TempDir, words: &[&str]) -> String {
    let output = endgame(place, words);
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn refusal(place: &TempDir, words: &[&str]) -> String {
    let output = endgame(place, words);
    assert_eq!(output.status.code(), Some(2), "{words:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn the_rules_of_the_program_are_proved() {
    let place = tempfile::tempdir().unwrap();
    let said = answer(&place, &["prove", "KRK"]);
    assert!(said.contains("wins all 175,168 positions within "), "{said}");
    let report: Value = serde_json::from_str(&answer(&place, &["prove", "KQK", "--json"])).unwrap();
    assert_eq!(
        (&report["won"], &report["winnable"], &report["proved"]),
        (&report["positions"], &report["positions"], &Value::Bool(true))
    );
    assert!(report["counter_example"].is_null() && report["longest"].as_u64().unwrap() <= 50, "{report}");
}

#[test]
fn rules_that_do_not_win_are_refused_with_a_line() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("bad.rules"), "hetman rules 1\nmaterial KRK\nprefer RLoose = 1\n").unwrap();
    let output = endgame(&place, &["prove", "KRK", "--rules", "bad.rules", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("these rules are not proved"));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let line = &report["counter_example"];
    assert_eq!((&report["proved"], line["moves"].as_array().unwrap().len()), (&Value::Bool(false), 2), "{report}");
    assert!(line["moves"][1].as_str().unwrap().contains('x'), "the rook is taken: {line}");
}

#[test]
fn rules_are_told_in_english_and_in_a_position() {
    let place = tempfile::tempdir().unwrap();
    let said = answer(&place, &["explain", "KRK", "--rules"]);
    assert!(said.contains("looked at in the 175,168 positions that White wins"), "{said}");
    assert!(
        said.contains("  1. ") && said.contains("prefer moves after which") && said.contains("of the best in"),
        "{said}"
    );
    let said = answer(&place, &["explain", "KRK", "--rules", "--fen", "8/8/8/8/8/1K6/7R/k7 w - - 0 1"]);
    assert!(said.contains("20 legal moves: ") && said.contains("\nSo ") && said.ends_with(" is played.\n"), "{said}");
}

#[test]
fn rules_play_and_are_induced() {
    let place = tempfile::tempdir().unwrap();
    let said =
        answer(&place, &["induce", "KQK", "--method", "rules", "--steps", "300", "--seed", "3", "--out", "kqk.rules"]);
    assert!(said.starts_with("kqk.rules: "), "{said}");
    let text = fs::read_to_string(place.path().join("kqk.rules")).unwrap();
    assert!(text.starts_with("hetman rules 1\nmaterial KQK\n"), "{text}");
    let again = answer(&place, &["induce", "KQK", "--method", "rules", "--steps", "300", "--seed", "3"]);
    assert_eq!(again, text, "the same seed finds the same rules");
    let words = ["play", "KQK", "--player", "rules:kqk.rules", "--positions", "20"];
    assert!(!answer(&place, &words).is_empty());
}

#[test]
fn bad_input_is_refused_in_one_sentence() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("no.rules"), "hello\n").unwrap();
    fs::write(place.path().join("queen.rules"), "hetman rules 1\nmaterial KQK\nprefer least kRoom\n").unwrap();
    fs::write(place.path().join("odd.rules"), "hetman rules 1\nmaterial KRK\nprefer least kFlavour\n").unwrap();
    for (words, expected) in [
        (&["prove", "KRK", "--rules", "missing.rules"][..], "missing.rules cannot be read"),
        (&["prove", "KRK", "--rules", "no.rules"], "no file of rules"),
        (&["prove", "KRK", "--rules", "queen.rules"], "these rules are for KQK, and KRK is asked for"),
        (&["prove", "KRK", "--rules", "odd.rules"], "line 3: there is no attribute 'kFlavour'"),
        (&["prove", "KNNK"], "the program has no rules for KNNK"),
        (&["explain", "KRK", "--rules", "--fen", "8/8/8/8/8/1R6/8/k1K5 b - - 0 1"], "White to move"),
        (&["induce", "KRKN", "--method", "rules"], "where Black has nothing but the king"),
        (&["play", "KRK", "--player", "rules:no.rules"], "the rules no.rules cannot be used"),
    ] {
        let said = refusal(&place, words);
        assert!(said.contains(expected) && said.lines().count() == 1, "{words:?}: {said}");
    }
}
