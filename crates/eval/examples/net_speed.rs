//! How many positions a second nets judge, features included, and how long the network alone takes:
//! `cargo run --release -p hetman-eval --example net_speed`.

#![allow(clippy::print_stdout, reason = "an example prints its results")]

mod support;

use std::hint::black_box;

use std::sync::Arc;

use hetman_eval::model::{Activation, Grouped, Initial, Network};
use hetman_eval::{Evaluator, FeatureSet, FeatureVector, FloatNet, Model, Net, Provenance, ThreadEvaluator};
use hetman_rules::Variant;
use hetman_rules::shakmaty::Chess;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use support::{nanoseconds_each, positions};

fn net(features: FeatureSet, hidden: Option<usize>, activation: Activation) -> Net {
    let inputs = features.len(Variant::Chess);
    let mut model = match hidden {
        None => Model::linear(inputs, 1.0).expect("1 is a slope"),
        Some(hidden) => {
            let network = Network::new(&[inputs, hidden, 1], activation, 0.5, false);
            Model::network(network.expect("the layers are a network's"))
        }
    };
    let mut generator = ChaCha8Rng::seed_from_u64(2);
    Initial::Uniform { radius: 0.5 }.apply(&mut model, &mut generator).expect("any model takes uniform weights");
    Net::new(Variant::Chess, features, model, Provenance::default()).expect("the sizes agree")
}

fn main() {
    let positions = positions();
    let nets = [
        ("material, linear", net(FeatureSet::MATERIAL, None, Activation::Unipolar)),
        ("45-23-1", net(FeatureSet::THESIS_45, Some(23), Activation::Bipolar)),
        ("768-27-1", net(FeatureSet::ONE_HOT_768, Some(27), Activation::Unipolar)),
    ];
    for (name, net) in nets {
        let whole = nanoseconds_each(&positions, |position| {
            black_box(net.evaluate(black_box(position)));
        });
        let read: Vec<FeatureVector> = positions.iter().map(|position| net.read(position)).collect();
        let model = nanoseconds_each(&read, |features| {
            black_box(net.model().predict(black_box(features)));
        });
        let mut gradient = vec![0.0; net.model().parameters().len()];
        let learning = nanoseconds_each(&read, |features| {
            net.model().add_gradient(black_box(features), &mut gradient);
        });
        println!("{name:<18} {whole:6.0} ns a position; model alone {model:5.0} ns, with gradient {learning:5.0} ns");
    }
    grouped();
}

/// The network of Giraffe in floats, as searches ask it, and its inputs alone.
fn grouped() {
    let groups = [(19, 19), (216, 27), (128, 16)];
    let network = Grouped::new(&groups, &[64], Activation::Bipolar).expect("the layers are a network's");
    let mut model = Model::zero(Arc::new(network));
    Initial::FanOut.apply(&mut model, &mut ChaCha8Rng::seed_from_u64(2)).expect("any network takes them");
    let features = FeatureSet::GIRAFFE_363;
    let net = Net::new(Variant::Chess, features, model, Provenance::default()).expect("the sizes agree");
    let net = FloatNet::new(Arc::new(net)).expect("it is grouped");
    let positions = positions();
    let mut thread = net.thread::<Chess>();
    let whole = nanoseconds_each(&positions, |position| {
        black_box(ThreadEvaluator::<Chess>::evaluate(&mut thread, black_box(position)));
    });
    let mut inputs = [0.0; 363];
    let reading = nanoseconds_each(&positions, |position| {
        features.read_floats(Variant::Chess, black_box(position), &mut inputs);
    });
    println!("{:<18} {whole:6.0} ns a position; of which its inputs {reading:5.0} ns", "363-62-64-1");
}
