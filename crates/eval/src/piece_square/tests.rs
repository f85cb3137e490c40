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
fn men_in_hand_count_in_crazyhouse() {
    let fen = "4k3/8/8/8/8/8/8/4K3[QQn] w - - 0 1";
    let position = AnyPosition::from_fen(Variant::Crazyhouse, fen).unwrap();
    let material = PieceSquare::material(Variant::Crazyhouse);
    assert_eq!(with_position!(&position, position => material.evaluate(position)).0, 2.0 * 9.0 - 3.0);
    assert!(value(&position).0 > 2.0, "two queens are worth more than a knight, in hand too");
}

#[test]
fn a_saved_evaluator_reads_back_the_same_and_damage_is_noticed() {
    for variant in Variant::ALL {
        let evaluator = shipped(variant);
        let bytes = evaluator.to_bytes();
        assert_eq!(PieceSquare::from_bytes(&bytes), Ok(evaluator));
        for cut in [0, 7, 8, 40, bytes.len() / 2, bytes.len() - 1] {
            assert!(PieceSquare::from_bytes(&bytes[..cut]).is_err(), "cut at {cut}");
        }
        let mut poisoned = bytes.clone();
        let end = poisoned.len();
        poisoned[end - 4..].copy_from_slice(&f32::NAN.to_le_bytes());
        assert!(PieceSquare::from_bytes(&poisoned).is_err());
    }
    assert!(matches!(PieceSquare::from_bytes(b"hello"), Err(EvalFileProblem::Damaged(_))));
}

/// Castling, en passant, promotion, drops and explosions: the random games of every variant have them all.
#[test]
fn following_a_game_equals_reading_every_position() {
    let mut generator = ChaCha8Rng::seed_from_u64(3);
    for variant in Variant::ALL {
        let evaluator = shipped(variant);
        for _ in 0..40 {
            let game = random_walk(variant, 120, &mut generator);
            let mut state = with_position!(&game[0], position => evaluator.begin(position));
            for pair in game.windows(2) {
                state = follow_any(&evaluator, &state, &pair[0], &pair[1]);
                let scratch = with_position!(&pair[1], position => evaluator.begin(position));
                assert_eq!(state, scratch, "{variant} {}", pair[1].fen());
            }
        }
    }
}

fn follow_any(evaluator: &PieceSquare, state: &BoardSum, before: &AnyPosition, after: &AnyPosition) -> BoardSum {
    fn follow<P: Playable>(evaluator: &PieceSquare, state: &BoardSum, before: &P, after: &AnyPosition) -> BoardSum {
        let setup = after.to_setup(EnPassantMode::Always);
        let after = P::from_setup(setup, after.castles().mode()).expect("it was played");
        evaluator.follow(state, before, &after)
    }
    with_position!(before, before => follow(evaluator, state, before, after))
}
