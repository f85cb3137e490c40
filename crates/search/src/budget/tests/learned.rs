//! Move probabilities out of a network.

use hetman_eval::Model;
use hetman_eval::model::{Activation, Grouped, Initial};

use super::*;

/// A network of move probabilities whose weights are drawn.
fn move_net(seed: u64) -> Arc<MoveNet> {
    let network = Grouped::new(&[(42, 4), (216, 4), (128, 4)], &[4], Activation::Unipolar).unwrap();
    let mut model = Model::zero(Arc::new(network));
    Initial::Normal { mean: 0.0, deviation: 0.5 }.apply(&mut model, &mut ChaCha8Rng::seed_from_u64(seed)).unwrap();
    Arc::new(MoveNet::of_model(&model).unwrap())
}

#[test]
fn ranks_are_those_of_the_first_pass() {
    let position = record(Variant::Chess, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let mut inputs = move_inputs(position.position(), &**SHIPPED);
    let net = move_net(1);
    let [mut single, mut twice] = [Passes::One, Passes::Two].map(|passes| Learned::new(Arc::clone(&net), passes, 2.0));
    let first = single.probabilities(&mut inputs);
    assert!(inputs.facts.iter().all(|fact| fact.rank == 0 && fact.moves == 48));
    assert_eq!(first.len(), 48);
    let second = twice.probabilities(&mut inputs);
    let best = first.iter().copied().fold(0.0, f32::max);
    let mut ranks: Vec<usize> = inputs.facts.iter().map(|fact| fact.rank).collect();
    let at_the_top = inputs.facts.iter().position(|fact| fact.rank == 0).unwrap();
    assert_eq!(first[at_the_top], best);
    ranks.sort_unstable();
    assert_eq!(ranks, (0..48).collect::<Vec<_>>());
    assert_ne!(first, second);
    assert!(second.iter().all(|probability| (0.0..=1.0).contains(probability)));
}

#[test]
fn learned_probabilities_split_large_budgets_and_weights_small_ones() {
    let position = chess("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let hints =
        Hints { tt_move: PackedMove::NONE, killers: [PackedMove::NONE; 2], piece_values: PieceValues::CLASSICAL };
    let split = |allocator: &mut AnyAllocator, budget: f64| {
        let mut candidates = Vec::new();
        push_candidates(&position, &hints, &Histories::default(), &mut candidates);
        allocator.split(&Split { position: &position, budget, values: &PieceValues::CLASSICAL }, &mut candidates);
        let sum: f64 = candidates.iter().map(|candidate| candidate.budget).sum();
        assert!((sum - (budget - 1.0)).abs() < 1e-9 * budget);
        candidates.into_iter().map(|candidate| (candidate.m, candidate.class, candidate.budget)).collect::<Vec<_>>()
    };
    let mut learned = AnyAllocator::Learned(Box::new(Learned::new(move_net(2), Passes::Two, 100.0)));
    assert_eq!(split(&mut learned, 99.0), split(&mut AnyAllocator::HandMade, 99.0));
    let large = split(&mut learned, 1000.0);
    assert_ne!(large, split(&mut AnyAllocator::HandMade, 1000.0));
    // What wins material comes first whatever the network says; the others come as it says.
    let gains = large.iter().take_while(|(_, class, _)| *class == MoveClass::Gain).count();
    assert!(gains > 0 && large[gains..].iter().all(|(_, class, _)| *class == MoveClass::Quiet));
    assert!(large[gains..].is_sorted_by(|(_, _, one), (_, _, next)| one >= next || (one - next).abs() < 1.0));
}
