//! Whole games as they were published: they replay, and they end as they ended.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests too")]

use std::fs::File;

use hetman_rules::shakmaty::Outcome;
use hetman_rules::{AnyPosition, DrawRules, GameRecord, Reason, Variant, parse_move, pgn};
use hetman_testing::{THESIS_2007, shared};

fn replay(moves: &str) -> GameRecord {
    let mut record = GameRecord::new(AnyPosition::start(Variant::Chess));
    for text in moves.split_whitespace() {
        let m = parse_move(record.position(), text).unwrap();
        record.play(m).unwrap();
    }
    record
}

#[test]
fn famous_games_end_as_they_ended() {
    let games: Vec<pgn::Game> =
        pgn::read(&include_bytes!("../testdata/games.pgn")[..]).unwrap().map(Result::unwrap).collect();
    assert_eq!(games.len(), 5);
    for game in games {
        let reason = match game.tag("Termination").unwrap() {
            "checkmate" => Some(Reason::Checkmate),
            "stalemate" => Some(Reason::Stalemate),
            _ => None,
        };
        let ending = game.record.ending(&DrawRules::CLAIMED);
        assert_eq!(ending.map(|ending| ending.reason), reason, "{game}");
        if let Some(ending) = ending {
            assert_eq!(Outcome::Known(ending.outcome), game.result, "{game}");
        }
    }
}

/// Wins in the shortest ways the variants know, and what ends them.
#[test]
fn short_games_of_the_variants() {
    let cases = [
        (Variant::Atomic, "Nf3 a6 Ng5 a5 Nxf7", "White wins by exploding the king"),
        (
            Variant::ThreeCheck,
            "e4 e5 Bc4 a6 Bxf7+ Ke7 Bxg8 Rxg8 Qh5 a5 Qxe5+ Kf7 Qf5+",
            "White wins by the third check",
        ),
        (Variant::KingOfTheHill, "e3 a6 Ke2 a5 Kd3 a4 Kd4", "White wins by bringing the king to the centre"),
        (Variant::Crazyhouse, "f3 e5 g4 Qh4#", "Black wins by checkmate"),
    ];
    for (variant, moves, words) in cases {
        let mut record = GameRecord::new(AnyPosition::start(variant));
        for text in moves.split_whitespace() {
            assert_eq!(record.ending(&DrawRules::FIDE), None, "{variant} before {text}");
            record.play(parse_move(record.position(), text).unwrap()).unwrap();
        }
        let ending = record.ending(&DrawRules::FIDE).map(|ending| ending.describe(variant)).unwrap_or_default();
        assert_eq!(ending, words, "{variant} {moves}");
    }
}

fn thesis_games() -> Vec<serde_json::Value> {
    let golden: serde_json::Value = serde_json::from_str(THESIS_2007).unwrap();
    golden["games"].as_array().unwrap().clone()
}

#[test]
fn the_eleven_games_of_the_2007_thesis_end_as_printed() {
    let games = thesis_games();
    assert_eq!(games.len(), 11);
    for game in games {
        let number = &game["game"];
        let mut record = replay(game["moves_uci"].as_str().unwrap());
        assert_eq!(record.plies() as u64, game["plies"], "game {number}");
        assert_eq!(record.position().fen(), game["final_fen"], "game {number}");
        // Game 6 was recorded one ply past the end.
        if let Some(end) = game["third_occurrence_ply"].as_u64() {
            while record.plies() as u64 > end {
                record.undo();
            }
        }
        let reason = match game["end"].as_str().unwrap() {
            "checkmate" => Reason::Checkmate,
            "threefold_repetition" => Reason::Repetition { times: 3 },
            "fifty_moves_without_capture" => Reason::QuietMoves { moves: 50 },
            other => panic!("unknown end {other}"),
        };
        let ending = record.ending(&DrawRules::THESIS_2007).unwrap();
        assert_eq!((ending.reason, ending.to_string().as_str()), (reason, game["result"].as_str().unwrap()));
        while record.undo().is_some() {
            assert_eq!(record.ending(&DrawRules::THESIS_2007), None, "game {number} ended before its end");
        }
    }
}

#[test]
fn the_shared_collections_are_read_without_a_problem() {
    let collections = [
        ("masters_40k.pgn.gz", 40_000),
        ("lichess_sample.pgn.gz", 425),
        ("antichess.pgn.gz", 3_459),
        ("crazyhouse.pgn.gz", 288),
        ("atomic.pgn", 10),
    ];
    for (name, expected) in collections {
        let Some(path) = shared(&format!("data/games/{name}"), format_args!("the collection {name}")) else { continue };
        let mut games = 0;
        for game in pgn::read(File::open(path).unwrap()).unwrap() {
            let game = game.unwrap_or_else(|problem| panic!("{name}: {problem}"));
            assert_ne!(game.record.plies(), 0);
            games += 1;
        }
        assert_eq!(games, expected, "{name}");
    }
}
