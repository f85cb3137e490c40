//! Python: the tree as a table, rules as numbers that are followed.

use super::{Language, RuleSource, classes, flat, head, lines, pieces, places};
use crate::attributes::Attribute;
use crate::decision_tree::DecisionTree;

pub static PYTHON: Language = Language { name: "python", extension: "py", write, write_rules };

const MEASURES: &str = include_str!("measures.py");
const FOLLOW: &str = include_str!("follow.py");

const LOOKUP: &str = "\
def predict(squares):
    \"\"\"The index of the class of a position as it stands; None if it is not known.\"\"\"
    at = Placement(PIECES, squares, False)
    entry = TREE[0]
    while entry > 0:
        function, of = ATTRIBUTES[TREE[entry]]
        entry = TREE[entry + 1 + function(at, of)]
    return -1 - entry if entry else None


def predict_canonical(squares):
    \"\"\"The same for the image of the position that stands for all.\"\"\"
    return predict(canonical(PIECES, squares))
";

fn write(tree: &DecisionTree) -> String {
    format!(
        "{head}\n\n{begin}CLASSES = [{classes}]\nTREE = [\n{tree}]\n\n\n{LOOKUP}",
        head = head(tree, "#"),
        begin = begin(&pieces(tree), &tree.attributes),
        classes = classes(tree),
        tree = lines(&flat(tree)),
    )
}

fn write_rules(source: &RuleSource) -> String {
    let RuleSource { attributes, width, parts, rules, .. } = source;
    format!(
        "{head}\n\n{begin}WIDTH = {width}\nPARTS = [\n{parts}]\nRULES = [\n{rules}]\n\n\n{FOLLOW}",
        head = source.head("#"),
        begin = begin(&source.pieces(), attributes),
    )
}

/// Everything about positions: the pieces, and the attributes by their numbers.
fn begin(pieces: &str, attributes: &[Attribute]) -> String {
    let entry = |attribute: &Attribute| {
        let (function, places) = (attribute.measure.function, places(attribute));
        format!("    ({function}, [{places}]),  # {}\n", attribute.name)
    };
    let entries: String = attributes.iter().map(entry).collect();
    format!("{MEASURES}\n\nPIECES = \"{pieces}\"\nATTRIBUTES = [\n{entries}]\n")
}
