//! What came of a row, beside what was printed.

use std::fmt;

use serde::Serialize;

use crate::claim::Published;
use crate::request::{Overrides, RowRequest};
use crate::spread::Measured;
use crate::verdict::{Evidence, RULE, Verdict, verdict};

/// The table of a row in its folder, as data.
pub const RESULT: &str = "result.json";

/// One quantity.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    pub quantity: String,
    pub published: String,
    pub ours: Option<Measured>,
    pub verdict: Verdict,
    /// Why it cannot be told.
    pub reason: Option<String>,
    #[serde(skip)]
    decimals: usize,
}

impl Line {
    pub fn new(published: &Published, ours: Option<Measured>, evidence: Evidence) -> Line {
        let (verdict, reason) = verdict(published, ours.as_ref(), evidence);
        let decimals = published.quantity.decimals();
        Line { quantity: published.label(), published: published.text(), ours, verdict, reason, decimals }
    }

    /// Ours alone, and its interval.
    pub fn numbers(&self) -> [String; 2] {
        numbers(self.ours.as_ref(), self.decimals)
    }

    /// The line's cells as a table shows them.
    pub fn cells(&self) -> [String; 5] {
        let [ours, interval] = self.numbers();
        let published = if self.published.is_empty() { "-".to_owned() } else { self.published.clone() };
        let reason = self.reason.as_ref().map_or_else(String::new, |reason| format!(" ({reason})"));
        [self.quantity.clone(), published, ours, interval, format!("{}{reason}", self.verdict)]
    }
}

/// A number of ours and its interval, as tables show them.
pub fn numbers(ours: Option<&Measured>, decimals: usize) -> [String; 2] {
    let nothing = || "-".to_owned();
    let value = ours.map_or_else(nothing, |ours| format!("{:.decimals$}", ours.value));
    let interval = ours.and_then(|ours| ours.interval);
    let in_words = |[low, high]: [f64; 2]| match low == high {
        true => "exact".to_owned(),
        false => format!("{low:.decimals$} to {high:.decimals$}"),
    };
    [value, interval.map_or_else(nothing, in_words)]
}

/// A finished row.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    pub name: String,
    pub source: String,
    pub what: String,
    /// What repeats it.
    pub command: String,
    #[serde(rename = "choices")]
    pub overrides: Overrides,
    /// How much was played, in words.
    pub played: String,
    pub lines: Vec<Line>,
    /// Who lost games by misbehaving.
    pub faults: Vec<String>,
}

pub const HEADINGS: [&str; 5] = ["", "published", "ours", "95 % interval", "verdict"];

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} ({}): {}\n  {RULE}", self.name, self.source, self.what)?;
        let rows: Vec<[String; 5]> =
            std::iter::once(HEADINGS.map(str::to_owned)).chain(self.lines.iter().map(Line::cells)).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: [usize; 5] = std::array::from_fn(width);
        for [quantity, published, ours, interval, verdict] in &rows {
            let [first, second, third, fourth, _] = widths;
            let text =
                format!("  {quantity:<first$}  {published:>second$}  {ours:>third$}  {interval:>fourth$}  {verdict}");
            writeln!(f, "{}", text.trim_end())?;
        }
        for note in self.faults.iter().chain([&self.played]) {
            writeln!(f, "  {note}")?;
        }
        write!(f, "  {}", self.command)
    }
}

impl Outcome {
    pub fn new(request: &RowRequest, played: String, lines: Vec<Line>, faults: Vec<String>) -> Outcome {
        let row = request.row;
        Outcome {
            name: row.name.clone(),
            source: row.source.clone(),
            what: row.what.clone(),
            command: request.command(),
            overrides: request.overrides.clone(),
            played,
            lines,
            faults,
        }
    }
}
