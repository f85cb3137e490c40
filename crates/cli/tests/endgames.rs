//! `hetman endgame` and the engine's own tables, from outside.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

use crate::support::hetman;

fn endgame(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = hetman();
    command.arg("endgame").args(arguments).arg("--data").arg(folder);
    command.stdin(Stdio::null()).output().unwrap()
}

fn answer(folder: &Path, arguments: &[&str]) -> String {
    let output = endgame(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn complaint(folder: &Path, arguments: &[&str]) -> String {
    let output = endgame(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    complaint
}

#[test]
fn positions_are_probed() {
    let folder = tempfile::tempdir().unwrap();
    let cases = [
        ("8/8/8/3k4/8/8/8/K6R w - - 0 1", r#"{"dtm":15,"wdl":"win"}"#, "White to move wins: mate in 15 moves"),
        ("8/8/8/8/8/k7/8/K6r w - - 0 1", r#"{"dtm":0,"wdl":"loss"}"#, "White is mated"),
        ("k7/8/1K6/8/8/8/8/7R w - - 0 1", r#"{"dtm":1,"wdl":"win"}"#, "White to move mates in one"),
        ("8/8/8/8/8/2k5/1r6/K7 w - - 0 1", r#"{"dtm":null,"wdl":"draw"}"#, "White to move is stalemated: a draw"),
        ("k7/8/K7/P7/8/8/8/8 w - - 0 1", r#"{"dtm":null,"wdl":"draw"}"#, "White to move draws"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", r#"{"dtm":null,"wdl":"draw"}"#, "White to move draws"),
    ];
    for (fen, json, words) in cases {
        assert_eq!(answer(folder.path(), &["probe", "--fen", fen, "--json"]).trim(), json, "{fen}");
        assert_eq!(answer(folder.path(), &["probe", "--fen", fen]).trim(), words, "{fen}");
    }
}

#[test]
fn a_table_is_worked_out_once_and_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let told = |text: &str| -> serde_json::Value { serde_json::from_str(text).unwrap() };
    let first = told(&answer(folder.path(), &["table", "KKR", "--json"]));
    assert_eq!(first["material"], "KRK");
    assert_eq!(first["black_to_move"]["positions"], 28_056);
    assert_eq!(first["white_to_move"]["longest_win"], 16);
    assert!(first["seconds"].is_number());
    let file = folder.path().join("KRK.table");
    let bytes = fs::read(&file).unwrap();
    assert_eq!(first["file_bytes"], bytes.len());
    let second = told(&answer(folder.path(), &["table", "KRK", "--json", "--threads", "1"]));
    assert!(second["seconds"].is_null(), "it is read");
    assert!(answer(folder.path(), &["table", "KRK"]).contains("28056 positions"));
    // Altered and cut off, it is made anew, which is told.
    for wrong in [&bytes[..bytes.len() - 7], &[&bytes[..40], b"?", &bytes[41..]].concat()] {
        fs::write(&file, wrong).unwrap();
        let output = endgame(folder.path(), &["table", "KRK", "--json"]);
        let notice = String::from_utf8(output.stderr).unwrap();
        assert!(notice.contains("damaged") && notice.contains("made anew now"), "{notice}");
        assert_eq!(fs::read(&file).unwrap(), bytes);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing else is left there");
}

#[test]
fn what_cannot_be_known_is_refused_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = folder.path().join("none");
    let cases: [(&[&str], &str); 9] = [
        (&["table", "KXK"], "'X' is no piece"),
        (&["table", "KRRKR"], "5 pieces"),
        (&["table", "RK"], "after its king"),
        (&["table", "KRKK"], "after its king"),
        (&["probe", "--fen", "what"], "is not a FEN"),
        (&["probe", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "not a legal chess position"),
        (&["probe", "--fen", "8/8/8/3k4/8/8/8/K6R b - - 0 1 x"], "is not a FEN"),
        (&["probe", "--fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"], "has 32 pieces"),
        (&["probe", "--fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"], "castling"),
    ];
    for (arguments, expected) in cases {
        let complaint = complaint(&nowhere, arguments);
        assert!(complaint.contains(expected), "{arguments:?}: {complaint}");
    }
    assert!(!nowhere.exists(), "nothing is begun that cannot be done");
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let complaint = complaint(&file, &["table", "KRK"]);
    assert!(complaint.contains("cannot be made"), "{complaint}");
}
