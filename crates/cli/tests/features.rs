//! `hetman features` from outside.

#![allow(clippy::unwrap_used)]

use std::process::{Output, Stdio};

use crate::support::hetman;

const APPENDIX_A: &str = "Ka2 Qe5 Nb2 Nd2 Pa3 Pb4 Pb5 ka8 qe8 rh8 re7 pa7 pb7";

fn features(arguments: &[&str]) -> Output {
    hetman().arg("features").args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn answer(arguments: &[&str]) -> String {
    let output = features(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(arguments: &[&str]) -> Vec<(String, f64)> {
    let text = answer(&[arguments, &["--json"]].concat());
    let list: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
    list.iter().map(|entry| (entry["name"].as_str().unwrap().to_owned(), entry["value"].as_f64().unwrap())).collect()
}

#[test]
fn the_table_numbers_and_names_the_values() {
    let table = answer(&["--pieces", APPENDIX_A]);
    let lines: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines.len(), 45);
    assert_eq!(lines[0], ["0", "pawn_strength", "0.125"]);
    assert_eq!(lines[17], ["17", "heavy_piece_file_stacking", "-0.333"]);
    assert_eq!(lines[44], ["44", "king_blocks_passed_pawn", "0.000"]);
}

#[test]
fn json_has_full_precision() {
    let values = json(&["--fen", "k3q2r/pp2r3/8/1P2Q3/1P6/P7/KN1N4/8 w - - 0 1"]);
    assert_eq!(values.len(), 45);
    assert_eq!(values[13].0, "piece_space");
    assert!((values[13].1 - 389.0 / 2268.0).abs() < 1e-15);
    assert_eq!(values, json(&["--pieces", APPENDIX_A]));
}

#[test]
fn the_side_to_move_and_the_game_can_be_chosen() {
    assert_eq!(json(&["--pieces", "Ka1 kh8"])[8].1, 1.0);
    assert_eq!(json(&["--pieces", "Ka1 kh8", "--black"])[8].1, -1.0);
    let horde = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1";
    assert_eq!(json(&["--variant", "horde", "--fen", horde])[0].1, 28.0 / 8.0);
    assert_eq!(json(&["--variant", "antichess", "--pieces", "Ka1 Kb1 kh8"]).len(), 45);
}

/// White: Ke1, Qd4. Black: Kg8, Rd8, pawn c6. The values are worked out where the set is tested.
#[test]
fn other_sets_can_be_asked_for() {
    let values = json(&["--set", "giraffe-363", "--fen", "3r2k1/8/2p5/8/3Q4/8/8/4K3 w - - 0 1"]);
    assert_eq!(values.len(), 363);
    assert_eq!(values[0], ("white queens".to_owned(), 1.0));
    assert_eq!(values[110], ("white queen safe".to_owned(), 22.0 / 16.0));
    let table = answer(&["--set", "material", "--pieces", "Ka1 Qb1 kh8"]);
    assert_eq!(table.lines().count(), 5);
}

#[test]
fn the_manual_is_the_page() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/features.md");
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page == answer(&["--manual"]), "run `hetman features --manual > docs/features.md`");
}

#[test]
fn mistakes_end_with_code_two_and_one_sentence() {
    for arguments in [
        &[][..],
        &["--fen", "rubbish"],
        &["--fen", "8/8/8/8/8/8/8/8 w - - 0 1"],
        &["--pieces", "Ka1 kx9"],
        &["--set", "giraffe", "--pieces", "Ka1 kh8"],
        &["--pieces", "Ka1 ka1"],
        &["--pieces", "Ka1"],
        &["--pieces", "Ka1 kh8", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"],
        &["--fen", "k7/8/8/8/8/8/8/K7 w - - 0 1", "--black"],
        &["--pieces", "Ka1 kh8", "--variant", "shogi"],
        &["--manual", "--json"],
    ] {
        let output = features(arguments);
        let sentence = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {sentence}");
        assert!(sentence.starts_with("error: ") && sentence.lines().count() == 1, "{arguments:?}: {sentence}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}
