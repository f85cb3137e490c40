//! What the tables say of textbook endings, alone and in a search. Those of three pieces lie in `testdata/`, they are
//! small; more are looked at where there are more.

use std::sync::Arc;

use hetman_eval::AnyEvaluator;
use hetman_rules::{DrawRules, GameRecord, Reason};
use hetman_search::{Control, Limits, Score, Searcher, Settings};
use hetman_testing::shared;

use super::*;

fn tables() -> Syzygy {
    Syzygy::open(concat!(env!("CARGO_MANIFEST_DIR"), "/testdata"), Variant::Chess).unwrap()
}

fn chess(fen: &str) -> AnyPosition {
    AnyPosition::from_fen(Variant::Chess, fen).unwrap()
}

#[test]
fn the_tables_know_who_wins() {
    let tables = tables();
    assert_eq!(tables.files(), 10);
    let wdl = |fen: &str| tables.wdl(&chess(fen));
    // A king on the sixth before its pawn wins, a rook's pawn does not.
    assert_eq!(wdl("k7/8/K7/P7/8/8/8/8 w - - 0 1"), Some(Wdl::Draw));
    assert_eq!(wdl("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1"), Some(Wdl::Loss));
    assert_eq!(wdl("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), Some(Wdl::Win));
    assert_ne!(wdl("4k3/8/8/8/8/8/8/R3K3 w - - 95 90"), Some(Wdl::Win), "too late for a win");
    assert_eq!(wdl("r1b1k3/8/8/8/8/8/8/R1B1K3 w - - 0 1"), None, "too many pieces");
    assert_eq!(wdl("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), None, "castling");
    assert_eq!(tables.wdl(&AnyPosition::from_fen(Variant::Atomic, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap()), None);
}

#[test]
fn four_pieces_are_known_too() {
    let Some(folder) = shared("data/endgame/syzygy", "endgame tables of four pieces") else { return };
    let tables = Syzygy::open(folder.to_str().unwrap(), Variant::Chess).unwrap();
    assert_eq!(tables.files(), 70);
    let wdl = |fen: &str| tables.wdl(&chess(fen));
    assert_eq!(wdl("8/8/8/8/8/1k6/8/K3NB2 w - - 0 1"), Some(Wdl::Win), "bishop and knight");
    assert_eq!(wdl("8/8/8/8/8/1k6/8/K2NN3 w - - 0 1"), Some(Wdl::Draw), "two knights");
}

#[test]
fn they_decide_a_search() {
    let tables = tables();
    let mut searcher = Searcher::new(Settings::default(), AnyEvaluator::tables(Variant::Chess));
    searcher.set_oracle(Some(Arc::new(tables)));
    let mut search = |record: &GameRecord, depth| {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let mut hits = 0;
        let decision = searcher.search(record, &limits, &Control::default(), &mut |info| hits = info.tablebase_hits);
        (decision, hits)
    };
    let cases = [
        ("k7/8/K7/P7/8/8/8/8 w - - 0 1", "draw"),
        ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", "loss"),
        ("8/8/8/8/8/k7/2KR4/8 w - - 0 1", "win"),
    ];
    for (fen, expected) in cases {
        let (decision, hits) = search(&GameRecord::new(chess(fen)), 4);
        let found = match decision.score {
            Some(Score::Mate(1..) | Score::Centipawns(20_000..)) => "win",
            Some(Score::Mate(_) | Score::Centipawns(..=-20_000)) => "loss",
            Some(Score::Centipawns(_)) | None => "draw",
        };
        assert_eq!(found, expected, "{fen} {:?}", decision.score);
        assert!(hits > 0);
    }
    // A rook ending is won in a few moves of thought at the lowest depth.
    let mut ending = GameRecord::new(chess("8/8/8/3k4/8/8/8/K6R w - - 0 1"));
    while ending.ending(&DrawRules::CLAIMED).is_none() {
        let m = search(&ending, 1).0.best.unwrap();
        ending.play(m).unwrap();
    }
    assert_eq!(ending.ending(&DrawRules::CLAIMED).unwrap().reason, Reason::Checkmate);
}

#[test]
fn missing_tables_are_reported() {
    let problem = Syzygy::open("/nonexistent", Variant::Chess).unwrap_err();
    assert!(problem.to_string().contains("/nonexistent"), "{problem}");
    let problem = Syzygy::open("/", Variant::Horde).unwrap_err();
    assert!(problem.to_string().contains("chess, atomic and antichess"), "{problem}");
}
