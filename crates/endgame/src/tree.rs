//! Decision trees: a question with a branch for each answer, down to a class.

/// A node. Branches that no row of the training set took are missing: what would take one is unknown.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    Leaf(u8),
    Split {
        /// Of the training set.
        column: u16,
        /// One for each value of the column.
        branches: Vec<Option<Node>>,
    },
}

/// How large a tree is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeSize {
    /// Nodes that ask.
    pub inner: usize,
    pub leaves: usize,
    /// Branches that are missing.
    pub nulls: usize,
    /// Questions on the longest path.
    pub depth: usize,
}

impl TreeSize {
    /// Nodes without the missing ones.
    pub fn nodes(&self) -> usize {
        self.inner + self.leaves
    }
}

impl Node {
    /// The class at the end of the path; `value` tells a column's value. `None` where the branch is missing.
    pub fn classify(&self, value: impl Fn(usize) -> u8) -> Option<u8> {
        let mut node = self;
        loop {
            match node {
                Node::Leaf(class) => return Some(*class),
                Node::Split { column, branches } => {
                    node = branches.get(usize::from(value(usize::from(*column))))?.as_ref()?;
                }
            }
        }
    }

    /// The questions and their answers, in order, down to the class or the missing branch.
    pub fn path(&self, value: impl Fn(usize) -> u8) -> (Vec<(usize, u8)>, Option<u8>) {
        let (mut node, mut path) = (self, Vec::new());
        loop {
            match node {
                Node::Leaf(class) => return (path, Some(*class)),
                Node::Split { column, branches } => {
                    let answer = value(usize::from(*column));
                    path.push((usize::from(*column), answer));
                    match branches.get(usize::from(answer)) {
                        Some(Some(next)) => node = next,
                        _ => return (path, None),
                    }
                }
            }
        }
    }

    pub fn size(&self) -> TreeSize {
        let Node::Split { branches, .. } = self else { return TreeSize { leaves: 1, ..TreeSize::default() } };
        let mut size = TreeSize { inner: 1, ..TreeSize::default() };
        for branch in branches {
            let below = branch.as_ref().map_or(TreeSize { nulls: 1, ..TreeSize::default() }, Node::size);
            size.inner += below.inner;
            size.leaves += below.leaves;
            size.nulls += below.nulls;
            size.depth = size.depth.max(below.depth);
        }
        TreeSize { depth: size.depth + 1, ..size }
    }

    /// How often each of so many columns is asked for.
    pub fn uses(&self, columns: usize) -> Vec<usize> {
        let mut uses = vec![0; columns];
        self.count_uses(&mut uses);
        uses
    }

    fn count_uses(&self, uses: &mut [usize]) {
        if let Node::Split { column, branches } = self {
            uses[usize::from(*column)] += 1;
            branches.iter().flatten().for_each(|branch| branch.count_uses(uses));
        }
    }

    /// The node at the end of these answers.
    pub fn descend(&self, answers: &[u8]) -> Option<&Node> {
        answers.iter().try_fold(self, |node, &answer| match node {
            Node::Split { branches, .. } => branches.get(usize::from(answer))?.as_ref(),
            Node::Leaf(_) => None,
        })
    }
}
