//! Laws of the trainer: slopes by finite differences, the same bits on any number of threads and any level, and learning.

use hetman_eval::nnue::{Kings, Network, Sight};
use hetman_eval::{Evaluator, Provenance};
use hetman_rules::shakmaty::Position;
use hetman_rules::{AnyPosition, Variant, random, with_position};

use super::*;
use crate::{Samples, Worth};

const RATES: Rates = Rates { rate: 0.01, decay: 0.01 };

pub(crate) fn positions(variant: Variant, games: u64) -> Vec<AnyPosition> {
    let plies = [10, 20, 30, 40, 60];
    let of_game = |seed| {
        plies.map(|plies| {
            let generator = &mut ChaCha8Rng::seed_from_u64(seed * 100 + plies as u64);
            random::playout(AnyPosition::start(variant), plies, generator).position().clone()
        })
    };
    (0..games).flat_map(of_game).collect()
}

/// Positions worth what their material says.
pub(crate) fn samples(shape: &Shape, games: u64) -> Samples {
    let mut samples = Samples::default();
    for position in positions(shape.variant, games) {
        let count = |color| position.board().by_color(color).count() as f32;
        let lead = count(position.turn()) - count(!position.turn());
        let score = 1.0 / (1.0 + (-lead).exp());
        samples.push(shape, &position, Worth { score, result: if lead > 0.0 { 1.0 } else { 0.0 } });
    }
    samples
}

fn batch(shape: &Shape, games: u64) -> Batch {
    let samples = samples(shape, games);
    Batch::of(shape, &samples, &(0..samples.len() as u32).collect::<Vec<u32>>(), 0.3)
}

fn shape(variant: Variant) -> Shape {
    Shape::new(variant, Kings::Mirrored, 128, 4).unwrap()
}

#[test]
fn slopes_are_those_that_finite_differences_show() {
    let shape = shape(Variant::Crazyhouse);
    let batch = batch(&shape, 6);
    let mut trainer = Trainer::new(shape, 3);
    // Larger weights behind, so that there is something to see.
    let inputs = shape.inputs();
    trainer.slices.iter_mut().for_each(|slice| {
        slice.weights[inputs + 1..].iter_mut().for_each(|row| {
            row.0.iter_mut().for_each(|weight| *weight *= 8.0);
        })
    });
    trainer.forward(&batch);
    let (slopes, _) = trainer.judge(&batch);
    let level = trainer.level;
    let mut seen = 0;
    for number in 0..trainer.slices.len() {
        let mut slice = trainer.slices[number].clone();
        slice.backward(level, &batch.parts, &slopes);
        let active = batch.parts[0].active(7);
        let rows = [usize::from(active[0][0]), usize::from(active[1][3]), inputs, inputs + 1, inputs + 6];
        for (row, unit) in rows.into_iter().flat_map(|row| [0, 17, 63].map(|unit| (row, unit))) {
            let loss = |change: f32| {
                let mut changed = trainer.clone();
                changed.slices[number].weights[row].0[unit] += change;
                changed.loss(&batch)
            };
            let by_difference = (loss(0.002) - loss(-0.002)) / 0.004;
            let slope = f64::from(slice.slopes()[row].0[unit]);
            let most = 2e-5 + 0.05 * slope.abs().max(by_difference.abs());
            assert!(
                (slope - by_difference).abs() < most,
                "slice {number}, row {row}, unit {unit}: {slope} {by_difference}"
            );
            seen += usize::from(slope != 0.0);
        }
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn neither_threads_nor_levels_change_a_bit() {
    let shape = shape(Variant::Atomic);
    let batch = batch(&shape, 300);
    assert!(batch.parts.len() > 1);
    let learned = |threads: usize, level: Level| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut trainer = Trainer::new(shape, 5).with_level(level);
            let losses = [(); 4].map(|()| trainer.step(&batch, RATES).to_bits());
            (trainer.with_level(Level::SCALAR), losses)
        })
    };
    let expected = learned(1, Level::SCALAR);
    for level in Level::available() {
        assert!(learned(3, level) == expected, "{level:?}");
    }
}

#[test]
fn the_error_falls_and_the_network_says_what_was_learned() {
    let shape = shape(Variant::Chess);
    let batch = batch(&shape, 40);
    let mut trainer = Trainer::new(shape, 1);
    let first = trainer.step(&batch, RATES);
    for _ in 0..60 {
        trainer.step(&batch, RATES);
    }
    let last = trainer.loss(&batch);
    assert!(last < 0.1 * first, "{first} {last}");
    let floats = trainer.weights();
    let network = Network::new(floats.quantised(), 100.0, Provenance::default());
    let mut worst = 0.0_f64;
    for position in positions(Variant::Chess, 10) {
        let learned = floats.value(&Sight::of(&position), position.turn());
        let whole = with_position!(&position, position => network.evaluate(position)).0;
        worst = worst.max((learned - whole).abs());
    }
    assert!(worst > 0.0 && worst < 0.3, "{worst}");
}

#[test]
fn a_float_network_and_the_trainer_agree() {
    let shape = shape(Variant::ThreeCheck);
    let mut trainer = Trainer::new(shape, 2);
    let position = positions(Variant::ThreeCheck, 1).remove(3);
    let mut samples = Samples::default();
    samples.push(&shape, &position, Worth { score: 0.0, result: 0.0 });
    // Against a target of 0, the root of the error is the expected result.
    let expected = trainer.loss(&Batch::of(&shape, &samples, &[0], 0.0)).sqrt();
    let value = trainer.weights().value(&Sight::of(&position), position.turn());
    assert!((expected - 1.0 / (1.0 + (-value).exp())).abs() < 1e-5);
}
