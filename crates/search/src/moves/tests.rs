use hetman_rules::{AnyPosition, Variant, random, with_position};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::Searchable;

fn gen_type<P: Searchable>(position: &P, gen_type: GenType) -> Vec<Move> {
    let mut moves = Vec::new();
    position.moves(gen_type, &mut |m| moves.push(m));
    moves
}

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<String> {
    let mut names: Vec<String> = moves.into_iter().map(|m| format!("{m:?}")).collect();
    names.sort();
    names
}

/// Both kinds together are shakmaty's list, each move is found again by its packed form, and checks are foreseen.
fn agrees_with_shakmaty<P: Searchable>(position: &P) {
    let fen = position.clone().into().fen();
    let all = position.legal_moves();
    let (noisy, quiet) = (gen_type(position, GenType::Noisy), gen_type(position, GenType::Quiet));
    assert!(noisy.iter().all(|&m| is_noisy(m)) && !quiet.iter().any(|&m| is_noisy(m)), "{fen}");
    assert_eq!(sorted(noisy.into_iter().chain(quiet)), sorted(all.clone()), "{fen}");
    let checks = position.checks();
    for m in all {
        assert_eq!(position.find(m.into()), Some(m), "{fen}");
        assert_eq!(checks.contain(position, m), position.after(m).is_check(), "{fen} {m}");
    }
}

#[test]
fn noisy_and_quiet_moves_are_all_legal_moves() {
    let mut generator = ChaCha8Rng::seed_from_u64(31);
    for variant in Variant::ALL {
        for _ in 0..60 {
            let game = random::playout(AnyPosition::start(variant), 120, &mut generator);
            let positions = (0..=game.plies()).filter_map(|plies| game.position_after(plies));
            for position in positions.filter(|position| !position.is_variant_end()) {
                with_position!(position, position => agrees_with_shakmaty(position));
            }
        }
    }
}

#[test]
fn pins_checks_and_promotions() {
    let positions = [
        // En passant would bare the king along the rank; it is also pinned on a diagonal, or takes the checker.
        "8/8/8/K2pP2q/8/8/8/7k w - d6 0 1",
        "7k/8/8/3pP3/2b5/8/K7/8 w - d6 0 1",
        "7k/8/8/2KpP3/8/8/8/8 w - d6 0 1",
        "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
        // Two checkers; a checker that can be taken or shut out; promotions out of a pin and under check.
        "4k3/8/8/8/7b/8/3n1n2/R3K2R w KQ - 0 1",
        "4k3/4r3/8/8/8/8/3P1P2/R2QKB1R w KQ - 0 1",
        "1n1rk3/P1P5/8/8/8/8/8/4K3 w - - 0 1",
        "K6q/1P6/8/8/8/8/8/7k w - - 0 1",
        "r3k2r/8/8/8/4Q3/8/8/R3K2R b KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ];
    for fen in positions {
        let AnyPosition::Chess(position) = AnyPosition::from_fen(Variant::Chess, fen).unwrap() else {
            unreachable!("asked for chess")
        };
        agrees_with_shakmaty(&position);
    }
}

#[test]
fn a_packed_move_of_another_position_is_not_found() {
    let from_fen = |fen| match AnyPosition::from_fen(Variant::Chess, fen) {
        Ok(AnyPosition::Chess(position)) => position,
        _ => unreachable!("asked for chess"),
    };
    let there = from_fen("4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1");
    let here = from_fen("4k3/4r3/8/8/8/8/3PB3/4K3 w - - 0 1");
    let shared: Vec<Move> = there.legal_moves().into_iter().filter(|&m| here.find(m.into()).is_some()).collect();
    assert_eq!(sorted(shared.iter().copied()), sorted(here.legal_moves().into_iter().filter(|m| shared.contains(m))));
    assert!(shared.len() < there.legal_moves().len());
}
