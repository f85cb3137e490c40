use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use hetman_rules::shakmaty::Color;

use super::*;
use crate::attributes::{Attribute, PUBLISHED, Standing};
use crate::class::Class;
use crate::table::{Table, Tables};

fn krk() -> Tables {
    Tables::build("KRK".parse().unwrap(), NonZeroUsize::MIN, &())
}

fn table(tables: &Tables) -> &Table {
    tables.get("KRK".parse().unwrap()).unwrap()
}

/// Counts by class, draw, zero, one, ..., sixteen.
fn counts(tables: &Tables, extent: Extent) -> Vec<usize> {
    let (dataset, classes) = dataset(table(tables), Color::Black, &[], extent, Target::Distance, &()).unwrap();
    assert_eq!((classes[0], classes[17]), (Class::Draw, Class::Loss(Some(16))));
    dataset.class_counts()
}

/// Bain's data set (UCI, 1994), and the specification's count of the full set.
#[test]
fn classes_of_king_and_rook_are_as_often_as_published() {
    let canonical = [2796, 27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390];
    let full = [
        22_244, 216, 624, 1948, 648, 1584, 3768, 4728, 5444, 11_448, 13_672, 15_872, 22_788, 28_732, 33_516, 36_372,
        17_284, 3056,
    ];
    let tables = krk();
    assert_eq!(counts(&tables, Extent::Canonical), canonical);
    assert_eq!(counts(&tables, Extent::Full), full);
    assert_eq!((canonical.iter().sum::<usize>(), full.iter().sum::<usize>()), (28_056, 223_944));
}

/// White's king, the rook and Black's king as in the published file, with the class.
fn published_line(standing: &Standing, class: Class) -> String {
    let name = |square: u8| format!("{},{}", char::from(b'a' + square % 8), square / 8 + 1);
    let &[king, black_king, rook] = standing.squares() else { panic!("three pieces") };
    format!("{},{},{},{class}", name(king), name(rook), name(black_king))
}

#[test]
fn classes_of_figure_8_and_others_are_as_printed() {
    let tables = krk();
    let lines: Vec<String> = samples(table(&tables), Color::Black, Extent::Full, Target::Distance)
        .map(|(standing, class)| published_line(&standing, class))
        .collect();
    for line in [
        "d,4,h,8,f,1,nine",
        "d,4,h,8,g,1,nine",
        "d,4,h,8,h,2,nine",
        "a,1,a,3,e,1,ten",
        "a,1,a,3,f,1,ten",
        "a,1,a,3,f,2,ten",
        "a,1,b,3,c,2,draw",
        "a,1,b,1,c,1,fifteen",
        "a,1,e,1,c,1,fifteen",
        "a,1,b,1,d,1,fifteen",
        "a,1,f,1,d,1,fourteen",
        "a,1,g,7,e,5,sixteen",
        "b,1,f,7,d,5,sixteen",
    ] {
        assert!(lines.iter().any(|ours| ours == line), "{line}");
    }
}

#[test]
fn the_canonical_set_is_the_published_one_row_by_row() {
    let Some(file) = hetman_testing::shared("data/endgame/krkopt.data", "the published data set") else { return };
    let text = std::fs::read_to_string(file).unwrap();
    let mut published: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    let tables = krk();
    let mut ours: Vec<String> = samples(table(&tables), Color::Black, Extent::Canonical, Target::Distance)
        .map(|(standing, class)| published_line(&standing, class))
        .collect();
    published.sort_unstable();
    ours.sort_unstable();
    assert_eq!(ours.len(), 28_056);
    assert!(ours == published, "the sets differ");
}

/// The attributes tell positions apart up to the mirrors of files and of ranks, and no two of a class.
#[test]
fn the_published_attributes_tell_all_positions_apart_but_for_two_mirrors() {
    let tables = krk();
    let attributes = Attribute::named(b"KkR", PUBLISHED).unwrap();
    let (dataset, _) = dataset(table(&tables), Color::Black, &attributes, Extent::Full, Target::Distance, &()).unwrap();
    let mut vectors = BTreeMap::new();
    for row in 0..dataset.rows() {
        let vector: Vec<u8> = dataset.row(row).collect();
        assert_eq!(*vectors.entry(vector).or_insert(dataset.classes[row]), dataset.classes[row]);
    }
    assert_eq!(vectors.len(), 55_986);
}

/// Every position has the class of its canonical image.
#[test]
fn symmetry_changes_no_class() {
    for material in ["KQK", "KPK"] {
        let tables = Tables::build(material.parse().unwrap(), NonZeroUsize::MIN, &());
        let table = tables.get(material.parse().unwrap()).unwrap();
        let all: BTreeMap<Vec<u8>, Class> = samples(table, Color::Black, Extent::Full, Target::Distance)
            .map(|(standing, class)| (standing.squares().to_vec(), class))
            .collect();
        for (standing, class) in samples(table, Color::Black, Extent::Full, Target::Distance) {
            let canonical = standing.canonical();
            assert_eq!(canonical, canonical.canonical());
            assert_eq!(all[canonical.squares()], class);
        }
    }
}

fn weather() -> Dataset {
    let mut dataset = Dataset::new([("windy", 2), ("sky", 3)], vec!["stay".to_owned(), "go".to_owned()]);
    dataset.push([0, 2], 1);
    dataset.push([1, 0], 0);
    dataset
}

#[test]
fn rows_are_written_under_their_names() {
    assert_eq!(weather().to_csv(), "windy,sky,class\n0,2,go\n1,0,stay\n");
    let arff = "@relation weather\n\n@attribute windy {0,1}\n@attribute sky {0,1,2}\n\
        @attribute class {stay,go}\n\n@data\n0,2,go\n1,0,stay\n";
    assert_eq!(weather().to_arff("weather"), arff);
}

#[test]
fn classes_are_counted_and_a_seed_shuffles_alike() {
    assert_eq!(weather().class_counts(), [1, 1]);
    assert_eq!(weather().shuffled(3), weather().shuffled(3));
}
