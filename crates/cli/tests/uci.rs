//! The engine as a UCI GUI meets it: the real binary over real pipes.

#![allow(clippy::unwrap_used)]
#![allow(clippy::print_stdout, reason = "helpers of tests are tests too")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::support::Engine;
use hetman_eval::shipped;
use hetman_rules::shakmaty::uci::UciMove;
use hetman_rules::shakmaty::{CastlingMode, Position};
use hetman_rules::{AnyPosition, DrawRules, GameRecord, Variant};

fn best_moves(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove ")).count()
}

/// A search that ends by itself in years, begun and in its tree. How soon it obeys is counted in nodes where searches are
/// tested, and measured by `make bench`.
fn go_deep(engine: &mut Engine, go: &str, variant: Variant) {
    engine.send(&format!("setoption name UCI_Variant value {variant}"));
    engine.send("position startpos");
    engine.ask(go, "info depth 6 ");
}

#[test]
fn stop_is_obeyed() {
    for variant in Variant::ALL {
        let mut engine = Engine::uci();
        go_deep(&mut engine, "go infinite", variant);
        engine.ask("stop", "bestmove ");
        engine.quit();
    }
}

#[test]
fn quit_is_obeyed_in_a_search() {
    let mut engine = Engine::uci();
    go_deep(&mut engine, "go infinite", Variant::Crazyhouse);
    engine.quit();
}

#[test]
fn the_end_of_input_is_obeyed_and_the_best_move_still_told() {
    for go in ["go infinite", "go depth 120", "go ponder wtime 100000 btime 100000"] {
        let mut engine = Engine::uci();
        go_deep(&mut engine, go, Variant::Chess);
        engine.end_input();
        let (lines, status) = engine.finish();
        assert!(status.success(), "{go}");
        assert_eq!(best_moves(&lines), 1, "{go}");
    }
}

#[test]
fn isready_is_answered_during_a_search() {
    let mut engine = Engine::uci();
    go_deep(&mut engine, "go infinite", Variant::Chess);
    assert_eq!(best_moves(&engine.said()), 0);
    engine.ask("stop", "bestmove ");
    engine.quit();
}

#[test]
fn every_go_is_answered_by_exactly_one_best_move() {
    let mut engine = Engine::uci();
    for go in [
        "go depth 3",
        "go nodes 500",
        "go movetime 20",
        "go wtime 100 btime 100 winc 1 binc 1",
        "go wtime 50 btime 50 movestogo 1",
        "go wtime 0 btime 0",
        "go mate 1 depth 2",
        "go depth 2 searchmoves a2a3 h2h3",
    ] {
        let answer = engine.answer(go, "bestmove ");
        if go.contains("searchmoves") {
            assert!(answer.starts_with("bestmove a2a3") || answer.starts_with("bestmove h2h3"), "{answer}");
        }
        engine.send("stop");
        assert_eq!(best_moves(&engine.said()), 0, "{go}");
    }
    engine.quit();
}

#[test]
fn a_pondering_or_infinite_search_waits_to_be_told() {
    let mut engine = Engine::uci();
    // The last line it says of a search that is over is that of its last depth.
    for (go, last, release) in [
        ("go ponder wtime 60 btime 60", "info depth 6 ", "ponderhit"),
        ("go ponder depth 1", "info depth 1 ", "ponderhit"),
        ("go ponder depth 1", "info depth 1 ", "stop"),
        ("go infinite depth 1", "info depth 1 ", "stop"),
    ] {
        engine.ask(go, last);
        assert_eq!(best_moves(&engine.said()), 0, "{go}");
        engine.ask(release, "bestmove ");
        assert_eq!(best_moves(&engine.said()), 0, "{go}");
    }
    engine.quit();
}

#[test]
fn a_new_go_or_game_in_the_middle_of_a_search_breaks_nothing() {
    let mut engine = Engine::uci();
    engine.send("go infinite");
    engine.send("position startpos moves e2e4");
    engine.send("ucinewgame");
    engine.send("setoption name Hash value 8");
    engine.send("setoption name UCI_Variant value atomic");
    assert_eq!(best_moves(&engine.said()), 0);
    engine.send("go depth 2");
    engine.expect("bestmove ");
    engine.expect("bestmove ");
    assert_eq!(best_moves(&engine.said()), 0);
    engine.quit();
}

/// How much of its time a search uses is tested with a clock that is set by hand.
#[test]
fn whatever_time_there_is_the_search_ends() {
    let mut engine = Engine::uci();
    for go in ["go movetime 100", "go wtime 200 btime 200", "go wtime 1000 btime 1000 movestogo 1"] {
        engine.ask(go, "bestmove ");
    }
    engine.quit();
}

/// Few stacks fit into this memory, and the thread that keeps time needs none of them.
#[test]
fn a_search_makes_do_with_the_threads_there_are() {
    let script = format!("ulimit -v 500000 && exec {}", env!("CARGO_BIN_EXE_hetman"));
    let mut limited = Command::new("sh");
    let mut process = limited.args(["-c", &script]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = process.stdin.take().unwrap();
    input.write_all(b"uci\nsetoption name Threads value 64\nposition startpos\ngo depth 4\n").unwrap();
    let output = BufReader::new(process.stdout.take().unwrap());
    let mut lines = output.lines().map_while(Result::ok);
    let remark = lines.find(|line| line.starts_with("info string only ")).unwrap();
    assert!(remark.ends_with(" of 64 threads could be started and have searched"), "{remark}");
    assert!(lines.next().is_some_and(|line| line.starts_with("bestmove ")));
    drop(input);
    assert!(process.wait().unwrap().success());
}

#[test]
fn every_option_on_offer_can_be_set_to_its_default_and_its_limits() {
    let mut engine = Engine::start();
    let offers = engine.ask("uci", "uciok");
    for offer in offers.iter().filter_map(|line| line.strip_prefix("option name ")) {
        let (name, rest) = offer.split_once(" type ").unwrap();
        let words: Vec<_> = rest.split_ascii_whitespace().collect();
        // How much memory and how many threads there are is up to the machine.
        let is_costly = ["Hash", "Threads"].contains(&name);
        let values = words
            .windows(2)
            .filter(|pair| ["default", "min", "var"].contains(&pair[0]) || (pair[0] == "max" && !is_costly));
        for value in values.map(|pair| pair[1]).chain((words[0] == "check").then_some("true")) {
            engine.send(&format!("setoption name {name} value {value}"));
        }
        engine.send(&format!("setoption name {name}"));
        let complaints = engine.said();
        let wants_a_value = ["check", "spin", "combo"].contains(&words[0]);
        assert_eq!(complaints.len(), usize::from(wants_a_value), "{offer}: {complaints:?}");
    }
    engine.ask("go depth 1", "bestmove ");
    engine.quit();
}

#[test]
fn an_evaluation_is_read_from_a_file_of_the_same_game() {
    let file = std::env::temp_dir().join(format!("hetman-{}.safetensors", std::process::id()));
    std::fs::write(&file, shipped::bytes(Variant::Atomic)).unwrap();
    let set = format!("setoption name EvalFile value {}", file.display());
    let mut engine = Engine::uci();
    engine.send(&set);
    let complaints = engine.said();
    assert!(complaints.len() == 1 && complaints[0].contains("is one of atomic"), "{complaints:?}");
    engine.send("setoption name UCI_Variant value atomic");
    assert_eq!(engine.said(), Vec::<String>::new());
    std::fs::write(&file, "rubbish").unwrap();
    engine.send("setoption name EvalFile");
    engine.send(&set);
    let complaints = engine.said();
    assert!(complaints.len() == 1 && complaints[0].contains("cannot use the evaluation"), "{complaints:?}");
    engine.ask("go depth 1", "bestmove ");
    engine.quit();
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn endgame_tables_are_found_and_used() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../endgame/testdata");
    let mut engine = Engine::uci();
    let found = engine.answer(&format!("setoption name SyzygyPath value {folder}"), "info string");
    assert!(found.starts_with("info string found ") && found.ends_with(" tablebase files of chess"), "{found}");
    engine.send("position fen 7k/8/8/3p4/8/8/8/1Q4K1 w - - 0 1");
    let lines = engine.ask("go depth 6", "bestmove ");
    assert!(lines.iter().any(|line| line.contains(" tbhits ") && !line.contains(" tbhits 0 ")), "{lines:?}");
    engine.quit();
}

/// The first iteration is enough, and an option turns it off.
#[test]
fn the_engine_has_tables_of_its_own() {
    let mut engine = Engine::uci();
    engine.send("setoption name EndgamePath value /nonexistent");
    engine.send("position fen 8/8/8/3k4/8/8/8/K6R w - - 0 1");
    let has_hits =
        |lines: &[String]| lines.iter().any(|line| line.contains(" tbhits ") && !line.contains(" tbhits 0 "));
    assert!(has_hits(&engine.ask("go depth 1", "bestmove ")));
    // Four pieces are worked out where no clock runs.
    engine.send("position fen 8/8/8/3k4/8/8/8/K4BN1 w - - 0 1");
    assert!(!has_hits(&engine.ask("go movetime 1", "bestmove ")));
    assert!(has_hits(&engine.ask("go depth 1", "bestmove ")));
    engine.send("setoption name EndgameTables value false");
    assert!(!has_hits(&engine.ask("go depth 1", "bestmove ")));
    engine.quit();
}

/// Only the moves that the rules leave are searched, and an option turns it off.
#[test]
fn the_engine_plays_by_rules_where_it_has_no_table() {
    let mut engine = Engine::uci();
    for option in ["EndgameTables value false", "MultiPV value 256"] {
        engine.send(&format!("setoption name {option}"));
    }
    engine.send("position fen 8/8/8/3k4/8/8/8/K6R w - - 0 1");
    let searched = |engine: &mut Engine| {
        let lines = engine.ask("go depth 1", "bestmove ");
        lines.iter().filter(|line| line.starts_with("info depth 1 ") && line.contains(" pv ")).count()
    };
    let by_rules = searched(&mut engine);
    engine.send("setoption name EndgameRules value false");
    let all = searched(&mut engine);
    assert!(by_rules > 0 && by_rules < all, "{by_rules} of {all}");
    engine.quit();
}

#[test]
fn what_is_asked_for_is_shown() {
    let mut engine = Engine::uci();
    engine.send("setoption name UCI_ShowWDL value true");
    engine.send("setoption name MultiPV value 3");
    let lines = engine.ask("go depth 4", "bestmove ");
    let infos: Vec<_> = lines.iter().filter(|line| line.starts_with("info depth ")).collect();
    for words in [" wdl ", " seldepth ", " score ", " nodes ", " nps ", " hashfull ", " tbhits ", " time ", " pv "] {
        assert!(infos.iter().all(|line| line.contains(words)), "{words}: {infos:?}");
    }
    assert!(infos.iter().any(|line| line.contains(" multipv 3 ")), "{infos:?}");
    engine.quit();
}

#[test]
fn castling_is_written_as_the_position_demands() {
    let mut engine = Engine::uci();
    let castle = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    engine.send(castle);
    assert!(engine.answer("go depth 1 searchmoves e1g1", "bestmove ").starts_with("bestmove e1g1"));
    engine.send("setoption name UCI_Chess960 value true");
    engine.send(castle);
    assert!(engine.answer("go depth 1 searchmoves e1h1", "bestmove ").starts_with("bestmove e1h1"));
    engine.send("setoption name UCI_Chess960 value false");
    engine.send("position fen 4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
    assert!(engine.answer("go depth 1 searchmoves f1g1", "bestmove ").starts_with("bestmove f1g1"));
    engine.quit();
}

#[test]
fn perft_and_bench_are_commands_that_can_be_stopped() {
    let mut engine = Engine::uci();
    assert_eq!(engine.answer("go perft 3", "Nodes searched"), "Nodes searched: 8902");
    engine.send("go perft 30");
    engine.send("stop");
    engine.send("bench");
    engine.send("go depth 1");
    engine.expect("bestmove ");
    engine.quit();
}

/// Plays both sides of a whole game; every move must be legal.
fn play_against_itself(variant: Variant, start: &AnyPosition, moves_from: &str, options: &[&str]) {
    let mut engine = Engine::uci();
    engine.send(&format!("setoption name UCI_Variant value {variant}"));
    options.iter().for_each(|option| engine.send(option));
    let mut record = GameRecord::new(start.clone());
    let mut moves = String::new();
    while record.ending(&DrawRules::CLAIMED).is_none() && record.plies() < 300 {
        engine.send(&format!("position {moves_from} moves{moves}"));
        let answer = engine.answer("go nodes 300", "bestmove ");
        let text = answer.split_ascii_whitespace().nth(1).unwrap();
        let m = text.parse::<UciMove>().unwrap().to_move(record.position());
        let m = m.unwrap_or_else(|_| panic!("{variant}: {text} in {}", record.position().fen()));
        record.play(m).unwrap();
        moves.push_str(&format!(" {text}"));
    }
    engine.send(&format!("position {moves_from} moves{moves}"));
    assert_eq!(engine.said(), Vec::<String>::new(), "{variant}");
    println!("{variant}: {} plies, {:?}", record.plies(), record.ending(&DrawRules::CLAIMED));
    engine.quit();
}

#[test]
fn whole_games_of_every_variant_are_played_by_the_rules() {
    for variant in Variant::ALL {
        play_against_itself(variant, &AnyPosition::start(variant), "startpos", &[]);
    }
}

#[test]
fn a_whole_game_of_chess960_is_played_by_the_rules() {
    let fen = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1";
    let start = AnyPosition::from_fen(Variant::Chess, fen).unwrap();
    assert_eq!(start.castles().mode(), CastlingMode::Chess960);
    let option = "setoption name UCI_Chess960 value true";
    play_against_itself(Variant::Chess, &start, &format!("fen {fen}"), &[option]);
}
