//! Which predictions of a game count.

use hetman_arena::game::{play, undisturbed, unobserved};
use hetman_arena::players::ThinkingPlayer;
use hetman_arena::{GameRules, Player, generator};
use hetman_eval::{FeatureSet, Model, Provenance};
use hetman_rules::shakmaty::ByColor;
use hetman_rules::{DrawRules, GameRecord, Variant};
use hetman_search::exact::{ExactSearch, ExactSearcher, Terminals};

use super::*;

fn net() -> Net {
    let mut model = Model::linear(5, 1.0).unwrap();
    model.parameters_mut()[..5].copy_from_slice(&[1.0, 3.0, 3.0, 5.0, 9.0]);
    Net::new(Variant::Chess, FeatureSet::MATERIAL, model, Provenance::default()).unwrap()
}

/// Morphy's problem: White mates in two moves, and in no other way.
fn game(net: &Net) -> Game {
    let start = AnyPosition::from_fen(Variant::Chess, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").unwrap();
    let exact = ExactSearch { depth: 3, terminals: Terminals::known(net), ..ExactSearch::default() };
    let player = || ThinkingPlayer::from(ExactSearcher::of_net(net.clone(), exact));
    let rules = GameRules::from(DrawRules::CLAIMED);
    let players = ByColor { white: &mut player() as &mut dyn Player, black: &mut player() };
    play(GameRecord::new(start), players, &rules, &mut generator(0, 0), &undisturbed, &mut unobserved)
}

const MATED: KnownOutcome = KnownOutcome::Decisive { winner: Color::White };

fn samples(selection: Selection, learner: Color) -> Vec<Vec<Sample>> {
    let net = net();
    let game = game(&net);
    assert_eq!(game.finish.outcome(), Some(MATED));
    let traces = selection.traces(&game, MATED, learner, &net);
    assert!(traces.iter().all(|trace| trace.outcome == 1.0));
    traces.into_iter().map(|trace| trace.samples).collect()
}

#[test]
fn leaves_that_end_the_game_are_decided_unless_the_model_judges_them() {
    let known = Selection { method: Method::TdLeaf, finished: Finished::Known, sides: Sides::Learner };
    let white = samples(known, Color::White).remove(0);
    assert!(white.len() >= 2 && white.iter().all(|sample| *sample == Sample::Decided(1.0)), "{white:?}");
    let judged = samples(Selection { finished: Finished::Evaluated, ..known }, Color::White).remove(0);
    assert_eq!(judged.len(), white.len());
    assert!(judged.iter().all(|sample| matches!(sample, Sample::Judged(_))));
}

#[test]
fn a_line_that_ends_in_the_past_is_decided_drawn() {
    let net = net();
    let mut game = game(&net);
    game.turns[0].thought.as_mut().expect("White has thought").is_repetition = true;
    let selection = Selection { method: Method::TdLeaf, finished: Finished::Evaluated, sides: Sides::Learner };
    let samples = selection.traces(&game, MATED, Color::White, &net).remove(0).samples;
    assert_eq!(samples[0], Sample::Decided(0.5));
    assert!(matches!(samples[1], Sample::Judged(_)));
    let roots = Selection { method: Method::Td, ..selection };
    assert!(matches!(roots.traces(&game, MATED, Color::White, &net)[0].samples[0], Sample::Judged(_)));
}

#[test]
fn positions_are_those_in_which_the_learner_had_to_decide() {
    let selection = Selection { method: Method::Td, finished: Finished::Known, sides: Sides::Learner };
    let white = samples(selection, Color::White).remove(0);
    assert!(white.iter().all(|sample| matches!(sample, Sample::Judged(_))), "none of them ended the game");
    let black = samples(selection, Color::Black).remove(0);
    assert_eq!(black.len() + 1, white.len(), "White had the last word");
}

#[test]
fn both_sides_have_a_trace_of_their_own() {
    let both = Selection { method: Method::TdLeaf, finished: Finished::Known, sides: Sides::Both };
    let own = Selection { sides: Sides::Learner, ..both };
    let expected = vec![samples(own, Color::Black).remove(0), samples(own, Color::White).remove(0)];
    assert_eq!(samples(both, Color::Black), expected);
}
