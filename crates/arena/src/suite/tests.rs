//! Suites of every kind, read and asked.

use std::fs::File;
use std::sync::Once;

use hetman_parameters::{Kind, Parameter};
use hetman_rules::shakmaty::Color;
use hetman_rules::{TimeControl, Variant, uci};
use hetman_testing::shared;

use super::*;
use crate::{Answer, Fault, Local, PLAYERS, Player, PlayerKind, Question, Reply};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

fn suite(text: &str) -> Result<Vec<SuiteTask>, SuiteError> {
    read(Ruleset::default(), text.as_bytes())
}

fn problem(line: &str) -> String {
    suite(line).unwrap_err().to_string()
}

/// Points of some moves in the first position of a suite.
fn points(text: &str, moves: &[&str]) -> Vec<u32> {
    let task = &suite(text).unwrap()[0];
    moves.iter().map(|m| task.merit.points(hetman_rules::parse_move(&task.position, m).unwrap())).collect()
}

#[test]
fn points_are_read_wherever_they_stand() {
    let moves = ["e4", "d4", "Nf3", "a3"];
    let wanted = [10, 7, 2, 0];
    assert_eq!(points(&format!(r#"{START} bm e4; c0 "e4=10, d4=7, Nf3=2";"#), &moves), wanted);
    assert_eq!(points(&format!(r#"{START} c0 "a remark"; c7 "e4 d4 Nf3"; c8 "10 7 2";"#), &moves), wanted);
    assert_eq!(points(&format!(r#"{START} c8 "10 7 2"; c9 "e2e4 d2d4 g1f3";"#), &moves), wanted);
    assert_eq!(points(&format!(r#"{START} c0 "e4=1, d4=7, e4=10, Nf3=2";"#), &moves), wanted);
}

#[test]
fn solutions_are_worth_a_point() {
    assert_eq!(points(&format!("{START} bm e4 d4;"), &["e4", "d4", "a3"]), [1, 1, 0]);
    assert_eq!(points(&format!("{START} am f3;"), &["e4", "f3"]), [1, 0]);
    let task = &suite(&format!("{START} bm e4; am f3;")).unwrap()[0];
    assert_eq!((task.merit.maximum(), task.merit.in_words(&task.position).as_str()), (1, "e4, not f3"));
}

#[test]
fn promotions_have_an_equals_sign_of_their_own() {
    let line = r#"7k/4P3/8/8/8/8/8/K7 w - - bm e8=Q+; c0 "e8=Q+=10, e8=N=3";"#;
    assert_eq!(points(line, &["e8=Q", "e8=N", "e8=R"]), [10, 3, 0]);
}

#[test]
fn themes_come_from_names() {
    let mut themes = Themes::default();
    let mut theme = |id| themes.of(id);
    assert_eq!(theme("STS(v1.0) Undermine.001"), "Undermine");
    assert_eq!(theme("STS(v3.0) Knight Outposts/Repositioning.001"), "Knight Outposts/Repositioning");
    assert_eq!(theme("STS(v3.0) Knight Outposts/Other Spelling.092"), "Knight Outposts/Repositioning");
    assert_eq!(theme("STS(v14.0) 7th Rank.100"), "7th Rank");
    assert_eq!(theme("ERET 001 - Relief"), "Relief");
    assert_eq!(theme("WAC.001"), "WAC");
    assert_eq!(theme("arasan2024.17"), "arasan2024");
    assert_eq!(theme("Lasker - Tarrasch"), "others");
    assert_eq!((theme(""), theme("17")), ("others".to_owned(), "others".to_owned()));
}

#[test]
fn what_is_no_suite_is_refused() {
    assert_eq!(problem(""), "it holds no position");
    assert!(problem(START).contains("line 1: the position has neither bm nor am"));
    assert!(
        problem(&format!("{START} bm e4;\n{START} bm e5;")).starts_with("line 2: in 'bm': the move 'e5' is illegal")
    );
    assert!(problem(&format!("{START} bm Ke3;")).contains("--variant"));
    assert!(problem(&format!("{START} c0 \"Ke3=5\";")).contains("line 1: in 'c0'"));
    assert!(problem(&format!("{START} c7 \"e4 d4\"; c8 \"1\";")).contains("'c7' names 2 moves and 'c8' has 1"));
    assert!(problem(&format!("{START} c7 \"e4\"; c8 \"x\";")).contains("'x'"));
    assert!(problem("R5k1/5ppp/8/8/8/8/8/K7 b - - c8 \"1\";").contains("the game is over"));
}

/// Answers with whatever it is told to.
struct Parrot {
    says: String,
    games: usize,
}

impl Player for Parrot {
    fn choose(&mut self, question: Question) -> Answer {
        assert_eq!(self.games, 1, "a position is a new game");
        let position = question.record.position();
        let m = |text| hetman_rules::parse_move(position, text).ok();
        match self.says.as_str() {
            "crash" => Answer::fault(Fault::Crash("gone".to_owned())),
            "resign" => Answer { reply: Ok(Reply::Resign), ..Answer::without_thought(None) },
            text => Answer::without_thought(m(text)),
        }
    }

    fn reseed(&mut self, _: u64) -> bool {
        true
    }

    fn start_game(&mut self, opening: &GameRecord, color: Color, _: Option<&TimeControl>) {
        assert_eq!(opening.turn(), color);
        self.games += 1;
    }

    fn end_game(&mut self, _: &GameRecord, _: Option<hetman_rules::shakmaty::KnownOutcome>) {
        self.games -= 1;
    }
}

const SAYS: Parameter = Parameter::new("says", "Says", Kind::Text, "What it answers.");

static PARROT: PlayerKind = PlayerKind {
    parameters: &[SAYS],
    ..PlayerKind::new("parrot", "Parrot", "Answers with whatever it is told to.", |spec, _, _| {
        Ok(Box::new(Parrot { says: spec.settings().text("says").unwrap_or_default(), games: 0 }))
    })
};

fn parrot(says: &str) -> SuiteDescription {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(|| assert!(PLAYERS.add(&PARROT).is_ok()));
    SuiteDescription::new(format!("parrot:says={says}").parse().unwrap(), Variant::Chess, 1).unwrap()
}

fn attempts(text: &str, says: &str, threads: usize) -> Vec<(usize, Attempt)> {
    let tasks = suite(text).unwrap();
    let mut made = Vec::new();
    let mut note = |number, attempt| made.push((number, attempt));
    ask_all(&Local { threads }, &parrot(says), &tasks, &|| false, &mut note).unwrap();
    made.sort_by_key(|(number, _)| *number);
    made
}

#[test]
fn every_position_is_asked_once_by_somebody() {
    let text: String = (0..30).map(|number| format!("{START} bm {};\n", ["e4", "d4"][number % 2])).collect();
    for threads in [1, 4] {
        let made = attempts(&text, "e4", threads);
        let numbers: Vec<usize> = made.iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, (0..30).collect::<Vec<_>>());
        assert!(made.iter().all(|(number, attempt)| attempt.points == (1 - number % 2) as u32));
    }
}

#[test]
fn a_fault_is_worth_nothing_and_kept() {
    let answer = |says| attempts(&format!("{START} am e4;"), says, 1).remove(0).1;
    assert_eq!((answer("crash").points, answer("crash").answer), (0, Err(Fault::Crash("gone".to_owned()))));
    assert_eq!((answer("resign").points, answer("resign").answer), (0, Err(Fault::NoMove)));
    assert_eq!(answer("Ke5").answer, Err(Fault::NoMove));
    let played = answer("d4");
    let start = suite(&format!("{START} am e4;")).unwrap().remove(0).position;
    assert_eq!((played.points, uci(&start, played.answer.unwrap())), (1, "d2d4".to_owned()));
}

#[test]
fn whoever_is_stopped_has_tried_nothing() {
    let tasks = suite(&format!("{START} bm e4;")).unwrap();
    let mut count = 0;
    ask_all(&Local { threads: 2 }, &parrot("e4"), &tasks, &|| true, &mut |_, _| count += 1).unwrap();
    assert_eq!(count, 0);
}

#[test]
fn the_strategic_test_suite_has_fifteen_themes_of_a_hundred() {
    let Some(folder) = shared("data/suites", "the strategic test suite") else { return };
    // In the fourth version three positions have no move of more than a point.
    for (name, total) in [("sts_v3.epd", 15_000), ("sts_v4.epd", 15_000 - 3 * 9)] {
        let tasks = read(Ruleset::default(), File::open(folder.join(name)).unwrap()).unwrap();
        let mut counts = std::collections::BTreeMap::new();
        for task in &tasks {
            *counts.entry(task.theme.as_str()).or_insert(0) += 1;
        }
        assert!(counts.len() == 15 && counts.values().all(|&count| count == 100), "{name}: {counts:?}");
        assert_eq!(tasks.iter().map(|task| task.merit.maximum()).sum::<u32>(), total, "{name}");
    }
}
