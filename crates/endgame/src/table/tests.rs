//! Counts that others have published, and the rules of chess as shakmaty plays them.

use std::num::NonZeroUsize;

use hetman_rules::{AnyPosition, Variant, uci};
use hetman_search::{Oracle, Wdl};

use super::*;

fn tables(name: &str) -> Tables {
    Tables::build(name.parse().unwrap(), NonZeroUsize::new(2).unwrap(), &())
}

fn losses(outcomes: impl Iterator<Item = Outcome>) -> (usize, Vec<usize>) {
    let (mut draws, mut counts) = (0, vec![0; 17]);
    for outcome in outcomes {
        match outcome {
            Outcome::Draw => draws += 1,
            Outcome::Loss(moves) => counts[moves as usize] += 1,
            Outcome::Win(_) => panic!("a lone king wins"),
        }
    }
    (draws, counts)
}

/// Bain's data set (UCI, 1994) has the first counts; the others are those of its positions' mirrored images.
#[test]
fn king_and_rook_have_the_published_classes() {
    let tables = tables("KRK");
    let table = tables.get("KRK".parse().unwrap()).unwrap();
    let canonical = losses(table.canonical(Color::Black).map(|(_, outcome)| outcome));
    let expected = [27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390].to_vec();
    assert_eq!(canonical, (2796, expected));
    let all = losses(table.positions(Color::Black).map(|(_, outcome)| outcome));
    let expected =
        [216, 624, 1948, 648, 1584, 3768, 4728, 5444, 11448, 13672, 15872, 22788, 28732, 33516, 36372, 17284, 3056];
    assert_eq!(all, (22244, expected.to_vec()));
    let mut wins = [0; 16];
    for (_, outcome) in table.positions(Color::White) {
        let Outcome::Win(moves) = outcome else { panic!("a rook wins") };
        wins[moves as usize - 1] += 1;
    }
    let expected =
        [1512, 4676, 3852, 1900, 4848, 8708, 11320, 17172, 20088, 19016, 20476, 21480, 17824, 16136, 5244, 916];
    assert_eq!(wins, expected);
}

/// The fifty moves may be over before a mate that the table knows.
#[test]
fn what_the_counter_leaves_in_doubt_is_not_called() {
    let tables = tables("KRK");
    let wdl = |fen: &str| tables.wdl(&AnyPosition::from_fen(Variant::Chess, fen).unwrap());
    assert_eq!(wdl("8/8/8/3k4/8/8/8/K6R w - - 0 1"), Some(Wdl::Win));
    assert_eq!(wdl("8/8/8/3k4/8/8/8/K6R b - - 0 1"), Some(Wdl::Loss));
    assert_eq!(wdl("8/8/8/3k4/8/8/8/K6R w - - 90 80"), None);
    assert_eq!(wdl("k7/8/1K6/8/8/8/8/7R w - - 99 80"), Some(Wdl::Win), "mate in one");
    assert_eq!(wdl("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), None, "castling");
    assert_eq!(wdl("8/8/8/3k4/8/8/8/K5Q1 w - - 0 1"), None, "another ending");
    let atomic = AnyPosition::from_fen(Variant::Atomic, "8/8/8/3k4/8/8/8/K6R w - - 0 1").unwrap();
    assert_eq!(tables.wdl(&atomic), None);
    assert_eq!(tables.most_pieces(), 3);
}

#[test]
fn moves_that_keep_what_there_is_are_advised() {
    let tables = tables("KPK");
    let advised = |fen: &str| {
        let position = AnyPosition::from_fen(Variant::Chess, fen).unwrap();
        let mut moves: Vec<String> =
            tables.root_moves(&position).unwrap().into_iter().map(|m| uci(&position, m)).collect();
        moves.sort();
        moves
    };
    // Only one move keeps the opposition.
    assert_eq!(advised("4k3/8/8/4K3/4P3/8/8/8 b - - 0 1"), ["e8e7"]);
    // A queen would mate one move later.
    assert_eq!(advised("8/P7/8/8/8/8/k7/2K5 w - - 0 1"), ["c1c2"]);
}
