//! How much an answer tells about the class.

use crate::dataset::{Column, Dataset};

/// How many rows there are of each class.
pub struct Counts(Vec<u32>);

/// In bits.
pub struct Gain {
    /// By which the answer lessens what is unknown of the class.
    pub information: f64,
    /// What is unknown of the answer itself.
    pub of_answer: f64,
}

impl Counts {
    pub fn of(dataset: &Dataset, rows: &[u32]) -> Counts {
        let mut counts = vec![0; dataset.class_names.len()];
        rows.iter().for_each(|&row| counts[usize::from(dataset.classes[row as usize])] += 1);
        Counts(counts)
    }

    pub fn is_pure(&self) -> bool {
        self.0.iter().filter(|&&count| count > 0).count() <= 1
    }

    /// The first of the most frequent classes.
    pub fn majority(&self) -> u8 {
        let most = self.0.iter().max().copied().unwrap_or(0);
        self.0.iter().position(|&count| count == most).unwrap_or(0) as u8
    }

    pub fn gain(&self, dataset: &Dataset, rows: &[u32], column: &Column) -> Gain {
        let classes = self.0.len();
        let mut counts = vec![0; usize::from(column.domain) * classes];
        for &row in rows {
            let (value, class) = (column.values[row as usize], dataset.classes[row as usize]);
            counts[usize::from(value) * classes + usize::from(class)] += 1;
        }
        let answers: Vec<u32> = counts.chunks(classes).map(|counts| counts.iter().sum()).collect();
        let remaining: f64 = counts.chunks(classes).map(bits).sum();
        let rows = rows.len() as f64;
        Gain { information: (bits(&self.0) - remaining) / rows, of_answer: bits(&answers) / rows }
    }
}

/// The entropy of counts, times their sum.
fn bits(counts: &[u32]) -> f64 {
    let weighted = |count: u32| if count > 1 { f64::from(count) * f64::from(count).log2() } else { 0.0 };
    weighted(counts.iter().sum()) - counts.iter().map(|&count| weighted(count)).sum::<f64>()
}
