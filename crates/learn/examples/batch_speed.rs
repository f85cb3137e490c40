//! How many positions a second the grouped network 363-62-64-1 learns from, in batches of 256 with AdaDelta, on two
//! threads: `cargo run --release -p hetman-learn --example batch_speed [SECONDS]`. `scripts/torch_speed.py` has PyTorch do the same.

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use hetman_eval::Model;
use hetman_eval::model::{Activation, Grouped, Initial};
use hetman_learn::{BatchLearner, BatchSettings, Examples, Loss, optimisers};
use hetman_parameters::{Settings, Value};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const BATCH: usize = 256;
/// As many different batches, so that no input is in a nearer cache than it would be.
const BATCHES: usize = 40;
const THREADS: usize = 2;

fn adadelta() -> BatchSettings {
    let kind = optimisers().find("adadelta").expect("it is one of ours");
    let mut settings = Settings::none(kind.parameters());
    for (key, value) in [("rate", 1.0), ("rho", 0.99), ("epsilon", 1e-8)] {
        settings.set(key, Value::Number(value)).expect("it has this parameter");
    }
    let optimiser = kind.build(&settings, 1).expect("the numbers go together");
    BatchSettings { optimiser, loss: Loss::SquaredError, l1: 1e-6, bound: 1e4 }
}

fn main() {
    let seconds: f64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(3.0);
    let groups = [(19, 19), (216, 27), (128, 16)];
    let network = Grouped::new(&groups, &[64], Activation::Bipolar).expect("the layers are a network's");
    let mut model = Model::zero(Arc::new(network.clone()));
    let generator = &mut ChaCha8Rng::seed_from_u64(1);
    Initial::FanOut.apply(&mut model, generator).expect("any network takes them");
    let inputs: Vec<f32> = (0..BATCHES * BATCH * network.input_count()).map(|_| generator.random::<f32>()).collect();
    let targets: Vec<f32> = (0..BATCHES * BATCH).map(|_| 2.0 * generator.random::<f32>() - 1.0).collect();
    let mut learner = BatchLearner::new(&model, adadelta()).expect("it is grouped");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(THREADS).build().expect("two threads can be had");
    pool.install(|| {
        let mut round = || {
            for (inputs, targets) in inputs.chunks(BATCH * network.input_count()).zip(targets.chunks(BATCH)) {
                learner.learn(Examples { inputs, targets }).expect("nothing diverges at this rate");
            }
        };
        round();
        let (begun, mut rounds) = (Instant::now(), 0);
        while begun.elapsed() < Duration::from_secs_f64(seconds) {
            round();
            rounds += 1;
        }
        let rate = (rounds * BATCHES * BATCH) as f64 / begun.elapsed().as_secs_f64();
        println!("363-62-64-1, batches of {BATCH}, {THREADS} threads: {rate:.0} positions a second");
    });
}
