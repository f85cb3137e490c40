//! What is learned of endings, from outside: data sets, trees, what they play, say and become in other languages.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::process::{Output, Stdio};

use crate::support::{Place, hetman};
use serde_json::Value;

impl Place {
    fn endgame(&self, words: &[&str]) -> Output {
        let mut command = hetman();
        command.current_dir(self.0.path()).arg("endgame").args(words).stdin(Stdio::null());
        command.output().unwrap()
    }

    fn answer(&self, words: &[&str]) -> String {
        let output = self.endgame(words);
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn json(&self, words: &[&str]) -> Value {
        serde_json::from_str(&self.answer(&[words, &["--json"]].concat())).unwrap()
    }

    fn refusal(&self, words: &[&str]) -> String {
        let output = self.endgame(words);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
        assert!(said.lines().count() == 1 && output.stdout.is_empty(), "{words:?}: {said}");
        said
    }
}

#[test]
fn the_data_set_has_thirty_one_columns_and_both_formats() {
    let place = Place::new();
    let said = place.answer(&["dataset", "KRK", "--out", "data"]);
    assert!(said.starts_with("KRK: 28056 positions with Black to move, 30 attributes and the class\n"), "{said}");
    assert!(said.contains("\n  sixteen             390\n"), "{said}");
    let csv = fs::read_to_string(place.path("data/krk.csv")).unwrap();
    let first = "KFile,KRank,RFile,RRank,kFile,kRank,KMinDistanceFile,KMinDistanceRank,RMinDistanceFile,";
    assert!(csv.starts_with(first));
    assert!(csv.lines().all(|line| line.split(',').count() == 31) && csv.lines().count() == 28_057);
    // Figure 11.
    let golden = ",0,2,2,0,0,0,0,1,0,0,1,0,0,2,2,2,2,0,2,1,1,1,0,1,zero";
    assert!(csv.lines().any(|line| line == format!("2,0,0,2,0,0{golden}")));
    let arff = fs::read_to_string(place.path("data/krk.arff")).unwrap();
    assert!(arff.starts_with("@relation krk\n\n@attribute KFile {0,1,2,3,4,5,6,7}\n"));
    assert!(arff.contains("@attribute class {draw,zero,one,two,"));
    let rows = csv.split_once('\n').unwrap().1;
    assert!(arff.ends_with(&format!("\n\n@data\n{rows}")));
    let full = place.answer(&["dataset", "KRK", "--full", "--csv", "full.csv"]);
    assert!(full.starts_with("KRK: 223944 positions"), "{full}");
}

#[test]
fn a_tree_is_learned_played_explained_and_exported() {
    let place = Place::new();
    let report = place.json(&["induce", "KRK", "--out", "krk.tree", "--folds", "2"]);
    assert_eq!((report["nodes"].as_u64(), report["unused"][0].as_str()), (Some(24_635), Some("kInCheck")));
    assert_eq!(report["training"]["right"].as_u64(), Some(28_056));
    assert_eq!(report["full"]["right"].as_u64(), Some(131_144));
    assert_eq!(report["mapped"]["right"].as_u64(), Some(223_944));
    let validated: u64 =
        ["right", "wrong", "unknown"].iter().map(|key| report["cross_validation"][key].as_u64().unwrap()).sum();
    assert_eq!(validated, 28_056);

    // A tree that is right everywhere mates in the shortest way against any defence.
    for against in ["best", "random"] {
        let words = ["play", "KRK", "--player", "tree:krk.tree,canonical", "--positions", "200", "--against", against];
        let report = &place.json(&words)["report"];
        assert_eq!((report["won"].as_u64(), report["mean_excess"].as_f64()), (Some(200), Some(0.0)), "{against}");
    }
    let words = ["play", "KRK", "--player", "tree:krk.tree", "--positions", "200"];
    let as_published = place.json(&words);
    let won = as_published["report"]["won"].as_u64().unwrap();
    assert!((20..=120).contains(&won), "{won}");
    assert_eq!(as_published, place.json(&words), "the seed repeats it");

    let said = place.answer(&["explain", "KRK", "--fen", "8/8/8/8/8/R7/8/k1K5 b - - 0 1", "--tree", "krk.tree"]);
    assert!(said.contains("1. KMinDistanceFile = 0"), "{said}");
    assert!(
        said.contains("The distance of the white king from the nearer of the first and the last rank is 0."),
        "{said}"
    );
    assert!(said.ends_with("So the side to move is mated.\n"), "{said}");
    assert!(said.starts_with("   a  b") && said.contains('♖'), "{said}");
    let said = place.answer(&["explain", "KRK", "--fen", "8/8/8/8/8/1R6/8/k1K5 w - - 0 1"]);
    assert!(said.contains("\nRa3#") && said.contains("After Ra3#:"), "{said}");

    for (language, words) in [("rust", "fn node33("), ("c", "int predict("), ("python", "def predict(")] {
        let source = place.answer(&["export", "krk.tree", "--language", language]);
        assert!(source.contains(words), "{language}");
    }
    place.answer(&["export", "krk.tree", "--language", "c", "--out", "krk.c"]);
    assert!(fs::read_to_string(place.path("krk.c")).unwrap().contains("static const int TREE[]"));
}

#[test]
fn other_endings_and_methods_are_learned_too() {
    let place = Place::new();
    for method in ["id3", "gain-ratio"] {
        let report = place.json(&["induce", "KPK", "--method", method, "--class", "result", "--folds", "0"]);
        assert_eq!(report["classes"].as_u64(), Some(2), "{report}");
        assert!(report["training"]["share"].as_f64() > Some(0.97), "{report}");
        assert!(report["cross_validation"].is_null());
    }
    let said = place.answer(&["induce", "KQK", "--method", "pruned", "--folds", "0"]);
    assert!(said.starts_with("KQK by pruned, from "), "{said}");
    assert!(said.contains("\nall, mapped       "), "{said}");
}

#[test]
fn the_manual_is_the_page() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/endgame.md");
    let page = fs::read_to_string(page).unwrap();
    assert!(page == Place::new().answer(&["attributes"]), "run `hetman endgame attributes > docs/endgame.md`");
}

#[test]
fn mistakes_end_with_code_two_and_one_sentence() {
    let place = Place::new();
    fs::write(place.path("no.tree"), "hello\n").unwrap();
    fs::write(place.path("binary.tree"), [0xff, 0xfe, 0]).unwrap();
    for (words, expected) in [
        (&["dataset", "KRK"][..], "nothing says where to write"),
        (&["dataset", "KXK", "--out", "x"], "'X' is no piece"),
        (&["dataset", "KRK", "--csv", "no/such/folder/x.csv"], "x.csv"),
        (&["induce", "KRK", "--method", "magic"], "choose one of id3, gain-ratio, pruned, rules"),
        (&["induce", "KRK", "--attributes", "KFlavour"], "no attribute 'KFlavour'"),
        (&["induce", "KQK", "--attributes", "published"], "no attribute"),
        (&["induce", "KRK", "--folds", "1"], "choose 2 to 100"),
        (&["play", "KRK", "--player", "tree:no.tree"], "the tree no.tree cannot be used"),
        (&["play", "KRK", "--player", "tree:binary.tree"], "the tree binary.tree cannot be used"),
        (&["play", "KRK", "--player", "nobody"], "nobody here is called 'nobody'"),
        (&["play", "KRK", "--player", "best", "--positions", "none"], "choose a number of positions"),
        (&["play", "KNK", "--player", "best"], "White wins no position of KNK"),
        (&["explain", "KRK", "--fen", "8/8/8/8/8/1Q6/8/k1K5 w - - 0 1"], "the position is KQK, not KRK"),
        (&["explain", "KRK", "--fen", "8/8/8/8/8/1r6/8/K1k5 w - - 0 1"], "exchange the colours"),
        (&["explain", "KRK", "--fen", "rubbish"], "rubbish"),
        (&["explain", "KRK", "--fen", "8/8/8/8/8/1R6/8/k1K5 w - - 0 1", "--tree", "no.tree"], "no.tree cannot be used"),
        (&["export", "no.tree", "--language", "c"], "no decision tree"),
        (&["export", "no.tree", "--language", "cobol"], "choose one of rust, c, python"),
    ] {
        let said = place.refusal(words);
        assert!(said.contains(expected), "{words:?}: {said}");
    }
    assert_eq!(fs::read_dir(place.0.path()).unwrap().count(), 2, "nothing was half written");
}

#[test]
fn a_tree_of_another_ending_is_refused() {
    let place = Place::new();
    place.answer(&["induce", "KQK", "--folds", "0", "--out", "kqk.tree"]);
    let fen = ["--fen", "8/8/8/8/8/1R6/8/k1K5 w - - 0 1"];
    let said = place.refusal(&[&["explain", "KRK", "--tree", "kqk.tree"][..], &fen].concat());
    assert!(said.contains("kqk.tree is a tree of KQK, not of KRK"), "{said}");
    let text = fs::read_to_string(place.path("kqk.tree")).unwrap();
    fs::write(place.path("altered.tree"), text.replacen("one", "two", 1)).unwrap();
    fs::write(place.path("cut.tree"), &text[..text.len() / 2]).unwrap();
    for file in ["altered.tree", "cut.tree"] {
        let said = place.refusal(&["export", file, "--language", "c"]);
        assert!(said.contains("damaged"), "{said}");
    }
}

#[test]
fn rules_are_exported_where_they_can_be() {
    let place = Place::new();
    let rules = |material: &str| format!("hetman rules 1\nmaterial {material}\n\nprefer least kMoves\n");
    fs::write(place.path("krk.rules"), rules("KRK")).unwrap();
    fs::write(place.path("kpk.rules"), rules("KPK")).unwrap();
    let source = place.answer(&["export", "krk.rules", "--language", "python"]);
    assert!(source.contains("def choose(squares):") && source.contains("(king_mobility, [1]),  # kMoves"), "{source}");
    let said = place.refusal(&["export", "kpk.rules", "--language", "c"]);
    assert!(said.contains("rules for KPK are not written as source"), "{said}");
}
