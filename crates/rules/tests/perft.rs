//! Our move generators against published counts.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests too")]
#![allow(clippy::print_stderr, reason = "helpers of tests are tests too")]

#[path = "support/suite.rs"]
mod suite;

use std::collections::BTreeMap;

use hetman_rules::Variant;
use hetman_rules::shakmaty::{CastlingMode, Position};
use hetman_testing::shared;
use suite::Count;

/// Keeps the run over all files well under a minute on two cores.
const MAX_LEAVES: u64 = 1_000_000;

fn check(counts: &[Count]) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let is_right = suite::check_all(counts, threads, |_, result| {
        if let Err(mismatch) = result {
            eprintln!("{mismatch}");
        }
    });
    assert!(is_right, "a count differs from the published one");
}

fn own_counts() -> Vec<Count> {
    suite::parse(include_str!("../testdata/perft.txt"), Variant::Chess).unwrap()
}

#[test]
fn the_published_counts_we_keep() {
    let counts = own_counts();
    let mut leaves: BTreeMap<(Variant, bool), u64> = BTreeMap::new();
    for count in &counts {
        let is_shuffled = count.position.castles().mode() == CastlingMode::Chess960;
        *leaves.entry((count.position.variant(), is_shuffled)).or_default() += count.leaves;
    }
    for game in Variant::ALL.map(|variant| (variant, false)).into_iter().chain([(Variant::Chess, true)]) {
        assert!(leaves.get(&game).is_some_and(|&leaves| leaves >= 5_000_000), "{game:?}: {leaves:?}");
    }
    check(&counts);
}

#[test]
fn every_small_count_of_the_shared_files() {
    let Some(folder) = shared("data/perft", "ten thousand published perft counts") else { return };
    let mut counts = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let variant = stem.parse().unwrap_or_default();
        let mut read = |variant| counts.append(&mut suite::parse(&text, variant).unwrap());
        read(variant);
        if variant == Variant::Antichess {
            read(Variant::Suicide);
        }
    }
    assert!(counts.len() > 10_000, "{}", counts.len());
    counts.retain(|count| count.leaves <= MAX_LEAVES);
    check(&counts);
}
