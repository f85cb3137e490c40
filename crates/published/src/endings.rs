//! Part II of the work of 2006, repeated: king and rook against king by a decision tree.
//!
//! Nothing is trained for hours here: every number is worked out anew each time, from the exact table. The file
//! `experiments/published/td2006-krk.toml` says what was printed and what its specification adds; a tree that is played
//! with is kept in the folder, so that anybody can look into it.

mod measure;
#[cfg(test)]
mod tests;

use std::fmt;
use std::path::Path;

use hetman_arena::conversion::ConversionError;
use hetman_arena::stats::Score;
use hetman_lab::folder::DiskError;
use serde::{Deserialize, Serialize};

use crate::spread::Measured;
use measure::Measures;

/// What the series is called.
pub const ENDING_SERIES: &str = "td2006-krk";

const FILE: &str = include_str!("../../../experiments/published/td2006-krk.toml");

/// Why it cannot be repeated.
#[derive(Debug, thiserror::Error)]
pub enum EndingError {
    #[error(transparent)]
    Disk(#[from] DiskError),
    #[error(transparent)]
    Play(#[from] ConversionError),
    #[error("stopped: the same command begins again")]
    Stopped,
}

/// The file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndingSeries {
    pub title: String,
    pub source: String,
    #[serde(rename = "row")]
    pub rows: Vec<EndingRow>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndingRow {
    pub name: String,
    pub what: String,
    tree: Option<TreeSettings>,
    measure: Measure,
    claims: Vec<Claim>,
}

/// How a tree is learned and asked.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct TreeSettings {
    attributes: TreeAttributes,
    extent: TreeExtent,
    #[serde(default)]
    mapped: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum TreeAttributes {
    Published,
    Raw,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum TreeExtent {
    Canonical,
    Full,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Measure {
    Set,
    Tree,
    Play { against: String, positions: usize },
}

/// A number of the work, or of its specification.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Claim {
    quantity: String,
    printed: Option<f64>,
    specified: Option<f64>,
    words: Option<String>,
    /// How far ours may be off.
    #[serde(default)]
    within: f64,
    /// Ours may be larger.
    #[serde(default)]
    at_least: bool,
    /// Of so many games: the number has an interval of its own.
    of: Option<u64>,
}

/// A number of theirs beside ours.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EndingLine {
    pub row: String,
    pub what: String,
    pub quantity: String,
    /// What was printed, or specified.
    pub published: String,
    pub is_printed: bool,
    pub ours: Option<Measured>,
    pub agrees: bool,
}

impl EndingSeries {
    /// As it is built into the program.
    pub fn built_in() -> EndingSeries {
        toml::from_str(FILE).expect("a test reads what is built in")
    }

    /// Works out every number; `told` hears which row is next.
    pub fn repeat(
        &self,
        folder: &Path,
        threads: usize,
        seed: u64,
        stop: &(dyn Fn() -> bool + Sync),
        told: &dyn Fn(&str),
    ) -> Result<Vec<EndingLine>, EndingError> {
        let mut measures = Measures::new(folder, threads, seed, stop);
        let mut lines = Vec::new();
        for row in &self.rows {
            told(&row.name);
            let measured = measures.of(row)?;
            lines.extend(row.claims.iter().map(|claim| line(row, claim, measured.get(claim.quantity.as_str()))));
        }
        Ok(lines)
    }
}

/// All lines under their rows, as `docs/td2006-krk.txt` has them.
pub fn ending_text(series: &EndingSeries, lines: &[EndingLine], seed: u64) -> String {
    let EndingSeries { title, source, .. } = series;
    let mut text = format!("{ENDING_SERIES}: {title} ({source}); `hetman reproduce {ENDING_SERIES} --seed {seed}`\n");
    let mut row = "";
    for line in lines {
        if row != line.row {
            row = &line.row;
            text += &format!("\n{row}: {}\n", line.what);
        }
        text += &format!("{line}\n");
    }
    text
}

fn line(row: &EndingRow, claim: &Claim, ours: Option<&Measured>) -> EndingLine {
    EndingLine {
        row: row.name.clone(),
        what: row.what.clone(),
        quantity: claim.quantity.clone(),
        published: claim.text(),
        is_printed: claim.printed.is_some(),
        ours: ours.cloned(),
        agrees: ours.is_some_and(|ours| claim.agrees(ours)),
    }
}

impl Claim {
    fn value(&self) -> f64 {
        self.printed.or(self.specified).unwrap_or_default()
    }

    /// Where the number lies, by its games if it comes from games.
    fn range(&self) -> [f64; 2] {
        let value = self.value();
        let of_games = |games: u64| {
            let wins = (value * games as f64 / 100.0).round() as u64;
            Measured::of_games(Score { wins, draws: 0, losses: games - wins })
        };
        match self.of.and_then(of_games) {
            Some(games) => [games.low(), games.high()],
            None => [value - self.within, if self.at_least { f64::INFINITY } else { value + self.within }],
        }
    }

    /// Whether ours and theirs have a value in common.
    fn agrees(&self, ours: &Measured) -> bool {
        let [low, high] = self.range();
        ours.low() <= high && low <= ours.high()
    }

    fn text(&self) -> String {
        let games = self.of.map_or_else(String::new, |games| format!(" of {games} games"));
        self.words.clone().unwrap_or_else(|| format!("{}{games}", self.value()))
    }
}

impl fmt::Display for EndingLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ours = self
            .ours
            .as_ref()
            .map_or_else(|| "-".to_owned(), |ours| format!("{}", (ours.value * 100.0).round() / 100.0));
        let interval = self.ours.as_ref().and_then(|ours| ours.interval);
        let interval = interval.map_or_else(String::new, |[low, high]| format!(" ({low:.1} to {high:.1})"));
        let source = if self.is_printed { "printed" } else { "specified" };
        let verdict = if self.agrees { "agrees" } else { "differs" };
        let (quantity, published) = (&self.quantity, &self.published);
        write!(f, "  {quantity:<44}{published:>22} {source:<10}{:>24}  {verdict}", format!("{ours}{interval}"))
    }
}
