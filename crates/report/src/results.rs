//! Games won, drawn and lost, by which rule they ended, and how long they were.

use std::collections::BTreeMap;

use super::moments::number;
use super::page::PageBuilder;

/// Won, drawn, lost.
pub type Tally = [u64; 3];

/// Of the cells of a tally, and what they are of.
pub const HEADS: [&str; 6] = ["", "games", "won", "drawn", "lost", "score, %"];

pub fn share(tally: Tally) -> Option<f64> {
    let [won, drawn, lost] = tally.map(|count| count as f64);
    let games = won + drawn + lost;
    (games > 0.0).then(|| 100.0 * (won + drawn / 2.0) / games)
}

pub fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".to_owned(), |share| number(share, 1))
}

/// A tally in a row of a table: games, won, drawn, lost, share of the points.
pub fn cells(tally: Tally) -> Vec<String> {
    let counts = std::iter::once(tally.iter().sum()).chain(tally);
    counts.map(|count: u64| count.to_string()).chain([percent(share(tally))]).collect()
}

/// How games ended, the most frequent first.
pub fn endings<'a>(games: impl Iterator<Item = &'a str>) -> Vec<(String, u64)> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    games.for_each(|ending| *counts.entry(ending).or_default() += 1);
    let mut counts: Vec<(String, u64)> = counts.into_iter().map(|(ending, count)| (ending.to_owned(), count)).collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts
}

pub fn endings_table(page: &mut PageBuilder, endings: &[(String, u64)]) {
    page.table("How the games ended.", &["ended by", "games", "%"], shares(endings));
}

fn shares(endings: &[(String, u64)]) -> Vec<Vec<String>> {
    let all: u64 = endings.iter().map(|(_, count)| count).sum();
    let share = |count: u64| number(100.0 * count as f64 / all as f64, 1);
    endings.iter().map(|(ending, count)| vec![ending.clone(), count.to_string(), share(*count)]).collect()
}

/// A sentence about half-moves; `None` without games.
pub fn lengths(plies: impl Iterator<Item = u32>) -> Option<String> {
    let mut plies: Vec<u32> = plies.collect();
    plies.sort_unstable();
    let (shortest, longest) = (*plies.first()?, *plies.last()?);
    let mean = plies.iter().map(|&plies| f64::from(plies)).sum::<f64>() / plies.len() as f64;
    let median = plies[plies.len() / 2];
    Some(format!(
        "Games lasted {mean:.1} half-moves in the mean and {median} in the median, from {shortest} to {longest}."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_come_by_frequency() {
        let found = endings(["mate", "draw", "mate"].into_iter());
        assert_eq!(found, [("mate".to_owned(), 2), ("draw".to_owned(), 1)]);
        assert_eq!(shares(&found)[0], ["mate", "2", "66.7"]);
    }

    #[test]
    fn lengths_are_told_in_a_sentence() {
        assert_eq!(lengths(std::iter::empty()), None);
        let told = lengths([10, 40, 22].into_iter()).unwrap();
        assert!(told.contains("24.0 half-moves in the mean and 22 in the median, from 10 to 40"), "{told}");
    }

    #[test]
    fn nothing_played_has_no_share() {
        assert_eq!(cells([0, 0, 0]), ["0", "0", "0", "0", "–"]);
        assert_eq!(cells([1, 2, 1]), ["4", "1", "2", "1", "50.0"]);
    }
}
