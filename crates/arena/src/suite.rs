//! Test suites: positions, and what each move there is worth.
//!
//! A suite is an EPD file. Either its lines say which moves solve a position (`bm`) or spoil it (`am`), which is worth one
//! point or none; or they give points to several moves, as the Strategic Test Suite does: `c0 "f5=10, Be5+=2"`, or the
//! moves in `c9` or `c7` and their points in `c8`. The `id` of a line also tells its theme, by which results are counted.
//!
//! Every position is asked as a game of its own, so that no answer depends on another.

mod ask;
mod merit;
#[cfg(test)]
mod tests;
mod theme;

use std::io::{self, BufRead, Read};

use hetman_rules::pgn::decompressed;
use hetman_rules::{AnyPosition, GameRecord, MoveError, Quote, Ruleset, epd};

pub use ask::{Attempt, SuiteAnswer, SuiteDescription, SuiteQuestion, ask_all};
pub use merit::Merit;

use theme::Themes;

/// A position of a suite.
#[derive(Clone, Debug)]
pub struct SuiteTask {
    /// Line of the file, from 1.
    pub line: u64,
    /// The `id`, or the line where there is none.
    pub name: String,
    pub theme: String,
    pub position: AnyPosition,
    pub merit: Merit,
}

/// Why a file is no suite.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    #[error("{problem} (read as {ruleset}; --variant names another game)")]
    Line { problem: epd::EpdError, ruleset: Ruleset },
    #[error("line {line}: {what}")]
    SuiteTask { line: u64, what: TaskError },
    #[error("it holds no position")]
    Empty,
    #[error(transparent)]
    Unreadable(#[from] io::Error),
}

/// Why a position is no task.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TaskError {
    #[error("the position has neither bm nor am nor points in c0 or c8")]
    NoMerit,
    #[error("the game is over in this position")]
    Over,
    #[error("'{list}' names {moves} moves and 'c8' has {points} points")]
    Lengths { list: &'static str, moves: usize, points: usize },
    #[error("'{0}' in 'c8' is no number of points")]
    Points(Quote),
    #[error("in '{list}': {problem}")]
    Move { list: &'static str, problem: MoveError },
}

/// Reads a suite, packed or plain. The first line that is broken makes the whole file unusable: a suite of other positions
/// would give other numbers.
pub fn read<'a>(ruleset: Ruleset, input: impl Read + Send + 'a) -> Result<Vec<SuiteTask>, SuiteError> {
    let text: Box<dyn BufRead + Send + 'a> = decompressed(input)?;
    let mut themes = Themes::default();
    let tasks: Result<Vec<SuiteTask>, SuiteError> = epd::read(ruleset, text)
        .map(|(line, read)| {
            let epd = read.map_err(|problem| SuiteError::Line { problem, ruleset })?;
            task(line, epd, &mut themes).map_err(|what| SuiteError::SuiteTask { line, what })
        })
        .collect();
    match tasks {
        Ok(tasks) if tasks.is_empty() => Err(SuiteError::Empty),
        tasks => tasks,
    }
}

fn task(line: u64, epd: epd::Epd, themes: &mut Themes) -> Result<SuiteTask, TaskError> {
    if crate::openings::is_over(&GameRecord::new(epd.position.clone())) {
        return Err(TaskError::Over);
    }
    let merit = Merit::of(&epd)?;
    let id = epd.id().filter(|id| !id.trim().is_empty());
    let theme = themes.of(id.as_deref().unwrap_or_default());
    let name = id.unwrap_or_else(|| format!("line {line}"));
    Ok(SuiteTask { line, name, theme, position: epd.position, merit })
}
