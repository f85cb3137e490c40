//! Reduced-error pruning (Quinlan 1987).

use super::{Criterion, grow};
use crate::dataset::Dataset;
use crate::tree::Node;

/// One row in so many is held out.
const HELD_OUT: usize = 3;

/// A tree of two thirds of the rows, in which each subtree that does no better than a leaf on the rest is one. What takes
/// a missing branch is taken for what most rows there are.
pub fn pruned(dataset: &Dataset, mut rows: Vec<u32>, criterion: Criterion) -> Node {
    let held_out = rows.split_off(rows.len() - rows.len() / HELD_OUT);
    let mut tree = grow(dataset, rows, criterion);
    fill(&mut tree);
    prune(&mut tree, dataset, &held_out);
    tree
}

/// Puts leaves of the majority where branches are missing.
fn fill(node: &mut Node) {
    if let Node::Split { majority, branches, .. } = node {
        branches.iter_mut().for_each(|branch| fill(branch.get_or_insert(Node::Leaf(*majority))));
    }
}

/// From the leaves up; tells how many of the rows the node is wrong about.
fn prune(node: &mut Node, dataset: &Dataset, rows: &[u32]) -> usize {
    let wrong = |class: u8| rows.iter().filter(|&&row| dataset.classes[row as usize] != class).count();
    let (column, majority, branches) = match node {
        Node::Leaf(class) => return wrong(*class),
        Node::Split { column, majority, branches } => (usize::from(*column), *majority, branches),
    };
    let mut parts = vec![Vec::new(); branches.len()];
    rows.iter().for_each(|&row| parts[usize::from(dataset.value(row as usize, column))].push(row));
    let below = branches.iter_mut().zip(&parts).map(|(branch, rows)| match branch {
        Some(branch) => prune(branch, dataset, rows),
        None => rows.len(),
    });
    let (below, as_leaf) = (below.sum::<usize>(), wrong(majority));
    if as_leaf <= below {
        *node = Node::Leaf(majority);
    }
    below.min(as_leaf)
}
