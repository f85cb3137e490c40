//! What is written is read, and whatever is wrong is said in a sentence.

use super::*;
use crate::nnue::tests::network;
use crate::{AnyEvaluator, Net};

fn bytes() -> Vec<u8> {
    network(Variant::Atomic, Kings::Buckets4, 1).to_bytes()
}

fn forged(key: &str, value: &str) -> String {
    let network = network(Variant::Chess, Kings::Mirrored, 1);
    let bytes = network.to_bytes();
    let content = Content::read(&bytes, &[FORMAT]).unwrap();
    let mut metadata = content.metadata().clone();
    metadata.insert(key.to_owned(), value.to_owned());
    let tensor = |name: &str| {
        let view = content.tensors().tensor(name).unwrap();
        Tensor { name: name.to_owned(), dtype: view.dtype(), shape: view.shape().to_vec(), bytes: view.data().to_vec() }
    };
    let tensors = ["inputs", "biases", "outputs", "output_biases"].map(tensor);
    Network::from_bytes(&container::pack(FORMAT, metadata, &tensors)).unwrap_err().to_string()
}

#[test]
fn what_is_written_is_read() {
    for (seed, variant) in (0..).zip(Variant::ALL) {
        let written = network(variant, Kings::Mirrored, seed);
        assert_eq!(Network::from_bytes(&written.to_bytes()).as_ref(), Ok(&written));
        let (of, evaluator) = AnyEvaluator::from_bytes(&written.to_bytes()).unwrap();
        assert!(of == variant && matches!(evaluator, AnyEvaluator::Network(_)));
    }
}

#[test]
fn whatever_is_wrong_is_said() {
    let good = bytes();
    for end in [0, 7, 100, good.len() / 2, good.len() - 1] {
        assert!(AnyEvaluator::from_bytes(&good[..end]).is_err(), "cut at {end}");
    }
    let mut altered = good.clone();
    *altered.last_mut().unwrap() ^= 1;
    assert_eq!(Network::from_bytes(&altered), Err(NetError::Hash));
    assert!(matches!(Net::from_bytes(&good), Err(NetError::Foreign(_))));
    let linear = crate::shipped::bytes(Variant::Chess);
    assert!(matches!(Network::from_bytes(linear), Err(NetError::Foreign(_))));
    let sentences = [
        (("kings", "buckets-99"), "'kings' is 'buckets-99'"),
        (("hidden", "128"), "tensor 'inputs'"),
        (("hidden", "33"), "'hidden' is '33'"),
        (("hidden", "-1"), "'hidden' is '-1'"),
        (("outputs", "0"), "'hidden'"),
        (("inputs", "5"), "'inputs' is '5'"),
        (("variant", "crazyhouse"), "'inputs' is '768'"),
        (("scale", "NaN"), "'scale' is 'NaN'"),
        (("games_seen", "many"), "'games_seen' is 'many'"),
    ];
    for ((key, value), sentence) in sentences {
        let told = forged(key, value);
        assert!(told.contains(sentence), "{key}={value}: {told}");
    }
}
