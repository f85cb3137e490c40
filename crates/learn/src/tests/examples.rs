//! Learning from batches of examples.

use std::sync::Arc;

use hetman_eval::model::{Grouped, Initial};
use rand::RngExt;

use super::*;
use crate::{BatchLearner, BatchSettings, Examples, Loss};

const INPUTS: usize = 9;

fn network(activation: Activation) -> Model {
    let network = Grouped::new(&[(4, 6), (5, 3)], &[8], activation).unwrap();
    let mut model = Model::zero(Arc::new(network));
    Initial::FanOut.apply(&mut model, &mut ChaCha8Rng::seed_from_u64(1)).unwrap();
    model
}

fn learner(model: &Model, words: (&str, &str), loss: Loss) -> BatchLearner {
    let optimiser = optimiser(words.0, words.1).unwrap();
    BatchLearner::new(model, BatchSettings { optimiser, loss, l1: 0.0, bound: 1000.0 }).unwrap()
}

/// Rows whose targets are a function of the inputs that no linear model has.
fn examples(rows: usize, seed: u64) -> (Vec<f32>, Vec<f32>) {
    let generator = &mut ChaCha8Rng::seed_from_u64(seed);
    let inputs: Vec<f32> = (0..rows * INPUTS).map(|_| generator.random::<f32>()).collect();
    let targets = inputs.chunks_exact(INPUTS).map(|row| (row[0] - row[5]).abs() * 0.8 + 0.1).collect();
    (inputs, targets)
}

fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

const ADADELTA: (&str, &str) = ("adadelta", "rate=1,rho=0.99,epsilon=1e-8");

#[test]
fn a_function_is_learned_with_either_output() {
    for (activation, loss) in [(Activation::Bipolar, Loss::SquaredError), (Activation::Unipolar, Loss::CrossEntropy)] {
        let mut learner = learner(&network(activation), ("adam", "rate=0.01"), loss);
        let (inputs, targets) = examples(2000, 3);
        let (unseen_inputs, unseen_targets) = examples(500, 4);
        let unseen = Examples { inputs: &unseen_inputs, targets: &unseen_targets };
        let before = learner.loss(unseen);
        for _ in 0..100 {
            for (inputs, targets) in inputs.chunks(100 * INPUTS).zip(targets.chunks(100)) {
                learner.learn(Examples { inputs, targets }).unwrap();
            }
        }
        // The entropy of the targets themselves remains of the cross-entropy.
        let floor = match loss {
            Loss::SquaredError => 0.0,
            Loss::CrossEntropy => {
                let entropy = |&t: &f32| f64::from(-t * t.ln() - (1.0 - t) * (1.0 - t).ln());
                unseen_targets.iter().map(entropy).sum::<f64>() / unseen_targets.len() as f64
            }
        };
        let after = learner.loss(unseen);
        assert!(after - floor < 0.2 * (before - floor), "{before} became {after}, of which {floor} must remain");
    }
}

#[test]
fn threads_are_not_to_be_seen_in_the_weights() {
    let (inputs, targets) = examples(1000, 5);
    let weights = |threads| {
        on_threads(threads, || {
            let mut model = network(Activation::Bipolar);
            let mut learner = learner(&model, ADADELTA, Loss::SquaredError);
            for (inputs, targets) in inputs.chunks(300 * INPUTS).zip(targets.chunks(300)) {
                learner.learn(Examples { inputs, targets }).unwrap();
            }
            learner.write_to(&mut model);
            model
        })
    };
    assert_eq!(weights(1), weights(3));
}

#[test]
fn a_saved_learner_goes_on_to_the_same_bits() {
    for words in
        [ADADELTA, ("plain", "rate=0.1"), ("nesterov", "rate=0.1"), ("adagrad", "rate=0.1"), ("adam", "rate=0.01")]
    {
        let (inputs, targets) = examples(400, 6);
        let half = Examples { inputs: &inputs, targets: &targets };
        let mut model = network(Activation::Bipolar);
        let mut whole = learner(&model, words, Loss::SquaredError);
        whole.learn(half).unwrap();
        whole.write_to(&mut model);
        let mut resumed = learner(&model, words, Loss::SquaredError);
        resumed.restore(&whole.state()).unwrap();
        for learner in [&mut whole, &mut resumed] {
            learner.learn(half).unwrap();
        }
        let mut again = model.clone();
        whole.write_to(&mut model);
        resumed.write_to(&mut again);
        assert_eq!(model, again, "{}", words.0);
        assert_eq!(whole.state(), resumed.state());
    }
}

/// The loss falls along the gradient as fast as the gradient says: plain steps are the mean gradient times the rate.
#[test]
fn a_step_is_the_mean_gradient_with_regularisation() {
    let (inputs, targets) = examples(100, 8);
    let examples = Examples { inputs: &inputs, targets: &targets };
    let model = network(Activation::Bipolar);
    let (l1, rate) = (0.01, 1e-3);
    let settings = BatchSettings {
        optimiser: optimiser("plain", "rate=0.001").unwrap(),
        loss: Loss::SquaredError,
        l1,
        bound: 10.0,
    };
    let mut learner = BatchLearner::new(&model, settings).unwrap();
    let mut after = model.clone();
    learner.learn(examples).unwrap();
    learner.write_to(&mut after);
    let mut expected = vec![0.0; model.parameters().len()];
    for (row, &target) in inputs.chunks_exact(INPUTS).zip(&targets) {
        let row: Vec<f64> = row.iter().map(|&input| f64::from(input)).collect();
        let mut gradient = vec![0.0; expected.len()];
        let error = model.gradient(&features(&row), &mut gradient) - f64::from(target);
        expected.iter_mut().zip(gradient).for_each(|(sum, slope)| *sum += error * slope / targets.len() as f64);
    }
    for ((&before, &after), slope) in model.parameters().iter().zip(after.parameters()).zip(expected) {
        let cost = if before == 0.0 { 0.0 } else { l1 * before.signum() };
        assert!((before - rate * (slope + cost) - after).abs() < 1e-6, "{before} {after} {slope}");
    }
}

#[test]
fn weights_that_run_away_are_not_kept() {
    let (inputs, targets) = examples(10, 9);
    let model = network(Activation::Bipolar);
    let settings = BatchSettings {
        optimiser: optimiser("plain", "rate=1").unwrap(),
        loss: Loss::SquaredError,
        l1: 0.0,
        bound: 1e-9,
    };
    let mut learner = BatchLearner::new(&model, settings).unwrap();
    let divergence = learner.learn(Examples { inputs: &inputs, targets: &targets }).unwrap_err();
    assert!(divergence.to_string().contains("after 0 batches"), "{divergence}");
    let mut after = model.clone();
    learner.write_to(&mut after);
    for (before, after) in model.parameters().iter().zip(after.parameters()) {
        assert_eq!(*before as f32, *after as f32);
    }
    assert_eq!(learner.steps(), 0);
}

#[test]
fn an_empty_batch_counts_and_teaches_nothing() {
    let model = network(Activation::Bipolar);
    let mut learner = learner(&model, ADADELTA, Loss::SquaredError);
    let mut before = model.clone();
    learner.write_to(&mut before);
    assert_eq!(learner.learn(Examples { inputs: &[], targets: &[] }), Ok(0.0));
    let mut after = model;
    learner.write_to(&mut after);
    assert_eq!((after == before, learner.steps()), (true, 1));
}

#[test]
fn only_grouped_networks_learn_by_the_batch() {
    let settings = BatchSettings {
        optimiser: optimiser("plain", "rate=1").unwrap(),
        loss: Loss::SquaredError,
        l1: 0.0,
        bound: 1.0,
    };
    assert!(BatchLearner::new(&linear(&[1.0]), settings).is_none());
}
