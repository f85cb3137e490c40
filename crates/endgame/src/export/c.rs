//! C: the tree as a table, C99 without a header; rules as numbers that are followed.

use super::{Language, RuleSource, classes, flat, lines, places};
use crate::attributes::Attribute;
use crate::decision_tree::DecisionTree;

pub static C: Language = Language { name: "c", extension: "c", comment: "//", positions, tree, rules };

const MEASURES: &str = include_str!("measures.c");
const FOLLOW: &str = include_str!("follow.c");

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

fn tree(tree: &DecisionTree) -> String {
    let (classes, numbers) = (classes(tree), lines(&flat(tree)));
    format!("const char *const CLASSES[] = {{{classes}}};\n\nstatic const int TREE[] = {{\n{numbers}}};\n\n{LOOKUP}")
}

fn rules(RuleSource { width, parts, rules, .. }: &RuleSource) -> String {
    format!(
        "enum {{ WIDTH = {width} }};\nstatic const int PARTS[] = {{\n{parts}}};\n\
        static const int RULES[] = {{\n{rules}}};\n\n{FOLLOW}"
    )
}

fn positions(pieces: &str, attributes: &[Attribute]) -> String {
    let case = |(number, attribute): (usize, &Attribute)| {
        let (function, places) = (attribute.measure.function, places(attribute));
        format!("    case {number}: return {function}(at, (const int[]){{{places}}}); /* {} */\n", attribute.name)
    };
    let cases: String = attributes.iter().enumerate().map(case).collect();
    let count = pieces.len();
    format!(
        "\n{MEASURES}\n#define COUNT {count}\nstatic const char PIECES[] = \"{pieces}\";\n\n\
        static int attribute(int number, const struct placement *at) {{\n    switch (number) {{\n{cases}    }}\n    \
        return 0;\n}}\n\n"
    )
}
