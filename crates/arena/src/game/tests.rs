//! Games repeat, end by the rules they are played under, and survive players who misbehave.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use hetman_rules::shakmaty::{Move, Position};
use hetman_rules::{AnyPosition, Reason, parse_move};
use hetman_search::{Decision, OnInfo, SearchTask, Thinker};
use hetman_testing::HANG_TIMEOUT;
use rand::Rng;
use rand::seq::IteratorRandom;

use super::*;
use crate::players::{RandomMover, ThinkingPlayer};
use crate::{Answer, PlayerSpec, Reply, generator};

/// Plays what it was told, legal or not, then nothing.
struct Scripted(VecDeque<&'static str>);

impl Scripted {
    fn new(moves: &[&'static str]) -> Scripted {
        Scripted(moves.to_vec().into())
    }
}

impl Player for Scripted {
    fn choose(&mut self, question: Question) -> Answer {
        let position = question.record.position();
        Answer::without_thought(self.0.pop_front().and_then(|text| parse_move(position, text).ok()))
    }
}

/// Plays a move of the starting position for ever.
struct Stubborn(Move);

impl Player for Stubborn {
    fn choose(&mut self, _: Question) -> Answer {
        Answer::without_thought(Some(self.0))
    }
}

/// Replies in this way on its first turn, after this long. It was told to take next to no time if it takes any.
struct Replies(Result<Reply, Fault>, Duration);

impl Player for Replies {
    fn choose(&mut self, _: Question) -> Answer {
        std::thread::sleep(self.1);
        Answer { reply: self.0.clone(), ..Answer::without_thought(None) }
    }

    fn move_time(&self) -> Option<Duration> {
        Some(if self.1.is_zero() { HANG_TIMEOUT } else { Duration::from_millis(20) })
    }
}

fn start(variant: Variant) -> GameRecord {
    GameRecord::new(AnyPosition::start(variant))
}

fn game(opening: GameRecord, white: &mut dyn Player, black: &mut dyn Player, rules: &GameRules, seed: u64) -> Game {
    play(opening, ByColor { white, black }, rules, &mut generator(seed, 0), &undisturbed, &mut unobserved)
}

fn between(white: &str, black: &str, seed: u64) -> Game {
    let seat = |word: &str| word.parse::<PlayerSpec>().unwrap().build(Variant::Chess, 0).unwrap();
    let (mut white, mut black) = (seat(white), seat(black));
    let rules = GameRules { longest_plies: Some(60), ..DrawRules::CLAIMED.into() };
    game(start(Variant::Chess), white.as_mut(), black.as_mut(), &rules, seed)
}

fn of_scripts(white: &[&'static str], black: &[&'static str]) -> Game {
    let (mut white, mut black) = (Scripted::new(white), Scripted::new(black));
    game(start(Variant::Chess), &mut white, &mut black, &DrawRules::CLAIMED.into(), 0)
}

#[test]
fn the_same_seed_plays_the_same_game() {
    for (white, black) in [("random", "king"), ("material:depth=2", "hetman:nodes=2000")] {
        let moves = |seed| between(white, black, seed).record.moves().collect::<Vec<_>>();
        assert_eq!(moves(1), moves(1), "{white} {black}");
        assert_ne!(moves(1), moves(2), "{white} {black}");
    }
}

#[test]
fn thoughts_belong_to_their_moves() {
    let game = between("material:depth=2", "random", 3);
    assert_eq!(game.turns.len(), game.record.plies());
    let moves: Vec<Move> = game.record.moves().collect();
    for (ply, turn) in game.turns.iter().enumerate() {
        assert_eq!(turn.thought.is_some(), ply % 2 == 0, "only the searcher thinks");
        if let Some(thought) = &turn.thought {
            let root = game.record.position_after(ply).unwrap();
            assert_eq!(thought.line[0], moves[ply]);
            assert_eq!(thought.line.iter().fold(root.clone(), |position, &m| position.after(m)), thought.leaf);
        }
    }
}

#[test]
fn mate_ends_the_game() {
    let game = of_scripts(&["f3", "g4"], &["e5", "Qh4"]);
    assert_eq!(game.finish, Finish::Rules(Ending::win(Color::Black, Reason::Checkmate)));
    assert_eq!(game.record.plies(), 4);
}

#[test]
fn an_illegal_answer_and_none_at_all_lose() {
    let game = of_scripts(&["e4"], &["e5"]);
    assert_eq!(game.finish, Finish::Fault { loser: Color::White, fault: Fault::NoMove });
    assert_eq!(game.finish.outcome(), Some(KnownOutcome::Decisive { winner: Color::Black }));

    let mut stubborn = Stubborn(parse_move(&AnyPosition::start(Variant::Chess), "e4").unwrap());
    let rules = DrawRules::CLAIMED.into();
    let game = self::game(start(Variant::Chess), &mut stubborn, &mut RandomMover, &rules, 0);
    assert_eq!(game.finish, Finish::Fault { loser: Color::White, fault: Fault::IllegalMove("e2-e4".to_owned()) });
    assert_eq!(game.record.plies(), 2, "the illegal move is not in the record");
}

#[test]
fn a_long_game_is_drawn_and_may_be_stopped() {
    assert_eq!(between("random", "random", 5).finish, Finish::LengthLimit);

    let seen = AtomicUsize::new(0);
    let players = ByColor { white: &mut RandomMover as &mut dyn Player, black: &mut RandomMover };
    let stop = || seen.load(Ordering::Relaxed) == 7;
    let mut count = |record: &GameRecord, _: &Turn| seen.store(record.plies(), Ordering::Relaxed);
    let rules = DrawRules::CLAIMED.into();
    let game = play(start(Variant::Crazyhouse), players, &rules, &mut generator(0, 0), &stop, &mut count);
    assert_eq!((game.record.plies(), game.finish.outcome(), game.finish), (7, None, Finish::Stopped));
}

#[test]
fn an_opening_is_part_of_the_record_and_of_repetitions() {
    let mut opening = start(Variant::Chess);
    for text in ["Nf3", "Nf6", "Ng1", "Ng8"] {
        opening.play(parse_move(opening.position(), text).unwrap()).unwrap();
    }
    let (mut white, mut black) = (Scripted::new(&["Nf3", "Ng1"]), Scripted::new(&["Nf6", "Ng8"]));
    let game = game(opening, &mut white, &mut black, &DrawRules::CLAIMED.into(), 0);
    assert_eq!(game.finish, Finish::Rules(Ending::draw(Reason::Repetition { times: 3 })));
    assert_eq!((game.opening_plies, game.turns.len(), game.record.plies()), (4, 4, 8));
}

/// How White's one answer ends the game.
fn ended_by(reply: Result<Reply, Fault>, delay_ms: u64) -> Finish {
    let mut white = Replies(reply, Duration::from_millis(delay_ms));
    let rules = GameRules { margin: Duration::from_millis(10), ..DrawRules::CLAIMED.into() };
    game(start(Variant::Chess), &mut white, &mut RandomMover, &rules, 0).finish
}

#[test]
fn players_resign_claim_fail_and_stop() {
    let black_wins = KnownOutcome::Decisive { winner: Color::Black };
    let resigned = Finish::Rules(Ending::win(Color::Black, Reason::Resignation));
    assert_eq!(ended_by(Ok(Reply::Resign), 0), resigned);
    assert_eq!(ended_by(Ok(Reply::Claim(black_wins)), 0), resigned, "who says that it has lost resigns");
    let false_claim = |text: &str| Finish::Fault { loser: Color::White, fault: Fault::FalseClaim(text.to_owned()) };
    assert_eq!(ended_by(Ok(Reply::Claim(KnownOutcome::Draw)), 0), false_claim("1/2-1/2"));
    assert_eq!(ended_by(Ok(Reply::Claim(KnownOutcome::Decisive { winner: Color::White })), 0), false_claim("1-0"));
    let crash = Fault::Crash("signal 11".to_owned());
    assert_eq!(ended_by(Err(crash.clone()), 100), Finish::Fault { loser: Color::White, fault: crash });
    assert_eq!(ended_by(Ok(Reply::Stopped), 100), Finish::Stopped, "who was stopped is never late");
}

#[test]
fn a_true_claim_ends_the_game_where_the_rules_alone_would_not() {
    let shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let mut opening = start(Variant::Chess);
    for text in shuffle.iter().chain(&shuffle) {
        opening.play(parse_move(opening.position(), text).unwrap()).unwrap();
    }
    let mut white = Replies(Ok(Reply::Claim(KnownOutcome::Draw)), Duration::ZERO);
    let game = game(opening, &mut white, &mut RandomMover, &DrawRules::FIDE.into(), 0);
    assert_eq!(game.finish, Finish::Rules(Ending::draw(Reason::Repetition { times: 3 })));
}

#[test]
fn who_is_late_loses_by_its_own_time_and_by_the_clock() {
    let late = |finish: &Finish| matches!(finish, Finish::Fault { loser: Color::White, fault: Fault::Overtime { taken, allowed } } if taken > allowed);
    let first = Ok(Reply::Move(parse_move(&AnyPosition::start(Variant::Chess), "e4").unwrap()));
    assert!(late(&ended_by(first.clone(), 60)), "twenty milliseconds were its own, ten the margin");

    let control = "0.02+0".parse().unwrap();
    let rules = GameRules { control: Some(control), margin: Duration::ZERO, ..DrawRules::CLAIMED.into() };
    let mut white = Replies(first, Duration::from_millis(40));
    assert!(late(&game(start(Variant::Chess), &mut white, &mut RandomMover, &rules, 0).finish));
}

/// Moves at random, and tells how its clock stood.
struct Punctual(mpsc::Sender<Clock>);

impl Thinker for Punctual {
    fn think(&mut self, task: SearchTask, chance: &mut dyn Rng, _: &mut OnInfo) -> Decision {
        let SearchTask { game, limits, .. } = task;
        limits.clock.into_iter().for_each(|clock| self.0.send(clock).unwrap());
        Decision { best: game.position().legal_moves().into_iter().choose(chance), ..Decision::default() }
    }
}

/// That a search keeps to its clock is tested where searches are.
#[test]
fn a_search_is_told_how_its_clock_stands() {
    let rules =
        GameRules { control: Some("600+1".parse().unwrap()), longest_plies: Some(20), ..DrawRules::CLAIMED.into() };
    let (sender, clocks) = mpsc::channel();
    let mut white = ThinkingPlayer::from(Punctual(sender));
    let game = game(start(Variant::Chess), &mut white, &mut RandomMover, &rules, 0);
    assert_eq!(game.finish, Finish::LengthLimit);
    let clocks: Vec<Clock> = clocks.try_iter().collect();
    assert_eq!((clocks.len(), clocks[0].remaining), (10, Duration::from_secs(600)));
    assert!(clocks.iter().all(|clock| clock.increment == Duration::from_secs(1)), "{clocks:?}");
}
