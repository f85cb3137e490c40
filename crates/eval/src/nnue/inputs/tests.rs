//! Laws of the facts: every position is the set of them, and the sides see them alike.

use std::collections::BTreeSet;

use hetman_rules::shakmaty::{CastlingMode, EnPassantMode};
use hetman_rules::{AnyPosition, random};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;

fn positions(variant: Variant, seed: u64) -> Vec<AnyPosition> {
    let record = random::playout(AnyPosition::start(variant), 120, &mut ChaCha8Rng::seed_from_u64(seed));
    let mut position = AnyPosition::start(variant);
    let after = |m: &hetman_rules::shakmaty::Move| {
        position = position.after(*m);
        position.clone()
    };
    record.moves().collect::<Vec<_>>().iter().map(after).collect()
}

fn all(variant: Variant, sight: &Sight) -> BTreeSet<Fact> {
    let mut facts = BTreeSet::new();
    Facts::of(variant).all(sight, |fact| assert!(facts.insert(fact), "{fact} twice"));
    facts
}

fn rows(shape: &Shape, perspective: Color, sight: &Sight) -> BTreeSet<usize> {
    let view = shape.view(perspective, sight);
    all(shape.variant, sight).into_iter().map(|fact| view.row(fact)).collect()
}

#[test]
fn differences_lead_from_any_position_to_any_other() {
    for variant in Variant::ALL {
        let sights: Vec<Sight> = (0..4).flat_map(|seed| positions(variant, seed)).map(|p| Sight::of(&p)).collect();
        for (old, new) in sights.iter().zip(sights.iter().skip(7)).chain(sights.iter().zip(&sights[1..])) {
            let mut facts = all(variant, old);
            let (mut gone, mut come) = (Vec::new(), Vec::new());
            Facts::of(variant).differences(old, new, |fact| gone.push(fact), |fact| come.push(fact));
            assert!(gone.iter().all(|fact| facts.remove(fact)), "{variant}");
            assert!(come.into_iter().all(|fact| facts.insert(fact)), "{variant}");
            assert_eq!(facts, all(variant, new), "{variant}");
        }
    }
}

#[test]
fn inputs_lie_within_the_shape_and_are_as_many_as_facts() {
    for variant in Variant::ALL {
        for (_, kings) in Kings::ALL {
            let shape = Shape::new(variant, kings, 64, 1).unwrap();
            for position in positions(variant, 3) {
                let sight = Sight::of(&position);
                for perspective in Color::ALL {
                    let rows = rows(&shape, perspective, &sight);
                    assert_eq!(rows.len(), all(variant, &sight).len());
                    assert!(rows.into_iter().all(|row| row < shape.inputs()), "{variant} {kings:?}");
                    assert!(shape.view_number(perspective, &sight) < shape.views());
                }
            }
        }
    }
}

#[test]
fn what_white_sees_black_sees_when_colours_are_exchanged() {
    let mut compared = 0;
    for variant in Variant::ALL.into_iter().filter(|variant| *variant != Variant::RacingKings) {
        for (_, kings) in Kings::ALL {
            let shape = Shape::new(variant, kings, 64, 1).unwrap();
            for position in positions(variant, 5) {
                let mut setup = position.to_setup(EnPassantMode::Legal);
                setup.mirror();
                let Ok(turned) = AnyPosition::from_setup(variant, setup, CastlingMode::Standard) else { continue };
                let sees = |position: &AnyPosition, color| rows(&shape, color, &Sight::of(position));
                for color in Color::ALL {
                    assert_eq!(sees(&position, color), sees(&turned, !color), "{variant} {}", position.fen());
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 1000, "{compared}");
}

#[test]
fn in_racing_kings_the_sides_see_each_other_in_a_mirror() {
    let shape = Shape::new(Variant::RacingKings, Kings::Ignored, 64, 1).unwrap();
    let start = Sight::of(&AnyPosition::start(Variant::RacingKings));
    assert_eq!(rows(&shape, Color::White, &start), rows(&shape, Color::Black, &start));
}

#[test]
fn a_king_on_the_right_turns_the_board() {
    let at = |fen: &str| Sight::of(&AnyPosition::from_fen(Variant::Chess, fen).unwrap());
    let (left, right) = (at("1k6/8/8/3p4/8/8/P7/1K6 w - - 0 1"), at("6k1/8/8/4p3/8/8/7P/6K1 w - - 0 1"));
    for kings in [Kings::Mirrored, Kings::Buckets4] {
        let shape = Shape::new(Variant::Chess, kings, 64, 1).unwrap();
        for color in Color::ALL {
            assert_eq!(rows(&shape, color, &left), rows(&shape, color, &right), "{kings:?}");
        }
    }
    let shape = Shape::new(Variant::Chess, Kings::Ignored, 64, 1).unwrap();
    assert_ne!(rows(&shape, Color::White, &left), rows(&shape, Color::White, &right));
}

#[test]
fn pockets_promoted_pieces_and_checks_are_seen() {
    let facts = |variant, fen: &str| all(variant, &Sight::of(&AnyPosition::from_fen(variant, fen).unwrap()));
    let house = |fen| facts(Variant::Crazyhouse, fen);
    let bare = house("4k3/8/8/8/8/8/8/Q3K3[] w - - 0 1");
    let in_hand = house("4k3/8/8/8/8/8/8/Q3K3[PPPn] w - - 0 1");
    let promoted = house("4k3/8/8/8/8/8/8/Q~3K3[] w - - 0 1");
    assert_eq!((bare.len(), in_hand.len(), promoted.len()), (3, 7, 4));
    assert!(bare.is_subset(&in_hand) && bare.is_subset(&promoted));
    let checks = |left| facts(Variant::ThreeCheck, &format!("4k3/8/8/8/8/8/8/4K3 w - - {left} 0 1"));
    assert_eq!([checks("3+3").len(), checks("1+3").len(), checks("1+2").len()], [2, 4, 5]);
    let kings = facts(Variant::Antichess, "k1k5/8/8/8/8/8/8/K1K1K3 w - - 0 1");
    assert_eq!(kings.len(), 5);
}
