use std::collections::HashMap;

use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::{GameRecord, parse_move, random};

fn key_of(variant: Variant, fen: &str) -> u64 {
    key(&AnyPosition::from_fen(variant, fen).unwrap())
}

fn after(variant: Variant, moves: &str) -> AnyPosition {
    let mut record = GameRecord::new(AnyPosition::start(variant));
    for text in moves.split_whitespace() {
        record.play(parse_move(record.position(), text).unwrap()).unwrap();
    }
    record.position().clone()
}

#[test]
fn transpositions_meet() {
    for variant in [Variant::Chess, Variant::Crazyhouse, Variant::ThreeCheck, Variant::Atomic] {
        let one = after(variant, "Nf3 Nf6 Nc3 Nc6");
        let other = after(variant, "Nc3 Nc6 Nf3 Nf6");
        assert_eq!(key(&one), key(&other), "{variant}");
    }
}

#[test]
fn keys_differ_where_possibilities_do() {
    let cases = [
        (Variant::Chess, "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2R b - - 0 1"),
        (Variant::Chess, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"),
        (Variant::Chess, "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "4k3/8/8/3Pp3/8/8/8/4K3 w - - 0 1"),
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"),
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[n] w - - 0 1"),
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[NN] w - - 0 1"),
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4KQ~2[] w - - 0 1", "4k3/8/8/8/8/8/8/4KQ2[] w - - 0 1"),
        (Variant::ThreeCheck, "4k3/8/8/8/8/8/8/4KR2 w - - 3+3 0 1", "4k3/8/8/8/8/8/8/4KR2 w - - 2+3 0 1"),
        (Variant::ThreeCheck, "4k3/8/8/8/8/8/8/4KR2 w - - 2+3 0 1", "4k3/8/8/8/8/8/8/4KR2 w - - 3+2 0 1"),
    ];
    for (variant, one, other) in cases {
        assert_ne!(key_of(variant, one), key_of(variant, other), "{variant}: {one} and {other}");
    }
}

#[test]
fn keys_are_blind_for_what_changes_no_possibility() {
    let cases = [
        // Nobody can take en passant, or only at the price of the king.
        ("4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1", "4k3/8/8/4p3/8/8/8/4K3 w - - 0 1"),
        ("4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4r2k/8/8/3pP3/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 33 70"),
    ];
    for (one, other) in cases {
        assert_eq!(key_of(Variant::Chess, one), key_of(Variant::Chess, other), "{one} and {other}");
    }
}

#[test]
fn fens_survive_a_round_trip_in_every_variant() {
    for variant in Variant::ALL {
        let mut rng = ChaCha8Rng::seed_from_u64(variant as u64);
        for _ in 0..40 {
            let record = random::playout(AnyPosition::start(variant), 70, &mut rng);
            let fen = record.position().fen();
            let reread = AnyPosition::from_fen(variant, &fen).unwrap();
            assert_eq!(reread.fen(), fen);
            assert_eq!(key(&reread), key(record.position()), "{variant} {fen}");
        }
    }
}

#[test]
fn chess960_rights_are_recognised_in_every_variant_that_castles() {
    for variant in [Variant::Chess, Variant::Crazyhouse, Variant::Atomic, Variant::KingOfTheHill, Variant::ThreeCheck] {
        let position = AnyPosition::from_fen(variant, "1r3k1r/8/8/8/8/8/8/1R3K1R w HBhb - 0 1").unwrap();
        assert_eq!(position.castles().mode(), CastlingMode::Chess960, "{variant}");
        assert!(position.fen().contains(" HBhb "), "{}", position.fen());
        let castling = parse_move(&position, "O-O-O").unwrap();
        assert_eq!(position.after(castling).board().king_of(Color::White), Some(Square::C1));
    }
}

#[test]
fn bad_fens_are_explained() {
    let said = |fen| AnyPosition::from_fen(Variant::Chess, fen).unwrap_err().to_string();
    assert!(said("hello").starts_with("'hello' is not a FEN: "), "{}", said("hello"));
    let illegal = said("4k3/8/8/8/8/8/8/8 w - - 0 1");
    assert!(illegal.starts_with("this is not a legal chess position: "), "{illegal}");
}

#[test]
fn positions_with_more_moves_than_a_list_holds_are_refused() {
    let refused =
        AnyPosition::from_fen(Variant::Crazyhouse, "kn4Q1/pp1Q4/Q4Q2/2Q4Q/4Q3/1Q4Q1/3Q4/Q4Q1K[QRBNP] w - - 0 1");
    let said = refused.unwrap_err().to_string();
    assert!(said.ends_with("so many pieces have more moves than can be listed"), "{said}");
    let everything = AnyPosition::from_fen(Variant::Crazyhouse, "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1").unwrap();
    assert_eq!(everything.legal_moves().len(), 301);
    let queens = "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1";
    assert_eq!(AnyPosition::from_fen(Variant::Chess, queens).unwrap().legal_moves().len(), 270);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn the_key_after_a_move_is_the_key_of_the_position_after_it(seed: u64, variant in 0..Variant::ALL.len()) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let record = random::playout(AnyPosition::start(Variant::ALL[variant]), 60, &mut rng);
        for ply in 0..=record.plies() {
            let before = record.position_after(ply).unwrap();
            for m in before.legal_moves() {
                let next = before.after(m);
                let foreseen = key_foreseen(before, key(before), m);
                prop_assert!(foreseen.is_none_or(|foreseen| foreseen == key(&next)), "{} {}", before.fen(), m);
                prop_assert_eq!(key_between(before, key(before), &next), key(&next), "{} {}", before.fen(), m);
            }
        }
    }

    #[test]
    fn equal_keys_mean_equal_possibilities(seed: u64, variant in 0..Variant::ALL.len()) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut seen: HashMap<u64, String> = HashMap::new();
        for _ in 0..20 {
            let record = random::playout(AnyPosition::start(Variant::ALL[variant]), 30, &mut rng);
            for ply in 0..=record.plies() {
                let position = record.position_after(ply).unwrap();
                let known = seen.entry(key(position)).or_insert_with(|| without_counters(position));
                prop_assert_eq!(&*known, &without_counters(position));
            }
        }
        let different: std::collections::HashSet<&String> = seen.values().collect();
        prop_assert_eq!(different.len(), seen.len());
    }

    #[test]
    fn no_text_breaks_the_fen_reader(text in "\\PC{0,40}", near in "[KQRBNPkqrbnp1-8/~\\[\\]]{0,70}( [wb] [KQkqA-Ha-h-]{0,4} [a-h1-8-]{1,2}( [0-9+]{1,3}){0,3})?") {
        for variant in Variant::ALL {
            for text in [&text, &near] {
                if let Ok(position) = AnyPosition::from_fen(variant, text) {
                    prop_assert_eq!(AnyPosition::from_fen(variant, &position.fen()).map(|p| p.fen()), Ok(position.fen()));
                    prop_assert!(position.legal_moves().iter().all(|&m| position.is_legal(m)));
                }
            }
        }
    }

    #[test]
    fn a_damaged_fen_never_breaks_the_reader(
        seed: u64,
        variant in 0..Variant::ALL.len(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), "[ -~]"), 1..4),
    ) {
        let variant = Variant::ALL[variant];
        let record = random::playout(AnyPosition::start(variant), 60, &mut ChaCha8Rng::seed_from_u64(seed));
        let mut fen = record.position().fen();
        for (place, letter) in damage {
            let place = place.index(fen.len());
            fen.replace_range(place..place + 1, &letter);
        }
        if let Ok(position) = AnyPosition::from_fen(variant, &fen) {
            for m in position.legal_moves() {
                prop_assert!(position.after(m).legal_moves().len() < 1000);
            }
        }
    }
}

/// Everything that decides what can still happen, and nothing else.
fn without_counters(position: &AnyPosition) -> String {
    let fen = position.fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let remaining_checks = position.remaining_checks().map(ToString::to_string).unwrap_or_default();
    format!("{} {remaining_checks}", fields[..4].join(" "))
}
