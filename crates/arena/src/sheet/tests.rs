//! What is written about a game can be read again.

use std::time::Duration;

use hetman_rules::shakmaty::{Color, KnownOutcome};
use hetman_rules::{AnyPosition, Ending, GameRecord, Reason, Variant, parse_move};

use super::*;
use crate::Judgement;
use crate::{Fault, Remark};

const HEADING: Heading =
    Heading { event: "test", date: "2026.11.15", round: "3.1", white: "one", black: "two", control: None };

fn turn(score: Option<Score>, depth: Option<u32>) -> Turn {
    let remark = Remark { score, depth, nodes: None };
    Turn { thought: None, remark, elapsed: Duration::from_millis(520) }
}

/// A game of three half-moves, the first of them given.
fn game(finish: Finish) -> Game {
    let mut record = GameRecord::new(AnyPosition::start(Variant::Crazyhouse));
    for text in ["e4", "e5", "Nf3"] {
        record.play(parse_move(record.position(), text).unwrap()).unwrap();
    }
    let turns = vec![turn(Some(Score::Centipawns(-34)), Some(12)), turn(Some(Score::Mate(-3)), None)];
    Game { record, opening_plies: 1, turns, finish }
}

fn read(text: &str) -> pgn::Game {
    pgn::Games::new(text.as_bytes()).next().unwrap().unwrap()
}

#[test]
fn a_game_is_written_with_its_heading_and_comments() {
    let control = Some("40/60+0.5".parse().unwrap());
    let written = write(&Heading { control, ..HEADING }, &game(Finish::LengthLimit));
    let again = read(&written.to_string());
    let tags = [
        ("Event", "test"),
        ("Date", "2026.11.15"),
        ("Round", "3.1"),
        ("White", "one"),
        ("Black", "two"),
        ("Result", "1/2-1/2"),
        ("Variant", "Crazyhouse"),
        ("TimeControl", "40/60+0.5"),
        ("PlyCount", "3"),
        ("Termination", "adjudication"),
    ];
    for (name, value) in tags {
        assert_eq!(again.tag(name), Some(value), "{name}");
    }
    assert_eq!(again.record.moves().collect::<Vec<_>>(), written.record.moves().collect::<Vec<_>>());
    assert_eq!(again.comments, ["", "", "-0.34/12 0.520s", "-M3 0.520s Draw by the limit of length"]);
}

#[test]
fn every_end_has_its_word_and_its_result() {
    let black_wins = KnownOutcome::Decisive { winner: Color::Black };
    let lost = |fault| Finish::Fault { loser: Color::White, fault };
    let overtime = Fault::Overtime { taken: Duration::from_millis(350), allowed: Duration::from_millis(300) };
    let cases = [
        (Finish::Rules(Ending::win(Color::Black, Reason::Resignation)), "normal", "Black wins by resignation"),
        (
            Finish::Adjudicated { outcome: black_wins, by: Judgement::Scores },
            "adjudication",
            "0-1 by both players' scores",
        ),
        (lost(Fault::IllegalMove("e2e5".to_owned())), "illegal move", "White loses: illegal move e2e5"),
        (lost(overtime), "time forfeit", "White loses: took 350 ms where 300 ms were allowed"),
        (lost(Fault::Crash("signal 11".to_owned())), "crashed", "White loses: crashed: signal 11"),
    ];
    for (finish, word, sentence) in cases {
        let again = read(&write(&HEADING, &game(finish)).to_string());
        assert_eq!((again.tag("Termination"), again.tag("Result")), (Some(word), Some("0-1")));
        assert!(again.comment(3).ends_with(sentence), "{}", again.comment(3));
    }
}
