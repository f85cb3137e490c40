//! Nets: perspective, and files that read back as written or not at all.

mod golden;

use hetman_rules::shakmaty::{Color, Position};
use hetman_rules::with_position;
use hetman_rules::{AnyPosition, random};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::model::{Activation, Initial, Network};

fn random_net(variant: Variant, hidden: Option<usize>, activation: Activation) -> Net {
    let features = FeatureSet::MATERIAL;
    let inputs = features.len(variant);
    let mut model = match hidden {
        Some(hidden) => Model::network(Network::new(&[inputs, hidden, 1], activation, 0.5, hidden % 2 == 0).unwrap()),
        None => Model::linear(inputs, 0.7).unwrap(),
    };
    Initial::Uniform { radius: 1.0 }.apply(&mut model, &mut ChaCha8Rng::seed_from_u64(5)).unwrap();
    model.frozen_mut()[1] = true;
    let notes = BTreeMap::from([("machine".to_owned(), "two \"cores\"\n".to_owned())]);
    let provenance = Provenance { recipe: "seed = 1\n".to_owned(), parent: Some("x".to_owned()), games_seen: 7, notes };
    Net::new(variant, features, model, provenance).unwrap()
}

fn nets() -> Vec<Net> {
    vec![
        random_net(Variant::Chess, None, Activation::Unipolar),
        random_net(Variant::Crazyhouse, Some(3), Activation::Unipolar),
        random_net(Variant::Suicide, Some(4), Activation::Bipolar),
    ]
}

fn learner_state() -> LearnerState {
    let tiny = f64::MIN_POSITIVE / 3.0;
    BTreeMap::from([("n".to_owned(), vec![0.1, -0.2, tiny]), ("pending".to_owned(), vec![])])
}

fn position(variant: Variant, seed: u64) -> AnyPosition {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    random::playout(AnyPosition::start(variant), 40 + seed as usize, &mut generator).position().clone()
}

#[test]
fn the_value_is_the_prediction_seen_by_the_side_to_move() {
    let mut sides = [0, 0];
    for net in nets() {
        for seed in 0..40 {
            with_position!(position(net.variant(), seed), position => {
                let white = match net.model().weights() {
                    Some(_) => net.model().value(&net.read(&position)),
                    None => net.model().predict(&net.read(&position)) - net.model().outcomes().draw,
                };
                let expected = position.turn().fold_wb(white, -white);
                assert_eq!(net.evaluate(&position), SideValue(expected));
                sides[usize::from(position.turn() == Color::White)] += usize::from(white != 0.0);
            });
        }
    }
    assert!(sides[0] > 10 && sides[1] > 10, "both sides were to move: {sides:?}");
}

/// By the rating formula a hundred hundredths of a pawn are an expected score of 0.640, and all three kinds of model
/// agree on it near equality.
#[test]
fn units_are_worth_what_the_rating_formula_says() {
    let centipawns = |net: &Net| net.centipawns_per_unit();
    let bipolar = random_net(Variant::Chess, Some(3), Activation::Bipolar);
    let unipolar = random_net(Variant::Chess, Some(3), Activation::Unipolar);
    let linear = random_net(Variant::Chess, None, Activation::Unipolar);
    assert!((centipawns(&unipolar) - 2.0 * centipawns(&bipolar)).abs() < 1e-9);
    let score = |hundredths: f64| 1.0 / (1.0 + 10_f64.powf(-hundredths / 400.0));
    assert!((score(centipawns(&unipolar) * 0.001) - 0.501).abs() < 1e-6);
    assert!((score(centipawns(&linear) * 0.3) - Activation::Unipolar.apply(0.7, 0.3)).abs() < 1e-12);
}

#[test]
fn a_model_of_another_size_is_refused() {
    let model = Model::linear(6, 1.0).unwrap();
    let problem = Net::new(Variant::Chess, FeatureSet::MATERIAL, model, Provenance::default()).unwrap_err();
    assert!(problem.to_string().contains("6 inputs") && problem.to_string().contains("5 features"), "{problem}");
}

#[test]
fn every_parameter_has_a_name() {
    for net in nets() {
        assert_eq!(net.parameter_names().len(), net.model().parameters().len());
    }
    assert_eq!(nets()[0].parameter_names(), ["pawn", "knight", "bishop", "rook", "queen", "omega"]);
}

#[test]
fn a_saved_net_reads_back_bit_for_bit() {
    for net in nets() {
        let bytes = net.to_bytes(&learner_state());
        let (again, state) = Net::from_bytes(&bytes).unwrap();
        assert_eq!(again, net);
        assert_eq!(state, learner_state());
        let bits = |net: &Net| net.model().parameters().iter().map(|value| value.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&again), bits(&net));
        assert_eq!(again.to_bytes(&state), bytes, "equal nets are equal files");
    }
}

#[test]
fn every_truncated_file_is_refused() {
    for net in nets() {
        let bytes = net.to_bytes(&learner_state());
        for cut in 0..bytes.len() {
            assert!(matches!(Net::from_bytes(&bytes[..cut]), Err(NetError::Damaged(_))), "cut at {cut}");
        }
        let longer = [bytes, vec![0]].concat();
        assert!(matches!(Net::from_bytes(&longer), Err(NetError::Damaged(_))));
    }
}

#[test]
fn every_damaged_byte_is_noticed() {
    for net in nets() {
        let bytes = net.to_bytes(&learner_state());
        for index in 0..bytes.len() {
            for mask in [0x01, 0x10, 0x80, 0xff] {
                let mut damaged = bytes.clone();
                damaged[index] ^= mask;
                assert!(Net::from_bytes(&damaged).is_err(), "byte {index} ^ {mask:#x}");
            }
        }
        let mut weight = bytes.clone();
        let last_number = bytes.len() - net.model().frozen().len() - 1;
        weight[last_number] ^= 0x01;
        assert_eq!(Net::from_bytes(&weight), Err(NetError::Hash));
    }
}

#[test]
fn foreign_files_are_named_as_such() {
    assert!(matches!(Net::from_bytes(b""), Err(NetError::Damaged(_))));
    assert!(matches!(Net::from_bytes(b"PK\x03\x04 and so on, not a net at all"), Err(NetError::Damaged(_))));
    let tensor = safetensors::tensor::TensorView::new(safetensors::Dtype::F32, vec![1], &[0; 4]).unwrap();
    let foreign = safetensors::serialize([("weight", tensor)], None).unwrap();
    let problem = Net::from_bytes(&foreign).unwrap_err();
    assert!(problem.to_string().contains("not a net of Hetman"), "{problem}");
}

#[test]
fn weights_that_are_not_numbers_are_refused() {
    let mut net = random_net(Variant::Chess, None, Activation::Unipolar);
    net.model_mut().parameters_mut()[2] = f64::NAN;
    let problem = Net::from_bytes(&net.to_bytes(&LearnerState::new())).unwrap_err();
    assert_eq!(problem, NetError::NotFinite("weights".into()));
}
