use std::sync::Mutex;

use super::*;
use crate::tree::TreeSize;

/// Quinlan's fourteen Saturday mornings (Machine Learning 1, 1986, table 1): outlook (sunny, overcast, rain), temperature
/// (hot, mild, cool), humidity (high, normal), windy (false, true); class N or P.
fn mornings() -> Dataset {
    let columns = [("outlook", 3), ("temperature", 3), ("humidity", 2), ("windy", 2)];
    let mut dataset = Dataset::new(columns, vec!["N".to_owned(), "P".to_owned()]);
    let rows = [
        ([0, 0, 0, 0], 0),
        ([0, 0, 0, 1], 0),
        ([1, 0, 0, 0], 1),
        ([2, 1, 0, 0], 1),
        ([2, 2, 1, 0], 1),
        ([2, 2, 1, 1], 0),
        ([1, 2, 1, 1], 1),
        ([0, 1, 0, 0], 0),
        ([0, 2, 1, 0], 1),
        ([2, 1, 1, 0], 1),
        ([0, 1, 1, 1], 1),
        ([1, 1, 0, 1], 1),
        ([1, 0, 1, 0], 1),
        ([2, 1, 0, 1], 0),
    ];
    rows.into_iter().for_each(|(values, class)| dataset.push(values, class));
    dataset
}

fn all_rows(dataset: &Dataset) -> Vec<u32> {
    (0..dataset.rows() as u32).collect()
}

fn grown(dataset: &Dataset, criterion: Criterion) -> Node {
    grow(dataset, all_rows(dataset), criterion, &()).unwrap()
}

#[test]
fn the_gains_are_those_that_quinlan_prints() {
    let (dataset, rows) = (mornings(), all_rows(&mornings()));
    let counts = Counts::of(&dataset, &rows);
    for (column, printed) in [(0, 0.246), (1, 0.029), (2, 0.151), (3, 0.048)] {
        let gain = counts.gain(&dataset, &rows, &dataset.columns[column]).information;
        assert!((gain - printed).abs() < 0.001, "{column}: {gain}");
    }
    let of_answer = counts.gain(&dataset, &rows, &dataset.columns[0]).of_answer;
    assert!((of_answer - 1.578).abs() < 0.001, "{of_answer}");
}

#[test]
fn the_tree_is_that_which_quinlan_prints() {
    let dataset = mornings();
    let tree = grown(&dataset, Criterion::Gain);
    assert_eq!(tree.size(), TreeSize { inner: 3, leaves: 5, nulls: 0, depth: 2 });
    let asked = |node: &Node| match node {
        Node::Split { column, .. } => dataset.columns[usize::from(*column)].name.clone(),
        Node::Leaf(class) => dataset.class_names[usize::from(*class)].clone(),
    };
    assert_eq!(asked(&tree), "outlook");
    assert_eq!([0, 1, 2].map(|answer| asked(tree.descend(&[answer]).unwrap())), ["humidity", "P", "windy"]);
    for row in 0..dataset.rows() {
        assert_eq!(tree.classify(|column| dataset.value(row, column)), Some(dataset.classes[row]));
    }
}

#[test]
fn of_equal_questions_the_first_is_asked_and_empty_branches_are_missing() {
    let mut dataset = Dataset::new([("one", 3), ("same", 3)], vec!["a".to_owned(), "b".to_owned()]);
    (0..2).for_each(|value| dataset.push([value, value], value));
    for criterion in [Criterion::Gain, Criterion::GainRatio] {
        let tree = grown(&dataset, criterion);
        let branches = vec![Some(Node::Leaf(0)), Some(Node::Leaf(1)), None];
        assert_eq!(tree, Node::Split { column: 0, branches });
        assert_eq!(tree.classify(|_| 2), None);
    }
}

#[test]
fn what_no_single_question_tells_is_a_leaf() {
    let mut dataset = Dataset::new([("left", 2), ("right", 2)], vec!["same".to_owned(), "different".to_owned()]);
    for (left, right) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        dataset.push([left, right], left ^ right);
    }
    assert_eq!(grown(&dataset, Criterion::Gain), Node::Leaf(0));
}

/// A column of names tells everything by information gain, and nothing that generalises.
#[test]
fn gain_ratio_does_not_ask_for_names() {
    let mut dataset = Dataset::new([("day", 14), ("cause", 2)], vec!["a".to_owned(), "b".to_owned()]);
    (0..14).for_each(|day| dataset.push([day, day % 2], day % 2));
    let asked = |criterion| match grown(&dataset, criterion) {
        Node::Split { column, .. } => column,
        Node::Leaf(_) => panic!("the classes are mixed"),
    };
    assert_eq!([Criterion::Gain, Criterion::GainRatio].map(asked), [0, 1]);
}

/// The first column decides, the second is noise that a tree learns by heart: pruned, only the first is left.
#[test]
fn pruning_takes_back_what_was_learned_by_heart() {
    let mut dataset = Dataset::new([("cause", 2), ("noise", 50)], vec!["a".to_owned(), "b".to_owned()]);
    for row in 0..600_u32 {
        let cause = (row % 2) as u8;
        let class = if row % 13 == 0 { 1 - cause } else { cause };
        dataset.push([cause, (row * 5 % 49) as u8], class);
    }
    let rows = dataset.shuffled(1);
    let by_heart = grow(&dataset, rows.clone(), Criterion::Gain, &()).unwrap();
    let tree = pruned(&dataset, rows, Criterion::Gain, &()).unwrap();
    assert!(by_heart.size().leaves > 50);
    assert_eq!(tree.size(), TreeSize { inner: 1, leaves: 2, nulls: 0, depth: 1 });
    assert_eq!([0, 1].map(|cause| tree.classify(|_| cause)), [Some(0), Some(1)]);
}

/// Hears how far a tree is, and has enough of it after so many rows.
struct Impatient {
    most: u64,
    heard: Mutex<Vec<u64>>,
}

impl Impatient {
    fn after(most: u64) -> Impatient {
        Impatient { most, heard: Mutex::default() }
    }
}

impl Progress for Impatient {
    fn advance(&self, done: u64, of: u64) {
        assert!(done <= of);
        self.heard.lock().unwrap().push(done);
    }

    fn is_stopped(&self) -> bool {
        self.heard.lock().unwrap().last().is_some_and(|&done| done >= self.most)
    }
}

#[test]
fn a_tree_that_is_not_wanted_any_more_is_none() {
    let dataset = mornings();
    let patient = Impatient::after(u64::MAX);
    let tree = grow(&dataset, all_rows(&dataset), Criterion::Gain, &patient);
    assert_eq!(tree, Some(grown(&dataset, Criterion::Gain)));
    let heard = patient.heard.into_inner().unwrap();
    assert!(heard.is_sorted() && heard.last() == Some(&14), "{heard:?}");
    for most in 1..=12 {
        assert_eq!(grow(&dataset, all_rows(&dataset), Criterion::Gain, &Impatient::after(most)), None, "{most}");
    }
    let learn: GrowTree = |dataset, rows, progress| grow(dataset, rows, Criterion::Gain, progress);
    assert_eq!(cross_validation(&dataset, learn, 7, 1, &Impatient::after(3)), None);
    assert!(cross_validation(&dataset, learn, 7, 1, &Impatient::after(u64::MAX)).is_some());
}
