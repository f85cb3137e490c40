//! Laws of the tables, those that ship and others.

use hetman_rules::shakmaty::{CastlingMode, EnPassantMode};
use hetman_rules::{AnyPosition, with_position};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::Net;

/// The tables that ship.
fn shipped(variant: Variant) -> PieceSquare {
    PieceSquare::from_net(&Net::shipped(variant)).unwrap()
}

fn value(position: &AnyPosition) -> SideValue {
    let evaluator = shipped(position.variant());
    with_position!(position, position => evaluator.evaluate(position))
}

fn random_walk(variant: Variant, plies: usize, generator: &mut impl Rng) -> Vec<AnyPosition> {
    let mut position = AnyPosition::start(variant);
    let mut seen = vec![position.clone()];
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position = position.after(moves[generator.random_range(0..moves.len())]);
        seen.push(position.clone());
    }
    seen
}

/// The position with colours exchanged and the board turned: the same game for the other side.
fn mirrored(position: &AnyPosition) -> Option<AnyPosition> {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    setup.mirror();
    AnyPosition::from_setup(position.variant(), setup, CastlingMode::Standard).ok()
}

#[test]
fn exchanging_colours_changes_nothing_for_the_side_to_move() {
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    let mut compared = 0;
    // Racing kings and horde give the two sides different roles, so their boards cannot be turned.
    let symmetric =
        Variant::ALL.into_iter().filter(|variant| !matches!(variant, Variant::Horde | Variant::RacingKings));
    for variant in symmetric {
        for _ in 0..20 {
            for position in random_walk(variant, 80, &mut generator) {
                if let Some(turned) = mirrored(&position) {
                    assert_eq!(value(&position), value(&turned), "{variant} {}", position.fen());
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 5_000, "{compared}");
}

#[test]
fn a_knight_likes_the_centre_and_a_pawn_the_far_end() {
    let fen = |text: &str| value(&AnyPosition::from_fen(Variant::Chess, text).unwrap()).0;
    assert!(fen("4k3/8/8/8/4N3/8/8/4K3 w - - 0 1") > fen("4k3/8/8/8/8/8/8/N3K3 w - - 0 1"));
    assert!(fen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1") > fen("4k3/8/8/8/8/8/P7/4K3 w - - 0 1"));
    let rook = fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    assert!(fen("4k3/8/8/8/8/8/8/4K2Q w - - 0 1") > rook && rook > 1.0);
    assert!(fen("4k3/8/8/8/8/8/8/4K2Q b - - 0 1") < -rook);
}

#[test]
fn goals_of_variants_pull_the_king() {
    let at = |variant, text: &str| value(&AnyPosition::from_fen(variant, text).unwrap()).0;
    let hill = Variant::KingOfTheHill;
    assert!(at(hill, "4k3/8/8/8/8/4K3/8/8 w - - 0 1") > at(hill, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
    let race = Variant::RacingKings;
    assert!(at(race, "8/8/7K/8/8/8/k7/8 w - - 0 1") > at(race, "8/8/8/8/8/7K/k7/8 w - - 0 1"));
    let checks = Variant::ThreeCheck;
    assert!(at(checks, "4k3/8/8/8/8/8/8/4K3 w - - 1+3 0 1") > at(checks, "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1"));
}

#[test]
fn pieces_in_the_pocket_count_in_crazyhouse() {
    let fen = "4k3/8/8/8/8/8/8/4K3[QQn] w - - 0 1";
    let position = AnyPosition::from_fen(Variant::Crazyhouse, fen).unwrap();
    let material = PieceSquare::material(Variant::Crazyhouse);
    assert_eq!(with_position!(&position, position => material.evaluate(position)).0, 2.0 * 9.0 - 3.0);
    assert!(value(&position).0 > 2.0, "two queens are worth more than a knight, in hand too");
}
