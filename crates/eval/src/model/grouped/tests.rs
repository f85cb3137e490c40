//! Laws of grouped networks, in doubles and in floats.

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::Model;
use crate::kernels::Level;
use crate::model::Initial;

fn giraffe() -> Grouped {
    Grouped::new(&[(19, 19), (216, 27), (128, 16)], &[64], Activation::Bipolar).unwrap()
}

fn model(network: &Grouped, seed: u64) -> Model {
    let mut model = Model::zero(std::sync::Arc::new(network.clone()));
    let generator = &mut ChaCha8Rng::seed_from_u64(seed);
    Initial::FanOut.apply(&mut model, generator).unwrap();
    // Biases and the output's weights begin next to nothing, where hardly anything could be seen.
    for parameter in model.parameters_mut() {
        *parameter = f64::from((*parameter + 0.2 * (generator.random::<f64>() - 0.5)) as f32);
    }
    model
}

fn vector(inputs: &[f32]) -> FeatureVector {
    let mut vector = FeatureVector::default();
    inputs.iter().enumerate().for_each(|(index, &value)| vector.push(index, f64::from(value)));
    vector
}

/// Numbers of which some are 0, as with pieces that are not there.
fn rows(network: &Grouped, rows: usize, seed: u64) -> Vec<f32> {
    let generator = &mut ChaCha8Rng::seed_from_u64(seed);
    let input = |_| if generator.random::<f32>() < 0.3 { 0.0 } else { generator.random::<f32>() };
    (0..rows * network.input_count()).map(input).collect()
}

/// Groups of inputs and their units, the units of the other layers, and the last activation.
type Shape = (&'static [(usize, usize)], &'static [usize], Activation);

fn networks() -> Vec<Grouped> {
    let shapes: [Shape; 4] = [
        (&[(19, 19), (216, 27), (128, 16)], &[64], Activation::Bipolar),
        (&[(19, 19), (216, 11), (128, 7)], &[64], Activation::Unipolar),
        (&[(5, 7)], &[3, 4], Activation::Bipolar),
        (&[(2, 1), (3, 2)], &[1], Activation::Unipolar),
    ];
    shapes.map(|(groups, hidden, activation)| Grouped::new(groups, hidden, activation).unwrap()).into()
}

/// The specification counts 12,400 and 6,167.
#[test]
fn the_networks_of_the_source_have_their_number_of_weights() {
    assert_eq!(giraffe().parameter_count(), 12_400);
    let small = Grouped::new(&[(19, 19), (216, 11), (128, 7)], &[64], Activation::Bipolar).unwrap();
    assert_eq!(small.parameter_count(), 6_167);
    assert_eq!(giraffe().sizes_in_words(), "363-62-64-1");
}

/// Two groups of one input and one unit, one unit behind them: weights 2 and 3 with biases -1 and 0.5, then 1 and -2
/// with bias 0, then 0.5 with bias 0.1. Inputs 1 and 0.25: hidden 1 and 1.25, then max(0, 1 - 2.5) = 0, so tanh 0.1. With
/// inputs 2 and 0: 3 and 0.5, then 3 - 1 = 2, so tanh 1.1.
#[test]
fn a_small_network_by_hand() {
    let network = Grouped::new(&[(1, 1), (1, 1)], &[1], Activation::Bipolar).unwrap();
    let parameters = [2.0, 3.0, -1.0, 0.5, 1.0, -2.0, 0.0, 0.5, 0.1];
    assert_eq!(network.parameter_count(), parameters.len());
    for (inputs, expected) in [([1.0, 0.25], 0.1_f64), ([2.0, 0.0], 1.1)] {
        assert!((network.predict(&parameters, &vector(&inputs)) - expected.tanh()).abs() < 1e-12);
    }
}

#[test]
fn every_gradient_is_the_finite_difference() {
    for (number, network) in networks().into_iter().enumerate() {
        let model = model(&network, number as u64);
        let features = vector(&rows(&network, 1, 7));
        let mut gradient = vec![0.0; network.parameter_count()];
        network.add_gradient(model.parameters(), &features, &mut gradient);
        let predict_with = |index: usize, change: f64| {
            let mut parameters = model.parameters().to_vec();
            parameters[index] += change;
            network.predict(&parameters, &features)
        };
        for (index, &slope) in gradient.iter().enumerate() {
            let difference = (predict_with(index, 1e-6) - predict_with(index, -1e-6)) / 2e-6;
            assert!((difference - slope).abs() < 1e-6, "{number}, parameter {index}: {difference} {slope}");
        }
    }
}

/// A unit sees its own group: the others change nothing before the second layer.
#[test]
fn groups_are_kept_apart_in_the_first_layer() {
    let network = giraffe();
    let model = model(&network, 3);
    let inputs = rows(&network, 1, 4);
    let mut changed = inputs.clone();
    changed[300] += 0.5;
    let [before, after] = [inputs, changed].map(|inputs| network.forward(model.parameters(), &vector(&inputs)));
    assert_eq!(before[..46], after[..46], "the groups of the position and of the pieces");
    assert_ne!(before[46..62], after[46..62], "the group of the squares");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn floats_say_what_doubles_say_and_every_level_says_the_same(count in 1_usize..20, seed: u64) {
        for network in networks() {
            let model = model(&network, seed);
            let weights = Weights::of_model(&network, &model);
            let inputs = rows(&network, count, seed ^ 1);
            let deltas: Vec<f32> = rows(&network, count, seed ^ 2)[..count].to_vec();
            let mut seen: Vec<(Vec<f32>, Vec<f32>)> = Vec::new();
            for level in Level::available() {
                let mut batch = Batch::new(&network, count + 3, level);
                let predictions = batch.forward(&network, &weights, &inputs).to_vec();
                let mut gradient = vec![0.0; network.parameter_count()];
                batch.add_gradient(&network, &weights, &inputs, &deltas, &mut gradient);
                seen.push((predictions, gradient));
            }
            prop_assert!(seen.iter().all(|one| *one == seen[0]));
            let mut expected = vec![0.0; network.parameter_count()];
            for (row, inputs) in inputs.chunks_exact(network.input_count()).enumerate() {
                let mut gradient = vec![0.0; network.parameter_count()];
                let prediction = network.add_gradient(model.parameters(), &vector(inputs), &mut gradient);
                prop_assert!((prediction - f64::from(seen[0].0[row])).abs() < 1e-4);
                let derivative = network.activation.derivative(network.slope(), prediction);
                let scale = f64::from(deltas[row]) / derivative;
                expected.iter_mut().zip(gradient).for_each(|(sum, one)| *sum += scale * one);
            }
            let largest = expected.iter().fold(1.0_f64, |most, one| most.max(one.abs()));
            for (expected, &found) in expected.iter().zip(&seen[0].1) {
                prop_assert!((expected - f64::from(found)).abs() < 1e-3 * largest, "{expected} {found}");
            }
        }
    }
}
