//! The exact search against a bare minimax, and the trees the earlier works print.

use std::sync::atomic::{AtomicU64, Ordering};

use hetman_eval::{AnyEvaluator, FeatureSet, FromScratch, Model, Net, ReadsPositions};
use hetman_rules::shakmaty::{KnownOutcome, Position, Role};
use hetman_rules::{AnyPosition, Playable, Variant, key, with_position};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::finished::{is_surely_unfinished, will_answer};
use super::*;

/// A search that nobody stops, of a position without a past.
fn search_alone<P: Searchable, E: Evaluator>(
    root: &P,
    evaluator: &E,
    exact: ExactSearch,
    chance: &mut ChaCha8Rng,
) -> Option<ExactResult<P>> {
    search(root, &[], evaluator, exact, chance, &Control::default())
}

/// Material counted coarsely, so that many moves tie.
struct Coarse(AnyEvaluator);

impl ReadsPositions for Coarse {
    fn value<P: Playable>(&self, position: &P) -> SideValue {
        SideValue((self.0.evaluate(position).0 / 2.0).round())
    }
}

impl Evaluator for Coarse {
    type Thread<'a, P: Playable> = FromScratch<'a, Coarse>;

    fn thread<P: Playable>(&self) -> FromScratch<'_, Coarse> {
        FromScratch(self)
    }
}

/// Every line to the end, the first of the best kept: the definition the search must agree with. Lines are written
/// backwards.
fn minimax<P: Playable, E: Evaluator>(
    position: &P,
    past: &[u64],
    depth: u32,
    exact: ExactSearch,
    evaluator: &E,
) -> (f64, Vec<Move>) {
    let leaf = || {
        let known = match (exact.terminals, position.outcome().known()) {
            (Terminals { win: Some(win), .. }, Some(KnownOutcome::Decisive { winner })) => {
                Some(if winner == position.turn() { win } else { -win })
            }
            (Terminals { draw, .. }, Some(KnownOutcome::Draw)) => draw,
            _ => None,
        };
        (known.unwrap_or_else(|| evaluator.evaluate(position).0), Vec::new())
    };
    let full_width = depth > 0;
    if full_width && exact.avoid_repetitions && past.contains(&key(position)) {
        return (exact.terminals.draw.unwrap_or(0.0), Vec::new());
    }
    if !full_width && exact.quiescence == 0 {
        return leaf();
    }
    let must_move = full_width || position.is_check();
    let mut moves = position.legal_moves();
    if !must_move {
        moves.retain(|m| m.is_capture() || exact.check_plies > 0 && position.after(*m).is_check());
    }
    if moves.is_empty() {
        return leaf();
    }
    let mut best = if must_move { (f64::NEG_INFINITY, Vec::new()) } else { leaf() };
    let spent = u32::from(!full_width);
    let (quiescence, check_plies) = (exact.quiescence - spent, exact.check_plies.saturating_sub(spent));
    let below = ExactSearch { quiescence, check_plies, ..exact };
    for m in moves {
        let (value, mut line) = minimax(&position.after(m), past, depth.saturating_sub(1), below, evaluator);
        if -value > best.0 {
            line.push(m);
            best = (-value, line);
        }
    }
    best
}

/// Small whole weights for pieces, or for pieces and squares: many moves tie, and what comes of a quiet move is foreseen.
fn followed(variant: Variant, features: FeatureSet) -> AnyEvaluator {
    let mut model = Model::linear(features.len(variant), 1.0).unwrap();
    let mut generator = ChaCha8Rng::seed_from_u64(features.len(variant) as u64);
    model.parameters_mut().iter_mut().for_each(|weight| *weight = f64::from(generator.random_range(-2..4)));
    AnyEvaluator::exact(Net::new(variant, features, model, Default::default()).unwrap())
}

fn agree<P: Searchable>(position: &P, exact: ExactSearch, seed: u64) {
    agree_after(position, &[], exact, seed);
}

/// How many of the lines end in a position of the past.
fn agree_after<P: Searchable>(position: &P, past: &[u64], exact: ExactSearch, seed: u64) -> usize {
    let coarse = Coarse(AnyEvaluator::tables(P::VARIANT));
    let mut repetitions = usize::from(agree_with(position, past, &coarse, exact, seed));
    for features in [FeatureSet::MATERIAL, FeatureSet::PIECE_SQUARE] {
        repetitions += usize::from(agree_with(position, past, &followed(P::VARIANT, features), exact, seed));
    }
    repetitions
}

fn agree_with<P: Searchable, E: Evaluator>(
    position: &P,
    past: &[u64],
    evaluator: &E,
    exact: ExactSearch,
    seed: u64,
) -> bool {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    let Some(result) = search(position, past, evaluator, exact, &mut generator, &Control::default()) else {
        assert!(position.legal_moves().is_empty());
        return false;
    };
    let values = all_values(position, past, exact, evaluator);
    let (best, expected) = all_best(&values);
    let context = format!("{} {} {exact:?}", P::VARIANT, position.clone().into().fen());
    assert_eq!(result.value.0, best, "{context}");
    assert!(expected.contains(&result.chosen), "{context}: {} is none of {expected:?}", result.chosen);
    let (_, _, line) = values.iter().find(|&&(m, ..)| m == result.chosen).unwrap();
    assert_eq!(result.line, *line, "{context}");
    assert_leaf_carries_the_value(position, evaluator, &result, exact);
    result.is_repetition
}

/// Every root move, its value and its line, by minimax.
fn all_values<P: Playable, E: Evaluator>(
    position: &P,
    past: &[u64],
    exact: ExactSearch,
    evaluator: &E,
) -> Vec<(Move, f64, Vec<Move>)> {
    position
        .legal_moves()
        .iter()
        .map(|&m| {
            let (value, mut line) = minimax(&position.after(m), past, exact.depth - 1, exact, evaluator);
            line.push(m);
            line.reverse();
            (m, -value, line)
        })
        .collect()
}

/// The highest value and the moves that have it.
fn all_best(values: &[(Move, f64, Vec<Move>)]) -> (f64, Vec<Move>) {
    let best = values.iter().map(|&(_, value, _)| value).fold(f64::NEG_INFINITY, f64::max);
    (best, values.iter().filter(|&&(_, value, _)| value == best).map(|&(m, ..)| m).collect())
}

fn assert_leaf_carries_the_value<P: Playable, E: Evaluator>(
    root: &P,
    evaluator: &E,
    result: &ExactResult<P>,
    exact: ExactSearch,
) {
    let leaf = &result.leaf;
    let value = match result.is_repetition {
        true => exact.terminals.draw.unwrap_or(0.0),
        false => exact.terminals.value(leaf).unwrap_or_else(|| evaluator.evaluate(leaf).0),
    };
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

const RESULTS: Terminals = Terminals { win: Some(1e9), draw: Some(0.0) };

#[test]
fn the_search_equals_minimax_in_every_variant() {
    for variant in Variant::ALL {
        for (seed, position) in random_positions(variant, 40).iter().enumerate() {
            for terminals in [Terminals::EVALUATED, Terminals::TRAINER] {
                // Shallow where the board is crowded: a minimax without cut-offs has to finish too.
                let moves = position.legal_moves().len();
                for (depth, quiescence) in [(1, 0), (2, 0), (3, 0), (1, 1), (1, 2), (2, 2), (1, 3), (2, 3)] {
                    if moves > 30 && depth + quiescence > 2 || moves > 15 && depth + quiescence > 4 {
                        continue;
                    }
                    let exact = ExactSearch { depth, quiescence, terminals, ..ExactSearch::default() };
                    with_position!(position, position => agree(position, exact, seed as u64));
                }
            }
        }
    }
}

/// Endings, where a bare minimax gets deep: the table, the killers and the shallower passes have something to do.
#[test]
fn the_search_equals_minimax_where_few_pieces_are_left() {
    let endings = [
        "8/8/8/3k4/8/2R5/3K4/8 w - - 0 1",
        "8/p4k2/8/1P6/8/4K3/8/8 w - - 0 1",
        "6k1/5p2/8/8/8/1B6/5K2/8 w - - 0 1",
        "8/1P2k3/8/8/8/8/3p4/K7 b - - 0 1",
    ];
    for (seed, fen) in endings.iter().enumerate() {
        for variant in [Variant::Chess, Variant::Atomic, Variant::Crazyhouse, Variant::KingOfTheHill] {
            let position = AnyPosition::from_fen(variant, fen).unwrap();
            for (depth, quiescence) in [(4, 0), (4, QUIESCENCE_PLIES)] {
                let exact = ExactSearch { depth, quiescence, terminals: RESULTS, ..ExactSearch::default() };
                with_position!(&position, position => agree(position, exact, seed as u64));
            }
        }
    }
}

#[test]
fn checks_are_tried_as_minimax_tries_them() {
    for variant in Variant::ALL {
        let mut differences = 0;
        for (seed, position) in random_positions(variant, 40).iter().enumerate() {
            for (depth, quiescence, check_plies) in [(1, 1, 1), (1, 2, 1), (1, 3, 2), (2, 2, 2), (1, 2, 9)] {
                if position.legal_moves().len() > 25 && depth + quiescence > 2 {
                    continue;
                }
                let blind = ExactSearch { depth, quiescence, terminals: RESULTS, ..ExactSearch::default() };
                let seeing = ExactSearch { check_plies, ..blind };
                with_position!(position, position => {
                    agree(position, seeing, seed as u64);
                    let value = |exact| search_alone(position, &AnyEvaluator::tables(variant), exact, &mut ChaCha8Rng::seed_from_u64(0));
                    let values = [blind, seeing].map(|exact| value(exact).map(|found| found.value.0));
                    differences += u32::from(values[0] != values[1]);
                });
            }
        }
        // In the others nothing is a check, or none may be given.
        let knows_checks = !variant.is_losing_game() && variant != Variant::RacingKings;
        assert!((differences > 0) == knows_checks, "{variant}: {differences} positions are judged otherwise");
    }
}

/// Every move but the pawn's on the other wing keeps the rook from mating on the last rank.
#[test]
fn a_quiet_mate_beyond_the_depth_is_seen_where_checks_are_tried() {
    let position = AnyPosition::from_fen(Variant::Chess, "6k1/5ppp/8/8/8/1p6/5PPP/4R1K1 b - - 0 1").unwrap();
    let AnyPosition::Chess(position) = position else { unreachable!("asked for chess") };
    let walks_into_it = |check_plies| {
        let exact = ExactSearch { depth: 1, quiescence: 8, check_plies, terminals: RESULTS, ..ExactSearch::default() };
        (0..200).any(|seed| {
            let found = search_alone(&position, &Rooks, exact, &mut ChaCha8Rng::seed_from_u64(seed)).unwrap();
            assert_eq!(found.value.0, -1.0);
            found.chosen.to_string() == "b3-b2"
        })
    };
    assert!(walks_into_it(0) && !walks_into_it(1));
}

/// The past is made of positions two half-moves on, as if the game had been through them.
#[test]
fn positions_of_the_past_are_drawn_as_minimax_draws_them() {
    let mut repetitions = 0;
    for variant in [Variant::Chess, Variant::Suicide, Variant::Crazyhouse] {
        for (seed, position) in random_positions(variant, 40).iter().enumerate() {
            if position.legal_moves().len() > 25 {
                continue;
            }
            let replies = position.legal_moves().into_iter().flat_map(|m| {
                let after = position.after(m);
                after.legal_moves().into_iter().map(move |reply| after.after(reply)).collect::<Vec<_>>()
            });
            let past: Vec<u64> = replies.step_by(3).map(|there| with_position!(&there, there => key(there))).collect();
            let exact = ExactSearch { depth: 3, terminals: RESULTS, avoid_repetitions: true, ..ExactSearch::default() };
            with_position!(position, position => {
                repetitions += agree_after(position, &past, exact, seed as u64);
                let forgetful = ExactSearch { avoid_repetitions: false, ..exact };
                assert_eq!(agree_after(position, &past, forgetful, seed as u64), 0);
            });
        }
    }
    assert!(repetitions > 10, "{repetitions} lines end in the past");
}

struct Rooks;

impl ReadsPositions for Rooks {
    fn value<P: Playable>(&self, position: &P) -> SideValue {
        SideValue(position.our(Role::Rook).count() as f64 - position.their(Role::Rook).count() as f64)
    }
}

impl Evaluator for Rooks {
    type Thread<'a, P: Playable> = FromScratch<'a, Rooks>;

    fn thread<P: Playable>(&self) -> FromScratch<'_, Rooks> {
        FromScratch(self)
    }
}

/// White has a rook more and waits: any move but the one back to where it was before keeps what it has.
#[test]
fn who_is_ahead_does_not_repeat() {
    let chess = |fen: &str| match AnyPosition::from_fen(Variant::Chess, fen).unwrap() {
        AnyPosition::Chess(position) => position,
        other => unreachable!("asked for chess, got {other:?}"),
    };
    let (now, before) = (chess("8/8/8/8/8/k7/8/K6R w - - 2 2"), chess("8/8/8/8/k7/8/8/1K5R w - - 0 1"));
    let exact = ExactSearch { depth: 3, terminals: RESULTS, avoid_repetitions: true, ..ExactSearch::default() };
    let past = [key(&now), key(&before)];
    let mut openings = std::collections::BTreeSet::new();
    for seed in 0..200 {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let found = search(&now, &past, &Rooks, exact, &mut chance, &Control::default()).unwrap();
        assert!(found.value.0 > 0.0 && !found.is_repetition);
        openings.insert(found.chosen.to_string());
    }
    assert!(!openings.contains("Ka1-b1"), "{openings:?}");
    assert!(openings.len() > 1, "{openings:?}");
}

#[test]
fn a_game_that_looks_unfinished_is() {
    for variant in Variant::ALL {
        let mut shortcuts = 0;
        for position in random_positions(variant, 2000) {
            let is_unfinished = with_position!(&position, position => is_surely_unfinished(position));
            shortcuts += u32::from(is_unfinished);
            assert!(!is_unfinished || !position.is_game_over(), "{variant} {}", position.fen());
        }
        assert!(shortcuts > 500 || variant == Variant::RacingKings, "{variant}: {shortcuts} seen at a glance");
    }
}

/// Quiet moves, not the king's, after which the other side is not in check.
fn quiet_ends<P: Playable>(position: &P) -> usize {
    let is_quiet = |m: &Move| !m.is_capture() && !m.is_promotion() && m.role() != Role::King && !m.is_castle();
    let quiet = position.legal_moves().into_iter().filter(is_quiet).map(|m| position.after(m));
    quiet.filter(|after| !after.is_check() && after.is_game_over()).count()
}

#[test]
fn who_will_answer_can_answer_every_quiet_move() {
    let stalemates =
        ["7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "k7/p7/P1K5/8/8/8/8/2R5 w - - 0 1", "7k/5Q2/8/5K1p/8/8/8/8 w - - 0 1"];
    let near = stalemates.map(|fen| AnyPosition::from_fen(Variant::Chess, fen).unwrap());
    assert!(near.iter().any(|position| with_position!(position, position => quiet_ends(position) > 0)));
    for variant in Variant::ALL {
        let mut shortcuts = 0;
        for position in random_positions(variant, 1000).iter().chain(near.iter().filter(|_| variant == Variant::Chess))
        {
            let is_sure = with_position!(position, position => will_answer(position));
            shortcuts += u32::from(is_sure);
            let ends = if is_sure { with_position!(position, position => quiet_ends(position)) } else { 0 };
            assert_eq!(ends, 0, "{variant} {}", position.fen());
        }
        assert!(shortcuts > 300 || variant == Variant::RacingKings, "{variant}: {shortcuts} seen at a glance");
    }
}

/// Counts what it is asked for, and throws the switch when it has heard enough.
struct Impatient<'a> {
    asked: AtomicU64,
    enough: u64,
    control: &'a Control<'a>,
}

impl ReadsPositions for Impatient<'_> {
    fn value<P: Playable>(&self, position: &P) -> SideValue {
        if self.asked.fetch_add(1, Ordering::Relaxed) + 1 == self.enough {
            self.control.stop();
        }
        SideValue(position.board().occupied().count() as f64)
    }
}

impl Evaluator for Impatient<'_> {
    type Thread<'a, P: Playable>
        = FromScratch<'a, Self>
    where
        Self: 'a;

    fn thread<P: Playable>(&self) -> FromScratch<'_, Self> {
        FromScratch(self)
    }
}

/// Above the leaves and below them, from the first evaluation to deep in the tree.
#[test]
fn nothing_is_evaluated_after_a_stop() {
    for variant in [Variant::Chess, Variant::Crazyhouse, Variant::Suicide] {
        for (quiescence, enough) in
            [0, QUIESCENCE_PLIES].into_iter().flat_map(|plies| [1, 2, 77, 5_000].map(|n| (plies, n)))
        {
            let exact = ExactSearch { depth: 9, quiescence, ..ExactSearch::default() };
            let control = Control::default();
            let impatient = Impatient { asked: AtomicU64::new(0), enough, control: &control };
            let chance = &mut ChaCha8Rng::seed_from_u64(enough);
            let start = AnyPosition::start(variant);
            let is_found =
                with_position!(&start, start => search(start, &[], &impatient, exact, chance, &control).is_some());
            assert_eq!((is_found, impatient.asked.into_inner()), (false, enough), "{variant}");
        }
    }
}

#[test]
fn ties_are_drawn_evenly_and_by_the_seed() {
    let start = AnyPosition::start(Variant::Chess);
    let AnyPosition::Chess(start) = start else { unreachable!("asked for chess") };
    let evaluator = Coarse(AnyEvaluator::tables(Variant::Chess));
    let exact = ExactSearch::default();
    let choose = |seed| search_alone(&start, &evaluator, exact, &mut ChaCha8Rng::seed_from_u64(seed)).unwrap().chosen;
    let mut counts = std::collections::HashMap::new();
    for seed in 0..4000 {
        assert_eq!(choose(seed), choose(seed));
        *counts.entry(choose(seed)).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 20);
    // 200 expected each; five standard deviations are about 70.
    assert!(counts.values().all(|&count| (130..270).contains(&count)), "{counts:?}");
}

/// Some moves tie and others are worse, at a depth where the shallower pass misleads: still each of the best has the
/// same chance.
#[test]
fn each_of_the_best_moves_has_the_same_chance() {
    const DRAWS: usize = 2000;
    let evaluator = Coarse(AnyEvaluator::tables(Variant::Chess));
    let exact = ExactSearch { depth: 2, quiescence: 1, ..ExactSearch::default() };
    let mut tested = 0;
    for position in random_positions(Variant::Chess, 60) {
        let AnyPosition::Chess(position) = position else { unreachable!("asked for chess") };
        let (_, best) = all_best(&all_values(&position, &[], exact, &evaluator));
        if !(2..=6).contains(&best.len()) {
            continue;
        }
        let mut counts = vec![0; best.len()];
        for seed in 0..DRAWS {
            let mut generator = ChaCha8Rng::seed_from_u64(seed as u64);
            let chosen = search_alone(&position, &evaluator, exact, &mut generator).unwrap().chosen;
            counts[best.iter().position(|&m| m == chosen).unwrap()] += 1;
        }
        let expected = DRAWS as f64 / best.len() as f64;
        let five_deviations = 5.0 * (expected * (1.0 - 1.0 / best.len() as f64)).sqrt();
        assert!(counts.iter().all(|&count| (f64::from(count) - expected).abs() < five_deviations), "{counts:?}");
        tested += 1;
    }
    assert!(tested >= 5, "only {tested} positions had something to draw");
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

    let evaluator = AnyEvaluator::tables(Variant::Chess);
    let exact = ExactSearch { terminals: Terminals::TRAINER, ..ExactSearch::default() };
    let mate_in_one = chess("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
    let found = search_alone(&mate_in_one, &evaluator, exact, &mut ChaCha8Rng::seed_from_u64(0)).unwrap();
    assert_eq!((found.value.0, found.chosen.to_string()), (1000.0, "Rd1-d8".to_owned()));
}
