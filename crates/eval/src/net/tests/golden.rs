//! The 45-23-1 network on positions, against the golden outputs and gradients of the 2007 specification
//! (`network_examples`), which were computed by two independent implementations.

use hetman_rules::shakmaty::{CastlingMode, Chess, fen::Fen};

use super::*;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const APPENDIX_A: &str = "k3q2r/pp2r3/8/1P2Q3/1P6/P7/KN1N4/8 w - - 0 1";
const BACK_RANK_MATE: &str = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";

fn chess(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

fn network_of_2007() -> Net {
    let network = Network::new(&[45, 23, 1], Activation::Bipolar, 0.5, false).unwrap();
    let features = FeatureSet::THESIS_45;
    Net::new(Variant::Chess, features, Model::network(network), Provenance::default()).unwrap()
}

/// The output and the gradient at a position.
fn at(net: &Net, fen: &str) -> (f64, Vec<f64>) {
    let mut gradient = vec![0.0; net.model().parameters().len()];
    let output = net.model().gradient(&net.read(&chess(fen)), &mut gradient);
    (output, gradient)
}

fn assert_near(actual: f64, expected: f64) {
    assert!((actual - expected).abs() < 1e-9, "{actual} is not {expected}");
}

#[test]
fn the_initial_state_of_experiment_five() {
    let mut net = network_of_2007();
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    Initial::Material { noise: 0.0 }.apply(net.model_mut(), &mut generator).unwrap();
    let expected = [
        (START, 0.00014375, 0.000624999, 0.0),
        (APPENDIX_A, -0.002370864, -0.010308067, 7.7992e-05),
        (BACK_RANK_MATE, 0.056746287, 0.246192992, -5.595e-06),
    ];
    for (fen, output, by_first_output_weight, by_first_input_weight) in expected {
        let (actual, gradient) = at(&net, fen);
        assert_near(actual, output);
        assert_near(gradient[45 * 23], by_first_output_weight);
        assert_near(gradient[0], by_first_input_weight);
    }
}

#[test]
fn the_synthetic_network() {
    let mut net = network_of_2007();
    for (index, weight) in net.model_mut().parameters_mut().iter_mut().enumerate() {
        let (input, hidden) = (index / 23, index % 23);
        *weight = if input < 45 {
            0.01 * (((7 * input + 3 * hidden) % 11) as f64 - 5.0)
        } else {
            0.1 * ((5 * hidden % 7) as f64 - 3.0)
        };
    }
    let (output, gradient) = at(&net, APPENDIX_A);
    assert_near(output, 0.00031639);
    // The hidden units repeat after eleven, as the weights do.
    let by_output_weights = [
        -0.007011585,
        0.007888393,
        -0.000591825,
        0.000619727,
        -0.002092973,
        0.00217148,
        0.000461389,
        -0.005917097,
        0.001681522,
        0.003654177,
        -0.000863171,
    ];
    for (actual, expected) in gradient[45 * 23..].iter().zip(by_output_weights.iter().cycle()) {
        assert_near(*actual, *expected);
    }
    let samples = [(0, 0, -0.002341906), (9, 4, 0.005858964), (24, 22, 0.002958197), (41, 10, -0.002083308)];
    for (input, hidden, expected) in samples {
        assert_near(gradient[23 * input + hidden], expected);
    }
    assert_near(gradient.iter().map(|derivative| derivative * derivative).sum::<f64>().sqrt(), 0.140764923);
}
