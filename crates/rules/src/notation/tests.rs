use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use shakmaty::{Color, Position};

use super::*;
use crate::{Variant, random};

fn position(variant: Variant, fen: &str) -> AnyPosition {
    AnyPosition::from_fen(variant, fen).unwrap()
}

fn assert_reads(position: &AnyPosition, texts: &[&str], san_expected: &str) {
    for text in texts {
        let m = parse_move(position, text).unwrap_or_else(|problem| panic!("{problem}"));
        assert_eq!(san(position, m), san_expected, "{text}");
    }
}

fn problem(position: &AnyPosition, text: &str) -> String {
    parse_move(position, text).unwrap_err().to_string()
}

#[test]
fn one_move_has_many_spellings() {
    let start = AnyPosition::start(Variant::Chess);
    assert_reads(&start, &["e4", "e2e4", "e2-e4", "e4!", "e4!?", " e4 ", "Pe4", "Pe2-e4"], "e4");
    assert_reads(&start, &["Nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "g1f3", "g1-f3"], "Nf3");
    let exchange = position(Variant::Chess, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    assert_reads(&exchange, &["exd5", "ed5", "e4d5", "e4xd5", "e4:d5", "exd5+", "exd5#!!"], "exd5");
}

#[test]
fn castling_is_read_in_every_way() {
    let standard = position(Variant::Chess, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert_reads(&standard, &["O-O", "0-0", "o-o", "e1g1", "e1h1", "Ke1-g1", "Kg1"], "O-O");
    assert_reads(&standard, &["O-O-O", "0-0-0", "e1c1", "e1a1", "Ke1-c1"], "O-O-O");
    let m = parse_move(&standard, "O-O").unwrap();
    assert_eq!(uci(&standard, m), "e1g1");
    let shuffled = standard.with_castling(shakmaty::CastlingMode::Chess960).unwrap();
    assert_eq!(uci(&shuffled, parse_move(&shuffled, "e1g1").unwrap()), "e1h1");
}

#[test]
fn a_kings_step_is_not_taken_for_castling() {
    let shuffled = position(Variant::Chess, "5k2/8/8/8/8/8/8/5K1R w H - 0 1");
    assert_reads(&shuffled, &["f1g1", "Kg1"], "Kg1");
    assert_reads(&shuffled, &["f1h1", "O-O"], "O-O+");
}

#[test]
fn promotions_and_drops() {
    let promotion = position(Variant::Chess, "7k/4P3/8/8/8/8/8/K7 w - - 0 1");
    assert_reads(&promotion, &["e8=N", "e8N", "e8(N)", "e8/N", "e7e8n", "e7e8N", "e7-e8=N"], "e8=N");
    assert_reads(&promotion, &["e7e8b", "e8=B"], "e8=B");
    assert_eq!(problem(&promotion, "e7e8"), "the move 'e7e8' is ambiguous: it could be e8=Q+ or e8=R+ or e8=B or e8=N");
    let drops = position(Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1");
    assert_reads(&drops, &["@e4", "P@e4", "p@e4"], "@e4");
    assert_reads(&drops, &["N@f6", "n@f6", "N@f6+"], "N@f6+");
    assert_eq!(uci(&drops, parse_move(&drops, "@e4").unwrap()), "P@e4");
    let king = position(Variant::Antichess, "8/4P3/8/8/8/8/8/k7 w - - 0 1");
    assert_reads(&king, &["e8=K", "e7e8k"], "e8=K");
}

#[test]
fn mate_signs_follow_the_variant() {
    let explosion = position(Variant::Atomic, "3qk3/8/8/8/8/8/8/3QK3 w - - 0 1");
    assert_eq!(san(&explosion, parse_move(&explosion, "d1d8").unwrap()), "Qxd8#");
    let mate = position(Variant::Chess, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    assert_reads(&mate, &["Ra8", "Ra8#", "Ra8+"], "Ra8#");
}

#[test]
fn problems_are_told_apart() {
    let start = AnyPosition::start(Variant::Chess);
    for text in ["", "hello", "e9", "Nz3", "e2e", "--", "@@", "é4", "N@", "Xe4", "e4=", "e2e4qq", "O-O-O-O", "=Q", "Q"]
    {
        let said = problem(&start, text);
        assert!(said.starts_with(&format!("'{text}' is not a move")), "{said}");
    }
    for text in ["e5", "Nd2", "O-O", "e2e5", "N@f3", "Ke2", "e8=Q"] {
        assert_eq!(problem(&start, text), format!("the move '{text}' is illegal in this position"));
    }
    let knights = position(Variant::Chess, "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1");
    assert_eq!(problem(&knights, "Nd2"), "the move 'Nd2' is ambiguous: it could be Nbd2 or Nfd2");
}

#[test]
fn the_piece_list_of_the_thesis() {
    let pieces = "Ka2 Qe5 Nb2 Nd2 Pa3 Pb4 Pb5 ka8 qe8 rh8 re7 pa7 pb7";
    let position = piece_list::parse(Variant::Chess, pieces, Color::White).unwrap();
    assert_eq!(position.fen(), "k3q2r/pp2r3/8/1P2Q3/1P6/P7/KN1N4/8 w - - 0 1");
    assert_eq!(piece_list::write(&position), "Ka2 Qe5 Nb2 Nd2 Pa3 Pb4 Pb5 ka8 qe8 re7 rh8 pa7 pb7");
    let black = piece_list::parse(Variant::Chess, pieces, Color::Black).unwrap();
    assert_eq!(black.turn(), Color::Black);
}

#[test]
fn bad_piece_lists_are_explained() {
    let said = |text| piece_list::parse(Variant::Chess, text, Color::White).unwrap_err().to_string();
    assert!(said("Ka2 Xe5 ka8").starts_with("'Xe5' is not a piece"));
    assert!(said("Ka2 Q ka8").starts_with("'Q' is not a piece"));
    assert_eq!(said("Ka2 ka8 Qa2"), "two pieces stand on a2");
    assert!(said("").contains("not a legal chess position"), "{}", said(""));
    assert!(said("Ka2 ka3").contains("not a legal chess position"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn every_notation_reads_what_it_writes(seed: u64, variant in 0..Variant::ALL.len(), shuffled: bool) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let start = match (shuffled, Variant::ALL[variant]) {
            (true, Variant::Chess) => random::random_chess960_start(&mut rng),
            (_, variant) => AnyPosition::start(variant),
        };
        let record = random::playout(start, 80, &mut rng);
        let position = record.position();
        for m in position.legal_moves() {
            prop_assert_eq!(parse_move(position, &san(position, m)), Ok(m));
            prop_assert_eq!(parse_move(position, &uci(position, m)), Ok(m));
        }
    }

    #[test]
    fn piece_lists_read_what_they_write(seed: u64, pieces in 2_usize..=64) {
        let drawn = random::position_with_pieces(pieces, &mut ChaCha8Rng::seed_from_u64(seed)).unwrap();
        let reread = piece_list::parse(Variant::Chess, &piece_list::write(&drawn), drawn.turn()).unwrap();
        prop_assert_eq!(reread, AnyPosition::Chess(drawn));
    }

    #[test]
    fn no_text_breaks_the_readers(text in "\\PC{0,12}", near in "[KQRBNPHWGSa-h1-8x@=+#O0-]{0,9}", seed: u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for variant in Variant::ALL {
            let position = random::playout(AnyPosition::start(variant), 30, &mut rng).position().clone();
            for text in [&text, &near] {
                if let Ok(m) = parse_move(&position, text) {
                    prop_assert!(position.is_legal(m));
                }
                if let Ok(listed) = piece_list::parse(variant, text, Color::White) {
                    prop_assert_eq!(listed.turn(), Color::White);
                }
            }
        }
    }
}
