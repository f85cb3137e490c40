//! Writing a game in export format.

use std::fmt;

use shakmaty::{CastlingMode, Position};

use super::Game;
use crate::{AnyPosition, Ruleset, Variant, san};

const COLUMNS: usize = 80;

/// The seven tags every game has, in their order, and what stands for the unknown.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Tags that follow from the record, whatever was set.
const DERIVED: [&str; 4] = ["Result", "Variant", "SetUp", "FEN"];

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.all_tags() {
            writeln!(f, "[{name} \"{}\"]", escaped(&value))?;
        }
        writeln!(f)?;
        write_wrapped(f, &self.movetext())
    }
}

impl Game {
    fn all_tags(&self) -> Vec<(String, String)> {
        let mut tags = Vec::new();
        let mut add = |name: &str, value: &str| tags.push((name.to_owned(), value.to_owned()));
        for (name, unknown) in ROSTER {
            match name {
                "Result" => add(name, &self.result.to_string()),
                _ => add(name, self.tag(name).unwrap_or(unknown)),
            }
        }
        if let Some(variant) = self.variant_tag() {
            add("Variant", variant);
        }
        // Positions are equal whatever their move counters say; their texts are not.
        let start = self.record.start().fen();
        if start != AnyPosition::start(self.record.variant()).fen() {
            add("SetUp", "1");
            add("FEN", &start);
        }
        if let Some(termination) = self.tag("Termination") {
            add("Termination", termination);
        }
        let is_placed = |name: &str| {
            name == "Termination" || DERIVED.contains(&name) || ROSTER.iter().any(|(known, _)| *known == name)
        };
        tags.extend(self.tags.iter().filter(|(name, _)| !is_placed(name)).cloned());
        tags
    }

    /// Plain chess has no such tag: readers that know nothing else would stumble over it.
    fn variant_tag(&self) -> Option<&'static str> {
        let ruleset = Ruleset { variant: self.record.variant(), castling: self.record.start().castles().mode() };
        match (ruleset.variant, ruleset.castling) {
            (Variant::Chess, CastlingMode::Standard) => None,
            (Variant::Chess, CastlingMode::Chess960) => Some("Chess960"),
            (variant, _) => Some(variant.pgn_name()),
        }
    }

    fn movetext(&self) -> Vec<String> {
        let mut words = Vec::new();
        push_comment(&mut words, self.comment(0));
        self.push_variations(&mut words, 0);
        // Black's moves need a number of their own at the start and after a comment.
        let mut is_interrupted = true;
        for (ply, m) in self.record.moves().enumerate() {
            let before = self.record.position_after(ply).expect("a record holds the position before each move");
            let dots = before.turn().fold_wb(".", "...");
            if before.turn().is_white() || is_interrupted {
                words.push(format!("{}{dots}", before.fullmoves()));
            }
            words.push(san(before, m));
            let comment = self.comment(ply + 1);
            push_comment(&mut words, comment);
            is_interrupted = self.push_variations(&mut words, ply + 1) || !comment.is_empty();
        }
        words.push(self.result.to_string());
        words
    }

    /// Those that stand after so many half-moves; whether there are any.
    fn push_variations(&self, words: &mut Vec<String>, plies: usize) -> bool {
        let first = words.len();
        for (_, variation) in self.variations.iter().filter(|(place, _)| *place == plies) {
            push_wrapped(words, &format!("({variation})"));
        }
        words.len() > first
    }
}

/// A closing brace would end the comment early; PGN has no way to protect it.
fn push_comment(words: &mut Vec<String>, comment: &str) {
    let safe = comment.replace('}', ")");
    if safe.trim().is_empty() {
        return;
    }
    push_wrapped(words, &format!("{{{}}}", safe.trim()));
}

/// Words that may stand at the start of a line, where some would read as a tag or as an escaped line.
fn push_wrapped(words: &mut Vec<String>, text: &str) {
    for word in text.split_whitespace() {
        match words.last_mut().filter(|_| word.starts_with(['[', '%'])) {
            Some(previous) => {
                previous.push(' ');
                previous.push_str(word);
            }
            None => words.push(word.to_owned()),
        }
    }
}

fn write_wrapped(f: &mut fmt::Formatter<'_>, words: &[String]) -> fmt::Result {
    let mut column = 0;
    for word in words {
        let width = word.chars().count();
        if column > 0 && column + 1 + width >= COLUMNS {
            writeln!(f)?;
            column = 0;
        } else if column > 0 {
            f.write_str(" ")?;
            column += 1;
        }
        f.write_str(word)?;
        column += width;
    }
    writeln!(f)
}

/// Quotes and backslashes protected; a line break would end the tag.
fn escaped(value: &str) -> String {
    let on_one_line: String = value.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    on_one_line.replace('\\', "\\\\").replace('"', "\\\"")
}
