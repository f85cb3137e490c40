//! How many positions a second each feature set reads: `cargo run --release -p hetman-eval --example features_speed`.

#![allow(clippy::print_stdout, reason = "an example prints its results")]

mod support;

use std::hint::black_box;

use hetman_eval::{FeatureSet, FeatureVector};
use support::{nanoseconds_each, positions};

fn main() {
    let positions = positions();
    let mut vector = FeatureVector::default();
    for set in FeatureSet::all() {
        let nanoseconds = nanoseconds_each(&positions, |position| {
            set.read(black_box(position), &mut vector);
            black_box(&vector);
        });
        println!("{set:<20} {:6.2} million positions a second", 1e3 / nanoseconds);
    }
}
