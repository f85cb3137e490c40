//! The ways to learn, by name.

use hetman_parameters::{Named, Registry};
use hetman_rules::shakmaty::Color;

use super::{Criterion, grow, pruned};
use crate::attributes::Attribute;
use crate::dataset::{Dataset, Extent, Target, dataset};
use crate::decision_tree::{DecisionTree, Exactness};
use crate::table::{Progress, Table};
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
    /// The list of rules that is part of the program: nothing is learned.
    Shipped,
}

/// Grows a tree out of some rows, which come in no order; `None` once it is not wanted any more.
pub type GrowTree = fn(&Dataset, Vec<u32>, &dyn Progress) -> Option<Node>;

impl Named for Method {
    fn name(&self) -> &str {
        self.name
    }
}

static ID3: Method = Method {
    name: "id3",
    help: "ID3: asks what tells most, and learns everything by heart.",
    learner: Learner::Tree(|dataset, rows, progress| grow(dataset, rows, Criterion::Gain, progress)),
};

static GAIN_RATIO: Method = Method {
    name: "gain-ratio",
    help: "As ID3, but by C4.5's gain ratio, which does not prefer attributes of many values.",
    learner: Learner::Tree(|dataset, rows, progress| grow(dataset, rows, Criterion::GainRatio, progress)),
};

static PRUNED: Method = Method {
    name: "pruned",
    help: "ID3 on two thirds, and what the last third does not confirm is taken back.",
    learner: Learner::Tree(|dataset, rows, progress| pruned(dataset, rows, Criterion::Gain, progress)),
};

static RULES: Method = Method {
    name: "rules",
    help: "A short ordered list of rules, looked for until it wins every position that can be won.",
    learner: Learner::Rules,
};

static SHIPPED: Method = Method {
    name: "shipped",
    help: "The rules that are part of the program, where it has some: nothing is looked for.",
    learner: Learner::Shipped,
};

/// All of them, in the order in which they are offered.
pub static METHODS: Registry<Method> = Registry::new(&[&ID3, &GAIN_RATIO, &PRUNED, &RULES, &SHIPPED]);

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
    /// A tree of all positions of a table that the lesson is about, with the rows that it was grown from; `None` once it
    /// is not wanted any more.
    pub fn tree(
        &self,
        table: &Table,
        method: &str,
        grow: GrowTree,
        progress: &dyn Progress,
    ) -> Option<(DecisionTree, Dataset)> {
        let (dataset, classes) = dataset(table, Color::Black, &self.attributes, self.extent, self.target, progress)?;
        let root = grow(&dataset, dataset.shuffled(self.seed), progress)?;
        let (attributes, method) = (self.attributes.clone(), method.to_owned());
        let (material, extent) = (table.material(), self.extent);
        Some((DecisionTree { material, method, extent, attributes, classes, root }, dataset))
    }

    /// A tree that ID3 has learned by heart, with the rows that it was grown from.
    pub fn by_heart(&self, table: &Table) -> (DecisionTree, Dataset) {
        let grow: GrowTree = |dataset, rows, progress| grow(dataset, rows, Criterion::Gain, progress);
        self.tree(table, ID3.name, grow, &()).expect("nobody stops it")
    }
}

/// Cross-validation: each row is classified by a tree that was grown of those of the other folds. `progress` hears how
/// many folds are done; `None` once it does not want to know any more.
pub fn cross_validation(
    dataset: &Dataset,
    grow: GrowTree,
    folds: usize,
    seed: u64,
    progress: &dyn Progress,
) -> Option<Exactness> {
    let rows = dataset.shuffled(seed);
    let mut exactness = Exactness::default();
    for fold in 0..folds {
        let is_held_out = |(index, _): &(usize, &u32)| index % folds == fold;
        let (held_out, rest): (Vec<_>, Vec<_>) = rows.iter().enumerate().partition(is_held_out);
        let tree = grow(dataset, rest.into_iter().map(|(_, &row)| row).collect(), &Unheard(progress))?;
        for (_, &row) in held_out {
            let answer = tree.classify(|column| dataset.value(row as usize, column));
            exactness.count(answer, dataset.classes[row as usize]);
        }
        progress.advance(fold as u64 + 1, folds as u64);
    }
    Some(exactness)
}

/// How far a part is, which is not told; it can be stopped as the whole can.
struct Unheard<'a>(&'a dyn Progress);

impl Progress for Unheard<'_> {
    fn advance(&self, _: u64, _: u64) {}

    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}
