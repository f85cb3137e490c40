//! Counts that others have published, and the rules of chess as shakmaty plays them.

use std::num::NonZeroUsize;

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
