//! Any search plays through the one adapter, and each of them obeys.

#![allow(clippy::unwrap_used)]

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

use hetman_arena::game::{self, undisturbed, unobserved};
use hetman_arena::players::{RandomMover, ThinkingPlayer};
use hetman_arena::{Control, Fault, Finish, GameRules, Player, Question, Reply, generator};
use hetman_eval::AnyEvaluator;
use hetman_eval::classic::Classic;
use hetman_rules::shakmaty::{ByColor, Color, KnownOutcome, Position};
use hetman_rules::{AnyPosition, DrawRules, GameRecord, Variant};
use hetman_search::exact::{ExactSearch, ExactSearcher, QUIESCENCE_PLIES};
use hetman_search::regions::{RegionSearcher, Regions};
use hetman_search::{Decision, Limits, OnInfo, SearchTask, Searcher, Settings, Thinker};
use rand::Rng;
use rand::seq::IteratorRandom;

/// A search of nobody's: it mates if it can, and otherwise leaves it to chance.
#[derive(Default)]
struct Mating {
    games: u32,
}

impl Thinker for Mating {
    fn think(&mut self, task: SearchTask, chance: &mut dyn Rng, _: &mut OnInfo) -> Decision {
        let SearchTask { game, limits, .. } = task;
        let moves = game.position().legal_moves();
        let mate = moves.iter().copied().find(|&m| game.position().after(m).is_checkmate());
        let best = mate.or_else(|| moves.iter().copied().choose(chance));
        Decision { best, depth: limits.depth.unwrap_or(1), line: best.into_iter().collect(), ..Decision::default() }
    }

    fn start_game(&mut self) {
        self.games += 1;
    }
}

#[test]
fn a_search_from_elsewhere_plays_a_game() {
    let rules = GameRules::from(DrawRules::CLAIMED);
    let mut wins = 0;
    for number in 0..30 {
        let mut white = ThinkingPlayer::new(Mating::default(), Limits { depth: Some(7), ..Limits::default() });
        let players = ByColor { white: &mut white as &mut dyn Player, black: &mut RandomMover };
        let start = GameRecord::new(AnyPosition::start(Variant::Chess));
        let chance = &mut generator(4, number);
        let game = game::play(start, players, &rules, chance, &undisturbed, &mut unobserved);
        assert!(matches!(game.finish, Finish::Rules(_)), "{:?}", game.finish);
        assert_eq!((game.turns[0].remark.depth, game.turns[0].remark.score), (Some(7), None));
        let leaf = &game.turns[0].thought.as_ref().unwrap().leaf;
        assert_eq!(*leaf, game.record.position_after(1).unwrap().clone());
        wins += u32::from(game.finish.outcome() == Some(KnownOutcome::Decisive { winner: Color::White }));
    }
    assert!(wins > 2, "{wins} of 30 games won");
}

#[test]
fn a_search_that_finds_nothing_has_no_move() {
    let mated = AnyPosition::from_fen(Variant::Chess, "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1").unwrap();
    let record = &GameRecord::new(mated);
    for player in players() {
        let mut player = player;
        let (generator, control) = (&mut generator(1, 1), &Control::default());
        let question = Question { record, clocks: None, allowed: None, generator, control };
        assert_eq!(player.choose(question).reply, Err(Fault::NoMove));
    }
}

fn players() -> [Box<dyn Player>; 4] {
    let evaluator = || AnyEvaluator::tables(Variant::Chess);
    let search = ExactSearch { depth: 12, quiescence: QUIESCENCE_PLIES, ..ExactSearch::default() };
    let exact = ExactSearcher { evaluator: evaluator().into(), search };
    let limits = Limits { depth: Some(100), ..Limits::default() };
    let engine = Searcher::new(Settings::default(), evaluator());
    [
        Box::new(ThinkingPlayer::new(engine, limits.clone())),
        Box::new(ThinkingPlayer::from(exact)),
        Box::new(ThinkingPlayer::new(RegionSearcher::new(Classic::default(), Regions::default()), limits)),
        Box::new(ThinkingPlayer::from(Mating::default())),
    ]
}

/// The switch is asked at every node: once it has said stop, nobody asks again.
#[test]
fn a_question_is_withdrawn_in_the_middle_of_a_search() {
    let record = &GameRecord::new(AnyPosition::start(Variant::Chess));
    for player in &mut players()[..3] {
        let looks = AtomicU64::new(0);
        let stop = || looks.fetch_add(1, Ordering::Relaxed) + 1 == 5_000;
        let (generator, control) = (&mut generator(1, 1), &Control::watching(&stop));
        let answer = player.choose(Question { record, clocks: None, allowed: None, generator, control });
        assert_eq!(answer.reply, Ok(Reply::Stopped));
        assert!(answer.thought.is_none());
        assert_eq!(looks.into_inner(), 5_000);
    }
}

#[test]
fn a_game_that_is_stopped_in_the_middle_of_a_move_has_no_result() {
    let looks = AtomicU64::new(0);
    let stop = || looks.fetch_add(1, Ordering::Relaxed) > 5_000;
    let rules = GameRules::from(DrawRules::CLAIMED);
    let [mut white, ..] = players();
    let players = ByColor { white: &mut *white as &mut dyn Player, black: &mut RandomMover };
    let start = GameRecord::new(AnyPosition::start(Variant::Chess));
    let moves = Cell::new(0);
    let mut count = |_: &GameRecord, _: &hetman_arena::Turn| moves.set(moves.get() + 1);
    let game = game::play(start, players, &rules, &mut generator(1, 1), &stop, &mut count);
    assert_eq!((game.finish, game.record.plies(), moves.get()), (Finish::Stopped, 0, 0));
}
