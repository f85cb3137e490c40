//! The ways to learn, by name.

use hetman_parameters::{Named, Registry};
use hetman_rules::shakmaty::Color;

use super::{Criterion, grow, pruned};
use crate::attributes::Attribute;
use crate::dataset::{Dataset, Extent, Target, dataset};
use crate::decision_tree::{DecisionTree, Exactness};
use crate::table::Table;
use crate::tree::Node;

/// A way to learn.
#[derive(Debug)]
pub struct Method {
    pub name: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    pub learner: Learner,
}

/// What is learned, and from what.
#[derive(Clone, Copy, Debug)]
pub enum Learner {
    /// A tree, from rows and their classes.
    Tree(GrowTree),
    /// A list of rules, from play.
    Rules,
}

/// Grows a tree out of some rows, which come in no order.
pub type GrowTree = fn(&Dataset, Vec<u32>) -> Node;

impl Named for Method {
    fn name(&self) -> &str {
        self.name
    }
}

static ID3: Method = Method {
    name: "id3",
    help: "ID3: asks what tells most, and learns everything by heart.",
    learner: Learner::Tree(|dataset, rows| grow(dataset, rows, Criterion::Gain)),
};

static GAIN_RATIO: Method = Method {
    name: "gain-ratio",
    help: "As ID3, but by C4.5's gain ratio, which does not prefer attributes of many values.",
    learner: Learner::Tree(|dataset, rows| grow(dataset, rows, Criterion::GainRatio)),
};

static PRUNED: Method = Method {
    name: "pruned",
    help: "ID3 on two thirds, and what the last third does not confirm is taken back.",
    learner: Learner::Tree(|dataset, rows| pruned(dataset, rows, Criterion::Gain)),
};

static RULES: Method = Method {
    name: "rules",
    help: "A short ordered list of rules, looked for until it wins every position that can be won.",
    learner: Learner::Rules,
};

/// All of them, in the order in which they are offered.
pub static METHODS: Registry<Method> = Registry::new(&[&ID3, &GAIN_RATIO, &PRUNED, &RULES]);

/// What trees are learned from.
#[derive(Clone, Debug)]
pub struct Lesson {
    pub attributes: Vec<Attribute>,
    pub extent: Extent,
    pub target: Target,
    /// Decides what is held out.
    pub seed: u64,
}

impl Lesson {
    /// A tree of all positions of a table that the lesson is about, with the rows that it was grown from.
    pub fn tree(&self, table: &Table, method: &str, grow: GrowTree) -> (DecisionTree, Dataset) {
        let (dataset, classes) = dataset(table, Color::Black, &self.attributes, self.extent, self.target);
        let root = grow(&dataset, dataset.shuffled(self.seed));
        let (attributes, method) = (self.attributes.clone(), method.to_owned());
        let (material, extent) = (table.material(), self.extent);
        (DecisionTree { material, method, extent, attributes, classes, root }, dataset)
    }
}

/// Cross-validation: each row is classified by a tree that was grown of those of the other folds. `told` hears how many
/// folds are done.
pub fn cross_validation(
    dataset: &Dataset,
    grow: GrowTree,
    folds: usize,
    seed: u64,
    mut told: impl FnMut(usize),
) -> Exactness {
    let rows = dataset.shuffled(seed);
    let mut exactness = Exactness::default();
    for fold in 0..folds {
        let is_held_out = |(index, _): &(usize, &u32)| index % folds == fold;
        let (held_out, rest): (Vec<_>, Vec<_>) = rows.iter().enumerate().partition(is_held_out);
        let tree = grow(dataset, rest.into_iter().map(|(_, &row)| row).collect());
        for (_, &row) in held_out {
            let answer = tree.classify(|column| dataset.value(row as usize, column));
            exactness.count(answer, dataset.classes[row as usize]);
        }
        told(fold + 1);
    }
    exactness
}
