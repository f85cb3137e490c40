//! The evaluation of 2005: positions worked out by hand, a second implementation, and laws.

mod golden;
mod oracle;

use hetman_rules::shakmaty::variant::Chess;
use hetman_rules::shakmaty::{CastlingMode, EnPassantMode, Move, Position};
use hetman_rules::{AnyPosition, Variant, with_position};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::terms::{TERMS, difference, entries};
use super::view::Circumstances;
use super::*;
use crate::explain::{Breakdown, Explanation};
use crate::features::{HEADINGS, ManualEntry};
use crate::model::Initial;
use crate::{Evaluator, FeatureSet, Model, Net, ThreadEvaluator};

fn chess(fen: &str) -> Chess {
    match AnyPosition::from_fen(Variant::Chess, fen).unwrap() {
        AnyPosition::Chess(position) => position,
        other => unreachable!("asked for chess, got {other:?}"),
    }
}

fn told(classic: &Classic, fen: &str) -> (Explanation, Breakdown) {
    let explanation = classic.explain(&chess(fen)).unwrap();
    let breakdown = explanation.breakdown.clone().unwrap();
    (explanation, breakdown)
}

/// White's less Black's of one term.
fn term(classic: &Classic, name: &str, fen: &str) -> i32 {
    let (_, breakdown) = told(classic, fen);
    let term = breakdown.terms.iter().find(|term| term.name == name).unwrap();
    term.white - term.black
}

/// Random games: moves of one until it is over or long enough, then of the next.
fn random_lines(seed: u64, games: usize, mut visit: impl FnMut(&Chess, Option<(Move, &Chess)>)) {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..games {
        let mut position = Chess::default();
        visit(&position, None);
        for _ in 0..300 {
            let moves = position.legal_moves();
            // Pieces are taken more often than by chance, so that all phases are seen.
            let captures: Vec<Move> = moves.iter().copied().filter(|m| m.is_capture() || m.is_promotion()).collect();
            let moves = if captures.is_empty() || generator.random_bool(0.7) { moves.to_vec() } else { captures };
            let Some(&m) = moves.get(generator.random_range(0..moves.len().max(1))) else { break };
            let before = position.clone();
            position.play_unchecked(m);
            visit(&before, Some((m, &position)));
        }
    }
}

#[test]
fn what_is_followed_is_what_is_worked_out_anew() {
    let classic = Classic::default();
    let mut seen = [0; GamePhase::ALL.len()];
    let mut generator = ChaCha8Rng::seed_from_u64(11);
    let mut thread = classic.start();
    let mut promotions = [0; 2];
    random_lines(1, 120, |before, step| {
        match step {
            None => {
                thread.reset(before);
                promotions = [0; 2];
            }
            Some((m, after)) => {
                thread.push(before, Some(m), after);
                promotions[before.turn().fold_wb(0, 1)] += i32::from(m.is_promotion());
            }
        }
        let here = step.map_or(before, |(_, after)| after);
        let circumstances = Circumstances { phase: thread.phase(), settings: classic.settings, promotions };
        let expected: i32 = difference(Classic::terms(here.board(), &circumstances)).iter().sum();
        assert_eq!(thread.positional(here.board()), expected);
        let material = Material::of(here.board());
        assert_eq!(thread.material(), material.balance() + material.pawn_bonus() + material.trade_bonus());
        seen[GamePhase::ALL.iter().position(|&phase| phase == thread.phase()).unwrap()] += 1;
        // Lines begin anywhere: the phase is that of their beginning.
        if generator.random_bool(0.1) {
            thread.reset(here);
            promotions = [0; 2];
        }
    });
    assert!(seen.iter().all(|&positions| positions > 200), "{seen:?}");
}

#[test]
fn taking_moves_back_leads_back() {
    let classic = Classic::default();
    let root = chess("4k3/1P6/8/8/3p4/8/4P3/R3K2R w KQ - 0 1");
    let mut thread = classic.start();
    thread.reset(&root);
    let value = |thread: &ClassicThread, position: &Chess| (thread.material(), thread.positional(position.board()));
    let at_root = value(&thread, &root);
    for m in root.legal_moves() {
        let mut after = root.clone();
        after.play_unchecked(m);
        thread.push(&root, Some(m), &after);
        thread.push(&after, None, &after);
        let here = value(&thread, &after);
        ThreadEvaluator::<Chess>::pop(&mut thread);
        assert_eq!(value(&thread, &after), here);
        ThreadEvaluator::<Chess>::pop(&mut thread);
        assert_eq!(value(&thread, &root), at_root, "{m:?}");
    }
}

#[test]
fn exchanging_the_colours_changes_the_sign() {
    let classic = Classic::default();
    random_lines(2, 60, |before, step| {
        let here = step.map_or(before, |(_, after)| after);
        let mut setup = here.to_setup(EnPassantMode::Always);
        setup.mirror();
        let turned = AnyPosition::from_setup(Variant::Chess, setup, CastlingMode::Standard).unwrap();
        let breakdown = classic.explain(here).unwrap().breakdown.unwrap();
        let other = with_position!(&turned, turned => classic.explain(turned)).unwrap().breakdown.unwrap();
        assert_eq!((other.phase, other.positional), (breakdown.phase, -breakdown.positional));
        assert_eq!(other.material, -breakdown.material);
        for (one, other) in breakdown.terms.iter().zip(&other.terms) {
            assert_eq!((one.white, one.black), (other.black, other.white), "{}", one.name);
        }
    });
}

#[test]
fn the_parts_add_up_and_fit_into_sixteen_bits() {
    let classic = Classic::default();
    let mut largest = 0.0_f64;
    random_lines(3, 60, |before, _| {
        let explanation = classic.explain(before).unwrap();
        let breakdown = explanation.breakdown.unwrap();
        let terms: i32 = breakdown.terms.iter().map(|term| term.white - term.black).sum();
        assert_eq!(terms, breakdown.positional);
        assert_eq!(f64::from(breakdown.positional + breakdown.material), explanation.value.0);
        assert_eq!(explanation.terms.iter().map(|term| term.value).sum::<f64>(), explanation.value.0);
        assert_eq!(classic.evaluate(before).for_white(before.turn()), explanation.value);
        largest = largest.max(explanation.value.0.abs());
    });
    assert!((1000.0..32_768.0).contains(&largest), "{largest}");
}

#[test]
fn every_term_is_explained_and_its_example_holds() {
    assert_eq!(entries().count(), TERMS);
    for entry in entries() {
        for heading in HEADINGS {
            assert!(!entry.section(heading).is_empty(), "{} lacks '{heading}'", entry.id);
        }
        let example = entry.section("Example");
        let (fen, expected) = example.split_once("` gives ").expect("an example gives a value");
        let expected: i32 = expected.trim_end_matches('.').parse().unwrap();
        assert_eq!(term(&Classic::default(), entry.id, fen.trim_start_matches('`')), expected, "{example}");
    }
}

#[test]
fn declared_ranges_hold() {
    let classic = Classic::default();
    let entries: Vec<&ManualEntry> = entries().collect();
    let may_exceed = |entry: &ManualEntry| entry.section("Range").contains("before promotions");
    random_lines(4, 40, |before, _| {
        let breakdown = classic.explain(before).unwrap().breakdown.unwrap();
        for (entry, term) in entries.iter().zip(breakdown.terms) {
            let is_within = |value: i32| (entry.range.0..=entry.range.1).contains(&f64::from(value));
            assert!(is_within(term.white) && is_within(term.black) || may_exceed(entry), "{term:?}");
        }
    });
}

#[test]
fn the_readings_that_can_be_chosen() {
    let with = Classic::new;
    let usual = ClassicSettings::default();
    let uncastled = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1RK1 w kq - 0 1";
    assert_eq!(term(&with(ClassicSettings { king_e1: -400, ..usual }), "king_safety", uncastled), 25 + 400);
    let doubled = "4k3/8/8/8/8/P7/P7/4K3 w - - 0 1";
    assert_eq!(term(&with(ClassicSettings { counts_all_doubled: true, ..usual }), "doubled_pawns", doubled), -20);
    // Two rooks ahead, with thirteen pieces at home.
    let full = "2bqk3/1p3ppp/p1np1n2/4p3/4P3/P1NP1N2/1P3PPP/R1BQ1RK1 w - - 0 1";
    let phase = |settings, fen| told(&with(settings), fen).1.phase;
    let late = ClassicSettings { is_mating_late: true, ..usual };
    assert_eq!((phase(usual, full), phase(late, full)), ("mating", "middlegame"));
    // Bishop and knight against a pawn: formula (2) adds 421; a pawn more than nothing has formula (1), 150, and 590.
    let material = |settings, fen| told(&with(settings), fen).1.material;
    let two_pieces = "4k3/7p/8/8/8/8/8/1NB1K3 w - - 0 1";
    assert_eq!(material(ClassicSettings { has_trade_bonus: false, ..usual }, two_pieces), 500);
    let pawn_up = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1";
    assert_eq!(material(usual, pawn_up), 100 + 150 + 590);
    assert_eq!(material(ClassicSettings { has_pawn_bonus: false, ..usual }, pawn_up), 100 + 590);
}

#[test]
fn promotions_on_the_way_count() {
    let promoted = |settings: ClassicSettings| {
        let classic = Classic::new(settings);
        let root = chess("8/P6k/8/8/8/8/8/K7 w - - 0 1");
        let promotion = root.legal_moves().into_iter().find(|m| m.is_promotion()).unwrap();
        let mut after = root.clone();
        after.play_unchecked(promotion);
        let mut thread = classic.start();
        thread.reset(&root);
        thread.push(&root, Some(promotion), &after);
        thread.positional(after.board())
    };
    // 30 C with C = 4.
    let without = ClassicSettings { has_promotion_bonus: false, ..ClassicSettings::default() };
    assert_eq!(promoted(ClassicSettings::default()) - promoted(without), 120);
}

#[test]
fn phases_have_their_borders() {
    let phase = |fen: &str| told(&Classic::default(), fen).1.phase;
    // Thirteen at home, and fourteen.
    assert_eq!(phase("4k3/pp6/8/8/8/8/PPPPPPPP/RNB1K3 w - - 0 1"), "mating");
    assert_eq!(phase("4k3/ppp5/8/8/8/8/PPPPPPPP/RNB1K3 w - - 0 1"), "opening");
    // Queens and rooks make 3900: with four pawns M = 4300, with three 4200.
    assert_eq!(phase("q3k2r/1p6/p4r2/8/1P6/P4R2/8/Q3K2R w - - 0 1"), "middlegame");
    assert_eq!(phase("q3k2r/1p6/p4r2/8/1P6/5R2/8/Q3K2R w - - 0 1"), "early_endgame");
    // Rooks make 2000: with eight pawns M = 2800, with seven 2700.
    assert_eq!(phase("r3k2r/pppp4/8/8/8/8/4PPPP/R3K2R w - - 0 1"), "early_endgame");
    assert_eq!(phase("r3k2r/ppp5/8/8/8/8/4PPPP/R3K2R w - - 0 1"), "endgame");
    // A lead of 450 with a queen; minor pieces with a pawn, and alone.
    assert_eq!(phase("k7/8/8/8/8/1q6/8/5R1K b - - 0 1"), "mating");
    assert_eq!(phase("k7/8/8/8/8/8/P7/B1N4K w - - 0 1"), "endgame");
    assert_eq!(phase("k7/8/8/8/8/8/8/B1N4K w - - 0 1"), "mating");
}

#[test]
fn weights_of_one_are_the_evaluation_and_others_are_not() {
    let net = |initial: Initial| {
        let mut model = Model::linear(FeatureSet::CLASSIC_TERMS.len(Variant::Chess), 1.0).unwrap();
        initial.apply(&mut model, &mut ChaCha8Rng::seed_from_u64(5)).unwrap();
        Net::new(Variant::Chess, FeatureSet::CLASSIC_TERMS, model, Default::default()).unwrap()
    };
    let ones = net(Initial::Constant(1.0));
    let made_by_hand = Classic::default();
    assert_eq!(Classic::of_net(ClassicSettings::default(), &ones), Ok(made_by_hand.clone()));
    let other = net(Initial::Uniform { radius: 2.0 });
    let learned = Classic::of_net(ClassicSettings::default(), &other).unwrap();
    random_lines(6, 20, |before, _| {
        let value = |evaluator: &Classic| evaluator.evaluate(before).0;
        assert!((ones.evaluate(before).0 * 100.0 - value(&made_by_hand)).abs() < 1e-6);
        // Material and position are cut off to whole numbers one by one.
        assert!((other.evaluate(before).0 * 100.0 - value(&learned)).abs() < 2.01);
    });
    let material = Net::new(
        Variant::Chess,
        FeatureSet::MATERIAL,
        Model::linear(FeatureSet::MATERIAL.len(Variant::Chess), 1.0).unwrap(),
        Default::default(),
    );
    assert_eq!(Classic::of_net(ClassicSettings::default(), &material.unwrap()), Err(NotClassicError));
}
