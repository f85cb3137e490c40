//! Samples are what positions are, and reading files gives the same on any number of threads.

use hetman_eval::nnue::Kings;
use hetman_rules::{AnyPosition, Variant, random};

use super::*;

#[test]
fn a_sample_shows_what_its_position_shows() {
    for variant in Variant::ALL {
        let shape = Shape::new(variant, Kings::Buckets4, 64, 8).unwrap();
        let mut samples = Samples::default();
        let positions: Vec<AnyPosition> = (0..20)
            .map(|seed| {
                let generator = &mut ChaCha8Rng::seed_from_u64(seed);
                random::playout(AnyPosition::start(variant), 2 * seed as usize, generator).position().clone()
            })
            .collect();
        let worth = |number: usize| Worth { score: number as f32 / 20.0, result: 0.5 };
        positions.iter().enumerate().for_each(|(number, position)| samples.push(&shape, position, worth(number)));
        for (number, position) in positions.iter().enumerate() {
            let (sample, sight) = (samples.get(number), Sight::of(position));
            let mut facts = Vec::new();
            shape.facts().all(&sight, |fact| facts.push(fact));
            assert_eq!(sample.facts, facts);
            assert_eq!((sample.turn, sample.worth), (position.turn(), worth(number)));
            assert_eq!(sample.output, shape.output(&sight));
            assert_eq!(sample.views, [position.turn(), !position.turn()].map(|color| shape.view_number(color, &sight)));
        }
    }
}

#[test]
fn orders_differ_by_seed_and_round_and_nothing_is_lost() {
    let shape = Shape::new(Variant::Chess, Kings::Ignored, 64, 1).unwrap();
    let mut samples = Samples::default();
    (0..500).for_each(|_| samples.push(&shape, &AnyPosition::start(Variant::Chess), Worth { score: 0.5, result: 0.5 }));
    let orders = [(1, 0), (1, 1), (2, 0)].map(|(seed, round)| samples.shuffled(seed, round));
    assert!(orders[0] != orders[1] && orders[0] != orders[2]);
    assert_eq!(orders[0], samples.shuffled(1, 0));
    let mut sorted = orders[0].clone();
    sorted.sort_unstable();
    assert!(sorted.into_iter().eq(0..500));
}
