//! Decision trees out of rows: ID3 and its children.
//!
//! ID3 (Quinlan 1986) asks, wherever classes are mixed, for the column that tells most about them; C4.5's gain ratio
//! (Quinlan 1993) does so without preferring columns of many values; reduced-error pruning (Quinlan 1987) takes back what
//! rows that were held out do not confirm.

mod gain;
mod methods;
mod pruning;
#[cfg(test)]
mod tests;

pub use methods::{GrowTree, Learner, Lesson, METHODS, Method, cross_validation};
pub use pruning::pruned;

use std::cell::Cell;

use crate::dataset::Dataset;
use crate::table::Progress;
use crate::tree::Node;
use gain::Counts;

/// What the best question is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// The one with the largest information gain.
    Gain,
    /// Of those with at least the mean gain, the one with the largest gain for the information of its answer.
    GainRatio,
}

/// Rounding makes gains that are equal differ by less than this, and others by more.
const EQUAL: f64 = 1e-9;

/// Grows a tree until every leaf is of one class, or no question tells anything. Of equal questions the first is asked.
/// `progress` hears how many rows have come to a leaf; `None` once it does not want the tree any more.
pub fn grow(dataset: &Dataset, rows: Vec<u32>, criterion: Criterion, progress: &dyn Progress) -> Option<Node> {
    let (settled, all) = (Cell::new(0), rows.len() as u64);
    Grower { dataset, criterion, progress, settled, all }.node(rows)
}

/// The rows by their value of a column.
fn split(dataset: &Dataset, rows: &[u32], column: usize) -> Vec<Vec<u32>> {
    let mut parts = vec![Vec::new(); usize::from(dataset.columns[column].domain)];
    rows.iter().for_each(|&row| parts[usize::from(dataset.value(row as usize, column))].push(row));
    parts
}

struct Grower<'a> {
    dataset: &'a Dataset,
    criterion: Criterion,
    progress: &'a dyn Progress,
    /// Rows that have come to a leaf, of all.
    settled: Cell<u64>,
    all: u64,
}

impl Grower<'_> {
    fn node(&self, rows: Vec<u32>) -> Option<Node> {
        let counts = Counts::of(self.dataset, &rows);
        let best = if counts.is_pure() { None } else { self.best_column(&rows, &counts) };
        if self.progress.is_stopped() {
            return None;
        }
        let Some(column) = best else {
            self.settled.set(self.settled.get() + rows.len() as u64);
            self.progress.advance(self.settled.get(), self.all);
            return Some(Node::Leaf(counts.majority()));
        };
        let parts = split(self.dataset, &rows, column);
        drop(rows);
        let branch = |rows: Vec<u32>| if rows.is_empty() { Some(None) } else { self.node(rows).map(Some) };
        let branches = parts.into_iter().map(branch).collect::<Option<_>>()?;
        Some(Node::Split { column: column as u16, branches })
    }

    fn best_column(&self, rows: &[u32], counts: &Counts) -> Option<usize> {
        let gains: Vec<_> = self.dataset.columns.iter().map(|column| counts.gain(self.dataset, rows, column)).collect();
        let telling = || gains.iter().enumerate().filter(|(_, gain)| gain.information > EQUAL);
        match self.criterion {
            Criterion::Gain => first_largest(telling().map(|(index, gain)| (index, gain.information))),
            Criterion::GainRatio => {
                let mean = telling().map(|(_, gain)| gain.information).sum::<f64>() / telling().count().max(1) as f64;
                let good = telling().filter(|(_, gain)| gain.information + EQUAL > mean);
                first_largest(good.map(|(index, gain)| (index, gain.information / gain.of_answer)))
            }
        }
    }
}

/// The first of those that are as large as any.
fn first_largest(values: impl Iterator<Item = (usize, f64)>) -> Option<usize> {
    let larger = |best: (usize, f64), next: (usize, f64)| if next.1 > best.1 + EQUAL { next } else { best };
    values.reduce(larger).map(|(index, _)| index)
}
