//! What an XBoard engine says, line by line.

use hetman_rules::shakmaty::{Color, KnownOutcome};

use crate::session::{Score, SearchInfo};

/// Scores from here on count the moves to mate.
const MATE: i32 = 100_000;
const LONGEST_MATE: i32 = 1_000;

/// A line that means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum XboardLine<'a> {
    Move {
        form: Form,
        text: &'a str,
    },
    Resign,
    Result(KnownOutcome),
    /// It was told something illegal, it says; maybe what.
    Illegal(&'a str),
    /// It does not understand this.
    Error(&'a str),
    Thought(SearchInfo),
    /// Nothing that matters.
    Other,
}

/// The ways in which programs give their moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `move e7e5`
    Plain,
    /// `1. ... e7e5`
    Numbered,
    /// `My move is: e7e5`
    Spoken,
}

pub fn read(line: &str) -> XboardLine<'_> {
    let line = line.trim();
    let line = strip_word(line, "tellusererror").unwrap_or(line);
    let said = given_move(line).or_else(|| end(line)).or_else(|| error_line(line));
    said.or_else(|| thought(line).map(XboardLine::Thought)).unwrap_or(XboardLine::Other)
}

/// The rest of a line that begins with this word, however it is written.
fn strip_word<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let (first, rest) = line.split_at_checked(word.len())?;
    first.eq_ignore_ascii_case(word).then(|| rest.trim_start())
}

fn given_move(line: &str) -> Option<XboardLine<'_>> {
    let plain = line.strip_prefix("move ").map(|text| (Form::Plain, text));
    let spoken = || strip_word(line, "my move is").map(|text| (Form::Spoken, text.trim_start_matches([':', ' '])));
    let (form, text) = plain.or_else(spoken).or_else(|| numbered(line).map(|text| (Form::Numbered, text)))?;
    let text = text.trim();
    // A sentence is not a move.
    (!text.is_empty() && !text.contains(' ')).then_some(XboardLine::Move { form, text })
}

/// What follows `7. ...` or `7...`.
fn numbered(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let text = rest.trim_start_matches(['.', ' ']);
    let dots = rest[..rest.len() - text.len()].matches('.').count();
    (rest.len() < line.len() && dots >= 3).then_some(text)
}

fn end(line: &str) -> Option<XboardLine<'static>> {
    let word = line.split([' ', '{']).next().unwrap_or_default();
    match word {
        "1-0" => Some(XboardLine::Result(KnownOutcome::Decisive { winner: Color::White })),
        "0-1" => Some(XboardLine::Result(KnownOutcome::Decisive { winner: Color::Black })),
        "1/2-1/2" => Some(XboardLine::Result(KnownOutcome::Draw)),
        _ if line == "resign" || line == "tellics resign" => Some(XboardLine::Resign),
        _ => None,
    }
}

/// `Illegal move (reason): e2e5`, `Error (unknown command): sd 4`.
fn error_line(line: &str) -> Option<XboardLine<'_>> {
    let about = || line.split_once(':').map_or("", |(_, about)| about.trim());
    if strip_word(line, "illegal position").is_some() {
        return Some(XboardLine::Error("setboard"));
    }
    let is_illegal = strip_word(line, "illegal move").or_else(|| strip_word(line, "invalid move")).is_some();
    let is_error = || line.starts_with("Error (");
    if is_illegal { Some(XboardLine::Illegal(about())) } else { is_error().then(|| XboardLine::Error(about())) }
}

/// `9 156 1084 48000 Nf3 Nc6`: depth, score, hundredths of a second, nodes, and the line.
fn thought(line: &str) -> Option<SearchInfo> {
    let mut words = line.split_ascii_whitespace();
    // Some add a sign to the depth.
    let depth = words.next()?.trim_end_matches(|letter: char| !letter.is_ascii_digit()).parse().ok()?;
    let score: i32 = words.next()?.parse().ok()?;
    words.next()?.parse::<u64>().ok()?;
    let nodes = words.next()?.parse().ok()?;
    let is_mate = (MATE..=MATE + LONGEST_MATE).contains(&score.abs());
    let score = if is_mate { Score::Mate((score.abs() - MATE) * score.signum()) } else { Score::Centipawns(score) };
    Some(SearchInfo { score: Some(score), depth: Some(depth), nodes: Some(nodes) })
}
