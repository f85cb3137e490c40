use std::num::NonZeroUsize;

use hetman_rules::shakmaty::Color;

use super::*;
use crate::attributes::PUBLISHED;
use crate::dataset::{Dataset, Extent, Target, samples};
use crate::induction::{Learner, Lesson, METHODS};
use crate::table::Tables;

fn krk() -> Tables {
    Tables::build("KRK".parse().unwrap(), NonZeroUsize::MIN, &())
}

fn learn(tables: &Tables, method: &str, attributes: Vec<Attribute>, extent: Extent) -> (DecisionTree, Dataset) {
    let Learner::Tree(grow) = METHODS.find(method).unwrap().learner else { panic!("{method} grows no tree") };
    let lesson = Lesson { attributes, extent, target: Target::Distance, seed: 1 };
    lesson.tree(tables.get("KRK".parse().unwrap()).unwrap(), method, grow, &()).unwrap()
}

fn published() -> Vec<Attribute> {
    Attribute::named(b"KkR", PUBLISHED).unwrap()
}

fn exactness(tree: &DecisionTree, tables: &Tables, extent: Extent, is_mapped: bool) -> Exactness {
    let table = tables.get(tree.material).unwrap();
    tree.exactness(samples(table, Color::Black, extent, Target::Distance), is_mapped)
}

/// The golden subtree, KMinDistanceFile = 0, KkDistanceFile = 0, KMinDistanceRank = 0, KRDistanceFile = 0.
const GOLDEN: &str = "\
|  |  |  |  kRDistanceRank = 1
|  |  |  |  |  KRDistanceRank = 1: fifteen
|  |  |  |  |  KRDistanceRank = 2: draw
|  |  |  |  |  KRDistanceRank = 3: draw
|  |  |  |  |  KRDistanceRank = 4: draw
|  |  |  |  |  KRDistanceRank = 5: draw
|  |  |  |  |  KRDistanceRank = 6: draw
|  |  |  |  |  KRDistanceRank = 7: draw
|  |  |  |  kRDistanceRank = 2
|  |  |  |  |  KkDistanceRank = 2: fifteen
|  |  |  |  |  KkDistanceRank = 3
|  |  |  |  |  |  RMinDistanceRank = 1: fifteen
|  |  |  |  |  |  RMinDistanceRank = 2: fourteen
|  |  |  |  |  KkDistanceRank = 4: fourteen
|  |  |  |  |  KkDistanceRank = 5: thirteen
|  |  |  |  |  KkDistanceRank = 6: fourteen
|  |  |  |  |  KkDistanceRank = 7: thirteen
|  |  |  |  kRDistanceRank = 3
|  |  |  |  |  KkDistanceRank = 2: twelve
|  |  |  |  |  KkDistanceRank = 3: twelve
|  |  |  |  |  KkDistanceRank = 4: eleven
|  |  |  |  |  KkDistanceRank = 5: eleven
|  |  |  |  |  KkDistanceRank = 6: eleven
|  |  |  |  |  KkDistanceRank = 7: twelve
";

/// The published tree: specification, 3.3 and 3.5.
#[test]
fn id3_learns_the_published_tree() {
    let tables = krk();
    let (tree, _) = learn(&tables, "id3", published(), Extent::Canonical);
    let size = tree.root.size();
    assert_eq!((size.inner, size.leaves, size.nulls, size.depth), (6729, 17_906, 13_250, 10));
    assert_eq!((size.nodes(), size.inner * 8 + 1), (24_635, 53_833));
    assert_eq!(tree.unused().map(|attribute| attribute.name.as_str()).collect::<Vec<_>>(), ["kInCheck"]);
    let text = tree.branches();
    let upper: Vec<&str> = text.lines().filter(|line| !line.starts_with("|  |")).collect();
    let asked = |value: usize| {
        let name = format!("KMinDistanceFile = {value}");
        let next = upper.iter().position(|line| *line == name).unwrap() + 1;
        upper[next].trim_start_matches("|  ").split(' ').next().unwrap().to_owned()
    };
    assert_eq!([0, 1, 2, 3].map(asked), ["KkDistanceFile", "KkDistanceFile", "kMinDistanceFile", "kMinDistanceFile"]);
    let golden = text.split_once("|  |  |  KRDistanceFile = 0\n").unwrap().1;
    assert!(text.starts_with(
        "KMinDistanceFile = 0\n|  KkDistanceFile = 0\n|  |  KMinDistanceRank = 0\n|  |  |  KRDistanceFile = 0\n"
    ));
    assert!(golden.starts_with(GOLDEN), "{}", &golden[..1500]);
    let sizes = [0, 1, 2, 3].map(|first| (0..8).filter_map(|next| tree.root.descend(&[first, next])).count());
    assert_eq!(sizes, [8, 7, 4, 4]);

    let all = 28_056;
    assert_eq!(exactness(&tree, &tables, Extent::Canonical, false), Exactness { right: all, wrong: 0, unknown: 0 });
    let as_they_stand = exactness(&tree, &tables, Extent::Full, false);
    assert_eq!(as_they_stand, Exactness { right: 131_144, wrong: 44_928, unknown: 47_872 });
    let mapped = exactness(&tree, &tables, Extent::Full, true);
    assert_eq!(mapped, Exactness { right: 223_944, wrong: 0, unknown: 0 });
}

/// The two improvements that the work proposes: specification, 3.6.
#[test]
fn the_proposed_improvements_are_as_large_as_specified() {
    let tables = krk();
    let (all, _) = learn(&tables, "id3", published(), Extent::Full);
    let size = all.root.size();
    assert_eq!((size.inner, size.leaves, size.nulls), (14_754, 34_852, 29_035));
    assert!(all.branches().starts_with("kRDistanceFile = 0\n"));
    assert_eq!(exactness(&all, &tables, Extent::Full, false).right, 223_888);

    let (raw, _) = learn(&tables, "id3", Attribute::raw(b"KkR"), Extent::Canonical);
    let size = raw.root.size();
    assert_eq!((size.inner, size.leaves, size.nulls), (5913, 21_516, 19_876));
    assert!(raw.branches().starts_with("kRank = 0\n"));
    assert_eq!(exactness(&raw, &tables, Extent::Full, true).right, 223_944);
}

#[test]
fn a_tree_is_read_again_as_it_was_written() {
    let tables = krk();
    for method in METHODS.all().into_iter().filter(|method| matches!(method.learner, Learner::Tree(_))) {
        let (tree, _) = learn(&tables, method.name, published(), Extent::Canonical);
        assert_eq!(tree.to_text().parse(), Ok(tree));
    }
    let one = DecisionTree {
        material: "KRK".parse().unwrap(),
        method: "id3".to_owned(),
        extent: Extent::Full,
        attributes: published(),
        classes: vec![Class::Draw],
        root: Node::Leaf(0),
    };
    assert_eq!(one.to_text().parse(), Ok(one));
}

fn small() -> DecisionTree {
    let leaf = |class| Some(Node::Leaf(class));
    let inner = Node::Split { column: 1, branches: vec![leaf(0), None, leaf(1), None] };
    DecisionTree {
        material: "KRK".parse().unwrap(),
        method: "id3".to_owned(),
        extent: Extent::Canonical,
        attributes: Attribute::named(b"KkR", ["kInCheck", "kMinDistanceFile"]).unwrap(),
        classes: vec![Class::Draw, Class::Loss(Some(3))],
        root: Node::Split { column: 0, branches: vec![Some(inner), leaf(1)] },
    }
}

#[test]
fn a_tree_has_a_head_and_its_branches() {
    let text = "hetman decision tree, version 1\nmaterial: KRK\nmethod: id3\npositions: canonical\nattributes: kInCheck kMinDistanceFile\n\
        classes: draw three\nchecksum: ";
    let branches = "kInCheck = 0\n|  kMinDistanceFile = 0: draw\n|  kMinDistanceFile = 2: three\nkInCheck = 1: three\n";
    assert!(small().to_text().starts_with(text));
    assert!(small().to_text().ends_with(&format!("\n\n{branches}")));
}

/// The same text with another checksum, so that what is wrong behind it is seen.
fn resigned(text: &str) -> String {
    let (head, rest) = text.split_once("checksum: ").unwrap();
    let error = text.parse::<DecisionTree>().unwrap_err();
    let TreeError::Checksum { found, .. } = error else { return text.to_owned() };
    format!("{head}checksum: {found}{}", &rest[16..])
}

#[test]
fn what_is_damaged_or_of_something_else_is_refused() {
    let text = small().to_text();
    let error = |text: &str| text.parse::<DecisionTree>().unwrap_err().to_string();
    assert!(error("").contains("no decision tree"));
    assert!(error("%PDF").contains("no decision tree"));
    for length in 0..text.len() {
        assert!(text[..length].parse::<DecisionTree>().is_err(), "cut after {length} bytes");
    }
    for index in 0..text.len() {
        let changed = format!("{}#{}", &text[..index], &text[index + 1..]);
        assert!(changed.parse::<DecisionTree>().is_err(), "changed at {index}: {changed}");
    }
    for (from, to, message) in [
        ("KRK", "KXK", "'X' is no piece"),
        ("KRK", "KBK", ""),
        ("attributes: kInCheck", "attributes: kInChess", "no attribute 'kInChess'"),
        ("positions: canonical", "positions: some", "'some' says"),
        ("draw three", "draw thirty-thee", "'thirty-thee' is no class"),
        ("|  kMinDistanceFile = 0: draw", "|  kMinDistanceFile = 4: draw", "line 10 is no branch"),
        ("|  kMinDistanceFile = 2: three", "|  kInCheck = 1: three", "line 11 is no branch"),
        ("|  kMinDistanceFile = 2: three", "|  |  |  kMinDistanceFile = 2: three", "line 11 is no branch"),
        ("kInCheck = 1: three", "kInCheck = 0: three", "line 12 is no branch"),
        ("kInCheck = 1: three", "kInCheck = 1: four", "line 12 is no branch"),
        ("kInCheck = 1: three", "kInCheck = 1", "line 13 is no branch"),
    ] {
        let changed = resigned(&text.replacen(from, to, 1));
        match changed.parse::<DecisionTree>() {
            Ok(tree) => assert!(message.is_empty() && tree.material.to_string() == "KBK", "{to} was read"),
            Err(error) => assert!(error.to_string().contains(message), "{to}: {error}"),
        }
    }
}
