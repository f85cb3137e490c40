use std::collections::HashSet;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use shakmaty::{Outcome, Position};

use super::*;
use crate::Variant;

fn rng() -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(20070601)
}

#[test]
fn positions_have_the_pieces_asked_for_and_are_legal() {
    let mut rng = rng();
    for pieces in 2..=64 {
        for _ in 0..20 {
            let position = position_with_pieces(pieces, &mut rng).unwrap();
            assert_eq!(position.board().occupied().count(), pieces);
            let fen = AnyPosition::from(position.clone()).fen();
            let reread = AnyPosition::from_fen(Variant::Chess, &fen);
            assert_eq!(reread, Ok(AnyPosition::Chess(position)), "{fen}");
        }
    }
}

#[test]
fn up_to_32_pieces_come_out_of_one_chess_set() {
    let mut rng = rng();
    for pieces in 2..=32 {
        let board = position_with_pieces(pieces, &mut rng).unwrap().board().clone();
        let set = Board::new();
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = role.of(color);
                assert!(board.by_piece(piece).count() <= set.by_piece(piece).count(), "{board}");
            }
        }
    }
}

#[test]
fn impossible_numbers_of_pieces_are_refused() {
    for pieces in [0, 1, 65] {
        assert_eq!(position_with_pieces(pieces, &mut rng()).err(), Some(RandomError::Pieces(pieces)));
    }
    let said = RandomError::Pieces(65).to_string();
    assert_eq!(said, "a position cannot have 65 pieces: choose 2 (the kings) to 64 (a full board)");
}

#[test]
fn there_are_175_168_krk_positions_with_white_to_move() {
    let mut count = 0;
    for white_king in Square::ALL {
        for rook in Square::ALL {
            count += Square::ALL.iter().filter(|&&king| krk_position(white_king, rook, king).is_some()).count();
        }
    }
    assert_eq!(count, 175_168);
}

#[test]
fn random_krk_positions_are_spread_over_all_of_them() {
    let mut rng = rng();
    let mut seen = HashSet::new();
    let mut corner = 0;
    for _ in 0..20_000 {
        let position = krk(&mut rng);
        assert_eq!(position.turn(), Color::White);
        assert!(!position.clone().swap_turn().unwrap().is_check());
        corner += u32::from(position.board().king_of(Color::White) == Some(Square::A1));
        seen.insert(AnyPosition::from(position).fen());
    }
    // 20 000 draws out of 175 168 hit about 18 900 different ones; a king in the corner has 1/55 of all.
    assert!((18_700..19_150).contains(&seen.len()), "{}", seen.len());
    assert!((280..450).contains(&corner), "{corner}");
}

#[test]
fn playouts_are_repeatable_and_as_long_as_asked() {
    for variant in Variant::ALL {
        let play = |seed| playout(AnyPosition::start(variant), 40, &mut ChaCha8Rng::seed_from_u64(seed));
        for seed in 0..30 {
            let record = play(seed);
            assert!(record.plies() == 40 || record.position().outcome() != Outcome::Unknown);
            assert_eq!(record.moves().collect::<Vec<_>>(), play(seed).moves().collect::<Vec<_>>());
        }
    }
}

#[test]
fn chess960_starts_have_their_published_numbers() {
    let back_rank_of = |number| chess960_start(number).unwrap().fen()[..8].to_owned();
    assert_eq!(back_rank_of(518), "rnbqkbnr");
    assert_eq!(back_rank_of(0), "bbqnnrkr");
    assert_eq!(back_rank_of(959), "rkrnnqbb");
    assert_eq!(back_rank_of(534), "rnbkqbnr");
    let all: HashSet<String> = (0..960).map(back_rank_of).collect();
    assert_eq!(all.len(), 960);
    let said = chess960_start(960).unwrap_err().to_string();
    assert!(said.contains("0 to 959"), "{said}");
}

#[test]
fn chess960_starts_let_both_sides_castle_both_ways() {
    let mut rng = rng();
    for _ in 0..100 {
        let start = random_chess960_start(&mut rng);
        assert_eq!(start.castles().mode(), CastlingMode::Chess960);
        assert_eq!(start.castles().castling_rights(), start.board().rooks());
    }
}
