use std::num::NonZeroUsize;

use hetman_rules::shakmaty::fen::Fen;
use hetman_rules::shakmaty::{CastlingMode, Chess, Color};

use super::*;
use crate::table::Tables;

const LITTLE: &str = "hetman rules 1
material KRK
# An example.

prefer kInCheck = 1 and kCanMove = 0
when kEdgeDistance >= 2 and KkDistance <= 3: prefer kRBox <= 20 and kRBox falls
prefer least KkDistance
when RLoose = 1: prefer most kRDistance
";

fn strategy(text: &str) -> Strategy {
    text.parse().unwrap()
}

fn chess(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

fn position(fen: &str) -> SmallPosition {
    SmallPosition::of(&chess(fen)).unwrap()
}

fn one_thread() -> NonZeroUsize {
    NonZeroUsize::MIN
}

#[test]
fn what_is_written_is_read_again() {
    let little = strategy(LITTLE);
    assert_eq!(little.to_string(), LITTLE);
    assert_eq!((little.rules.len(), little.conditions(), little.notes.len()), (4, 9, 1));
    assert_eq!(strategy(&little.to_string()), little);
}

#[test]
fn what_is_no_strategy_is_refused_with_its_line() {
    let file = |rule: &str| format!("hetman rules 1\nmaterial KRK\n\n{rule}\n");
    let cases = [
        (String::new(), "no file of rules"),
        ("hetman rules 7\nmaterial KRK\n".to_owned(), "version 7"),
        ("hetman rules 1\nprefer least KkDistance".to_owned(), "second line"),
        ("hetman rules 1\nmaterial KXK".to_owned(), "'X' is no piece"),
        (file("avoid stalemate"), "line 4 is no rule"),
        (file("prefer least KBDistance"), "line 4: there is no attribute 'KBDistance'"),
        (file("prefer kRFile = 1"), "line 4: there is no attribute 'kRFile'"),
        (file("prefer KkDistance"), "line 4 has no condition"),
        (file("prefer KkDistance < 3"), "line 4 has no condition"),
        (file("prefer KkDistance grows"), "line 4 has no condition"),
        (file("prefer KkDistance = 8"), "KkDistance is never 8, its values are 0 to 7"),
        (file("prefer KkDistance = -1"), "KkDistance is never -1"),
        (file("when KkDistance falls: prefer kRBox <= 9"), "before the move nothing falls"),
        (file(""), "has no rules"),
    ];
    for (text, expected) in cases {
        let error = text.parse::<Strategy>().unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    let other = strategy(LITTLE).for_material("KQK".parse().unwrap()).unwrap_err().to_string();
    assert_eq!(other, "these rules are for KRK, and KQK is asked for");
}

#[test]
fn rules_drop_moves_one_after_the_other() {
    let mate = strategy(LITTLE).choose(&position("8/8/8/8/8/1K6/7R/k7 w - - 0 1"));
    let [after] = &mate.moves[..] else { panic!("one move mates") };
    assert!(after.is_check() && after.successors().is_empty());
    assert_eq!(mate.rulings, [Ruling { rule: 0, before: 20, after: 1 }]);
    let far = strategy(LITTLE).choose(&position("8/8/8/3k4/8/8/8/K6R w - - 0 1"));
    let rules: Vec<usize> = far.rulings.iter().map(|ruling| ruling.rule).collect();
    assert_eq!(rules, [2], "no mate is possible, and the kings are too far apart for the second rule");
    assert!(far.moves.iter().all(|after| after.king(Color::White).distance(after.king(Color::Black)) == 3));
}

#[test]
fn a_rule_that_prefers_nothing_drops_nothing() {
    let never = strategy("hetman rules 1\nmaterial KRK\nprefer kRBox = 63 and KkDistance = 1\n");
    let start = position("8/8/8/3k4/8/8/8/K6R w - - 0 1");
    let choice = never.choose(&start);
    assert_eq!((choice.moves.len(), choice.rulings.len()), (start.successors().len(), 0));
}

#[test]
fn rules_are_said_in_english() {
    let little = strategy(LITTLE);
    let sentences: Vec<String> = little.rules.iter().map(|rule| little.sentence(rule)).collect();
    assert_eq!(
        sentences,
        [
            "Prefer moves after which the black king is in check and the black king has no square to go to.",
            "When the distance of the black king from the nearest edge is at least 2 and the king's moves between the white \
             king and the black king is at most 3: prefer moves after which the number of squares of the box in which the \
             white rook holds the black king is at most 20 and the number of squares of the box in which the white rook \
             holds the black king has become smaller.",
            "Prefer moves after which the king's moves between the white king and the black king is smallest.",
            "When the white rook is attacked and not defended: prefer moves after which the king's moves between the black \
             king and the white rook is largest.",
        ]
    );
}

/// What rules speak of is the same in all eight mirror images, or they would have to say how the board lies.
#[test]
fn quantities_do_not_see_how_the_board_lies() {
    let turned = |position: &SmallPosition, symmetry: u8| {
        let square = |square: hetman_rules::shakmaty::Square| {
            let square = if symmetry & 1 == 0 { square } else { square.flip_horizontal() };
            let square = if symmetry & 2 == 0 { square } else { square.flip_vertical() };
            if symmetry & 4 == 0 { square } else { square.flip_diagonal() }
        };
        let pieces = position.pieces().iter().map(|&(piece, from)| (piece, square(from)));
        SmallPosition::new(pieces, position.turn()).unwrap()
    };
    for (name, step) in [("KRK", 97), ("KQK", 97), ("KBNK", 9001), ("KBBK", 4001)] {
        let material: Material = name.parse().unwrap();
        let placements = symmetry::Placements::new(material);
        let quantities = Quantity::all(material);
        for turn in Color::ALL {
            for (code, _) in placements.codes(turn).step_by(step) {
                let position = placements.position(code, turn).unwrap();
                for symmetry in 1..8 {
                    let other = turned(&position, symmetry);
                    for quantity in &quantities {
                        let [one, other] = [&position, &other].map(|position| quantity.value(&position.into()));
                        assert_eq!(one, other, "{} of {position:?}, symmetry {symmetry}", quantity.name);
                        assert!(one < quantity.domain(), "{}", quantity.name);
                    }
                }
            }
        }
    }
}

#[test]
fn positions_are_counted_as_often_as_they_occur() {
    for (name, expected) in [("KRK", 175_168), ("KQK", 144_508)] {
        let placements = symmetry::Placements::new(name.parse().unwrap());
        let sum: u64 = placements.codes(Color::White).map(|(_, multiplicity)| multiplicity).sum();
        assert_eq!(sum, expected, "{name}");
    }
}

/// Rules that look no further than the kings' distance lose the rook, and the shortest line says so.
#[test]
fn bad_rules_are_refused_with_a_line_that_can_be_played() {
    let losing = strategy("hetman rules 1\nmaterial KRK\nprefer RLoose = 1\n");
    let proof = Proof::of(&losing, &[], one_thread(), &());
    assert!(proof.summary().won < proof.summary().positions);
    let line = proof.counter_example(&losing, &[], |_| true).unwrap();
    assert_eq!(line.failure, Failure::Conversion);
    assert_eq!(line.positions.len(), 3);
    line_is_played_by(&losing, &line);

    let idle = strategy("hetman rules 1\nmaterial KRK\nprefer RLoose = 0 and kCanMove = 1\nprefer least KkDistance\n");
    let line = Proof::of(&idle, &[], one_thread(), &()).counter_example(&idle, &[], |_| true).unwrap();
    line_is_played_by(&idle, &line);
}

/// Each step is a legal move by shakmaty; White's are those of the strategy; the end is what it is said to be.
fn line_is_played_by(strategy: &Strategy, line: &Line) {
    use hetman_rules::shakmaty::Position;
    let boards: Vec<Chess> = line.positions.iter().map(|position| position.to_chess().unwrap()).collect();
    for (index, step) in boards.windows(2).enumerate() {
        let mut successors = step[0].legal_moves().into_iter().map(|legal| step[0].clone().play(legal).unwrap());
        assert!(successors.any(|next| next.board() == step[1].board()), "step {index} is no legal move");
        if step[0].turn() == Color::White {
            assert!(strategy.choose(&line.positions[index]).moves.contains(&line.positions[index + 1]));
        }
    }
    let last = boards.last().unwrap();
    match line.failure {
        Failure::Stalemate => assert!(last.is_stalemate()),
        Failure::NoMove => assert!(last.legal_moves().is_empty()),
        Failure::Conversion => assert!(last.board().occupied().count() < boards[0].board().occupied().count()),
        Failure::Repetition => {
            let is_same = |board: &&Chess| board.board() == last.board() && board.turn() == last.turn();
            assert_eq!(boards.iter().filter(is_same).count(), 2);
        }
    }
}

/// Follows the shipped strategy of an ending through all positions.
fn proved(name: &str) -> (Strategy, Proof) {
    let strategy = shipped(name.parse().unwrap()).unwrap();
    assert_eq!(strategy.material.to_string(), name);
    assert_eq!(strategy.to_string().parse(), Ok(strategy.clone()));
    let recipe = format!("hetman endgame induce {name} --method rules ");
    assert!(strategy.notes.iter().any(|note| note.starts_with(&recipe)), "its head says how it was induced");
    let proof = Proof::of(&strategy, &[], NonZeroUsize::new(2).unwrap(), &());
    (strategy, proof)
}

#[test]
fn the_rules_for_a_rook_win_every_position() {
    let (strategy, proof) = proved("KRK");
    let Summary { positions, won, longest } = proof.summary();
    assert_eq!((positions, won), (175_168, 175_168));
    assert!(longest <= FIFTY_MOVES && strategy.rules.len() < 50, "{longest} moves, {} rules", strategy.rules.len());
    let tables = Tables::build(strategy.material, one_thread(), &());
    let table = tables.get(strategy.material).unwrap();
    assert_eq!(proof.compare(table).winnable, 175_168);
    assert!(proof.counter_example(&strategy, &[], |_| true).is_none());
    for (position, outcome) in table.positions(Color::White).step_by(101) {
        assert!(proof.moves(&position) >= outcome.moves(), "nothing is quicker than best play");
    }
    let (accounts, winnable) = accounts(&strategy, table, &mut |_, _| {});
    assert_eq!((accounts.len(), winnable), (strategy.rules.len(), 175_168));
    assert!(accounts.iter().all(|account| account.exact <= account.fires && account.fires > 0));
}

#[test]
fn the_rules_for_a_queen_win_every_position() {
    let (_, proof) = proved("KQK");
    let Summary { positions, won, longest } = proof.summary();
    assert_eq!((positions, won), (144_508, 144_508));
    assert!(longest <= FIFTY_MOVES);
}

/// A proof can fail: the strategy for the rook with a rule left out is refused, and the line is one that it plays.
#[test]
fn without_one_of_its_rules_a_strategy_is_refused() {
    let strategy = shipped("KRK".parse().unwrap()).unwrap();
    let is_needed = |rule: &usize| {
        let shorter = strategy.without(*rule);
        let proof = Proof::of(&shorter, &[], NonZeroUsize::new(2).unwrap(), &());
        let Some(line) = proof.counter_example(&shorter, &[], |_| true) else { return false };
        line_is_played_by(&shorter, &line);
        assert!(proof.summary().won < 175_168);
        true
    };
    assert!((0..strategy.rules.len()).any(|rule| is_needed(&rule)), "every rule can be left out");
}

/// Play by the rules with chance on both sides, by shakmaty's own moves: it ends in mate, and in time.
#[test]
fn played_out_the_proof_keeps_its_word() {
    use hetman_rules::shakmaty::Position;
    let (strategy, proof) = proved("KRK");
    let mut chance = 1_u64;
    let mut pick = |count: usize| {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (chance >> 33) as usize % count
    };
    let placements = symmetry::Placements::new(strategy.material);
    for (code, _) in placements.codes(Color::White).step_by(211) {
        let mut position = placements.position(code, Color::White).unwrap();
        let mut left = proof.moves(&position).unwrap();
        loop {
            let choice = strategy.choose(&position).moves;
            let after = &choice[pick(choice.len())];
            let board = after.to_chess().unwrap();
            left -= 1;
            if board.is_checkmate() {
                break;
            }
            let replies = board.legal_moves();
            let next = board.clone().play(replies[pick(replies.len())]).unwrap();
            position = SmallPosition::of(&next).unwrap();
            assert!(proof.moves(&position).unwrap() <= left, "{position:?}");
        }
    }
}
