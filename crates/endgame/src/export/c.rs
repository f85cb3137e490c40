//! C: the tree as a table, C99 without a header.

use super::{Language, classes, flat, head, lines, pieces, places};
use crate::decision_tree::DecisionTree;

pub static C: Language = Language { name: "c", extension: "c", write };

const MEASURES: &str = include_str!("measures.c");

const LOOKUP: &str = "\
/* The index of the class of a position as it stands; -1 if it is not known. */
int predict(const unsigned char *squares) {
    struct placement at = {COUNT, PIECES, squares, 0};
    int entry = TREE[0];
    while (entry > 0) entry = TREE[entry + 1 + attribute(TREE[entry], &at)];
    return -1 - entry;
}

/* The same for the image of the position that stands for all. */
int predict_canonical(const unsigned char *squares) {
    unsigned char image[COUNT];
    for (int i = 0; i < COUNT; i++) image[i] = squares[i];
    make_canonical(COUNT, PIECES, image);
    return predict(image);
}
";

fn write(tree: &DecisionTree) -> String {
    let pieces = pieces(tree);
    let numbers = flat(tree);
    let cases: String = tree
        .attributes
        .iter()
        .enumerate()
        .map(|(number, attribute)| {
            let (function, places) = (attribute.measure.function, places(attribute));
            format!("    case {number}: return {function}(at, (const int[]){{{places}}}); /* {} */\n", attribute.name)
        })
        .collect();
    format!(
        "{head}\n{MEASURES}\n#define COUNT {count}\nstatic const char PIECES[] = \"{pieces}\";\n\
        const char *const CLASSES[] = {{{classes}}};\n\n\
        static int attribute(int number, const struct placement *at) {{\n    switch (number) {{\n{cases}    }}\n    \
        return 0;\n}}\n\nstatic const int TREE[] = {{\n{tree}}};\n\n{LOOKUP}",
        head = head(tree, "//"),
        count = pieces.len(),
        classes = classes(tree),
        tree = lines(&numbers),
    )
}
