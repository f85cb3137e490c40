//! The table as text, in aligned columns, with what must be known to read it below.

use std::fmt;

use super::{CrossTable, Row};
use crate::stats::Score;

impl fmt::Display for CrossTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<Vec<String>> =
            std::iter::once(self.heading()).chain(self.rows.iter().map(|row| self.cells(row))).collect();
        let widths: Vec<usize> = (0..lines[0].len())
            .map(|column| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0))
            .collect();
        for line in &lines {
            let cells = line.iter().zip(&widths).enumerate();
            let aligned: Vec<String> = cells.map(|(column, (cell, &width))| align(column, cell, width)).collect();
            writeln!(f, "{}", aligned.join("  ").trim_end())?;
        }
        write!(f, "{}", self.notes().join("\n"))
    }
}

/// Names to the left, numbers to the right.
fn align(column: usize, cell: &str, width: usize) -> String {
    if column == 1 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
}

impl CrossTable {
    fn heading(&self) -> Vec<String> {
        let fixed = ["#", "Player", "Rating", "+-", "Points", "N", "W", "D", "L", "S-B"].map(str::to_owned);
        fixed.into_iter().chain((1..=self.rows.len()).map(|place| place.to_string())).collect()
    }

    fn cells(&self, row: &Row) -> Vec<String> {
        let Score { wins, draws, losses } = row.score;
        let rating = |of: &dyn Fn(super::Rating) -> f64| {
            row.rating.map_or("-".to_owned(), |r| format!("{}", of(r).round() as i64))
        };
        let fixed = [
            row.rank.to_string(),
            row.name.clone(),
            rating(&|rating| rating.value),
            rating(&|rating| rating.error),
            format!("{:.1}", row.points),
            row.games.to_string(),
            wins.to_string(),
            draws.to_string(),
            losses.to_string(),
            format!("{:.2}", row.sonneborn_berger),
        ];
        let against = self.rows.iter().map(|opponent| meeting(row, opponent));
        fixed.into_iter().chain(against).collect()
    }

    /// What the ratings mean, and what is wrong with them.
    fn notes(&self) -> Vec<String> {
        if self.groups.is_empty() {
            return vec!["Ratings: none, no game is finished.".to_owned()];
        }
        let anchor = match self.anchor.player {
            Some(player) => self.name(player),
            None => "the average",
        };
        let mut notes =
            vec![format!("Ratings: maximum likelihood with 95 % intervals, {anchor} at {:.0}.", self.anchor.rating)];
        if !self.groups_with_virtual_draws.is_empty() {
            let names = self.groups_with_virtual_draws.iter().map(|&group| self.names(group)).collect::<Vec<_>>();
            notes.push(format!(
                "One virtual draw for any two who met keeps ratings finite among {}, where some have not scored against \
                 the others.",
                names.join("; among ")
            ));
        }
        if self.groups.len() > 1 {
            let names: Vec<String> = (0..self.groups.len()).map(|group| self.names(group)).collect();
            notes.push(format!(
                "No game connects {}: their ratings cannot be compared; a group without {anchor} has its average at {:.0}.",
                names.join(" with "),
                self.anchor.rating
            ));
        }
        notes
    }

    fn name(&self, player: usize) -> &str {
        self.rows.iter().find(|row| row.player == player).map_or("", |row| &row.name)
    }

    fn names(&self, group: usize) -> String {
        let names: Vec<&str> = self.groups[group].iter().map(|&player| self.name(player)).collect();
        format!("({})", names.join(", "))
    }
}

/// Points and games against one opponent.
fn meeting(row: &Row, opponent: &Row) -> String {
    let score = row.against[opponent.player];
    match score.games() {
        _ if row.player == opponent.player => "*".to_owned(),
        0 => "-".to_owned(),
        games => format!("{}/{games}", score.points()),
    }
}
