//! The file of a tree: a head that says what it is of, a checksum, and the branches, indented as Weka prints them.

use std::fmt::Write;
use std::iter::Peekable;
use std::str::FromStr;

use hetman_rules::Quote;

use super::{DecisionTree, letters};
use crate::attributes::{Attribute, UnknownAttribute};
use crate::class::{Class, UnknownClass};
use crate::dataset::UnknownExtent;
use crate::material::{Material, MaterialError};
use crate::tree::Node;

const TITLE: &str = "hetman decision tree, version 1";
const INDENT: &str = "|  ";

/// Keys of the head, in their order.
const KEYS: [&str; 6] = ["material", "method", "positions", "attributes", "classes", "checksum"];

/// A leaf names a class by a byte, and branches do not nest deeper than there are attributes.
const MOST_CLASSES: usize = 256;

/// Why a text is no tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    #[error("it is no decision tree: its first line is not '{TITLE}'; `hetman endgame induce` writes one")]
    NoTree,
    #[error("it is damaged: the line '{key}: ...' is missing in its head")]
    Head { key: &'static str },
    #[error("it is damaged or was changed: its checksum is not {expected}, as it says, but {found}")]
    Checksum { expected: Quote, found: String },
    #[error("it is damaged: line {line} is no branch of the tree")]
    Branch { line: usize },
    #[error("it names {0} classes, and there are at most {MOST_CLASSES}")]
    Classes(usize),
    #[error(transparent)]
    Material(#[from] MaterialError),
    #[error(transparent)]
    Extent(#[from] UnknownExtent),
    #[error(transparent)]
    Attribute(#[from] UnknownAttribute),
    #[error(transparent)]
    Class(#[from] UnknownClass),
}

impl DecisionTree {
    /// As it is kept in a file.
    pub fn to_text(&self) -> String {
        let words = |words: &mut dyn Iterator<Item = String>| words.collect::<Vec<_>>().join(" ");
        let head = format!(
            "material: {}\nmethod: {}\npositions: {}\nattributes: {}\nclasses: {}\n",
            self.material,
            self.method,
            self.extent,
            words(&mut self.attributes.iter().map(|attribute| attribute.name.clone())),
            words(&mut self.classes.iter().map(Class::to_string)),
        );
        let branches = self.branches();
        format!("{TITLE}\n{head}checksum: {}\n\n{branches}", checksum(&[&head, &branches]))
    }

    /// The branches, a line for each answer; those that are missing are left out.
    pub fn branches(&self) -> String {
        let mut text = String::new();
        match &self.root {
            Node::Leaf(class) => writeln!(text, ": {}", self.classes[usize::from(*class)]),
            split => self.write(&mut text, split, 0),
        }
        .expect("a String takes any text");
        text
    }

    fn write(&self, text: &mut String, node: &Node, depth: usize) -> std::fmt::Result {
        let Node::Split { column, branches } = node else { return Ok(()) };
        let name = &self.attributes[usize::from(*column)].name;
        let present = branches.iter().enumerate().filter_map(|(value, branch)| Some((value, branch.as_ref()?)));
        for (value, branch) in present {
            write!(text, "{}{name} = {value}", INDENT.repeat(depth))?;
            if let Node::Leaf(class) = branch {
                write!(text, ": {}", self.classes[usize::from(*class)])?;
            }
            text.push('\n');
            self.write(text, branch, depth + 1)?;
        }
        Ok(())
    }
}

impl FromStr for DecisionTree {
    type Err = TreeError;

    fn from_str(text: &str) -> Result<DecisionTree, TreeError> {
        let mut lines = text.lines();
        if lines.next() != Some(TITLE) {
            return Err(TreeError::NoTree);
        }
        let mut values = [""; KEYS.len()];
        for (key, value) in KEYS.into_iter().zip(&mut values) {
            let line = lines.next().and_then(|line| line.strip_prefix(key)?.strip_prefix(": "));
            *value = line.ok_or(TreeError::Head { key })?;
        }
        check_sum(text, values[5])?;
        let [material, method, extent, names, classes, _] = values;
        let material: Material = material.parse()?;
        let extent = extent.parse()?;
        let attributes = Attribute::named(&letters(material), names.split_whitespace())?;
        let classes = classes.split_whitespace().map(str::parse).collect::<Result<Vec<Class>, _>>()?;
        if classes.len() > MOST_CLASSES {
            return Err(TreeError::Classes(classes.len()));
        }
        let root = Reader { attributes: &attributes, classes: &classes }.tree(text)?;
        Ok(DecisionTree { material, method: method.to_owned(), extent, attributes, classes, root })
    }
}

/// What the checksum says is what stands before and after its line.
fn check_sum(text: &str, expected: &str) -> Result<(), TreeError> {
    let damaged = TreeError::Head { key: "checksum" };
    let (head, rest) = text.split_once("checksum: ").ok_or(damaged.clone())?;
    let head = head.strip_prefix(TITLE).and_then(|head| head.strip_prefix('\n')).ok_or(damaged.clone())?;
    let branches = rest.strip_prefix(expected).and_then(|rest| rest.strip_prefix("\n\n")).ok_or(damaged)?;
    let found = checksum(&[head, branches]);
    if found == expected { Ok(()) } else { Err(TreeError::Checksum { expected: expected.into(), found }) }
}

/// FNV-1a of 64 bits (Fowler, Noll and Vo): it finds accidents, not malice.
fn checksum(parts: &[&str]) -> String {
    let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let sum = parts.iter().flat_map(|part| part.bytes()).fold(0xcbf2_9ce4_8422_2325, hash);
    format!("{sum:016x}")
}

/// A line of the branches.
struct Branch<'a> {
    line: usize,
    depth: usize,
    column: usize,
    value: usize,
    class: Option<&'a str>,
}

struct Reader<'a> {
    attributes: &'a [Attribute],
    classes: &'a [Class],
}

impl<'a> Reader<'a> {
    fn tree(&self, text: &str) -> Result<Node, TreeError> {
        let lines = text.lines().enumerate().skip(KEYS.len() + 2);
        let mut branches = Vec::new();
        for (index, line) in lines {
            if let Some(class) = line.strip_prefix(": ") {
                return self.leaf(class, index + 1);
            }
            branches.push(self.branch(index + 1, line).ok_or(TreeError::Branch { line: index + 1 })?);
        }
        let mut branches = branches.into_iter().peekable();
        let root = self.split(&mut branches, 0, KEYS.len() + 3)?;
        match branches.next() {
            Some(branch) => Err(TreeError::Branch { line: branch.line }),
            None => Ok(root),
        }
    }

    fn branch<'t>(&self, line: usize, text: &'t str) -> Option<Branch<'t>> {
        let unindented = text.trim_start_matches(INDENT);
        let depth = (text.len() - unindented.len()) / INDENT.len();
        let (name, answer) = unindented.split_once(" = ")?;
        let (value, class) = answer.split_once(": ").map_or((answer, None), |(value, class)| (value, Some(class)));
        let column = self.attributes.iter().position(|attribute| attribute.name == name)?;
        let value = value.parse().ok().filter(|&value| value < usize::from(self.attributes[column].domain()))?;
        (depth < self.attributes.len()).then_some(Branch { line, depth, column, value, class })
    }

    /// All branches of one question: of this depth and column, with rising values.
    fn split<'t>(
        &self,
        branches: &mut Peekable<impl Iterator<Item = Branch<'t>>>,
        depth: usize,
        line: usize,
    ) -> Result<Node, TreeError> {
        let first = branches.peek().ok_or(TreeError::Branch { line })?;
        let column = first.column;
        let mut children: Vec<Option<Node>> = vec![None; usize::from(self.attributes[column].domain())];
        let mut least = 0;
        if first.depth != depth {
            return Err(TreeError::Branch { line: first.line });
        }
        while let Some(branch) = branches.next_if(|branch| branch.depth >= depth) {
            if branch.depth != depth || branch.column != column || branch.value < least {
                return Err(TreeError::Branch { line: branch.line });
            }
            least = branch.value + 1;
            children[branch.value] = Some(match branch.class {
                Some(class) => self.leaf(class, branch.line)?,
                None => self.split(branches, depth + 1, branch.line + 1)?,
            });
        }
        Ok(Node::Split { column: column as u16, branches: children })
    }

    fn leaf(&self, word: &str, line: usize) -> Result<Node, TreeError> {
        let class = self.classes.iter().position(|class| class.to_string() == word);
        class.map(|class| Node::Leaf(class as u8)).ok_or(TreeError::Branch { line })
    }
}
