//! The engine as XBoard meets it: the real binary over real pipes.

#![allow(clippy::unwrap_used)]
#![allow(clippy::print_stdout, reason = "helpers of tests are tests too")]

use crate::support::Engine;
use hetman_rules::shakmaty::Position;
use hetman_rules::{AnyPosition, DrawRules, GameRecord, Variant, parse_move};

/// Everything said before the answer to a ping.
fn said(engine: &mut Engine) -> Vec<String> {
    let mut lines = engine.ask("ping 77", "pong 77");
    lines.pop();
    lines
}

fn the_move(line: &str) -> &str {
    line.strip_prefix("move ").unwrap_or_else(|| panic!("a move, not '{line}'"))
}

#[test]
fn features_come_in_one_piece_and_short_enough_for_xboard() {
    let mut engine = Engine::start();
    engine.send("xboard");
    let lines = engine.ask("protover 2", "feature done=1");
    assert!(lines.iter().all(|line| line.starts_with("feature ") && line.len() < 512), "{lines:?}");
    for words in
        ["ping=1", "setboard=1", "usermove=1", "myname=\"Hetman ", "variants=\"normal,", "analyze=1", "sigint=0"]
    {
        assert!(lines[0].contains(words), "{words}: {}", lines[0]);
    }
    engine.send("accepted ping");
    engine.send("rejected san");
    assert_eq!(said(&mut engine), Vec::<String>::new());
    engine.quit();
}

/// The opponent plays random moves, the engine the other side, to the end; the engine's claim must be the truth.
fn play_a_game(name: &str, variant: Variant, setup: Option<&str>) {
    let mut engine = Engine::xboard();
    for line in ["new", &format!("variant {name}"), "level 40 1 0", "post", "sd 2"] {
        engine.send(line);
    }
    let mut record = GameRecord::new(AnyPosition::start(variant));
    if let Some(fen) = setup {
        engine.send("force");
        engine.send(&format!("setboard {fen}"));
        engine.send("playother");
        record = GameRecord::new(AnyPosition::from_fen(variant, fen).unwrap());
    }
    let mut seed = 7_usize;
    loop {
        let moves = record.position().legal_moves();
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let m = moves[(seed >> 33) % moves.len()];
        let text = hetman_rules::uci(record.position(), m);
        record.play(m).unwrap();
        engine.send("time 500");
        engine.send("otim 500");
        engine.send(&format!("usermove {}", if setup.is_some() && m.is_castle() { castling(m) } else { text }));
        if record.ending(&DrawRules::CLAIMED).is_some() {
            break;
        }
        let line = engine.answer("", "move ");
        let text = the_move(&line);
        let m = parse_move(record.position(), text).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        record.play(m).unwrap();
        if record.ending(&DrawRules::CLAIMED).is_some() {
            break;
        }
    }
    let ending = record.ending(&DrawRules::CLAIMED).unwrap();
    let claim = engine.answer("", &ending.to_string());
    assert_eq!(claim, format!("{ending} {{{}}}", ending.describe(variant)), "{name}");
    engine.send(&format!("result {claim}"));
    println!("{name}: {} plies, {claim}", record.plies());
    assert_eq!(said(&mut engine), Vec::<String>::new(), "{name}");
    engine.quit();
}

fn castling(m: hetman_rules::shakmaty::Move) -> String {
    match m.castling_side() {
        Some(side) if side.is_king_side() => "O-O".to_owned(),
        _ => "O-O-O".to_owned(),
    }
}

#[test]
fn whole_games_are_played_to_a_true_claim() {
    for variant in Variant::ALL {
        play_a_game(variant.xboard_name(), variant, None);
    }
}

#[test]
fn a_whole_game_after_fischer_is_played_to_a_true_claim() {
    let fen = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1";
    play_a_game("fischerandom", Variant::Chess, Some(fen));
}

#[test]
fn a_ping_is_answered_after_the_move_but_during_pondering() {
    let mut engine = Engine::xboard();
    engine.send("st 0.3");
    engine.send("go");
    engine.send("ping 5");
    let lines = engine.expect("pong 5");
    assert!(lines.iter().any(|line| line.starts_with("move ")), "{lines:?}");
    engine.send("new");
    engine.send("hard");
    engine.send("st 0.1");
    engine.send("usermove e2e4");
    engine.expect("move ");
    assert_eq!(said(&mut engine), Vec::<String>::new());
    engine.quit();
}

#[test]
fn a_question_mark_brings_the_move() {
    let mut engine = Engine::xboard();
    engine.send("post");
    // It would think about this move for an hour.
    engine.send("st 3600");
    engine.ask("go", "6 ");
    engine.ask("?", "move ");
    engine.quit();
}

#[test]
fn force_ends_the_thinking_without_a_move() {
    let mut engine = Engine::xboard();
    engine.send("level 0 60 0");
    engine.send("go");
    engine.send("force");
    assert_eq!(said(&mut engine), Vec::<String>::new());
    engine.quit();
}

#[test]
fn moves_are_taken_back() {
    let mut engine = Engine::xboard();
    engine.send("force");
    for line in ["usermove e2e4", "usermove e7e5", "usermove g1f3", "undo", "usermove f1c4", "remove", "usermove c7c5"]
    {
        engine.send(line);
    }
    assert_eq!(said(&mut engine), Vec::<String>::new());
    // After 1. e4 c5 it is White who moves.
    assert_eq!(engine.answer("usermove d7d6", "Illegal"), "Illegal move: d7d6");
    engine.send("usermove g1f3");
    assert_eq!(said(&mut engine), Vec::<String>::new());
    engine.quit();
}

#[test]
fn moves_may_be_bare_or_as_in_a_game_score() {
    let mut engine = Engine::xboard();
    engine.send("force");
    for line in ["e2e4", "e5", "usermove Nf3", "Nc6", "Bc4", "Bc5", "O-O", "usermove d7d6"] {
        engine.send(line);
    }
    engine.send("variant crazyhouse");
    engine.send("setboard 4k3/8/8/8/8/8/8/4K3[P] w - - 0 1");
    engine.send("usermove P@e4");
    assert_eq!(said(&mut engine), Vec::<String>::new());
    engine.quit();
}

#[test]
fn an_illegal_position_leaves_the_old_one() {
    let mut engine = Engine::xboard();
    engine.send("force");
    let answer = engine.answer("setboard 8/8/8/8/8/8/8/8 w - - 0 1", "tellusererror");
    assert!(answer.starts_with("tellusererror Illegal position"), "{answer}");
    engine.send("usermove e2e4");
    assert_eq!(said(&mut engine), Vec::<String>::new());
    engine.quit();
}

#[test]
fn a_program_of_version_one_can_play() {
    let mut engine = Engine::start();
    for line in ["xboard", "new", "random", "level 40 5 0", "post", "easy", "sd 2", "force", "white", "edit", "#"] {
        engine.send(line);
    }
    for line in ["Ke1", "Qd1", "c", "Ke8", ".", "black", "usermove e8e7"] {
        engine.send(line);
    }
    // The engine has White, and it is its move.
    let line = engine.expect("move ").pop().unwrap();
    let position = AnyPosition::from_fen(Variant::Chess, "8/4k3/8/8/8/8/8/3QK3 w - - 1 2").unwrap();
    assert!(parse_move(&position, the_move(&line)).is_ok(), "{line}");
    engine.quit();
}

#[test]
fn analysis_follows_the_board_until_it_is_left() {
    let mut engine = Engine::xboard();
    engine.send("post");
    engine.send("analyze");
    for line in ["", "usermove e2e4", "undo", "setboard 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"] {
        engine.send(line);
        let thought = engine.line();
        let numbers = thought.split_ascii_whitespace().take(4).filter(|word| word.parse::<i64>().is_ok()).count();
        assert_eq!(numbers, 4, "{thought}");
    }
    // Five numbers at once, and the best move as well when there has been time for one.
    let progress = engine.answer(".", "stat01: ");
    assert!((6..=7).contains(&progress.split_ascii_whitespace().count()), "{progress}");
    engine.send("exit");
    said(&mut engine);
    assert_eq!(said(&mut engine), Vec::<String>::new());
    assert!(engine.answer("hint", "Hint: ").len() > 6);
    engine.quit();
}

#[test]
fn a_lost_side_is_glad_of_a_draw_and_a_winning_one_is_not() {
    let mut engine = Engine::xboard();
    for (fen, is_accepted) in [("4k3/8/8/8/8/8/3qq3/K7 w - - 0 1", true), ("4k3/8/8/8/8/8/QQ6/K7 w - - 0 1", false)] {
        engine.send("force");
        engine.send(&format!("setboard {fen}"));
        engine.send("sd 3");
        engine.ask("go", "move ");
        engine.send("draw");
        let offers = said(&mut engine).iter().filter(|line| *line == "offer draw").count();
        assert_eq!(offers, usize::from(is_accepted), "{fen}");
    }
    engine.quit();
}

#[test]
fn a_finished_game_is_declared_instead_of_continued() {
    let mut engine = Engine::xboard();
    engine.send("force");
    engine.send("setboard 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(engine.answer("go", "1-0"), "1-0 {White wins by checkmate}");
    engine.send("force");
    engine.send("setboard 7k/8/6K1/5Q2/8/8/8/8 w - - 0 1");
    engine.send("playother");
    assert_eq!(engine.answer("usermove f5f7", "1/2-1/2"), "1/2-1/2 {Draw by stalemate}");
    engine.quit();
}

#[test]
fn the_opponents_move_is_thought_about_in_advance_when_allowed() {
    let mut engine = Engine::xboard();
    for line in ["hard", "st 0.1", "post"] {
        engine.send(line);
    }
    engine.send("usermove e2e4");
    engine.expect("move ");
    engine.send("hint");
    let hints: Vec<_> = said(&mut engine).into_iter().filter(|line| line.starts_with("Hint: ")).collect();
    let expected = hints.first().map_or("d2d4", |line| &line[6..]).to_owned();
    engine.ask(&format!("usermove {expected}"), "move ");
    engine.quit();
}

#[test]
fn what_was_thought_out_in_advance_waits_for_the_opponents_move() {
    let mut engine = Engine::xboard();
    for line in ["hard", "sd 2"] {
        engine.send(line);
    }
    engine.ask("usermove e2e4", "move ");
    let expected = engine.answer("hint", "Hint: ")[6..].to_owned();
    assert_eq!(said(&mut engine), Vec::<String>::new());
    engine.ask(&format!("usermove {expected}"), "move ");
    // Nothing of a thought about another move is left.
    engine.send("force");
    engine.ask("go", "move ");
    engine.quit();
}

#[test]
fn memory_cores_and_options_are_set() {
    let mut engine = Engine::xboard();
    for line in [
        "memory 8",
        "cores 2",
        "option MultiPV=2",
        "option Clear Hash",
        "option UCI_LimitStrength=1",
        "option UCI_Elo=1700",
    ] {
        engine.send(line);
    }
    assert_eq!(said(&mut engine), Vec::<String>::new());
    engine.send("sd 2");
    engine.ask("go", "move ");
    engine.quit();
}
