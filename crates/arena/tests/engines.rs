//! External programs at the board: those that misbehave lose as they deserve, those of this machine play without fault.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests too")]

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use hetman_arena::game::{self, undisturbed, unobserved};
use hetman_arena::{Control, Fault, Finish, Game, GameRules, Player, PlayerSpec, Question, Reply, generator};
use hetman_rules::shakmaty::{ByColor, Color};
use hetman_rules::{AnyPosition, DrawRules, GameRecord, Ruleset, Variant, parse_move, random};
use hetman_testing::{skip, wait_until};

const STUB: &str = env!("CARGO_BIN_EXE_stub_engine");

fn seat(word: &str, variant: Variant) -> Box<dyn Player> {
    word.parse::<PlayerSpec>().unwrap().build(variant, 0).unwrap()
}

/// The word for a stub: its protocol and its deeds.
fn stub(arguments: &str, limits: &str) -> String {
    let protocol = arguments.split(' ').next().unwrap().replace("old", "xboard");
    let protover = if arguments.starts_with("old") { ",protover=1" } else { "" };
    let arguments: String = arguments.split(' ').map(|argument| format!(",arg={argument}")).collect();
    format!("{protocol}:{STUB}{arguments}{protover},startup=20,timeout=5,{limits}")
}

fn rules(longest: usize) -> GameRules {
    GameRules { longest_plies: Some(longest), margin: Duration::from_secs(3), ..DrawRules::CLAIMED.into() }
}

fn play(opening: GameRecord, white: &mut Box<dyn Player>, rules: &GameRules) -> Game {
    let variant = opening.variant();
    let mut black = seat("random", variant);
    let mut chance = generator(5, 0);
    let players = ByColor::<&mut dyn Player> { white: white.as_mut(), black: black.as_mut() };
    game::play(opening, players, rules, &mut chance, &undisturbed, &mut unobserved)
}

fn start(variant: Variant) -> GameRecord {
    GameRecord::new(AnyPosition::start(variant))
}

/// How a game ends that a stub begins.
fn verdict(arguments: &str, limits: &str) -> String {
    let mut white = seat(&stub(arguments, limits), Variant::Chess);
    let game = play(start(Variant::Chess), &mut white, &rules(20));
    match game.finish {
        Finish::Fault { fault, .. } => format!("{}: {fault}", fault.name()),
        Finish::Rules(ending) => format!("{:?}", ending.reason),
        Finish::LengthLimit => "played on".to_owned(),
        other => panic!("{arguments}: {other:?}"),
    }
}

#[test]
fn every_misbehaviour_gets_its_verdict() {
    let timed = "movetime=500";
    let deep = "depth=1";
    let cases = [
        ("uci", timed, "played on"),
        ("xboard", timed, "played on"),
        ("old", timed, "played on"),
        ("uci", deep, "played on"),
        ("uci twice", deep, "played on"),
        ("xboard twice", timed, "played on"),
        ("old numbered", timed, "played on"),
        ("xboard numbered", timed, "played on"),
        ("uci stderr", deep, "played on"),
        ("uci slow=1000", deep, "played on"),
        ("xboard slow=1000", deep, "played on"),
        ("uci stubborn", deep, "played on"),
        ("xboard stubborn", deep, "played on"),
        ("uci crash@3", deep, "crashed: crashed: exit status: 7, after saying: the stub has had enough"),
        ("xboard crash@3", timed, "crashed: crashed: exit status: 7, after saying: the stub has had enough"),
        ("uci abort@2", deep, "crashed: crashed: signal: 6"),
        ("uci close@2", deep, "crashed: crashed: it closed its output"),
        ("uci stall@2", timed, "stalled: did not answer within 4.5 s"),
        ("uci stall@2", deep, "stalled: did not answer within 5 s"),
        ("xboard stall@2", timed, "stalled"),
        ("old stall@2", deep, "stalled"),
        ("uci late=4000@2", timed, "time forfeit"),
        ("xboard late=4000@2", timed, "time forfeit"),
        ("uci ponder@2", timed, "time forfeit"),
        ("uci ponder@2", "movetime=500,hold=stop", "played on"),
        ("xboard ponder@2", timed, "played on"),
        ("uci illegal@2", deep, "illegal move: illegal move e2e5"),
        ("xboard illegal@2", timed, "illegal move: illegal move e2e5"),
        ("uci none@2", deep, "no move: gave no move"),
        ("xboard none@2", timed, "illegal move: illegal move nothing"),
        ("uci wrong@2", timed, "stalled"),
        ("xboard wrong@2", timed, "stalled"),
        ("uci flood@2", "movetime=20000", "flooded: flooded its output: more than 200000 lines"),
        ("xboard flood@2", "movetime=20000", "flooded"),
        ("uci endless@2", "movetime=20000", "flooded: flooded its output: a line longer than 65536 bytes"),
        ("xboard claim@2", timed, "false claim: false claim of 1-0"),
        ("xboard draw@2", timed, "false claim: false claim of 1/2-1/2"),
        ("xboard refuse@2", timed, "false claim: false claim of an illegal move"),
        ("xboard complain@2", timed, "stalled"),
        ("xboard resign@2", timed, "Resignation"),
    ];
    thread::scope(|scope| {
        for (arguments, limits, expected) in cases {
            scope.spawn(move || {
                let found = verdict(arguments, limits);
                assert!(found.starts_with(expected), "{arguments} with {limits}: {found}");
            });
        }
    });
}

#[test]
fn what_keeps_a_program_from_playing_is_said_at_the_door() {
    let cases = [
        ("uci exit", "it did not answer 'uci' with 'uciok': it crashed: exit status: 1"),
        ("xboard exit", "exit status: 1, after saying: the stub does not want to start"),
        ("uci silent", "within 1 s"),
        ("xboard silent", "features"),
        ("uci garbage", "within 1 s"),
        ("xboard garbage", "features"),
        ("uci chatter", "it flooded its output"),
        ("uci slow=3000", "within 1 s"),
        ("xboard slow=3000", "within 1 s"),
    ];
    for (arguments, expected) in cases {
        let word = stub(arguments, "depth=1").replace("startup=20", "startup=1").parse::<PlayerSpec>().unwrap();
        let problem = word.build(Variant::Chess, 0).err().unwrap().to_string();
        assert!(problem.contains(expected), "{arguments}: {problem}");
    }
    // One that speaks the other protocol.
    let crossed = stub("uci", "depth=1").replace("uci:", "xboard:").replace("startup=20", "startup=1");
    assert!(crossed.parse::<PlayerSpec>().unwrap().build(Variant::Chess, 0).is_err());
    let refused = |options: &str, variant| {
        let word = stub("uci", options).parse::<PlayerSpec>().unwrap();
        word.build(variant, 0).err().unwrap().to_string()
    };
    assert!(refused("depth=1", Variant::Atomic).ends_with("it does not play atomic: it offers chess, crazyhouse"));
    assert!(refused("option.Hsah=3", Variant::Chess).ends_with("it has no option 'Hsah': did you mean Hash?"));
    assert!(refused("option.Hash=99", Variant::Chess).contains("from 1 to 64"));
}

#[test]
fn a_program_that_does_not_read_is_not_waited_for_in_writing() {
    let mut deaf = seat(&stub("uci deaf", "movetime=100").replace("startup=20", "startup=2"), Variant::Chess);
    let game = play(start(Variant::Chess), &mut deaf, &rules(4));
    assert!(matches!(game.finish, Finish::Fault { fault: Fault::Start(_) | Fault::Stall(_), .. }), "{:?}", game.finish);
}

#[test]
fn a_crashed_program_plays_the_next_game() {
    let mut stub = seat(&stub("uci crash@3", "depth=1"), Variant::Chess);
    for _ in 0..3 {
        let crash = play(start(Variant::Chess), &mut stub, &rules(20));
        assert!(matches!(crash.finish, Finish::Fault { fault: Fault::Crash(_), .. }), "{:?}", crash.finish);
        assert_eq!(crash.turns.len(), 4, "two moves of each side were played");
    }
}

#[test]
fn a_program_that_dies_between_two_games_has_lost_neither() {
    let file = std::env::temp_dir().join(format!("hetman-dead-{}", std::process::id()));
    let mut stub = seat(&stub(&format!("uci die={}@4", file.display()), "depth=1"), Variant::Chess);
    for _ in 0..3 {
        let game = play(start(Variant::Chess), &mut stub, &rules(8));
        assert!(!matches!(game.finish, Finish::Fault { .. }), "{:?}", game.finish);
        let process = std::fs::read_to_string(&file).unwrap();
        wait_until("it is dead", || is_gone(&process));
    }
    std::fs::remove_file(&file).unwrap();
}

/// Whether a process has ended, waited for or not.
fn is_gone(process: &str) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    state.is_empty() || state.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z'))
}

#[test]
fn openings_and_set_positions_are_understood() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let endgame = || GameRecord::new(AnyPosition::from_fen(Variant::Chess, fen).unwrap());
    let opening = |variant| random::playout(AnyPosition::start(variant), 7, &mut generator(3, 3));
    for arguments in ["uci", "xboard"] {
        let word = stub(arguments, "movetime=500");
        for record in [endgame(), opening(Variant::Chess), opening(Variant::Crazyhouse)] {
            let mut white = seat(&word, record.variant());
            let game = play(record.clone(), &mut white, &rules(30));
            assert!(
                !matches!(game.finish, Finish::Fault { .. }),
                "{arguments} {}: {:?}",
                record.start().fen(),
                game.finish
            );
            assert_eq!(game.turns[0].remark.depth.or(game.turns[1].remark.depth), Some(1));
        }
    }
    let mut old = seat(&stub("old", "movetime=500"), Variant::Chess);
    let game = play(opening(Variant::Chess), &mut old, &rules(30));
    assert!(!matches!(game.finish, Finish::Fault { .. }), "{:?}", game.finish);
    let passing = AnyPosition::from_fen(Variant::Chess, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2").unwrap();
    let game = play(GameRecord::new(passing), &mut old, &rules(30));
    assert!(matches!(game.finish, Finish::Fault { fault: Fault::Start(_), .. }), "{:?}", game.finish);
}

/// Asks until a moment after the question.
fn ask(player: &mut dyn Player, record: &GameRecord, stop: &AtomicBool) -> Result<Reply, Fault> {
    let stop = || stop.load(Ordering::Relaxed);
    let control = &Control::watching(&stop);
    let question = Question { record, clocks: None, allowed: None, generator: &mut generator(1, 1), control };
    player.choose(question).reply
}

#[test]
fn an_answer_to_a_withdrawn_question_is_not_taken_for_the_next() {
    let (before, mut after) = (start(Variant::Chess), start(Variant::Chess));
    for text in ["e4", "e5", "Bc4", "Nc6", "Qh5", "a6"] {
        after.play(parse_move(after.position(), text).unwrap()).unwrap();
    }
    for arguments in
        ["uci ponder@1", "xboard ponder@1", "uci late=700@1", "xboard late=700@1", "uci stall@1", "old stall@1"]
    {
        let mut player = seat(&stub(arguments, "depth=1"), Variant::Chess);
        player.start_game(&before, Color::White, None);
        let stop = AtomicBool::new(false);
        let first = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(200));
                stop.store(true, Ordering::Relaxed);
            });
            ask(player.as_mut(), &before, &stop)
        });
        assert_eq!(first, Ok(Reply::Stopped), "{arguments}");
        stop.store(false, Ordering::Relaxed);
        // A fresh process would do its deed again at its first move.
        if !arguments.contains("stall") {
            let second = ask(player.as_mut(), &after, &stop);
            let Ok(Reply::Move(m)) = second else { panic!("{arguments}: {second:?}") };
            assert!(after.clone().play(m).is_ok(), "{arguments}: {m}");
        }
    }
}

#[test]
fn children_are_ended_with_their_parent() {
    let file = std::env::temp_dir().join(format!("hetman-orphan-{}", std::process::id()));
    let found = verdict(&format!("uci orphan={}@2", file.display()), "movetime=100");
    assert!(found.starts_with("stalled"), "{found}");
    let child = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    wait_until("its child is gone", || is_gone(&child));
}

#[test]
fn standard_error_goes_into_the_log() {
    let log = std::env::temp_dir().join(format!("hetman-log-{}", std::process::id()));
    let found = verdict("uci stderr crash@3", &format!("depth=1,log={}", log.display()));
    let text = std::fs::read_to_string(&log).unwrap();
    std::fs::remove_file(&log).unwrap();
    assert!(found.starts_with("crashed"), "{found}");
    assert!(text.contains("the stub plays") && text.contains("the stub has had enough"), "{text}");
}

#[test]
fn players_know_their_names() {
    assert_eq!(seat(&stub("uci", "depth=1"), Variant::Chess).name(), Some("Stub"));
    assert_eq!(seat(&stub("xboard", "depth=1"), Variant::Chess).name(), Some("Stub"));
    assert_eq!(seat(&stub("old", "name=Grandfather"), Variant::Chess).name(), Some("Grandfather"));
    assert_eq!(seat("random", Variant::Chess).name(), None);
}

#[test]
fn clocks_are_kept_by_both_protocols() {
    let rules = GameRules { control: Some("40/10+0.1".parse().unwrap()), ..rules(30) };
    for arguments in ["uci", "xboard", "old"] {
        let mut white = seat(&stub(arguments, "name=x"), Variant::Chess);
        let game = play(start(Variant::Chess), &mut white, &rules);
        assert!(!matches!(game.finish, Finish::Fault { .. }), "{arguments}: {:?}", game.finish);
    }
    let mut late = seat(&stub("uci late=4500@1", "name=x"), Variant::Chess);
    let short = GameRules { control: Some("1+0".parse().unwrap()), ..rules };
    let game = play(start(Variant::Chess), &mut late, &short);
    assert!(matches!(game.finish, Finish::Fault { fault: Fault::Overtime { .. }, .. }), "{:?}", game.finish);
}

/// Programs of this machine, how they are held to a tenth of a second, and what they play.
#[test]
fn programs_of_this_machine_play_without_fault() {
    let engines = [
        ("stockfish", "uci:stockfish,movetime=50,option.Hash=4", "chess"),
        ("stockfish", "uci:stockfish,depth=4", "chess960"),
        ("fairy-stockfish", "uci:fairy-stockfish,movetime=50,option.Hash=4", "crazyhouse"),
        ("fairy-stockfish", "uci:fairy-stockfish,depth=3", "antichess"),
        ("fairy-stockfish", "uci:fairy-stockfish,nodes=500", "3check"),
        ("fairy-stockfish", "uci:fairy-stockfish,depth=3", "racingkings"),
        ("gnuchess", "uci:gnuchess,arg=--uci,movetime=50", "chess"),
        ("sjeng", "xboard:sjeng,movetime=100,hold=clock:2000", "crazyhouse"),
        ("sjeng", "xboard:sjeng,movetime=100,hold=clock:1000", "suicide"),
        ("sjeng", "xboard:sjeng,movetime=100,hold=clock:1000", "antichess"),
        ("phalanx", "xboard:phalanx,movetime=100", "chess"),
        ("fairymax", "xboard:fairymax,movetime=100,hold=clock:3000", "chess"),
        ("fairymax", "xboard:fairymax,depth=3", "kingofthehill"),
        ("hoichess", "xboard:hoichess,movetime=100,hold=clock:6000", "chess"),
    ];
    for (program, word, variant) in engines {
        let Ok(_) = hetman_engines::Program::named(program).file() else {
            skip(format_args!("{word} in {variant}"), format_args!("{program} is not installed"));
            continue;
        };
        let ruleset: Ruleset = variant.parse().unwrap();
        // Sjeng keeps what it learns where it plays.
        let mut white = seat(&format!("{word},dir={}", env!("CARGO_TARGET_TMPDIR")), ruleset.variant);
        let begin = if variant == "chess960" {
            random::chess960_start(77).unwrap()
        } else {
            AnyPosition::start(ruleset.variant)
        };
        let opening = random::playout(begin, 4, &mut generator(7, 7));
        // Fairy-Max was measured to take more than a second too long now and then, and other tests run beside this one.
        let rules = GameRules { margin: Duration::from_secs(15), ..rules(30) };
        let game = play(opening, &mut white, &rules);
        let is_faulty = matches!(game.finish, Finish::Fault { .. });
        assert!(!is_faulty, "{word} {variant}: {:?} after {}", game.finish, game.record.position().fen());
        assert!(game.turns.len() > 3, "{word} {variant}: {:?}", game.finish);
        eprintln!("{word} played {} half-moves of {variant} as {:?}", game.turns.len(), white.name());
    }
}
