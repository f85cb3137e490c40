//! Laws of networks: what is followed is what is read, whole numbers are near the floats, every level agrees.

use hetman_rules::shakmaty::Position;
use hetman_rules::{AnyPosition, random, with_position};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::ThreadEvaluator;
use crate::explain::Method;

/// Weights as learning leaves them: many small, some large.
pub(super) fn random_weights(shape: Shape, seed: u64) -> FloatWeights {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    let mut weights = FloatWeights::zero(shape);
    let mut fill = |values: &mut [f32], radius: f32| {
        values.iter_mut().for_each(|value| *value = radius * (2.0 * generator.random::<f32>() - 1.0).powi(3));
    };
    fill(&mut weights.inputs, 0.6);
    fill(&mut weights.biases, 0.5);
    fill(&mut weights.outputs, 1.5);
    fill(&mut weights.output_biases, 1.0);
    weights
}

pub(super) fn network(variant: Variant, kings: Kings, seed: u64) -> Network {
    let shape = Shape::new(variant, kings, 64, 4).unwrap();
    Network::new(random_weights(shape, seed).quantised(), 200.0, Provenance::default())
}

/// Walks about as searches do: down, back, sideways, passing now and then, asking for a value now and then.
fn wander<P: Playable>(start: &P, network: &Network, generator: &mut impl Rng) -> usize {
    let mut thread = network.thread::<P>();
    let mut line = vec![start.clone()];
    thread.reset(start);
    let mut compared = 0;
    for _ in 0..400 {
        let here = line[line.len() - 1].clone();
        let moves = here.legal_moves();
        let choice = generator.random_range(0..10);
        if line.len() > 1 && (choice < 3 || moves.is_empty() || here.is_game_over()) {
            ThreadEvaluator::<P>::pop(&mut thread);
            line.pop();
        } else if choice == 3
            && let Some(passed) = here.pass()
        {
            thread.push(&here, None, &passed);
            line.push(passed);
        } else if !moves.is_empty() {
            let m = moves[generator.random_range(0..moves.len())];
            let after = here.after(m);
            thread.push(&here, Some(m), &after);
            line.push(after);
        }
        if generator.random_range(0..3) > 0 {
            let here = &line[line.len() - 1];
            assert_eq!(thread.evaluate(here), network.evaluate(here), "{:?}", here.board());
            compared += 1;
        }
    }
    compared
}

#[test]
fn a_line_that_is_followed_is_worth_what_its_end_is() {
    for variant in Variant::ALL {
        for (seed, (_, kings)) in (0..).zip(Kings::ALL) {
            let network = network(variant, kings, seed);
            let mut generator = ChaCha8Rng::seed_from_u64(seed);
            for _ in 0..6 {
                let start = random::playout(AnyPosition::start(variant), 30, &mut generator).position().clone();
                let compared = with_position!(&start, start => wander(start, &network, &mut generator));
                assert!(compared > 100);
            }
        }
    }
}

/// How far whole numbers can be from the floats they were rounded from: a sum is off by half a step for each of its
/// inputs and its bias, its square by twice that and that squared, and a weight behind it by half a step of its own.
fn largest_difference(weights: &FloatWeights, facts: usize) -> f64 {
    let sum = (facts as f64 + 1.0) * 0.5 / f64::from(crate::kernels::integers::ONE);
    let output = 0.5 / 64.0;
    let outputs = weights.outputs.len() / weights.shape.outputs;
    let largest = |output: usize| -> f64 {
        let own = &weights.outputs[output * outputs..][..outputs];
        own.iter().map(|weight| f64::from(weight.abs()) * (2.0 * sum + sum * sum)).sum()
    };
    (0..weights.shape.outputs).map(largest).fold(0.0, f64::max) + outputs as f64 * output + 1e-6
}

#[test]
fn whole_numbers_are_near_the_floats() {
    for variant in Variant::ALL {
        let shape = Shape::new(variant, Kings::Mirrored, 64, 4).unwrap();
        let floats = random_weights(shape, 9);
        let network = Network::new(floats.quantised(), 100.0, Provenance::default());
        let (mut worst, mut sum, mut count) = (0.0_f64, 0.0, 0.0);
        for seed in 0..10 {
            let game = random::playout(AnyPosition::start(variant), 80, &mut ChaCha8Rng::seed_from_u64(seed));
            let position = game.position();
            let sight = Sight::of(position);
            let mut facts = 0;
            shape.facts().all(&sight, |_| facts += 1);
            let whole = with_position!(position, position => network.evaluate(position)).0;
            let difference = (whole - floats.value(&sight, position.turn())).abs();
            assert!(difference <= largest_difference(&floats, facts), "{variant}: {difference}");
            worst = worst.max(difference);
            (sum, count) = (sum + difference, count + 1.0);
        }
        // Roundings go either way: what is seen is far from the worst that could be.
        assert!(sum / count < 0.1 && worst > 0.0, "{variant}: {}", sum / count);
    }
}

#[test]
fn every_level_says_the_same() {
    for variant in [Variant::Chess, Variant::Crazyhouse] {
        let best = network(variant, Kings::Buckets4, 3);
        let mut generator = ChaCha8Rng::seed_from_u64(3);
        let game = random::playout(AnyPosition::start(variant), 60, &mut generator);
        for level in Level::available() {
            let other = best.clone().with_level(level);
            let value = |network: &Network| with_position!(game.position(), position => network.evaluate(position));
            assert_eq!(value(&other), value(&best), "{level:?}");
        }
    }
}

#[test]
fn a_value_is_the_other_sides_with_the_sign_changed_only_when_the_network_says_so() {
    // The network sees whose turn it is by the order of its perspectives alone.
    let network = network(Variant::Chess, Kings::Ignored, 1);
    let value = |fen: &str| {
        let position = AnyPosition::from_fen(Variant::Chess, fen).unwrap();
        with_position!(&position, position => network.evaluate(position)).0
    };
    let (white, black) = (value("4k3/8/8/3q4/8/8/P7/4K3 w - - 0 1"), value("4k3/p7/8/8/3Q4/8/8/4K3 b - - 0 1"));
    assert_eq!(white, black, "colours exchanged");
    assert_ne!(white, -value("4k3/8/8/3q4/8/8/P7/4K3 b - - 0 1"));
}

#[test]
fn pieces_are_explained_by_removal_and_every_output_is_told() {
    let network = network(Variant::Crazyhouse, Kings::Mirrored, 4);
    let position = AnyPosition::from_fen(Variant::Crazyhouse, "4k3/8/8/3q4/8/8/P7/4K3[Nn] b - - 0 1").unwrap();
    let told = with_position!(&position, position => network.explain(position)).unwrap();
    let names: Vec<&str> = told.terms.iter().map(|term| term.name.as_str()).collect();
    assert_eq!(names, ["white pawn a2", "black queen d5", "white beside the board", "black beside the board"]);
    assert_eq!(told.method, Method::Removal);
    let outputs = told.outputs.unwrap();
    assert_eq!((outputs.values.len(), outputs.values[outputs.chosen]), (4, told.value.0));
    let without = AnyPosition::from_fen(Variant::Crazyhouse, "4k3/8/8/8/8/8/P7/4K3[Nn] b - - 0 1").unwrap();
    let rest = with_position!(&without, position => network.evaluate(position)).for_white(position.turn());
    assert!((told.terms[1].value - (told.value.0 - rest.0)).abs() < 1e-9, "both boards use the first output");
}

#[test]
fn exchanges_are_worth_what_the_tables_say() {
    let values = network(Variant::Chess, Kings::Ignored, 1).piece_values().unwrap();
    assert!(values[0] > 0.5 && values[4] > values[3] && values[3] > values[1], "{values:?}");
}
