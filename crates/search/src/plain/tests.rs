//! The plain search against a bare minimax, and the trees the earlier works print.

use hetman_eval::PieceSquare;
use hetman_rules::shakmaty::Position;
use hetman_rules::{AnyPosition, Variant, with_position};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;

/// Material counted coarsely, so that many moves tie.
struct Coarse(PieceSquare);

impl<P: Playable> Evaluator<P> for Coarse {
    fn evaluate(&self, position: &P) -> SideValue {
        SideValue((self.0.evaluate(position).0 / 2.0).round())
    }
}

/// Every line to the end: the definition the search must agree with.
fn minimax<P: Playable, E: Evaluator<P>>(position: &P, depth: u32, plain: Plain, evaluator: &E) -> f64 {
    let leaf = || plain.terminals.value(position).unwrap_or_else(|| evaluator.evaluate(position).0);
    let full_width = depth > 0;
    if !full_width && plain.quiescence == 0 {
        return leaf();
    }
    let moves = if full_width { position.legal_moves() } else { quiescence_moves(position) };
    if moves.is_empty() {
        return leaf();
    }
    let floor = if full_width || position.is_check() { f64::NEG_INFINITY } else { leaf() };
    let below = Plain { quiescence: plain.quiescence - u32::from(!full_width), ..plain };
    let child = |&m: &Move| -minimax(&position.after(m), depth.saturating_sub(1), below, evaluator);
    moves.iter().map(child).fold(floor, f64::max)
}

fn agree<P: Playable>(position: &P, plain: Plain, seed: u64) {
    let evaluator = Coarse(PieceSquare::for_variant(P::VARIANT));
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    let Some(result) = search(position, &evaluator, plain, &mut generator) else {
        assert!(position.legal_moves().is_empty());
        return;
    };
    let values: Vec<(Move, f64)> = position
        .legal_moves()
        .iter()
        .map(|&m| (m, -minimax(&position.after(m), plain.depth - 1, plain, &evaluator)))
        .collect();
    let best = values.iter().map(|&(_, value)| value).fold(f64::NEG_INFINITY, f64::max);
    let expected: Vec<Move> = values.iter().filter(|&&(_, value)| value == best).map(|&(m, _)| m).collect();
    let fen = position.clone().into().fen();
    assert_eq!(result.value.0, best, "{} {fen} {plain:?}", P::VARIANT);
    assert_eq!(result.best, expected, "{} {fen} {plain:?}", P::VARIANT);
    assert!(expected.contains(&result.chosen));
    assert_eq!(result.line[0], result.chosen);
    assert_leaf_carries_the_value(position, &evaluator, &result, plain);
}

fn assert_leaf_carries_the_value<P: Playable>(root: &P, evaluator: &Coarse, result: &PlainResult<P>, plain: Plain) {
    let leaf = &result.leaf;
    let value = plain.terminals.value(leaf).unwrap_or_else(|| evaluator.evaluate(leaf).0);
    let seen_from_root = if leaf.turn() == root.turn() { value } else { -value };
    assert_eq!(seen_from_root, result.value.0, "{}", leaf.clone().into().fen());
}

fn random_positions(variant: Variant, count: usize) -> Vec<AnyPosition> {
    let mut generator = ChaCha8Rng::seed_from_u64(variant as u64);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = AnyPosition::start(variant);
        for _ in 0..generator.random_range(0..60) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.after(moves[generator.random_range(0..moves.len())]);
        }
        positions.push(position);
    }
    positions
}

#[test]
fn the_search_equals_minimax_in_every_variant() {
    for variant in Variant::ALL {
        for (seed, position) in random_positions(variant, 40).iter().enumerate() {
            for terminals in [Terminals::EVALUATED, Terminals::TRAINER] {
                // Shallow where the board is crowded: a minimax without cut-offs has to finish too.
                let crowded = position.legal_moves().len() > 30;
                for (depth, quiescence) in [(1, 0), (2, 0), (3, 0), (1, 2), (2, 2)] {
                    if crowded && depth + quiescence > 2 {
                        continue;
                    }
                    let plain = Plain { depth, quiescence, terminals };
                    with_position!(position, position => agree(position, plain, seed as u64));
                }
            }
        }
    }
}

#[test]
fn ties_are_drawn_evenly_and_by_the_seed() {
    let start = AnyPosition::start(Variant::Chess);
    let AnyPosition::Chess(start) = start else { unreachable!("asked for chess") };
    let evaluator = Coarse(PieceSquare::for_variant(Variant::Chess));
    let plain = Plain { depth: 1, quiescence: 0, terminals: Terminals::EVALUATED };
    let choose = |seed| search(&start, &evaluator, plain, &mut ChaCha8Rng::seed_from_u64(seed)).unwrap().chosen;
    let mut counts = std::collections::HashMap::new();
    for seed in 0..4000 {
        assert_eq!(choose(seed), choose(seed));
        *counts.entry(choose(seed)).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 20);
    // 200 expected each; five standard deviations are about 70.
    assert!(counts.values().all(|&count| (130..270).contains(&count)), "{counts:?}");
}

#[test]
fn the_trainer_sees_mate_but_not_stalemate() {
    let chess = |fen: &str| match AnyPosition::from_fen(Variant::Chess, fen).unwrap() {
        AnyPosition::Chess(position) => position,
        other => unreachable!("asked for chess, got {other:?}"),
    };
    let mated = chess("3R2k1/5ppp/8/8/8/8/8/K7 b - - 0 1");
    let stalemate = chess("7k/8/5KQ1/8/8/8/8/8 b - - 0 1");
    assert_eq!(Terminals::TRAINER.value(&mated), Some(-1000.0));
    assert_eq!(Terminals::TRAINER.value(&stalemate), None);
    assert_eq!(Terminals::EVALUATED.value(&mated), None);

    let evaluator = PieceSquare::for_variant(Variant::Chess);
    let plain = Plain { depth: 1, quiescence: 0, terminals: Terminals::TRAINER };
    let mate_in_one = chess("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
    let found = search(&mate_in_one, &evaluator, plain, &mut ChaCha8Rng::seed_from_u64(0)).unwrap();
    assert_eq!((found.value.0, found.best.len(), found.chosen.to_string()), (1000.0, 1, "Rd1-d8".to_owned()));
}
