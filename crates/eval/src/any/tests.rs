//! Laws of every evaluator that a search can be handed: what is followed is what is read.

use hetman_rules::random;
use hetman_rules::shakmaty::{Chess, Position};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::model::{Activation, Grouped, Initial, Network};
use crate::{FeatureSet, Model, ReadsPositions};

const SUMS: [FeatureSet; 5] = [
    FeatureSet::MATERIAL,
    FeatureSet::PIECE_SQUARE,
    FeatureSet::HALF_PIECE_SQUARE,
    FeatureSet::RANKS_AND_RINGS,
    FeatureSet::TAPERED_PIECE_SQUARE,
];

fn linear(variant: Variant, features: FeatureSet, radius: f64) -> Net {
    let mut model = Model::linear(features.len(variant), 0.7).unwrap();
    Initial::Uniform { radius }.apply(&mut model, &mut ChaCha8Rng::seed_from_u64(5)).unwrap();
    Net::new(variant, features, model, Default::default()).unwrap()
}

fn game(variant: Variant, seed: u64) -> hetman_rules::GameRecord {
    random::playout(AnyPosition::start(variant), 80, &mut ChaCha8Rng::seed_from_u64(seed))
}

/// Follows a game and asks `each` about every position of it, before and after the move that leads there.
fn follow(evaluator: &AnyEvaluator, record: &hetman_rules::GameRecord, each: &mut dyn FnMut(Followed)) {
    fn go<P: Playable>(
        start: &P,
        evaluator: &AnyEvaluator,
        record: &hetman_rules::GameRecord,
        each: &mut dyn FnMut(Followed),
    ) {
        let mut thread = evaluator.thread::<P>();
        thread.reset(start);
        let mut before = start.clone();
        for m in record.moves() {
            let after = before.after(m);
            let is_quiet = !m.is_capture() && !m.is_promotion() && !after.is_check();
            let foreseen = if is_quiet { thread.evaluate_after_quiet(&before, m) } else { None };
            // There and back again, as a search goes.
            for other in before.legal_moves().into_iter().take(3) {
                thread.push(&before, Some(other), &before.after(other));
                ThreadEvaluator::<P>::pop(&mut thread);
            }
            thread.push(&before, Some(m), &after);
            let followed = thread.evaluate(&after);
            each(Followed { m, followed, foreseen, is_quiet, position: after.clone().into() });
            before = after;
        }
    }
    with_position!(&AnyPosition::start(record.variant()), start => go(start, evaluator, record, each));
}

struct Followed {
    m: Move,
    followed: SideValue,
    foreseen: Option<SideValue>,
    is_quiet: bool,
    position: AnyPosition,
}

fn value(evaluator: &impl Evaluator, position: &AnyPosition) -> f64 {
    with_position!(position, position => evaluator.evaluate(position)).0
}

#[test]
fn a_line_that_is_followed_is_worth_what_its_end_is() {
    for variant in Variant::ALL {
        for (features, radius) in SUMS.into_iter().zip([1e-3, 1.0, 30.0, 1e6, 2.0]) {
            let net = linear(variant, features, radius);
            let exact = AnyEvaluator::exact(net.clone());
            assert!(matches!(exact, AnyEvaluator::ExactSquares(_)), "{variant} {features}");
            let mut foreseen = 0;
            follow(&exact, &game(variant, 6), &mut |found| {
                let scratch = value(&exact, &found.position);
                assert_eq!(found.followed.0, scratch, "{variant} {features} {}", found.position.fen());
                let difference = scratch - value(&net, &found.position);
                assert!(difference.abs() <= radius * 2.0_f64.powi(-38), "{difference} from the model's own");
                assert!(found.foreseen.is_none_or(|foreseen| foreseen.0 == -scratch), "{}", found.m);
                let is_silent = found.m.is_castle() || features == FeatureSet::TAPERED_PIECE_SQUARE;
                assert!(!found.is_quiet || found.foreseen.is_some() || is_silent, "{} was not foreseen", found.m);
                foreseen += usize::from(found.foreseen.is_some());
            });
            assert!(foreseen > 0 || features == FeatureSet::TAPERED_PIECE_SQUARE && variant.is_losing_game());
        }
    }
}

#[test]
fn tables_of_the_engine_say_what_the_net_says_in_hundredths_of_a_pawn() {
    for variant in Variant::ALL {
        for features in SUMS {
            let net = linear(variant, features, 2.0);
            let (found, tables) = AnyEvaluator::from_bytes(&net.to_bytes(&Default::default())).unwrap();
            assert_eq!(found, variant);
            assert!(matches!(tables, AnyEvaluator::Squares(_)), "{variant} {features}");
            follow(&tables, &game(variant, 7), &mut |found| {
                let scratch = value(&tables, &found.position);
                assert_eq!(found.followed.0, scratch, "{variant} {features} {}", found.position.fen());
                let apart =
                    scratch * tables.centipawns_per_unit() - value(&net, &found.position) * net.centipawns_per_unit();
                assert!(apart.abs() < 1.0, "{variant} {features}: {apart} hundredths of a pawn apart");
            });
        }
    }
}

#[test]
fn other_nets_are_kept_as_they_are_and_rubbish_is_refused() {
    let network = Network::new(&[45, 23, 1], Activation::Bipolar, 0.5, false).unwrap();
    let net = Net::new(Variant::Chess, FeatureSet::THESIS_45, Model::network(network), Default::default()).unwrap();
    assert!(matches!(AnyEvaluator::of_net(net.clone()), AnyEvaluator::Net(_)));
    assert!(matches!(AnyEvaluator::exact(net), AnyEvaluator::Net(_)));
    let linear = linear(Variant::Chess, FeatureSet::THESIS_45, 1.0);
    assert!(matches!(AnyEvaluator::exact(linear), AnyEvaluator::Net(_)));
    assert!(AnyEvaluator::from_bytes(b"rubbish").is_err());
}

/// In floats, a grouped network says what it says in doubles.
#[test]
fn a_grouped_network_is_asked_in_floats() {
    let network = Grouped::new(&[(19, 19), (216, 27), (128, 16)], &[64], Activation::Bipolar).unwrap();
    let mut model = Model::zero(Arc::new(network));
    let generator = &mut ChaCha8Rng::seed_from_u64(8);
    Initial::FanOut.apply(&mut model, generator).unwrap();
    model.parameters_mut().iter_mut().for_each(|parameter| *parameter *= 2.0);
    let net = Net::new(Variant::Chess, FeatureSet::GIRAFFE_363, model, Default::default()).unwrap();
    let floats = AnyEvaluator::of_net(net.clone());
    assert!(
        matches!(floats, AnyEvaluator::Floats(_))
            && matches!(AnyEvaluator::exact(net.clone()), AnyEvaluator::Floats(_))
    );
    follow(&floats, &game(Variant::Chess, 9), &mut |found| {
        let apart = found.followed.0 - value(&net, &found.position);
        assert!(apart.abs() < 1e-4, "{apart} at {}", found.position.fen());
    });
    assert!((floats.centipawns_per_unit() - net.centipawns_per_unit()).abs() < 1e-9);
}

/// What another crate might bring: it counts the moves it is told of.
struct Mobility;

impl ReadsPositions for Mobility {
    fn value<P: Playable>(&self, position: &P) -> SideValue {
        SideValue(position.legal_moves().len() as f64)
    }
}

impl Evaluator for Mobility {
    type Thread<'a, P: Playable> = FromScratch<'a, Mobility>;

    fn thread<P: Playable>(&self) -> FromScratch<'_, Mobility> {
        FromScratch(self)
    }

    fn centipawns_per_unit(&self) -> f64 {
        3.0
    }
}

#[test]
fn an_evaluator_of_another_crate_is_one_like_the_others() {
    let foreign = AnyEvaluator::foreign(Mobility);
    assert_eq!(foreign.centipawns_per_unit(), 3.0);
    assert_eq!(foreign.evaluate(&Chess::default()).0, 20.0);
    assert!(foreign.explain(&Chess::default()).is_none());
    for variant in Variant::ALL {
        follow(&foreign, &game(variant, 8), &mut |found| {
            assert_eq!(found.followed.0, found.position.legal_moves().len() as f64, "{variant}");
        });
    }
}
