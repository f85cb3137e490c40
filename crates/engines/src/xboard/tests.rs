//! What is said to an XBoard engine, and what is understood of what it says.

use super::*;
use crate::session::Score;
use crate::{Limits, MoveTimePolicy, Program, Protocol};

fn spec(limits: Limits, hold: Option<MoveTimePolicy>) -> EngineSpec {
    EngineSpec { limits, hold, ..EngineSpec::new(Protocol::Xboard, Program::named("x")) }
}

fn position(variant: Variant, fen: &str) -> AnyPosition {
    AnyPosition::from_fen(variant, fen).unwrap()
}

#[test]
fn moves_come_in_three_forms() {
    let moved = |form, text| XboardLine::Move { form, text };
    assert_eq!(line::read("move e7e5"), moved(Form::Plain, "e7e5"));
    assert_eq!(line::read("5. ... b1c3"), moved(Form::Numbered, "b1c3"));
    assert_eq!(line::read("12... Nf6"), moved(Form::Numbered, "Nf6"));
    assert_eq!(line::read("My move is : O-O"), moved(Form::Spoken, "O-O"));
    assert_eq!(line::read("my move is: e8=Q "), moved(Form::Spoken, "e8=Q"));
    for other in ["1. e2e4", "move over there", "move ", "# move e2e4", "tellics whisper d3", "offer draw", "été"] {
        assert_eq!(line::read(other), XboardLine::Other, "{other}");
    }
}

#[test]
fn the_end_of_a_game_is_heard() {
    let wins = |winner| XboardLine::Result(KnownOutcome::Decisive { winner });
    assert_eq!(line::read("1-0 {White mates}"), wins(Color::White));
    assert_eq!(line::read("0-1{Black mates}"), wins(Color::Black));
    assert_eq!(line::read("1/2-1/2"), XboardLine::Result(KnownOutcome::Draw));
    assert_eq!(line::read("resign"), XboardLine::Resign);
    assert_eq!(line::read("tellics resign"), XboardLine::Resign);
    assert_eq!(line::read("resigning is for others"), XboardLine::Other);
}

#[test]
fn errors_are_heard() {
    assert_eq!(line::read("Illegal move: e2e4"), XboardLine::Illegal("e2e4"));
    assert_eq!(line::read("tellusererror Illegal move (not your piece): e2e4"), XboardLine::Illegal("e2e4"));
    assert_eq!(line::read("Illegal move"), XboardLine::Illegal(""));
    assert_eq!(line::read("Invalid move: sd 3"), XboardLine::Illegal("sd 3"));
    assert_eq!(line::read("Error (unknown command): easy"), XboardLine::Error("easy"));
    assert_eq!(line::read("tellusererror Illegal position"), XboardLine::Error("setboard"));
}

#[test]
fn thoughts_are_numbers() {
    let info = |score, depth, nodes| SearchInfo { score: Some(score), depth: Some(depth), nodes: Some(nodes) };
    assert_eq!(line::read(" 3  -8  0  174  d5 exd5"), XboardLine::Thought(info(Score::Centipawns(-8), 3, 174)));
    assert_eq!(line::read("4& 100003 2 99 Qh5"), XboardLine::Thought(info(Score::Mate(3), 4, 99)));
    assert_eq!(line::read("9 -100002 2 99 Kh8"), XboardLine::Thought(info(Score::Mate(-2), 9, 99)));
    assert_eq!(line::read("8 | *R | *N | *B |"), XboardLine::Other);
}

#[test]
fn features_are_read_and_options_set() {
    let mut features = Features::default();
    assert!(features.hear(r#"feature myname="Old One" ping=1 setboard=1 variants="normal, suicide" smp=1 memory=1"#));
    assert!(features.hear(r#"feature done=0 strange=1 option="depth -spin 0 -5 9" option="Book File -file x""#));
    assert!(!features.hear("# feature done=1") && !features.hear("hello"));
    assert!(features.asks_for_time && !features.is_done);
    features.hear(r#"feature option="Resign -check 0" option="Clear -button" option="Style -combo *a /// b" done=1"#);
    assert!(features.is_done && features.ping && features.setboard && !features.usermove);
    assert_eq!(features.name.as_deref(), Some("Old One"));
    assert!(features.answers.contains(&"accepted ping".to_owned()));
    assert!(features.answers.contains(&"rejected strange".to_owned()));

    let set = |name: &str, value: &str| features.settings(&[(name.to_owned(), value.to_owned())]);
    assert_eq!(features.settings(&[]).unwrap(), ["cores 1"]);
    assert_eq!(set("Threads", "2").unwrap(), ["cores 2"]);
    assert_eq!(set("Hash", "16").unwrap(), ["cores 1", "memory 16"]);
    assert_eq!(set("Resign", "true").unwrap()[1], "option Resign=1");
    assert_eq!(set("clear", "").unwrap()[1], "option Clear");
    assert_eq!(set("Style", "b").unwrap()[1], "option Style=b");
    assert_eq!(set("Book File", "y").unwrap()[1], "option Book File=y");
    assert!(set("depth", "-6").unwrap_err().to_string().contains("from -5 to 9"));
    assert!(set("Stile", "b").unwrap_err().to_string().contains("did you mean Style?"));
}

#[test]
fn time_is_told_as_the_program_can_keep_it() {
    let tenth = Limits { move_time: Some(Duration::from_millis(100)), ..Limits::default() };
    let said = |limits, hold| Timing::new(&spec(limits, hold), None, false).map(|timing| timing.commands.join("; "));
    assert_eq!(said(Limits::default(), None).unwrap(), "st 1");
    assert_eq!(said(tenth, None).unwrap(), "st 1");
    assert_eq!(said(tenth, Some(MoveTimePolicy::Told)).unwrap(), "st 0.1");
    assert_eq!(said(tenth, Some(MoveTimePolicy::Clock(Duration::from_millis(1500)))).unwrap(), "level 0 0:02 0");
    assert_eq!(said(Limits { depth: Some(3), ..tenth }, None).unwrap(), "st 1; sd 3");
    assert_eq!(said(Limits { depth: Some(3), ..Limits::default() }, None).unwrap(), "level 0 60 0; sd 3");
    let nodes = Limits { nodes: Some(500), ..Limits::default() };
    assert_eq!(said(nodes, None).unwrap_err().to_string(), "it cannot be limited by nodes");
    assert_eq!(Timing::new(&spec(nodes, None), None, true).unwrap().commands, ["nps 1", "st 500"]);
    let control = "40/330+0.5".parse().unwrap();
    let timing = Timing::new(&spec(Limits::default(), None), Some(&control), false).unwrap();
    assert_eq!(timing.commands, ["level 40 5:30 0.5"]);
}

#[test]
fn the_clock_is_announced_before_each_move() {
    let record = GameRecord::new(AnyPosition::start(Variant::Chess));
    let held = spec(Limits::default(), Some(MoveTimePolicy::Clock(Duration::from_millis(1500))));
    let timing = Timing::new(&held, None, false).unwrap();
    let request = Request { record: &record, clocks: None, allowed: None, stop: &|| false };
    assert_eq!(timing.clock_commands(&request), ["time 150", "otim 150"]);
}

#[test]
fn a_position_is_edited_if_it_is_what_it_looks_like() {
    let edited = |variant, fen| edit::commands(&position(variant, fen)).map(|commands| commands.join(" "));
    let white = edited(Variant::Chess, "4k3/8/8/8/8/8/P7/4K2R w K - 3 9");
    assert_eq!(white.as_deref(), Some("edit # Ke1 Rh1 Pa2 c Ke8 ."));
    let black = edited(Variant::Chess, "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(black.as_deref(), Some("a2a3 edit # Ke1 c Ke8 ."));
    assert_eq!(edited(Variant::Chess, "4k3/8/8/8/8/8/8/4K2R w - - 0 1"), None, "castling would be possible");
    assert_eq!(edited(Variant::Chess, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"), None, "a pawn may be taken in passing");
    assert_eq!(edited(Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1"), None, "a queen is in hand");
    assert!(edited(Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[] w - - 0 1").is_some());
    assert_eq!(edited(Variant::ThreeCheck, "4k3/8/8/8/8/8/8/4K3 w - - 2+3 0 1"), None, "a check was given");
}
