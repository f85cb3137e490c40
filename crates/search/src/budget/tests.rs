//! The probability-limited search against its definition, and its habits.

use std::sync::{Arc, LazyLock, Mutex};

use hetman_eval::classic::{Classic, ClassicSettings};
use hetman_eval::{AnyEvaluator, Evaluator};
use hetman_rules::shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Move, Position};
use hetman_rules::{AnyPosition, GameRecord, Variant, key, uci, with_position};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::candidate::{Hints, push_candidates};
use super::search::{Scale, Search};
use super::tree::Tree;
use super::*;
use crate::exact::{self, ExactSearch, Terminals};
use crate::history::Histories;
use crate::line::Node;
use crate::score::{DRAW, INFINITE, lost_at};
use crate::see::PieceValues;
use crate::table::PackedMove;
use crate::{Control, Decision, Limits, Score, SearchTask, Searchable, Thinker, Tunables};

mod learned;

static SHIPPED: LazyLock<Arc<AnyEvaluator>> = LazyLock::new(|| AnyEvaluator::tables(Variant::Chess).into());

const BARE: BudgetSettings = BudgetSettings { hash_mib: 0, ..BudgetSettings::NAIVE };

fn record(variant: Variant, fen: &str) -> GameRecord {
    GameRecord::new(AnyPosition::from_fen(variant, fen).unwrap())
}

fn chess(fen: &str) -> Chess {
    match record(Variant::Chess, fen).position() {
        AnyPosition::Chess(position) => position.clone(),
        other => unreachable!("asked for chess, got {other:?}"),
    }
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn think(searcher: &mut impl Thinker, game: &GameRecord, limits: &Limits) -> Decision {
    let task = SearchTask { game, limits, control: &Control::default() };
    searcher.think(task, &mut ChaCha8Rng::seed_from_u64(0), &mut |_| {})
}

fn searcher(settings: BudgetSettings, allocator: AnyAllocator) -> BudgetSearcher<AnyEvaluator, AnyAllocator> {
    BudgetSearcher::new(settings, Arc::clone(&SHIPPED), allocator)
}

/// Positions of random games of which the game is not over.
fn random_positions(seed: u64, games: usize, every: usize, mut visit: impl FnMut(&Chess)) {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..games {
        let mut position = Chess::default();
        for ply in 0..100 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            if ply % every == every - 1 {
                visit(&position);
            }
            position.play_unchecked(moves[generator.random_range(0..moves.len())]);
        }
    }
}

/// Asks something of a tree that begins at a position.
fn with_tree<E: Evaluator, A: Allocator, R>(
    position: &Chess,
    evaluator: &E,
    mut allocator: A,
    ask: impl FnOnce(&mut Tree<Chess, E, A>, &Node<Chess>) -> R,
) -> R {
    let (tunables, moves) = (Tunables::default(), position.legal_moves());
    let search = Search {
        settings: &BARE,
        allocator: &mut allocator,
        tunables: &tunables,
        piece_values: PieceValues::of(evaluator),
        scale: Scale::of(evaluator),
        table: None,
        root_moves: &moves,
        should_stop: &|_| false,
    };
    let mut histories = Histories::default();
    let keys = [key(position)];
    let visit = &mut |_: &Chess| {};
    let mut tree = Tree::<Chess, E, A>::new(search, evaluator, &mut histories, &keys, visit);
    tree.begin(position);
    ask(&mut tree, &Node::new(position.clone(), keys[0]))
}

/// The value that a bare search of the tree finds with such a budget at the root.
fn value(position: &Chess, allocator: AnyAllocator, budget: f64) -> i32 {
    with_tree(position, &**SHIPPED, allocator, |tree, root| tree.node(root, budget, -INFINITE, INFINITE, 0))
}

/// Minimax as the spec words it: every node pays 1, each of n moves gets its share, and what has less than 1 is quiet.
fn minimax(position: &Chess, share: impl Fn(f64, usize) -> f64 + Copy, budget: f64, ply: usize) -> i32 {
    if ply > 0 && position.is_insufficient_material() {
        return DRAW;
    }
    if budget < 1.0 {
        return with_tree(position, &**SHIPPED, Uniform, |tree, here| {
            tree.quiescence(here, -INFINITE, INFINITE, ply, 32)
        });
    }
    let moves = position.legal_moves();
    let child = |&m: &Move| {
        let mut after = position.clone();
        after.play_unchecked(m);
        -minimax(&after, share, share(budget, moves.len()), ply + 1)
    };
    let without_move = if position.is_check() { lost_at(ply) } else { DRAW };
    moves.iter().map(child).max().unwrap_or(without_move)
}

#[test]
fn alpha_beta_finds_the_minimax_value_of_the_budgets_tree() {
    let (mut seen, mut decided) = (0, 0);
    random_positions(3, 12, 11, |position| {
        for (allocator, budget) in
            [(AnyAllocator::Uniform, 1.0), (AnyAllocator::Uniform, 300.0), (AnyAllocator::Depth, 4.0)]
        {
            let share = |budget: f64, moves: usize| match allocator {
                AnyAllocator::Depth => budget / 4.0,
                _ => (budget - 1.0) / moves as f64,
            };
            let found = value(position, allocator.clone(), budget);
            assert_eq!(found, minimax(position, share, budget, 0), "{allocator:?} {budget} {position:?}");
            decided += usize::from(found.abs() > 20_000);
        }
        seen += 1;
    });
    assert!(seen > 60 && decided > 0, "{seen} {decided}");
}

/// Budgets at which the uniform tree has this depth everywhere: the leaves' parents have at least 1, the leaves less.
/// `None` where branching varies too much for any.
fn budget_of_depth(position: &Chess, depth: u32) -> Option<(f64, f64)> {
    if depth == 0 {
        return Some((0.0, 1.0));
    }
    let moves = position.legal_moves();
    let (mut least, mut most) = (1.0_f64, f64::INFINITY);
    for &m in &moves {
        let mut after = position.clone();
        after.play_unchecked(m);
        let (low, high) = budget_of_depth(&after, depth - 1)?;
        least = least.max(1.0 + moves.len() as f64 * low);
        most = most.min(1.0 + moves.len() as f64 * high);
    }
    (least < most).then_some((least, most))
}

#[test]
fn where_branching_is_even_uniform_budgets_search_to_a_depth() {
    let mut compared = [0; 2];
    random_positions(4, 25, 14, |position| {
        for depth in [2, 3] {
            let Some((least, most)) = budget_of_depth(position, depth) else { continue };
            let budget = (least + most.min(2.0 * least)) / 2.0;
            let by_depth = value(position, AnyAllocator::Depth, settings::GROWTH.powi(depth as i32 - 1));
            assert_eq!(value(position, AnyAllocator::Uniform, budget), by_depth, "{depth} {position:?}");
            compared[depth as usize - 2] += 1;
        }
    });
    assert!(compared[0] > 80 && compared[1] > 40, "{compared:?}");
}

/// Kings among locked pawns: nothing can be taken, so that quiescence is the evaluation, and either king has few moves.
#[test]
fn in_a_locked_position_it_is_the_exact_search() {
    let evaluator = Classic::new(ClassicSettings::default());
    let search =
        |depth| ExactSearch { depth, terminals: Terminals { win: None, draw: Some(0.0) }, ..ExactSearch::default() };
    for fen in [
        "4k3/8/1p1p1p1p/1P1P1P1P/8/8/8/4K3 w - - 0 1",
        "k7/8/1p1p1p1p/1P1P1P1P/8/8/8/7K b - - 0 1",
        "2k5/8/p1p1p1p1/P1P1P1P1/8/8/8/6K1 w - - 0 1",
    ] {
        let position = chess(fen);
        for depth in 1..=4 {
            let chance = &mut ChaCha8Rng::seed_from_u64(1);
            let exact = exact::search(&position, &[], &evaluator, search(depth), chance, &Control::default()).unwrap();
            let budget = settings::GROWTH.powi(depth as i32 - 1);
            let found = with_tree(&position, &evaluator, AnyAllocator::Depth, |tree, root| {
                tree.node(root, budget, -INFINITE, INFINITE, 0)
            });
            let points = exact.value.0 * evaluator.centipawns_per_unit() * 5.0;
            assert_eq!(f64::from(found), points.round(), "{fen} {depth}");
        }
    }
}

/// Remembers every split it is asked for.
struct Watched<'a> {
    allocator: AnyAllocator,
    splits: &'a Mutex<Vec<(f64, Vec<Candidate>)>>,
}

impl Allocator for Watched<'_> {
    fn split<P: Searchable>(&mut self, node: &Split<P>, candidates: &mut [Candidate]) {
        self.allocator.split(node, candidates);
        self.splits.lock().unwrap().push((node.budget, candidates.to_vec()));
    }
}

#[test]
fn no_node_gives_away_more_than_it_has() {
    let splits = Mutex::default();
    let evaluator = &**SHIPPED;
    random_positions(5, 6, 17, |position| {
        for allocator in [AnyAllocator::Uniform, AnyAllocator::HandMade] {
            let watched = Watched { allocator: allocator.clone(), splits: &splits };
            with_tree(position, evaluator, watched, |tree, root| {
                tree.node(root, 2000.0, -INFINITE, INFINITE, 0);
                // What all nodes together have paid is no more than there was.
                assert!(splits.lock().unwrap().len() <= 2000, "{allocator:?}");
            });
            for (budget, candidates) in splits.lock().unwrap().drain(..) {
                let sum: f64 = candidates.iter().map(|candidate| candidate.budget).sum();
                assert!(
                    sum <= (budget - 1.0) * (1.0 + 1e-12) && sum >= (budget - 1.0) * (1.0 - 1e-12),
                    "{allocator:?}"
                );
                assert!(candidates.iter().all(|candidate| candidate.budget >= 0.0));
            }
        }
    });
}

#[test]
fn every_move_is_a_candidate_in_the_order_of_its_class() {
    let position = chess("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let find = |text: &str| {
        position.legal_moves().into_iter().find(|m| m.to_uci(CastlingMode::Standard).to_string() == text).unwrap()
    };
    let hints = Hints {
        tt_move: find("a2a3").into(),
        killers: [find("a2a4").into(), PackedMove::NONE],
        piece_values: PieceValues::CLASSICAL,
    };
    let mut candidates = Vec::new();
    push_candidates(&position, &hints, &Histories::default(), &mut candidates);
    assert_eq!(candidates.len(), position.legal_moves().len());
    assert!(candidates.is_sorted_by_key(|candidate| candidate.class));
    HandMade.split(&Split { position: &position, budget: 101.0, values: &PieceValues::CLASSICAL }, &mut candidates);
    let of = |text: &str| candidates.iter().find(|candidate| candidate.m == find(text)).unwrap();
    assert_eq!((candidates[0].m, candidates[0].class), (find("a2a3"), MoveClass::Hash));
    assert_eq!((candidates[1].class, candidates[1].budget / candidates[0].budget), (MoveClass::Gain, 2.0 / 3.0));
    assert_eq!(of("a2a4").class, MoveClass::Killer);
    assert_eq!((of("f3f6").class, of("e1g1").class), (MoveClass::LosingCapture, MoveClass::Quiet));
    // The queen would be taken by the knight.
    assert_eq!(of("f3f5").class, MoveClass::Losing);
    assert!((of("e1g1").budget / of("f3f5").budget - 100.0).abs() < 1e-9);
}

#[test]
fn a_remembered_value_is_the_value() {
    random_positions(6, 8, 13, |position| {
        let game = GameRecord::new(position.clone().into());
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let [with, without] = [16, 0].map(|hash_mib| {
            let settings = BudgetSettings { hash_mib, ..BudgetSettings::NAIVE };
            think(&mut searcher(settings, AnyAllocator::Depth), &game, &limits)
        });
        // Two half-moves: no position comes up at two depths.
        assert_eq!(with.value, without.value, "{position:?}");
    });
}

#[test]
fn mates_are_found() {
    for (fen, best, moves) in [
        ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "a1a8", 1),
        ("r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 1 0", "d5d8", 2),
        ("r6k/8/8/8/8/8/5PPP/6K1 b - - 0 1", "a8a1", 1),
    ] {
        let game = record(Variant::Chess, fen);
        for allocator in [AnyAllocator::Uniform, AnyAllocator::HandMade, AnyAllocator::Depth] {
            for settings in [BudgetSettings::NAIVE, BudgetSettings::default()] {
                if settings == BudgetSettings::NAIVE && moves > 1 {
                    continue;
                }
                let decision = think(&mut searcher(settings, allocator.clone()), &game, &nodes(50_000));
                let found = uci(game.position(), decision.best.unwrap());
                assert_eq!((found.as_str(), decision.score), (best, Some(Score::Mate(moves))), "{fen} {allocator:?}");
                assert_eq!(decision.line.len(), 2 * moves as usize - 1, "{fen} {allocator:?} {:?}", decision.line);
            }
        }
    }
}

#[test]
fn the_same_question_has_the_same_answer() {
    let games = [
        "r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4",
        "8/5pk1/6p1/8/1P6/4K3/1R6/5r2 w - - 0 1",
    ];
    for game in games.map(|fen| record(Variant::Chess, fen)) {
        let mut used = searcher(BudgetSettings::default(), AnyAllocator::HandMade);
        let first = think(&mut used, &game, &nodes(5000));
        assert_eq!(first.nodes, 5000);
        used.start_game();
        assert_eq!(think(&mut used, &game, &nodes(5000)), first);
        assert_eq!(think(&mut searcher(BudgetSettings::default(), AnyAllocator::HandMade), &game, &nodes(5000)), first);
    }
}

/// White's position with Black's colours is worth the same to its side, if the evaluator thinks so.
#[test]
fn colours_are_alike() {
    let evaluator = AnyEvaluator::material(Variant::Chess);
    random_positions(7, 8, 19, |position| {
        let mut setup = position.to_setup(EnPassantMode::Legal);
        setup.mirror();
        let mirrored: Chess = Chess::from_setup(setup, CastlingMode::Standard).unwrap();
        let value = |position: &Chess| {
            with_tree(position, &evaluator, AnyAllocator::Uniform, |tree, root| {
                tree.node(root, 900.0, -INFINITE, INFINITE, 0)
            })
        };
        assert_eq!(value(position), value(&mirrored), "{position:?}");
    });
}

#[test]
fn what_was_on_the_board_before_is_a_draw_inside_the_tree() {
    // White, a queen down, can only check for ever.
    let game = record(Variant::Chess, "6k1/6p1/8/7Q/8/8/q4PPK/1q6 w - - 0 1");
    let decision = think(&mut searcher(BudgetSettings::default(), AnyAllocator::HandMade), &game, &nodes(50_000));
    assert_eq!(decision.score, Some(Score::Centipawns(0)), "{:?}", decision.line);
}

#[test]
fn limits_and_stops_are_obeyed_in_every_variant() {
    for variant in Variant::ALL {
        let game = GameRecord::new(AnyPosition::start(variant));
        let mut searcher =
            BudgetSearcher::new(BudgetSettings::default(), AnyEvaluator::tables(variant), AnyAllocator::HandMade);
        let decision = think(&mut searcher, &game, &nodes(3000));
        assert!(game.position().legal_moves().contains(&decision.best.unwrap()), "{variant}");
        assert!(decision.nodes <= 3000 && decision.depth > 1, "{variant} {decision:?}");
        let control = Control::default();
        control.stop();
        let chance = &mut ChaCha8Rng::seed_from_u64(0);
        let task = SearchTask { game: &game, limits: &Limits::default(), control: &control };
        let stopped = searcher.think(task, chance, &mut |_| {});
        assert!(stopped.best.is_some() && stopped.nodes == 1, "{variant} {stopped:?}");
        let only = game.position().legal_moves()[3];
        let limits = Limits { depth: Some(2), root_moves: vec![only], ..Limits::default() };
        assert_eq!(think(&mut searcher, &game, &limits).best, Some(only), "{variant}");
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let mated = record(Variant::Chess, "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1");
    let decision = think(&mut searcher(BudgetSettings::default(), AnyAllocator::Uniform), &mated, &nodes(100));
    assert_eq!((decision.best, decision.score), (None, Some(Score::Mate(0))));
}

#[test]
fn inner_nodes_are_sampled_by_chance_alone() {
    let game = GameRecord::new(AnyPosition::start(Variant::Chess));
    let sample = |seed: u64| {
        let chance = &mut ChaCha8Rng::seed_from_u64(seed);
        let mut searcher = searcher(BudgetSettings::default(), AnyAllocator::HandMade);
        searcher.sample(&game, &nodes(5000), &Control::default(), 0.1, chance)
    };
    let (decision, kept) = sample(1);
    assert_eq!((decision, kept.clone()), sample(1));
    assert_ne!(kept, sample(2).1);
    assert!((5..500).contains(&kept.len()), "{}", kept.len());
    with_position!(&kept[0], position => assert!(!position.legal_moves().is_empty()));
}
