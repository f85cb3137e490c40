//! Moves, against those of shakmaty.

use std::collections::BTreeSet;

use super::*;

/// All that tells positions apart.
fn described(position: &Chess) -> String {
    format!("{} {:?} {:?}", position.board(), position.turn(), position.legal_ep_square())
}

fn described_successors(position: &Chess) -> BTreeSet<String> {
    let after = |m| {
        let mut next = position.clone();
        next.play_unchecked(m);
        described(&next)
    };
    position.legal_moves().into_iter().map(after).collect()
}

/// Every so many placements of pieces, with either side to move, and every double step that can have been the last move.
fn placements(name: &str, stride: usize) -> impl Iterator<Item = SmallPosition> {
    let pieces: Vec<Piece> = name.parse::<Material>().unwrap().pieces().collect();
    let all = 64_usize.pow(pieces.len() as u32);
    let square = |number: usize, place: usize| Square::new((number >> (6 * place) & 63) as u32);
    (0..all).step_by(stride).flat_map(move |number| {
        let placed = || pieces.iter().enumerate().map(|(place, &piece)| (piece, square(number, place)));
        let quiet = Color::ALL.map(|turn| SmallPosition::new(placed(), turn));
        quiet.into_iter().flatten().flat_map(|position| {
            let mut all = vec![position.clone()];
            position.for_each_way_in_passing(&mut |passed| all.push(passed.clone()));
            all
        })
    })
}

#[test]
fn moves_are_those_of_chess() {
    for (name, stride) in [("KRK", 7), ("KPK", 3), ("KPKP", 101), ("KQKP", 401), ("KBPK", 401), ("KNKR", 401)] {
        let (mut compared, mut in_passing) = (0, 0);
        for position in placements(name, stride) {
            let chess = position.to_chess().unwrap_or_else(|| panic!("{position:?}"));
            let expected = described_successors(&chess);
            let found = position.successors();
            assert_eq!(found.len(), expected.len(), "{position:?}");
            let found: BTreeSet<String> = found.iter().map(|next| described(&next.to_chess().unwrap())).collect();
            assert_eq!(found, expected, "{position:?}");
            assert_eq!(position.is_check(), chess.is_check());
            compared += 1;
            in_passing += usize::from(position.passed_pawn().is_some());
        }
        assert!(compared > 20_000, "{name}: {compared}");
        assert_eq!(in_passing > 0, name == "KPKP");
    }
}

#[test]
fn a_position_is_what_it_was_read_from() {
    for position in placements("KPKP", 301) {
        let chess = position.to_chess().unwrap();
        let read = SmallPosition::of(&chess).unwrap();
        assert_eq!(described(&read.to_chess().unwrap()), described(&chess));
        assert_eq!(read.pieces(), position.pieces());
        let twice = position.with_colors_exchanged().with_colors_exchanged();
        assert_eq!(twice, position);
    }
}

/// A move leads somewhere exactly if taking it back leads here.
#[test]
fn moves_taken_back_are_those_that_were_made() {
    for (name, stride) in [("KRKN", 4001), ("KPKP", 1009), ("KQKP", 4001)] {
        let mut made = 0;
        for position in placements(name, stride) {
            position.any_successor(|next, step| {
                if step == Step::Quiet {
                    made += 1;
                    let mut is_found = false;
                    next.for_each_predecessor(|before| is_found |= *before == position);
                    assert!(is_found, "{position:?} -> {next:?}");
                }
                false
            });
            position.for_each_predecessor(|before| {
                let is_made = || before.any_successor(|next, step| step == Step::Quiet && *next == position);
                assert!(!before.is_legal() || is_made(), "{before:?} -> {position:?}");
            });
        }
        assert!(made > 50_000, "{name}: {made}");
    }
}

#[test]
fn what_is_no_small_position_is_none() {
    let of = |fen: &str| {
        let position: Chess =
            fen.parse::<hetman_rules::shakmaty::fen::Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        SmallPosition::of(&position)
    };
    assert_eq!(of("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), None, "castling");
    assert_eq!(of("r1b1k3/8/8/8/8/8/8/R3K3 w - - 0 1"), None, "five pieces");
    assert!(of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").is_some());
}
