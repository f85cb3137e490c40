//! What came of a row, beside what was printed.

use std::fmt;

use serde::Serialize;

use crate::claim::{Published, Verdict};
use crate::request::{Overrides, RowRequest};
use crate::series::Row;
use crate::spread::Measured;

/// The table of a row in its folder, as data.
pub const RESULT: &str = "result.json";

/// One quantity.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    pub quantity: String,
    pub published: String,
    pub ours: Option<Measured>,
    pub verdict: Verdict,
    #[serde(skip)]
    decimals: usize,
}

impl Line {
    pub fn new(published: &Published, ours: Option<Measured>) -> Line {
        Line {
            quantity: published.label(),
            published: published.text(),
            verdict: published.verdict(ours.as_ref()),
            ours,
            decimals: published.quantity.decimals(),
        }
    }

    /// The line's cells as a table shows them.
    pub fn cells(&self) -> [String; 5] {
        let digits = self.decimals;
        let nothing = || "-".to_owned();
        let ours = self.ours.map_or_else(nothing, |ours| format!("{:.digits$}", ours.value));
        let interval = self.ours.and_then(|ours| ours.interval);
        let interval = interval.map_or_else(nothing, |[low, high]| format!("{low:.digits$} to {high:.digits$}"));
        let published = if self.published.is_empty() { nothing() } else { self.published.clone() };
        [self.quantity.clone(), published, ours, interval, self.verdict.to_string()]
    }
}

/// A finished row.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    pub name: String,
    pub source: String,
    pub title: String,
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
    /// Why ours differs.
    pub explanation: Option<String>,
}

pub const HEADINGS: [&str; 5] = ["", "published", "ours", "95 % interval", "met"];

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} ({}): {}", self.name, self.source, self.what)?;
        let rows: Vec<[String; 5]> =
            std::iter::once(HEADINGS.map(str::to_owned)).chain(self.lines.iter().map(Line::cells)).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: [usize; 5] = std::array::from_fn(width);
        for row in &rows {
            let [quantity, published, ours, interval, met] = row;
            let text = format!(
                "  {quantity:<0$}  {published:>1$}  {ours:>2$}  {interval:>3$}  {met}",
                widths[0], widths[1], widths[2], widths[3]
            );
            writeln!(f, "{}", text.trim_end())?;
        }
        for note in self.notes().chain([self.played.as_str()]) {
            writeln!(f, "  {note}")?;
        }
        write!(f, "  {}", self.command)
    }
}

impl Outcome {
    pub fn new(request: &RowRequest, played: String, lines: Vec<Line>, faults: Vec<String>) -> Outcome {
        let Row { name, source, title, what, explanation, .. } = request.row.clone();
        let (command, overrides) = (request.command(), request.overrides.clone());
        Outcome { name, source, title, what, command, overrides, played, lines, faults, explanation }
    }

    /// What a reader should know besides.
    pub fn notes(&self) -> impl Iterator<Item = &str> {
        self.faults.iter().chain(&self.explanation).map(String::as_str)
    }

    pub fn to_markdown(&self) -> String {
        let row = |cells: [String; 5]| format!("| {} |\n", cells.map(|cell| cell.replace('|', "\\|")).join(" | "));
        let lines: String = self.lines.iter().map(|line| row(line.cells())).collect();
        let head = row(HEADINGS.map(str::to_owned));
        let notes: String = self.notes().map(|note| format!("{note}. ")).collect();
        format!(
            "**{}** ({}): {}\n\n{head}|---|---|---|---|---|\n{lines}\n{notes}{}: `{}`\n",
            self.name, self.source, self.what, self.played, self.command
        )
    }
}
