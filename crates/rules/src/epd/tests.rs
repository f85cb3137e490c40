//! Lines as they are written in suites and books, and lines that are broken.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;

use hetman_testing::shared;

use super::*;
use crate::{san, uci};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

fn chess(line: &str) -> Result<Epd, Mistake> {
    Epd::parse(Ruleset::default(), line)
}

fn problem(line: &str) -> String {
    chess(line).unwrap_err().to_string()
}

fn in_uci(epd: &Epd, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&m| uci(&epd.position, m)).collect()
}

#[test]
fn a_line_of_a_suite_is_read() {
    let epd =
        chess(&format!(r#"{START} bm e4 g1f3; am a2-a4; id "First \"best\" \\ of; all"; c0 "a=1, b=2"; Ae "X";"#));
    let epd = epd.unwrap();
    assert_eq!(in_uci(&epd, &epd.best), ["e2e4", "g1f3"]);
    assert_eq!(in_uci(&epd, &epd.avoid), ["a2a4"]);
    assert_eq!(epd.id().as_deref(), Some(r#"First "best" \ of; all"#));
    assert_eq!((epd.text("c0").as_deref(), epd.text("Ae").as_deref()), (Some("a=1, b=2"), Some("X")));
    assert_eq!(epd.text("c1"), None);
}

#[test]
fn counters_come_from_the_fen_or_from_operations() {
    let counters = |line: &str| {
        let position = chess(line).unwrap().position;
        (position.halfmoves(), position.fullmoves().get())
    };
    assert_eq!(counters(START), (0, 1));
    assert_eq!(counters(&format!("{START} 7 12")), (7, 12));
    assert_eq!(counters(&format!("{START} 7 12 bm e4;")), (7, 12));
    assert_eq!(counters(&format!("{START} bm e4; hmvc 3; fmvn 9;")), (3, 9));
}

#[test]
fn carelessness_is_forgiven() {
    assert_eq!(chess(&format!("{START} bm e4, d4")).unwrap().best.len(), 2);
    assert_eq!(chess(&format!("{START} 0 1;")).unwrap().operations, []);
    let perft = chess(&format!("{START} 0 1 ;D1 20 ;D2 400")).unwrap();
    assert_eq!(perft.text("D2").as_deref(), Some("400"));
}

#[test]
fn broken_lines_say_what_is_wrong() {
    assert!(problem("nonsense").contains("'nonsense' is no position"));
    assert!(problem("8/8/8/8/8/8/8/8 w - - bm e4;").contains("not a legal chess position"));
    assert!(problem(&format!("{START} bm Ke3;")).contains("in 'bm': the move 'Ke3' is illegal"));
    assert!(problem(&format!("{START} bm ;")).contains("'bm' names no move"));
    assert!(problem(&format!("{START} id \"open;")).contains("'id'"));
    assert!(problem(&format!("{START} ?! 3;")).contains("'?!' is no operation"));
    assert!(problem(&format!("{START} hmvc many;")).contains("'hmvc' should be a number"));
}

#[test]
fn a_file_is_read_with_its_line_numbers() {
    let text = format!("\u{feff}{START} bm e4;\r\n\n# a remark\n{START} bm Qh8;\n{START} id \"last\"");
    let lines: Vec<_> = read(Ruleset::default(), text.as_bytes()).collect();
    let numbers: Vec<u64> = lines.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, [1, 4, 5]);
    assert!(lines[0].1.is_ok() && lines[2].1.is_ok());
    assert!(lines[1].1.as_ref().unwrap_err().to_string().starts_with("line 4: in 'bm'"));
}

#[test]
fn remarks_need_not_be_utf_8() {
    let line = [START.as_bytes(), b" id \"Gr\xfcnfeld\";"].concat();
    let (_, epd) = read(Ruleset::default(), &line[..]).next().unwrap();
    assert!(epd.unwrap().id().unwrap().starts_with("Gr"));
}

#[test]
fn variants_are_read_as_such_and_not_as_others() {
    let read = |variant: &str, line: &str| Epd::parse(variant.parse().unwrap(), line);
    let pockets = "rnbqkb1r/pp1ppppp/2p2n2/8/3P4/4PN2/PPP2PPP/RNBQKB1R[N] b KQkq - 1 3 bm e6;";
    let checks = "rnbqk1nr/ppppbppp/4p3/8/8/4PN2/PPPPBPPP/RNBQK2R b KQkq - 3+2 3 3 bm d5;";
    let sorted = read("crazyhouse", pockets).unwrap();
    assert_eq!(san(&sorted.position, sorted.best[0]), "e6");
    assert!(read("3check", checks).unwrap().position.fen().contains("3+2 3 3"));
    let wrong = read("chess", pockets).unwrap_err().to_string();
    assert_eq!(wrong, "this is a position of crazyhouse, not of chess");
    assert!(matches!(read("crazyhouse", checks), Err(Mistake::Variant { is: Variant::ThreeCheck, .. })));
    let shuffled = read("chess960", &format!("{START} bm e4;")).unwrap();
    assert_eq!(shuffled.position.castles().mode(), CastlingMode::Chess960);
}

fn count_readable(path: &Path, variant: &str) -> usize {
    let text = BufReader::new(File::open(path).unwrap());
    let lines: Result<Vec<Epd>, EpdError> = read(variant.parse().unwrap(), text).map(|(_, line)| line).collect();
    lines.unwrap_or_else(|problem| panic!("{}: {problem}", path.display())).len()
}

#[test]
fn the_suites_in_circulation_are_read_without_a_fault() {
    let Some(folder) = shared("data/suites", "the suites in circulation") else { return };
    let mut positions = 0;
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let variant = if path.ends_with("giveaway_puzzles.epd") { "antichess" } else { "chess" };
        positions += count_readable(&path, variant);
    }
    assert_eq!(positions, 4814);
}

proptest::proptest! {
    #[test]
    fn any_line_is_read_or_refused(operations in "[ -~é\"\\\\;]{0,60}", line in "\\PC{0,80}") {
        let tailed = chess(&format!("{START} {operations}"));
        if let Ok(epd) = tailed {
            proptest::prop_assert_eq!(epd.position.turn(), shakmaty::Color::White);
        }
        let refused = chess(&line).is_err();
        proptest::prop_assert!(refused || line.split_whitespace().count() >= 4);
    }
}
