//! Reduced-error pruning (Quinlan 1987).

use super::gain::Counts;
use super::{Criterion, grow, split};
use crate::dataset::Dataset;
use crate::table::Progress;
use crate::tree::Node;

/// One row in so many is held out.
const HELD_OUT: usize = 3;

/// A tree of two thirds of the rows, in which each subtree that does no better than a leaf on the rest is one. What takes
/// a missing branch is taken for what most rows there are.
pub fn pruned(dataset: &Dataset, mut rows: Vec<u32>, criterion: Criterion, progress: &dyn Progress) -> Option<Node> {
    let held_out = rows.split_off(rows.len() - rows.len() / HELD_OUT);
    let mut tree = grow(dataset, rows.clone(), criterion, progress)?;
    prune(&mut tree, dataset, &rows, &held_out);
    Some(tree)
}

/// From the leaves up; tells how many of those held out the node is wrong about.
fn prune(node: &mut Node, dataset: &Dataset, grown: &[u32], held_out: &[u32]) -> usize {
    let wrong = |class: u8| held_out.iter().filter(|&&row| dataset.classes[row as usize] != class).count();
    let (column, branches) = match node {
        Node::Leaf(class) => return wrong(*class),
        Node::Split { column, branches } => (usize::from(*column), branches),
    };
    let majority = Counts::of(dataset, grown).majority();
    let parts = |rows: &[u32]| split(dataset, rows, column);
    let mut below = 0;
    for ((branch, grown), held_out) in branches.iter_mut().zip(parts(grown)).zip(parts(held_out)) {
        below += prune(branch.get_or_insert(Node::Leaf(majority)), dataset, &grown, &held_out);
    }
    let as_leaf = wrong(majority);
    if as_leaf <= below {
        *node = Node::Leaf(majority);
    }
    below.min(as_leaf)
}
