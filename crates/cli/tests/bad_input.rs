//! Whatever a reader is given, its refusal is one line that a person can read.

#![allow(clippy::unwrap_used)]

use std::fmt::Display;
use std::fs;
use std::path::Path;

use crate::support::hetman;
use hetman::engine;
use hetman_arena::openings::{OpeningBook, OpeningSettings};
use hetman_arena::{PlayerSpec, suite};
use hetman_endgame::Material;
use hetman_eval::features::FeatureSet;
use hetman_eval::model::{Activation, Initial};
use hetman_eval::{AnyEvaluator, Net};
use hetman_lab::Source;
use hetman_rules::notation::piece_list;
use hetman_rules::shakmaty::Color;
use hetman_rules::{AnyPosition, Ruleset, TimeControl, Variant, epd, parse_move, pgn};

/// Longer sentences nobody reads.
const MOST_BYTES: usize = 600;

const SIZE: usize = 10 << 20;

/// Ten megabytes of a word, of what turns a terminal upside down, and of letters that are longer than a byte.
fn wicked() -> Vec<String> {
    ["k", "\u{1b}[31m\0\u{7}\u{202e}", "\u{1f600}"].map(|piece| piece.repeat(SIZE / piece.len())).into()
}

#[track_caller]
fn check(reader: &str, sentence: &str) {
    let beginning: String = sentence.chars().take(200).collect();
    assert!(sentence.len() < MOST_BYTES, "{reader} says {} bytes: {beginning:?}", sentence.len());
    let is_bad = |letter: char| letter.is_control() || letter == '\u{202e}';
    assert!(!sentence.contains(is_bad), "{reader} repeats control characters: {beginning:?}");
}

/// What a reader says of every wicked text, each put into `frames` where they have an `@`.
#[track_caller]
fn refuses<T, E: Display>(reader: &str, frames: &[&str], read: impl Fn(&str) -> Result<T, E>) {
    for text in wicked() {
        for frame in frames {
            let Err(refusal) = read(&frame.replace('@', &text)) else { panic!("{reader} accepts {frame}") };
            check(reader, &refusal.to_string());
        }
    }
}

#[test]
fn words_and_positions() {
    let start = AnyPosition::start(Variant::Chess);
    refuses("FEN", &["@", "8/8/8/8/8/8/8/8 w - @ 0 1", "@\n@"], |text| AnyPosition::from_fen(Variant::Chess, text));
    refuses("moves", &["@", "e2@", "N@", "@\n!"], |text| parse_move(&start, text));
    refuses("a list of pieces", &["@", "Ka1 @"], |text| piece_list::parse(Variant::Chess, text, Color::White));
    refuses("endings", &["@", "KR@"], |text| text.parse::<Material>());
    refuses("variants", &["@"], |text| text.parse::<Ruleset>());
    refuses("time controls", &["@", "1+@", "@/60"], |text| text.parse::<TimeControl>());
    refuses("feature sets", &["@"], |text| text.parse::<FeatureSet>());
    refuses("squashing functions", &["@"], |text| text.parse::<Activation>());
    refuses("initial weights", &["@", "const_@"], |text| text.parse::<Initial>());
    refuses("players", &["@", "@:depth=1", "material:@", "material:depth=@", "uci:x,@=1", "hetman:eval="], |text| {
        text.parse::<PlayerSpec>()
    });
    let seat = |text: &str| text.parse::<PlayerSpec>().unwrap().build(Variant::Chess, 1).map(drop);
    refuses("files and programs of players", &["net:@", "hetman:eval=@", "uci:@", "uci:./@", "uci:sh,dir=@"], seat);
}

#[test]
fn protocols() {
    for text in wicked() {
        let text = text.replace('\n', " ");
        let commands = format!(
            "setoption name {text} value 1\nsetoption name Hash value {text}\nsetoption name Ponder value {text}\n\
             setoption name UCI_Variant value {text}\nsetoption name EvalFile value {text}\n\
             setoption name SyzygyPath value {text}\nposition fen {text}\nposition startpos moves e2e4 {text}\n{text}\n\
             go searchmoves {text}\ngo depth {text}\nstop\nquit\n"
        );
        converse(&format!("uci\n{commands}"));
        let commands = format!(
            "setboard {text}\nusermove {text}\n{text}\nedit\n{text}\n.\nlevel {text}\nst {text}\nsd {text}\n\
             variant {text}\noption {text}=1\noption Hash={text}\nmemory {text}\nquit\n"
        );
        converse(&format!("xboard\nprotover 2\n{commands}"));
    }
}

/// Whatever the engine is told, it answers in lines.
#[track_caller]
fn converse(commands: &str) {
    let mut output = Vec::new();
    engine::run(std::io::Cursor::new(commands.to_owned()), &mut output).expect("the engine has its threads");
    for line in String::from_utf8(output).unwrap().lines() {
        check("the engine", line);
    }
}

#[test]
fn files() {
    let position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let in_position = |rest: &str| format!("{position} {rest}");
    let (best, number, operation, text) =
        (in_position("bm @;"), in_position("hmvc @;"), in_position(";@ 1;"), in_position("@ \"unclosed"));
    let epd_frames = ["@", best.as_str(), number.as_str(), &text, "@ w - - bm e4;"];
    refuses("EPD", &epd_frames, |text| first(epd::read(Ruleset::default(), text.as_bytes()).map(|(_, line)| line)));
    refuses("suites", &[best.as_str(), operation.as_str()], |text| suite::read(Ruleset::default(), text.as_bytes()));
    let pgn_frames = ["[@", "1. @ *", "1. e4 @ *", "[Variant \"@\"]\n\n*", "[FEN \"@\"]\n\n*"];
    refuses("PGN", &pgn_frames, |text| first(pgn::read(text.as_bytes()).unwrap()));
    let settings = |name: &str| OpeningSettings { file: Some(name.into()), ..OpeningSettings::default() };
    let book = |name: &'static str| {
        move |text: &str| OpeningBook::of_content(Ruleset::default(), &settings(name), text.as_bytes())
    };
    refuses("books of games", &pgn_frames, book("x.pgn"));
    refuses("books of positions", &epd_frames, book("x.epd"));
    refuses("names of books", &["@"], |text| {
        OpeningBook::load(
            Ruleset::default(),
            &OpeningSettings { file: Some(text.into()), ..OpeningSettings::default() },
        )
    });
    refuses("nets", &["@"], |text| Net::from_bytes(text.as_bytes()));
    let with_header = |header: String| [&(header.len() as u64).to_le_bytes()[..], header.as_bytes()].concat();
    refuses("metadata of nets", &["@"], |text| {
        let metadata = serde_json::json!({ "__metadata__": { "format": text, "architecture": text } });
        Net::from_bytes(&with_header(metadata.to_string()))
    });
    refuses("evaluations", &["@"], |text| {
        let metadata = serde_json::json!({ "__metadata__": { "architecture": "piece-square", "variant": text } });
        AnyEvaluator::from_bytes(&with_header(metadata.to_string()))
    });
}

/// The first refusal of several lines or games.
fn first<T, E>(mut read: impl Iterator<Item = Result<T, E>>) -> Result<(), E> {
    read.find_map(Result::err).map_or(Ok(()), Err)
}

#[test]
fn experiments() {
    let experiment = include_str!("../../lab/testdata/experiment.toml");
    refuses("TOML", &["@", "name = @", "name = \"@", "[@"], |text| Source::new(text, &[]));
    for text in wicked() {
        let name = toml_string(&text);
        for wrong in [
            experiment.replacen("name = ", &format!("{name} = 1\nname = "), 1),
            experiment.replacen("seed = 7", &format!("variant = {name}"), 1),
            experiment.replacen("seed = 7", &format!("seed = {name}"), 1),
        ] {
            assert_ne!(wrong, experiment);
            check("an experiment", &Source::new(&wrong, &[]).unwrap_err().to_string());
        }
        for setting in [text.clone(), format!("{text}=1"), format!("variant={text}"), format!("games={name}")] {
            check("a setting", &Source::new(experiment, &[setting]).unwrap_err().to_string());
        }
    }
}

/// As TOML writes any text.
fn toml_string(text: &str) -> String {
    let letters = text.chars().map(|letter| match letter {
        letter if letter.is_control() => format!("\\u{:04X}", letter as u32),
        letter => letter.to_string(),
    });
    format!("\"{}\"", letters.collect::<String>())
}

/// What the program says, and that it says it in one line.
#[track_caller]
fn said(folder: &Path, arguments: &[&str]) -> String {
    let output = hetman().args(arguments).current_dir(folder).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
    assert_eq!(text.lines().count(), 1, "{text:?}");
    check("the program", text.trim_end_matches('\n'));
    text
}

#[test]
fn the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let long = "k".repeat(100_000);
    let wicked = "\u{1b}[31m\n".repeat(1000);
    for word in [long.as_str(), wicked.as_str()] {
        for arguments in [
            vec![word],
            vec!["perft", "--depth", "1", "--fen", word],
            vec!["perft", "--depth", word],
            vec!["perft", "--variant", word],
            vec!["match", word, "random"],
            vec!["match", "random", "random", "--sprt", word],
            vec!["match", "random", "random", "--tc", word],
            vec!["match", "random", "random", "--openings", word],
            vec!["match", &format!("--{word}")],
            vec!["suite", word, "--player", "random"],
            vec!["suite", word, "--player", word],
            vec!["explain", "--player", &format!("net:{word}")],
            vec!["net", "info", word],
            vec!["net", "average", word, "--out", "x"],
            vec!["report", word],
            vec!["train", word],
            vec!["reproduce", word],
            vec!["studio", "--engine", word],
            vec!["studio", "--host", word, "--port", "1"],
        ] {
            said(folder, &arguments);
        }
    }
}

#[test]
fn a_mistake_in_a_large_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("e.epd"), "k".repeat(SIZE)).unwrap();
    assert!(said(folder.path(), &["suite", "e.epd", "--player", "random"]).contains("is no position"));
    fs::write(folder.path().join("x.pgn"), "1. \u{1b}[31mX *\n").unwrap();
    let refusal = said(folder.path(), &["match", "random", "random", "--openings", "x.pgn"]);
    assert!(refusal.contains("'\\u{1b}[31mX' is not a move"), "{refusal}");
}
