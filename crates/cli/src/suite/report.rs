//! What players made of a suite: counted by theme, as a table and as JSON.

use std::fmt::Write;
use std::path::Path;

use hetman_arena::suite::{Attempt, SuiteTask};
use hetman_rules::{Ruleset, san, uci};
use serde_json::{Value, json};

pub struct SuiteReport<'a> {
    /// The file's name.
    pub suite: String,
    pub ruleset: Ruleset,
    pub tasks: &'a [SuiteTask],
    pub sheets: Vec<Sheet>,
}

/// The attempts of one player, in the order of the tasks.
pub struct Sheet {
    pub player: String,
    /// `None` where the player was not asked.
    pub attempts: Vec<Option<Attempt>>,
}

/// Some attempts, added up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    pub positions: usize,
    pub points: u32,
    pub maximum: u32,
    /// Positions with the most points there are.
    pub solved: usize,
    pub faults: usize,
    pub seconds: f64,
}

impl Tally {
    fn add(mut self, task: &SuiteTask, attempt: &Attempt) -> Tally {
        self.positions += 1;
        self.points += attempt.points;
        self.maximum += task.merit.maximum();
        self.solved += usize::from(attempt.points == task.merit.maximum());
        self.faults += usize::from(attempt.answer.is_err());
        self.seconds += attempt.elapsed.as_secs_f64();
        self
    }

    /// Points of a hundred.
    pub fn per_cent(&self) -> f64 {
        100.0 * f64::from(self.points) / f64::from(self.maximum.max(1))
    }

    pub fn seconds_per_position(&self) -> f64 {
        self.seconds / self.positions.max(1) as f64
    }
}

impl<'a> SuiteReport<'a> {
    pub fn new(file: &Path, ruleset: Ruleset, tasks: &'a [SuiteTask]) -> SuiteReport<'a> {
        let suite = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
        SuiteReport { suite, ruleset, tasks, sheets: Vec::new() }
    }

    pub fn is_finished(&self) -> bool {
        self.sheets.iter().all(|sheet| sheet.attempts.iter().all(Option::is_some))
    }

    /// In the order in which the file has them.
    pub fn themes(&self) -> Vec<&str> {
        let mut themes: Vec<&str> = Vec::new();
        for task in self.tasks {
            if !themes.contains(&task.theme.as_str()) {
                themes.push(&task.theme);
            }
        }
        themes
    }

    pub fn tally(&self, sheet: &Sheet, theme: &str) -> Tally {
        self.count(sheet, |task| task.theme == theme)
    }

    pub fn total(&self, sheet: &Sheet) -> Tally {
        self.count(sheet, |_| true)
    }

    fn count(&self, sheet: &Sheet, belongs: impl Fn(&SuiteTask) -> bool) -> Tally {
        let tried = self.tasks.iter().zip(&sheet.attempts).filter(|(task, _)| belongs(task));
        let made = tried.filter_map(|(task, attempt)| Some((task, attempt.as_ref()?)));
        made.fold(Tally::default(), |tally, (task, attempt)| tally.add(task, attempt))
    }

    /// Every fault in a line.
    pub fn faults(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for sheet in &self.sheets {
            for (task, attempt) in self.tasks.iter().zip(&sheet.attempts) {
                if let Some(Err(fault)) = attempt.as_ref().map(|attempt| &attempt.answer) {
                    lines.push(format!("{} {fault} in {}", sheet.player, task.name));
                }
            }
        }
        lines
    }

    /// A line for each theme and one for all; players side by side.
    pub fn table(&self) -> String {
        let mut text = String::new();
        for (letter, sheet) in letters().zip(&self.sheets) {
            let total = self.total(sheet);
            let _ = writeln!(
                text,
                "{letter}: {}, {} positions, {:.3} s each",
                sheet.player,
                total.positions,
                total.seconds_per_position()
            );
        }
        let themes = self.themes();
        let width = themes.iter().map(|theme| theme.chars().count()).max().unwrap_or(0).max("theme".len());
        let heads: String = letters().take(self.sheets.len()).map(head).collect();
        let _ = writeln!(text, "{:<width$}{heads}", "theme");
        for theme in themes {
            let cells: String = self.sheets.iter().map(|sheet| cells(&self.tally(sheet, theme))).collect();
            let _ = writeln!(text, "{theme:<width$}{cells}");
        }
        let cells: String = self.sheets.iter().map(|sheet| cells(&self.total(sheet))).collect();
        let _ = writeln!(text, "{:<width$}{cells}", "total");
        text
    }

    pub fn json(&self) -> Value {
        let players: Vec<Value> = self.sheets.iter().map(|sheet| self.player_json(sheet)).collect();
        json!({
            "suite": self.suite,
            "variant": self.ruleset.to_string(),
            "positions": self.tasks.len(),
            "finished": self.is_finished(),
            "players": players,
        })
    }

    fn player_json(&self, sheet: &Sheet) -> Value {
        let theme = |name: &str| {
            let mut tally = tally_json(&self.tally(sheet, name));
            tally["theme"] = json!(name);
            tally
        };
        let tried = self.tasks.iter().zip(&sheet.attempts);
        let attempts = tried.filter_map(|(task, attempt)| Some(attempt_json(task, attempt.as_ref()?)));
        let mut player = tally_json(&self.total(sheet));
        player["player"] = json!(sheet.player);
        player["themes"] = self.themes().into_iter().map(theme).collect();
        player["attempts"] = attempts.collect();
        player
    }
}

/// What players are called where their word would be too long.
pub fn letters() -> impl Iterator<Item = String> {
    (0..).map(|number: u32| match u8::try_from(number) {
        Ok(number) if number < 26 => char::from(b'A' + number).to_string(),
        _ => (number + 1).to_string(),
    })
}

fn head(letter: String) -> String {
    format!("  {:>13} {:>6} {:>7}", format!("{letter} points"), "%", "solved")
}

fn cells(tally: &Tally) -> String {
    let points = format!("{}/{}", tally.points, tally.maximum);
    format!("  {points:>13} {:>6.1} {:>7}", tally.per_cent(), tally.solved)
}

fn tally_json(tally: &Tally) -> Value {
    json!({
        "positions": tally.positions,
        "points": tally.points,
        "maximum": tally.maximum,
        "per_cent": tally.per_cent(),
        "solved": tally.solved,
        "faults": tally.faults,
        "seconds_per_position": tally.seconds_per_position(),
    })
}

fn attempt_json(task: &SuiteTask, attempt: &Attempt) -> Value {
    let position = &task.position;
    let played = attempt.answer.as_ref().ok();
    json!({
        "id": task.name,
        "theme": task.theme,
        "fen": position.fen(),
        "expected": task.merit.in_words(position),
        "played": played.map(|&m| san(position, m)),
        "played_uci": played.map(|&m| uci(position, m)),
        "fault": attempt.answer.as_ref().err().map(ToString::to_string),
        "points": attempt.points,
        "maximum": task.merit.maximum(),
        "milliseconds": attempt.elapsed.as_millis() as u64,
        "depth": attempt.remark.depth,
        "nodes": attempt.remark.nodes,
    })
}
