//! Python: the tree as a table.

use super::{Language, classes, flat, head, lines, pieces, places};
use crate::decision_tree::DecisionTree;

pub static PYTHON: Language = Language { name: "python", extension: "py", write };

const MEASURES: &str = include_str!("measures.py");

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
    let attributes: String = tree
        .attributes
        .iter()
        .map(|attribute| {
            let (function, places) = (attribute.measure.function, places(attribute));
            format!("    ({function}, [{places}]),  # {}\n", attribute.name)
        })
        .collect();
    format!(
        "{head}\n\n{MEASURES}\n\nPIECES = \"{pieces}\"\nCLASSES = [{classes}]\nATTRIBUTES = [\n{attributes}]\n\
        TREE = [\n{tree}]\n\n\n{LOOKUP}",
        head = head(tree, "#"),
        pieces = pieces(tree),
        classes = classes(tree),
        tree = lines(&flat(tree)),
    )
}
