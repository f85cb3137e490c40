//! What the measurements of speed share: positions, and a clock.

use std::time::{Duration, Instant};

use hetman_rules::shakmaty::{Chess, Position};
use hetman_rules::{AnyPosition, Variant, random};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

const MEASURED: Duration = Duration::from_secs(1);

/// All positions of fifty random games.
pub fn positions() -> Vec<Chess> {
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

/// Nanoseconds for one of `items`.
pub fn nanoseconds_each<T>(items: &[T], mut work: impl FnMut(&T)) -> f64 {
    let started = Instant::now();
    let mut done = 0;
    while started.elapsed() < MEASURED {
        items.iter().for_each(&mut work);
        done += items.len();
    }
    started.elapsed().as_secs_f64() * 1e9 / done as f64
}
