//! Forged files: the hash is right, the content is not. Nothing of it may be believed, and nothing may panic.

use proptest::prelude::*;

use super::*;
use crate::model::{Activation, Network};

fn network() -> Net {
    let model = Model::network(Network::new(&[5, 3, 1], Activation::Bipolar, 0.5, true).unwrap());
    Net::new(Variant::Chess, FeatureSet::MATERIAL, model, Provenance::default()).unwrap()
}

fn linear() -> Net {
    let model = Model::linear(5, 1.0).unwrap();
    Net::new(Variant::Chess, FeatureSet::MATERIAL, model, Provenance::default()).unwrap()
}

/// The file of a net after somebody changed metadata and tensors, with a hash that fits.
fn forged(net: &Net, change: impl FnOnce(&mut Metadata, &mut Vec<Tensor>)) -> Vec<u8> {
    let mut metadata = net.metadata();
    let mut tensors = net.tensors(&LearnerState::new());
    change(&mut metadata, &mut tensors);
    pack(FORMAT, metadata, &tensors)
}

fn problem_with(net: &Net, key: &str, value: &str) -> NetError {
    let bytes = forged(net, |metadata, _| {
        metadata.insert(key.to_owned(), value.to_owned());
    });
    Net::from_bytes(&bytes).expect_err(&format!("{key} = {value}"))
}

#[test]
fn an_unchanged_forgery_is_the_net() {
    for net in [network(), linear()] {
        assert_eq!(Net::from_bytes(&forged(&net, |_, _| ())), Ok((net, LearnerState::new())));
    }
}

#[test]
fn nonsense_in_the_metadata_is_named() {
    let nonsense = [
        ("layers", "5-3"),
        ("layers", "5--1"),
        ("layers", "18446744073709551615-18446744073709551615-1"),
        ("slope", "NaN"),
        ("slope", "-1"),
        ("squashing", "tripolar"),
        ("variant", "shogi"),
        ("games_seen", "-1"),
    ];
    for (key, value) in nonsense {
        let problem = problem_with(&network(), key, value);
        assert_eq!(problem, NetError::Metadata { key, text: value.into() });
    }
    let unknown_model = problem_with(&network(), "architecture", "transformer").to_string();
    assert!(unknown_model.contains("'transformer': known are linear, network"), "{unknown_model}");
    let unknown_set = problem_with(&network(), "features", "hunches").to_string();
    assert!(unknown_set.contains("'hunches': choose one of material, piece-square"), "{unknown_set}");
    assert_eq!(problem_with(&network(), "format", "hetman net 2"), NetError::Foreign("hetman net 2".into()));
}

#[test]
fn layers_that_do_not_fit_the_tensors_are_refused() {
    for (net, layers) in [(network(), "5-4-1"), (network(), "7-3-1"), (linear(), "6-1"), (linear(), "100000000-1")] {
        assert!(matches!(problem_with(&net, "layers", layers), NetError::Tensor { .. }), "{layers}");
    }
    assert!(matches!(problem_with(&network(), "variant", "crazyhouse"), NetError::Inputs { .. }));
}

#[test]
fn tensors_that_are_missing_or_of_another_kind_are_named() {
    for index in 0..network().tensors(&LearnerState::new()).len() {
        let name = network().tensors(&LearnerState::new())[index].name.clone();
        let missing = forged(&network(), |_, tensors| drop(tensors.remove(index)));
        let reshaped = forged(&network(), |_, tensors| tensors[index].shape.push(1));
        let retyped = forged(&network(), |_, tensors| {
            tensors[index].dtype = if name == FROZEN { Dtype::I8 } else { Dtype::I64 };
        });
        for bytes in [missing, reshaped, retyped] {
            let problem = Net::from_bytes(&bytes).unwrap_err();
            assert!(matches!(&problem, NetError::Tensor { name: named, .. } if named.to_string() == name), "{problem}");
        }
    }
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(Net::from_bytes(&bytes).is_err());
    }

    #[test]
    fn no_metadata_makes_the_reader_panic(index in 0_usize..10, text in "[-0-9a-z.]{0,12}") {
        for net in [network(), linear()] {
            let bytes = forged(&net, |metadata, _| {
                let key = metadata.keys().nth(index % metadata.len()).unwrap().clone();
                metadata.insert(key, text.clone());
            });
            if let Ok((read, _)) = Net::from_bytes(&bytes) {
                prop_assert_eq!(read.model().parameters(), net.model().parameters());
            }
        }
    }
}
