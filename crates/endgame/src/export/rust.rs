//! Rust: the tree as the program of 2006 had it, and as a table.
//!
//! The work wrote a function for each branch of the second level, because a method of Java may not be larger than 64 KB,
//! and one that finds the function by the first two questions (specification, 3.4).

use super::{Language, RuleSource, classes, flat, lines, places};
use crate::attributes::Attribute;
use crate::decision_tree::DecisionTree;
use crate::tree::Node;

pub static RUST: Language = Language { name: "rust", extension: "rs", comment: "//", positions, tree, rules };

const MEASURES: &str = include_str!("../attributes/measures.rs");
const FOLLOW: &str = include_str!("follow.rs");

const LOOKUP: &str = "\
fn placement(squares: &[u8; PIECES.len()]) -> Placement<'_> {
    Placement { pieces: PIECES, squares, white_to_move: false }
}

/// The index of the class of a position as it stands; nothing if it is not known.
pub fn predict(squares: &[u8; PIECES.len()]) -> Option<usize> {
    predict_board(&placement(squares))
}

/// The same for the image of the position that stands for all.
pub fn predict_canonical(squares: &[u8; PIECES.len()]) -> Option<usize> {
    let mut image = *squares;
    make_canonical(PIECES, &mut image);
    predict(&image)
}

/// The same as `predict`, by the table.
pub fn predict_by_table(squares: &[u8; PIECES.len()]) -> Option<usize> {
    let at = placement(squares);
    let mut entry = TREE[0];
    while entry > 0 {
        let question = entry as usize;
        entry = TREE[question + 1 + usize::from(attribute(TREE[question] as usize, &at))];
    }
    (entry < 0).then(|| (-1 - entry) as usize)
}
";

fn tree(tree: &DecisionTree) -> String {
    let writer = Writer { tree };
    let numbers = flat(tree);
    format!(
        "pub const CLASSES: [&str; {classes_count}] = [{classes}];\n\n\
        static TREE: [i32; {length}] = [\n{numbers}];\n\n{LOOKUP}\n{board}",
        classes_count = tree.classes.len(),
        classes = classes(tree),
        length = numbers.len(),
        numbers = lines(&numbers),
        board = writer.predict_board(),
    )
}

fn rules(RuleSource { count, width, parts, rules, .. }: &RuleSource) -> String {
    format!(
        "const WIDTH: usize = {width};\nstatic PARTS: &[i32] = &[\n{parts}];\n\
        const RULE_COUNT: usize = {count};\nstatic RULES: &[i32] = &[\n{rules}];\n\n{FOLLOW}"
    )
}

fn positions(pieces: &str, attributes: &[Attribute]) -> String {
    let call = |(number, attribute): (usize, &Attribute)| format!("        {number} => {},\n", call(attribute));
    let calls: String = attributes.iter().enumerate().map(call).collect();
    let count = pieces.len();
    format!(
        "#![allow(dead_code, unused_variables)]\n\n{MEASURES}\npub const PIECES: &[u8; {count}] = b\"{pieces}\";\n\n\
        fn attribute(number: usize, at: &Placement) -> u8 {{\n    match number {{\n{calls}        \
        _ => unreachable!(\"there are no other questions\"),\n    }}\n}}\n\n"
    )
}

/// The value of an attribute in `at`.
fn call(attribute: &Attribute) -> String {
    format!("{}(at, &[{}])", attribute.measure.function, places(attribute))
}

struct Writer<'a> {
    tree: &'a DecisionTree,
}

impl Writer<'_> {
    /// The first two questions, and the functions behind them.
    fn predict_board(&self) -> String {
        let mut functions = String::new();
        let mut below_second = |first: usize, second: usize, node: &Node| {
            let name = function_name(first, second);
            functions += &format!("\nfn {name}(at: &Placement) -> Option<usize> {{\n    {}\n}}\n", self.all(node, 1));
            format!("{name}(at)")
        };
        let body = self.question(&self.tree.root, 1, &mut |first, node| {
            self.question(node, 2, &mut |second, node| below_second(first, second, node))
        });
        format!("pub fn predict_board(at: &Placement) -> Option<usize> {{\n    {body}\n}}\n{functions}")
    }

    /// A question, with `below` for the branches that ask again; a leaf is its class.
    fn question(&self, node: &Node, depth: usize, below: &mut dyn FnMut(usize, &Node) -> String) -> String {
        let Node::Split { column, branches } = node else { return leaf(node) };
        let indent = "    ".repeat(depth);
        let mut text = format!("match {} {{\n", call(&self.tree.attributes[usize::from(*column)]));
        for (answer, branch) in branches.iter().enumerate() {
            let Some(branch) = branch else { continue };
            let expression = if matches!(branch, Node::Leaf(_)) { leaf(branch) } else { below(answer, branch) };
            text += &format!("{indent}    {answer} => {expression},\n");
        }
        text + &format!("{indent}    _ => None,\n{indent}}}")
    }

    fn all(&self, node: &Node, depth: usize) -> String {
        self.question(node, depth, &mut |_, node| self.all(node, depth + 1))
    }
}

fn leaf(node: &Node) -> String {
    match node {
        Node::Leaf(class) => format!("Some({class})"),
        Node::Split { .. } => unreachable!("only leaves are written so"),
    }
}

/// `node07`, or `node3_12` where answers have two digits.
fn function_name(first: usize, second: usize) -> String {
    if first < 10 && second < 10 { format!("node{first}{second}") } else { format!("node{first}_{second}") }
}
