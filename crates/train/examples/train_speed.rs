//! How many positions a second a network of 768-256x2-1 learns from, in batches of 16384, on all cores.

#![allow(clippy::print_stdout)]

use std::time::{Duration, Instant};

use hetman_eval::nnue::{Kings, Shape};
use hetman_rules::shakmaty::{Chess, Position};
use hetman_rules::{AnyPosition, Variant, random};
use hetman_train::{Batch, Rates, Samples, Trainer, Worth};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

const BATCH: usize = 16384;
const BATCHES: usize = 4;
const MEASURED: Duration = Duration::from_secs(5);

/// Positions of random games, which have about as many pieces as others.
fn samples(shape: &Shape) -> Samples {
    let mut samples = Samples::default();
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    while samples.len() < BATCH * BATCHES {
        let record = random::playout(AnyPosition::start(Variant::Chess), 160, &mut generator);
        let mut position = Chess::default();
        for m in record.moves() {
            position.play_unchecked(m);
            samples.push(shape, &position, Worth { score: 0.4, result: 0.5 });
        }
    }
    samples
}

fn main() {
    let shape = Shape::new(Variant::Chess, Kings::Ignored, 256, 1).expect("a shape that exists");
    let samples = samples(&shape);
    let active = (0..samples.len()).map(|index| samples.get(index).facts.len()).sum::<usize>() as f64;
    let order = samples.shuffled(1, 0);
    let mut trainer = Trainer::new(shape, 1);
    let mut step = |number: usize| {
        // As in a course: gathering the positions is part of the work.
        let numbers = &order[number % BATCHES * BATCH..][..BATCH];
        trainer.step(&Batch::of(&shape, &samples, numbers, 0.3), Rates { rate: 0.001, decay: 0.01 });
    };
    step(0);
    let (started, mut steps) = (Instant::now(), 0);
    while started.elapsed() < MEASURED {
        step(steps);
        steps += 1;
    }
    let rate = (steps * BATCH) as f64 / started.elapsed().as_secs_f64();
    println!("768-256x2-1: {rate:.0} positions a second, {:.1} active inputs", active / samples.len() as f64);
}
