//! How many positions of a table come to what.

use std::collections::BTreeMap;

use super::Outcome;

/// Positions, by what becomes of them for the side to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(pub BTreeMap<Outcome, u64>);

impl Counts {
    pub fn positions(&self) -> u64 {
        self.0.values().sum()
    }

    pub fn wins(&self) -> u64 {
        self.sum(|outcome| matches!(outcome, Outcome::Win(_)))
    }

    pub fn draws(&self) -> u64 {
        self.sum(|outcome| outcome == Outcome::Draw)
    }

    pub fn losses(&self) -> u64 {
        self.sum(|outcome| matches!(outcome, Outcome::Loss(_)))
    }

    /// Moves of the longest win, if there is any.
    pub fn longest_win(&self) -> Option<u32> {
        self.longest(|outcome| matches!(outcome, Outcome::Win(_)))
    }

    pub fn longest_loss(&self) -> Option<u32> {
        self.longest(|outcome| matches!(outcome, Outcome::Loss(_)))
    }

    fn sum(&self, is_meant: impl Fn(Outcome) -> bool) -> u64 {
        self.0.iter().filter(|(outcome, _)| is_meant(**outcome)).map(|(_, count)| count).sum()
    }

    fn longest(&self, is_meant: impl Fn(Outcome) -> bool) -> Option<u32> {
        self.0.keys().filter(|outcome| is_meant(**outcome)).filter_map(|outcome| outcome.moves()).max()
    }
}

impl FromIterator<Outcome> for Counts {
    fn from_iter<I: IntoIterator<Item = Outcome>>(outcomes: I) -> Counts {
        let mut counts = BTreeMap::new();
        outcomes.into_iter().for_each(|outcome| *counts.entry(outcome).or_insert(0) += 1);
        Counts(counts)
    }
}
