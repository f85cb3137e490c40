//! Python: the tree as a table, rules as numbers that are followed.

use super::{Language, RuleSource, classes, flat, lines, places};
use crate::attributes::Attribute;
use crate::decision_tree::DecisionTree;

pub static PYTHON: Language = Language { name: "python", extension: "py", comment: "#", positions, tree, rules };

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

fn tree(tree: &DecisionTree) -> String {
    format!("CLASSES = [{}]\nTREE = [\n{}]\n\n\n{LOOKUP}", classes(tree), lines(&flat(tree)))
}

fn rules(RuleSource { width, parts, rules, .. }: &RuleSource) -> String {
    format!("WIDTH = {width}\nPARTS = [\n{parts}]\nRULES = [\n{rules}]\n\n\n{FOLLOW}")
}

fn positions(pieces: &str, attributes: &[Attribute]) -> String {
    let entry = |attribute: &Attribute| {
        let (function, places) = (attribute.measure.function, places(attribute));
        format!("    ({function}, [{places}]),  # {}\n", attribute.name)
    };
    let entries: String = attributes.iter().map(entry).collect();
    format!("\n\n{MEASURES}\n\nPIECES = \"{pieces}\"\nATTRIBUTES = [\n{entries}]\n")
}
