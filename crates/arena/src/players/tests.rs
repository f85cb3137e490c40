//! Each player against its definition, and the random ones against the control numbers of the 2006 specification.

use hetman_eval::Evaluator;
use hetman_rules::shakmaty::variant::Chess;
use hetman_rules::shakmaty::{ByColor, Color, KnownOutcome, Position};
use hetman_rules::{AnyPosition, DrawRules, GameRecord, Playable, Variant, random, uci, with_position};
use hetman_search::exact::{ExactSearch, ExactSearcher, Terminals};

use super::*;
use crate::game::{self, GameRules};
use crate::{Answer, Control, Player, Question, generator};

fn record(variant: Variant, fen: &str) -> GameRecord {
    GameRecord::new(AnyPosition::from_fen(variant, fen).unwrap())
}

fn asked(player: &mut impl Player, record: &GameRecord, seed: u64) -> Answer {
    let generator = &mut generator(seed, 0);
    player.choose(Question { record, clocks: None, allowed: None, generator, control: &Control::default() })
}

/// Every move the player may choose, found by asking it often.
fn choices(player: &mut impl Player, record: &GameRecord) -> Vec<String> {
    let mut ask = |seed| uci(record.position(), asked(player, record, seed).chosen().unwrap());
    let mut moves: Vec<String> = (0..200).map(&mut ask).collect();
    moves.sort();
    moves.dedup();
    moves
}

#[test]
fn the_king_flees_to_the_centre() {
    let steps = &mut FleeingKing::default();
    let king_moves = &mut FleeingKing { distance: CentreDistance::KingMoves };
    let corner = record(Variant::Chess, "8/8/8/8/8/8/7p/K6k w - - 0 1");
    assert_eq!(choices(steps, &corner), ["a1b2"]);
    // From b3, c3 and c4 are as near by king's moves as they are not by steps.
    let edge = record(Variant::Chess, "8/8/8/8/8/1K6/8/7k w - - 0 1");
    assert_eq!(choices(steps, &edge), ["b3c4"]);
    assert_eq!(choices(king_moves, &edge), ["b3c3", "b3c4"]);
}

#[test]
fn a_king_in_the_centre_stays_while_other_men_move() {
    let centre = record(Variant::Chess, "7k/8/8/8/3K4/8/P7/8 w - - 0 1");
    let expected = ["a2a3", "a2a4", "d4d5", "d4e4", "d4e5"];
    assert_eq!(choices(&mut FleeingKing::default(), &centre), expected);
    let suicide_without_kings = record(Variant::Suicide, "8/8/8/8/8/8/P7/7n w - - 0 1");
    assert_eq!(choices(&mut FleeingKing::default(), &suicide_without_kings), ["a2a3", "a2a4"]);
}

#[test]
fn the_trainer_counts_ten_five_three_three_one() {
    let value = |fen: &str| with_position!(&AnyPosition::from_fen(Variant::Chess, fen).unwrap(), position => Material.evaluate(position).0);
    assert_eq!(value("3qk3/8/8/8/8/8/8/4K3 w - - 0 1"), -10.0);
    assert_eq!(value("3qk3/8/8/8/8/8/8/4K3 b - - 0 1"), 10.0);
    assert_eq!(value("4k2n/1p6/8/8/8/8/8/R1B1K3 w - - 0 1"), 5.0 + 3.0 - 3.0 - 1.0);
    let suicide = AnyPosition::from_fen(Variant::Suicide, "8/8/8/8/8/8/8/Rn6 w - - 0 1").unwrap();
    with_position!(&suicide, position => assert_eq!(Material.evaluate(position).0, -2.0));
}

/// The trainer as its specification words it: White maximises, Black minimises, mate is 1000, stalemate is material.
fn trainer_value(position: &Chess, depth: u32) -> f64 {
    let moves = position.legal_moves();
    if moves.is_empty() && position.is_check() {
        return position.turn().fold_wb(-1000.0, 1000.0);
    }
    if moves.is_empty() || depth == 0 {
        return Material.evaluate(position).for_white(position.turn()).0;
    }
    let values = moves.iter().map(|&m| trainer_value(&position.after(m), depth - 1));
    position.turn().fold_wb(values.clone().fold(f64::NEG_INFINITY, f64::max), values.fold(f64::INFINITY, f64::min))
}

#[test]
fn the_trainer_plays_minimax() {
    let mut generator = generator(7, 0);
    for game in 0..60 {
        let pieces = 3 + game % 12;
        let position = random::position_with_pieces(pieces, &mut generator).unwrap();
        if position.legal_moves().is_empty() {
            continue;
        }
        let depth = 1 + (game % 3) as u32;
        let search = ExactSearch { depth, terminals: Terminals::TRAINER, ..ExactSearch::default() };
        let record = GameRecord::new(position.clone().into());
        let answer = asked(
            &mut ThinkingPlayer::from(ExactSearcher { evaluator: Material.into(), search }),
            &record,
            game as u64,
        );
        let expected = trainer_value(&position, depth);
        assert_eq!(answer.thought.as_ref().unwrap().value.for_white(position.turn()).0, expected);
        let after = position.after(answer.chosen().unwrap());
        assert_eq!(trainer_value(&after, depth - 1), expected, "the move keeps the value");
    }
}

#[test]
fn a_win_at_once_is_played_whatever_it_is() {
    let mate = record(Variant::Chess, "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1");
    assert_eq!(choices(&mut MateInOne(RandomMover), &mate), ["a1a8"]);
    let hill = record(Variant::KingOfTheHill, "7k/8/8/8/8/2K5/8/8 w - - 0 1");
    assert_eq!(choices(&mut MateInOne(RandomMover), &hill), ["c3d4"]);
    let nothing = record(Variant::Chess, "7k/8/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(choices(&mut MateInOne(RandomMover), &nothing).len(), 3);
}

/// Wins, draws and losses of White in per cent, and the mean length in half-moves.
fn tournament(white: &mut impl Player, games: u64) -> ([f64; 3], f64) {
    let rules = GameRules::from(DrawRules::THESIS_2006);
    let (mut counts, mut plies) = ([0.0; 3], 0);
    for number in 0..games {
        let start = GameRecord::new(AnyPosition::start(Variant::Chess));
        let players = ByColor { white: white as &mut dyn Player, black: &mut RandomMover };
        let chance = &mut generator(2006, number);
        let game = game::play(start, players, &rules, chance, &game::undisturbed, &mut game::unobserved);
        plies += game.record.plies();
        counts[match game.finish.outcome().unwrap() {
            KnownOutcome::Decisive { winner: Color::White } => 0,
            KnownOutcome::Draw => 1,
            KnownOutcome::Decisive { winner: Color::Black } => 2,
        }] += 100.0;
    }
    (counts.map(|count| count / games as f64), plies as f64 / games as f64)
}

fn assert_near(found: [f64; 3], published: [f64; 3], games: u64) {
    for (found, published) in found.into_iter().zip(published) {
        // Both are samples of as many games: four standard errors of their difference.
        let slack = 4.0 * (2.0 * published * (100.0 - published) / games as f64).sqrt();
        assert!((found - published).abs() < slack, "{found} is not {published} +- {slack}");
    }
}

#[test]
fn random_games_are_as_the_specification_of_2006_found_them() {
    let games = 2000;
    let (shares, length) = tournament(&mut RandomMover, games);
    assert_near(shares, [7.8, 84.7, 7.6], games);
    assert!((length - 388.0).abs() < 15.0, "{length}");
}

#[test]
fn mating_in_one_is_worth_as_much_as_the_specification_of_2006_found() {
    let games = 2000;
    let (shares, _) = tournament(&mut MateInOne(RandomMover), games);
    assert_near(shares, [53.3, 41.3, 5.5], games);
}

/// A tree that knows a mate when it sees one, and nothing else.
fn mates() -> hetman_endgame::DecisionTree {
    use hetman_endgame::attributes::Attribute;
    use hetman_endgame::dataset::Extent;
    use hetman_endgame::tree::Node;
    let attributes = Attribute::named(b"KkR", ["kInCheck", "kCanMove"]).unwrap();
    let can_move = Node::Split { column: 1, branches: vec![Some(Node::Leaf(0)), None] };
    hetman_endgame::DecisionTree {
        material: "KRK".parse().unwrap(),
        method: "by hand".to_owned(),
        extent: Extent::Full,
        attributes,
        classes: vec![hetman_endgame::Class::Loss(Some(0))],
        root: Node::Split { column: 0, branches: vec![None, Some(can_move)] },
    }
}

#[test]
fn a_tree_plays_what_it_knows_with_either_colour_and_anything_elsewhere() {
    let player = &mut TreePlayer { tree: std::sync::Arc::new(mates()), is_mapped: false };
    assert_eq!(choices(player, &record(Variant::Chess, "8/8/8/8/8/1R6/8/k1K5 w - - 0 1")), ["b3a3"]);
    assert_eq!(choices(player, &record(Variant::Chess, "K1k5/8/1r6/8/8/8/8/8 b - - 0 1")), ["b6a6"]);
    // Nothing is known after any move: of another ending, or where the stronger side is to move.
    for fen in ["8/8/8/8/8/1Q6/8/k1K5 w - - 0 1", "8/8/8/8/1R6/8/k7/2K5 b - - 0 1"] {
        let record = record(Variant::Chess, fen);
        assert_eq!(choices(player, &record).len(), record.position().legal_moves().len(), "{fen}");
    }
}

#[test]
fn giraffe_plays_every_game_and_the_same_one_again() {
    for variant in Variant::ALL {
        let spec: crate::PlayerSpec = "giraffe:nodes=300,net=shipped,allocator=uniform".parse().unwrap();
        let start = GameRecord::new(AnyPosition::start(variant));
        let [first, again] = [1, 2].map(|seed| {
            let mut player = spec.build(variant, seed).unwrap();
            let question = Question {
                record: &start,
                clocks: None,
                allowed: None,
                generator: &mut generator(seed, 0),
                control: &Control::default(),
            };
            player.choose(question)
        });
        assert!(start.position().legal_moves().contains(&first.chosen().unwrap()), "{variant}");
        assert_eq!((first.chosen(), first.remark.nodes), (again.chosen(), Some(300)), "{variant}");
        assert!(spec.is_determined() && spec.evaluator(variant).unwrap().is_some());
    }
}
