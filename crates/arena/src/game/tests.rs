//! Games repeat, end by the rules they are played under, and survive players who misbehave.

use std::collections::VecDeque;

use hetman_rules::shakmaty::Move;
use hetman_rules::{Variant, parse_move};

use super::*;
use crate::players::RandomMover;
use crate::{Answer, PlayerWord, generator};

/// Plays what it was told, legal or not, then nothing.
struct Scripted(VecDeque<&'static str>);

impl Scripted {
    fn new(moves: &[&'static str]) -> Scripted {
        Scripted(moves.to_vec().into())
    }
}

impl Player for Scripted {
    fn choose(&mut self, record: &GameRecord, _: &mut ChaCha8Rng) -> Answer {
        Answer::without_thought(self.0.pop_front().and_then(|text| parse_move(record.position(), text).ok()))
    }
}

/// Plays a move of the starting position for ever.
struct Stubborn(Move);

impl Player for Stubborn {
    fn choose(&mut self, _: &GameRecord, _: &mut ChaCha8Rng) -> Answer {
        Answer::without_thought(Some(self.0))
    }
}

fn between(white: &str, black: &str, seed: u64) -> Game {
    let seat = |word: &str| word.parse::<PlayerWord>().unwrap().seat(Variant::Chess, 0).unwrap();
    let (mut white, mut black) = (seat(white), seat(black));
    let rules = GameRules { longest_plies: Some(60), ..DrawRules::CLAIMED.into() };
    let start = AnyPosition::start(Variant::Chess);
    play(start, white.as_mut(), black.as_mut(), &rules, &mut generator(seed, 0), &mut undisturbed)
}

fn of_scripts(white: &[&'static str], black: &[&'static str]) -> Game {
    let (mut white, mut black) = (Scripted::new(white), Scripted::new(black));
    let start = AnyPosition::start(Variant::Chess);
    play(start, &mut white, &mut black, &DrawRules::CLAIMED.into(), &mut generator(0, 0), &mut undisturbed)
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
    assert_eq!(game.thoughts.len(), game.record.plies());
    let moves: Vec<Move> = game.record.moves().collect();
    for (ply, thought) in game.thoughts.iter().enumerate() {
        assert_eq!(thought.is_some(), ply % 2 == 0, "only the searcher thinks");
        if let Some(thought) = thought {
            let root = game.record.position_after(ply).unwrap();
            assert_eq!(thought.line[0], moves[ply]);
            assert_eq!(thought.line.iter().fold(root.clone(), |position, &m| position.after(m)), thought.leaf);
        }
    }
}

#[test]
fn mate_ends_the_game() {
    let game = of_scripts(&["f3", "g4"], &["e5", "Qh4"]);
    assert_eq!(game.finish, Finish::Rules(Ending::win(Color::Black, hetman_rules::Reason::Checkmate)));
    assert_eq!(game.record.plies(), 4);
}

#[test]
fn an_illegal_answer_and_none_at_all_lose() {
    let game = of_scripts(&["e4"], &["e5"]);
    assert_eq!(game.finish, Finish::IllegalMove { loser: Color::White });
    assert_eq!(game.finish.outcome(), Some(KnownOutcome::Decisive { winner: Color::Black }));

    let start = AnyPosition::start(Variant::Chess);
    let mut stubborn = Stubborn(parse_move(&start, "e4").unwrap());
    let rules = DrawRules::CLAIMED.into();
    let game = play(start, &mut stubborn, &mut RandomMover, &rules, &mut generator(0, 0), &mut undisturbed);
    assert_eq!(game.finish, Finish::IllegalMove { loser: Color::White });
    assert_eq!(game.record.plies(), 2, "the illegal move is not in the record");
}

#[test]
fn a_long_game_is_drawn_and_an_observer_may_stop_one() {
    assert_eq!(between("random", "random", 5).finish, Finish::LengthLimit);

    let mut seen = 0;
    let mut observer = |record: &GameRecord, _: Option<&Thought>| {
        seen = record.plies();
        if seen == 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let start = AnyPosition::start(Variant::Crazyhouse);
    let rules = DrawRules::CLAIMED.into();
    let game = play(start, &mut RandomMover, &mut RandomMover, &rules, &mut generator(0, 0), &mut observer);
    assert_eq!((game.finish, game.finish.outcome(), seen), (Finish::Stopped, None, 7));
}
