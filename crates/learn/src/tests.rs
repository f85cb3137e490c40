//! The worked examples of the earlier works, and what can go wrong.

mod batches;
mod coherence;
mod examples;
mod laws;
mod optimisers;

use std::sync::Arc;

use hetman_eval::model::{Activation, Initial, Network};
use hetman_eval::{FeatureSet, FeatureVector, Model, Net, Provenance};
use hetman_rules::Variant;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;

fn features(values: &[f64]) -> FeatureVector {
    let mut vector = FeatureVector::default();
    for (index, &value) in values.iter().enumerate() {
        vector.push(index, value);
    }
    vector
}

fn judged(values: &[f64]) -> Sample {
    Sample::Judged(features(values))
}

fn linear(weights: &[f64]) -> Model {
    let mut model = Model::linear(weights.len(), 1.0).unwrap();
    model.parameters_mut()[..weights.len()].copy_from_slice(weights);
    model
}

fn network(sizes: &[usize], activation: Activation, scale: f64) -> Model {
    Model::network(Network::new(sizes, activation, scale, false).unwrap())
}

/// An optimiser by its words, for a run of 100 games.
fn optimiser(name: &str, settings: &str) -> Result<Arc<dyn Optimiser>, OptimiserError> {
    let kind = optimisers().find(name).unwrap();
    kind.build(&hetman_parameters::Settings::read(kind.parameters(), settings).unwrap(), 100)
}

/// The experiments of 2008 (V4).
fn coherence_2008() -> Arc<dyn Optimiser> {
    optimiser("temporal-coherence", "rate=0.5,n=2,a=8").unwrap()
}

fn settings(lambda: f64, optimiser: Arc<dyn Optimiser>) -> Hyperparameters {
    Hyperparameters { lambda, optimiser, update: Update::EveryGames(1), bound: DEFAULT_BOUND }
}

fn plain(lambda: f64, alpha: f64) -> Hyperparameters {
    settings(lambda, optimiser("plain", &format!("rate={alpha}")).unwrap())
}

fn assert_near(actual: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(actual.len(), expected.len());
    for (actual_value, expected_value) in actual.iter().zip(expected) {
        assert!((actual_value - expected_value).abs() <= tolerance, "{actual:?} is not {expected:?}");
    }
}

/// A random trace for a model with this many inputs.
fn random_trace(inputs: usize, samples: usize, outcome: f64, generator: &mut ChaCha8Rng) -> Trace {
    let sample = |_| {
        let mut vector = FeatureVector::default();
        for index in 0..inputs {
            if generator.random() {
                vector.push(index, 2.0 * generator.random::<f64>() - 1.0);
            }
        }
        Sample::Judged(vector)
    };
    Trace { samples: (0..samples).map(sample).collect(), outcome }
}

/// Equations 4.64 to 4.68 of the 2007 thesis (its specification, section 7).
mod the_worked_example_of_2007 {
    use super::*;

    fn example() -> (Model, Trace) {
        let mut model = network(&[2, 2, 1], Activation::Bipolar, 3.0);
        model.parameters_mut().copy_from_slice(&[1.0, 0.5, -0.5, -1.0, 1.0, 0.5]);
        (model, Trace { samples: vec![judged(&[1.0, 0.0]), judged(&[1.0, 1.0])], outcome: 0.0 })
    }

    #[test]
    fn each_step_of_the_first_pass() {
        let (model, trace) = example();
        assert_near(&trace.predictions(&model), &[0.950224, 0.443325, 0.0], 1e-6);
        let mut episode = Episode::new(&model, 0.8);
        let scaled = |update: WeightUpdate| update.sum.iter().map(|value| 0.6 * value).collect::<Vec<f64>>();
        episode.observe(&model, &trace.samples[0]);
        assert_near(&episode.take_update().sum, &[0.0; 6], 0.0);
        episode.observe(&model, &trace.samples[1]);
        let first = [-0.012004, -0.019815, 0.0, 0.0, -0.040086, -0.028128];
        assert_near(&scaled(episode.take_update()), &first, 1e-6);
        episode.finish(trace.outcome);
        let second = [-0.295275, -0.157302, -0.286876, -0.143438, -0.231660, 0.183933];
        assert_near(&scaled(episode.take_update()), &second, 1e-6);
    }

    #[test]
    fn all_four_updates() {
        let (mut model, trace) = example();
        let mut learner = Learner::new(plain(0.8, 0.6), &model).unwrap();
        let states = [
            ([0.692720, 0.322882, -0.786876, -1.143438, 0.728255, 0.655805], [0.859578, -0.754082]),
            ([0.903645, 0.219949, -0.473374, -1.060023, 0.502553, 0.302283], [0.666405, 0.042672]),
            ([0.826083, 0.081051, -0.492930, -1.064814, 0.192647, 0.230093], [0.278445, -0.175536]),
            ([0.839403, 0.002499, -0.458124, -1.054835, 0.043350, 0.060697], [0.055608, -0.049970]),
        ];
        for (weights, predictions) in states {
            learner.learn(&mut model, std::slice::from_ref(&trace)).unwrap();
            assert_near(model.parameters(), &weights, 1e-6);
            assert_near(&trace.predictions(&model)[..2], &predictions, 1e-6);
        }
        assert_eq!(learner.games(), 4);
    }
}

#[test]
fn equal_hidden_units_stay_equal_for_ever() {
    let mut model = network(&[6, 4, 1], Activation::Bipolar, 0.5);
    model.parameters_mut().fill(0.1);
    let mut learner = Learner::new(plain(0.5, 0.5), &model).unwrap();
    let mut generator = ChaCha8Rng::seed_from_u64(3);
    for game in 0..50 {
        let trace = random_trace(6, 20, f64::from(game % 3) - 1.0, &mut generator);
        learner.learn(&mut model, &[trace]).unwrap();
        for row in model.parameters().chunks(4) {
            assert!(row.iter().all(|&weight| weight == row[0]), "game {game}: {row:?}");
        }
    }
    assert!(model.parameters()[0] != 0.1, "something was learned");
}

#[test]
fn frozen_parameters_stay_and_omega_learns_when_asked_to() {
    let trace = Trace { samples: vec![judged(&[1.0, -2.0]), judged(&[2.0, 1.0])], outcome: 1.0 };
    let mut model = linear(&[0.5, 0.25]);
    model.frozen_mut().copy_from_slice(&[true, false, false]);
    let mut learner = Learner::new(settings(0.7, coherence_2008()), &model).unwrap();
    learner.learn(&mut model, &[trace]).unwrap();
    assert_eq!(model.parameters()[0], 0.5);
    assert!(model.parameters()[1] != 0.25 && model.parameters()[2] != 1.0);
    assert_eq!((learner.state()["coherence.n"][0], learner.state()["coherence.a"][0]), (2.0, 8.0));
    assert!(learner.state()["coherence.a"][2] > 8.0);
}

mod divergence {
    use super::*;

    #[test]
    fn a_weight_past_the_bound_stops_the_run_before_the_step() {
        let mut model = linear(&[0.9, 0.0]);
        let mut learner = Learner::new(Hyperparameters { bound: 1.0, ..plain(0.5, 1.0) }, &model).unwrap();
        let (model_before, learner_before) = (model.clone(), learner.state());
        let update = WeightUpdate { sum: vec![0.2, 0.05, 0.0], absolute: vec![0.2, 0.05, 0.0] };
        let problem = learner.step(&mut model, &update).unwrap_err();
        assert_eq!((problem.index, problem.before, problem.bound), (0, 0.9, 1.0));
        assert!(problem.to_string().contains("parameter 0 would go from 0.9 to 1.1"), "{problem}");
        assert_eq!((model, learner.state()), (model_before, learner_before));
    }

    #[test]
    fn numbers_that_are_none_stop_it_too() {
        for rate in [plain(0.5, 0.5).optimiser, coherence_2008()] {
            for update in [Update::EveryGames(1), Update::EveryMove] {
                let mut model = linear(&[0.5]);
                let mut learner =
                    Learner::new(Hyperparameters { update, ..settings(0.5, rate.clone()) }, &model).unwrap();
                let trace = Trace { samples: vec![judged(&[1.0]), judged(&[f64::NAN])], outcome: 1.0 };
                let problem = learner.learn(&mut model, &[trace]).unwrap_err();
                assert!(problem.after.is_nan() && problem.index == 0);
                assert_eq!(model, linear(&[0.5]));
                if let Some(n) = learner.state().get("coherence.n") {
                    assert_eq!(n, &[2.0, 2.0]);
                }
            }
        }
    }
}

#[test]
fn impossible_settings_are_refused_in_words() {
    let good = || plain(0.5, 0.5);
    let bad = [
        (Hyperparameters { lambda: 1.5, ..good() }, "lambda is 1.5: choose 0 to 1"),
        (Hyperparameters { lambda: f64::NAN, ..good() }, "lambda is NaN"),
        (Hyperparameters { update: Update::EveryGames(0), ..good() }, "every 0 games"),
        (Hyperparameters { bound: 0.0, ..good() }, "bound on weights is 0"),
    ];
    let model = linear(&[0.0]);
    for (settings, words) in bad {
        let problem = Learner::new(settings, &model).unwrap_err().to_string();
        assert!(problem.contains(words), "{problem}");
    }
}

/// The weights of move t make the prediction of move t: by hand, one weight that starts at 0, lambda 0, alpha 1,
/// c = 4 each time. P_1 = 1/2, e = 1. P_2 = 1/2 as well, so nothing changes; then White wins: w = 1/2. From there
/// another game's first prediction is f(2).
#[test]
fn steps_after_every_move_use_the_weights_of_the_sample() {
    let every_move = Hyperparameters { update: Update::EveryMove, ..plain(0.0, 1.0) };
    let mut model = linear(&[0.0]);
    let mut learner = Learner::new(every_move, &model).unwrap();
    let game = Trace { samples: vec![judged(&[4.0]), judged(&[4.0])], outcome: 1.0 };
    learner.learn(&mut model, &[game]).unwrap();
    assert_eq!(model.parameters(), [0.5, 1.0]);

    // Three samples whose predictions differ: each step is taken before the next prediction is made.
    let weights = |model: &Model| model.parameters()[0];
    let mut by_hand = weights(&model);
    let counts = [1.0, -2.0, 3.0];
    let predict = |weight: f64, count: f64| 1.0 / (1.0 + f64::exp(-weight * count));
    let (mut last, mut eligibility) = (None, 0.0);
    for count in counts {
        let prediction = predict(by_hand, count);
        let gradient = count * prediction * (1.0 - prediction);
        by_hand += last.map_or(0.0, |last| (prediction - last) * eligibility);
        (last, eligibility) = (Some(prediction), gradient);
    }
    by_hand += (0.0 - last.unwrap()) * eligibility;
    let game = Trace { samples: counts.map(|count| judged(&[count])).to_vec(), outcome: 0.0 };
    learner.learn(&mut model, &[game]).unwrap();
    assert!((weights(&model) - by_hand).abs() < 1e-15, "{} {by_hand}", weights(&model));
    assert_eq!(learner.games(), 2);
}

/// Games of one moment whose results are drawn from known piece values: learning finds the values again.
#[test]
fn the_weights_behind_the_results_are_learned() {
    let truth = [0.5, 1.5, 1.6, 2.5, 4.5];
    let teacher = linear(&truth);
    let mut model = linear(&[1.0; 5]);
    let mut learner = Learner::new(plain(0.7, 0.05), &model).unwrap();
    let mut generator = ChaCha8Rng::seed_from_u64(9);
    for _ in 0..40_000 {
        let counts: [f64; 5] = std::array::from_fn(|_| f64::from(generator.random_range(-1..=1)));
        let white_wins = generator.random::<f64>() < teacher.predict(&features(&counts));
        let trace = Trace { samples: vec![judged(&counts)], outcome: f64::from(u8::from(white_wins)) };
        learner.learn(&mut model, &[trace]).unwrap();
    }
    assert_near(&model.parameters()[..5], &truth, 0.5);
}

#[test]
fn an_empty_trace_teaches_nothing() {
    let mut model = linear(&[0.5]);
    let mut learner = Learner::new(settings(0.5, coherence_2008()), &model).unwrap();
    let trace = Trace { samples: vec![], outcome: 1.0 };
    assert_eq!(trace.td_error(&model), 0.0);
    learner.learn(&mut model, &[trace]).unwrap();
    learner.learn(&mut model, &[]).unwrap();
    assert_eq!(model, linear(&[0.5]));
    assert_eq!(learner.games(), 2);
}

#[test]
fn the_error_of_a_trace_is_the_mean_squared_difference() {
    let model = linear(&[0.0]);
    let trace = Trace { samples: vec![judged(&[1.0]), Sample::Decided(1.0)], outcome: 0.0 };
    assert_eq!(trace.td_error(&model), (0.25 + 1.0) / 2.0);
}
