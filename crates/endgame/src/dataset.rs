//! What learners see: rows of small whole numbers with names, and the class of each row.

mod sampling;
#[cfg(test)]
mod tests;

pub use sampling::{Extent, Target, UnknownExtent, dataset, samples};

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// A number of every row.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    pub name: String,
    /// Values are below this.
    pub domain: u8,
    pub values: Vec<u8>,
}

/// Rows, kept by column, and their classes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dataset {
    pub columns: Vec<Column>,
    /// What the classes are called.
    pub class_names: Vec<String>,
    /// Each an index into the names.
    pub classes: Vec<u8>,
}

impl Dataset {
    /// No rows yet.
    pub fn new<'a>(columns: impl IntoIterator<Item = (&'a str, u8)>, class_names: Vec<String>) -> Dataset {
        let column = |(name, domain): (&str, u8)| Column { name: name.to_owned(), domain, values: Vec::new() };
        Dataset { columns: columns.into_iter().map(column).collect(), class_names, classes: Vec::new() }
    }

    /// Adds a row, a value for each column.
    pub fn push(&mut self, values: impl IntoIterator<Item = u8>, class: u8) {
        for (column, value) in self.columns.iter_mut().zip(values) {
            debug_assert!(value < column.domain, "{} is {value}", column.name);
            column.values.push(value);
        }
        self.classes.push(class);
    }

    pub fn rows(&self) -> usize {
        self.classes.len()
    }

    pub fn value(&self, row: usize, column: usize) -> u8 {
        self.columns[column].values[row]
    }

    /// All values of a row.
    pub fn row(&self, row: usize) -> impl Iterator<Item = u8> + '_ {
        self.columns.iter().map(move |column| column.values[row])
    }

    /// How many rows there are of each class.
    pub fn class_counts(&self) -> Vec<usize> {
        let mut counts = vec![0; self.class_names.len()];
        self.classes.iter().for_each(|&class| counts[usize::from(class)] += 1);
        counts
    }

    /// The numbers of all rows, shuffled.
    pub fn shuffled(&self, seed: u64) -> Vec<u32> {
        let mut rows: Vec<u32> = (0..self.rows() as u32).collect();
        rows.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        rows
    }

    /// Comma-separated values under a line of names, the class last.
    pub fn to_csv(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|column| column.name.as_str()).chain(["class"]).collect();
        names.join(",") + "\n" + &self.lines()
    }

    /// Weka's attribute-relation file format.
    pub fn to_arff(&self, relation: &str) -> String {
        let attribute = |column: &Column| {
            let values: Vec<String> = (0..column.domain).map(|value| value.to_string()).collect();
            format!("@attribute {} {{{}}}\n", column.name, values.join(","))
        };
        let attributes: String = self.columns.iter().map(attribute).collect();
        let classes = self.class_names.join(",");
        format!("@relation {relation}\n\n{attributes}@attribute class {{{classes}}}\n\n@data\n{}", self.lines())
    }

    fn lines(&self) -> String {
        let mut text = String::new();
        for row in 0..self.rows() {
            self.row(row).for_each(|value| text.extend([&value.to_string(), ","]));
            text.extend([self.class_names[usize::from(self.classes[row])].as_str(), "\n"]);
        }
        text
    }
}
