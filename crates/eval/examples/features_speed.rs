//! How many positions a second each feature set reads: `cargo run --release -p hetman-eval --example features_speed`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use hetman_eval::{FeatureSet, FeatureVector};
use hetman_rules::shakmaty::{Chess, Position};
use hetman_rules::{AnyPosition, Variant, random};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

const MEASURED: Duration = Duration::from_secs(1);

fn positions() -> Vec<Chess> {
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    let mut positions = Vec::new();
    for _ in 0..50 {
        let record = random::playout(AnyPosition::start(Variant::Chess), 100, &mut generator);
        let mut position = Chess::default();
        for m in record.moves() {
            position.play_unchecked(m);
            positions.push(position.clone());
        }
    }
    positions
}

fn main() {
    let positions = positions();
    let mut vector = FeatureVector::default();
    for set in FeatureSet::ALL {
        let started = Instant::now();
        let mut reads = 0;
        while started.elapsed() < MEASURED {
            for position in &positions {
                set.read(black_box(position), &mut vector);
                black_box(&vector);
            }
            reads += positions.len();
        }
        let millions_per_second = reads as f64 / started.elapsed().as_secs_f64() / 1e6;
        println!("{set:<20} {millions_per_second:6.2} million positions a second");
    }
}
