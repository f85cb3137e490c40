//! Trees and lists of rules as source files that depend on nothing, in several languages.
//!
//! Each begins with the functions that measure a position (`measures.*`; in Rust the very ones of this program). A
//! language is a file with a [`Language`] and its line in [`LANGUAGES`].

mod c;
mod python;
mod rust;
mod strategy;
#[cfg(test)]
mod tests;

use hetman_parameters::{Named, Registry};

pub use strategy::{NotExported, RuleSource};

use crate::attributes::Attribute;
use crate::decision_tree::{DecisionTree, letters};
use crate::tree::Node;

/// A language that trees and rules are written in.
#[derive(Debug)]
pub struct Language {
    pub name: &'static str,
    /// Of its files.
    pub extension: &'static str,
    /// What a comment begins with.
    comment: &'static str,
    /// Everything about positions: the pieces, and the attributes by their numbers.
    positions: fn(&str, &[Attribute]) -> String,
    tree: fn(&DecisionTree) -> String,
    rules: fn(&RuleSource) -> String,
}

impl Language {
    pub fn write(&self, tree: &DecisionTree) -> String {
        let positions = (self.positions)(&pieces(tree), &tree.attributes);
        head(tree, self.comment) + &positions + &(self.tree)(tree)
    }

    pub fn write_rules(&self, source: &RuleSource) -> String {
        let positions = (self.positions)(&source.pieces(), &source.attributes);
        source.head(self.comment) + &positions + &(self.rules)(source)
    }
}

impl Named for Language {
    fn name(&self) -> &str {
        self.name
    }
}

/// All of them, in the order in which they are offered.
pub static LANGUAGES: Registry<Language> = Registry::new(&[&rust::RUST, &c::C, &python::PYTHON]);

/// What the file is, each line after the language's mark of a comment.
fn head(tree: &DecisionTree, mark: &str) -> String {
    let size = tree.root.size();
    let lines = [
        format!(
            "{} with Black to move, by a decision tree: {}, {} positions,",
            tree.material, tree.method, tree.extent
        ),
        format!("{} questions and {} leaves. Written by `hetman endgame export`.", size.inner, size.leaves),
        "Copyright (C) the authors of Hetman; GPL-3.0-or-later.".to_owned(),
    ];
    lines.map(|line| format!("{mark} {line}\n")).concat()
}

/// The letters of the pieces, in the order in which squares are to be given.
fn pieces(tree: &DecisionTree) -> String {
    letters(tree.material).into_iter().map(char::from).collect()
}

/// What the classes are called, quoted, between commas.
fn classes(tree: &DecisionTree) -> String {
    tree.classes.iter().map(|class| format!("\"{class}\"")).collect::<Vec<_>>().join(", ")
}

fn places(attribute: &Attribute) -> String {
    attribute.of.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

/// The tree as a list of numbers. Each question is its attribute's number and an entry for each answer: where the next
/// question stands, 0 where a branch is missing, or minus the class and one. The entry of the root stands first.
fn flat(tree: &DecisionTree) -> Vec<i32> {
    let mut numbers = vec![0];
    numbers[0] = flatten(&tree.root, &mut numbers);
    numbers
}

fn flatten(node: &Node, numbers: &mut Vec<i32>) -> i32 {
    match node {
        Node::Leaf(class) => -1 - i32::from(*class),
        Node::Split { column, branches } => {
            let begin = numbers.len();
            numbers.push(i32::from(*column));
            numbers.resize(begin + 1 + branches.len(), 0);
            for (answer, branch) in branches.iter().enumerate() {
                numbers[begin + 1 + answer] = branch.as_ref().map_or(0, |branch| flatten(branch, numbers));
            }
            begin as i32
        }
    }
}

/// The numbers in lines of a length that editors like.
fn lines(numbers: &[i32]) -> String {
    let line = |numbers: &[i32]| numbers.iter().map(|number| format!("{number},")).collect::<Vec<_>>().join(" ");
    numbers.chunks(20).map(|numbers| format!("    {}\n", line(numbers))).collect()
}
