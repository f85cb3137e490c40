//! The 45 features against printed values, against the golden file where it is at hand, and against the rules.

mod golden;
mod oracle;

use hetman_rules::shakmaty::Color;
use hetman_rules::{AnyPosition, Variant, notation::piece_list, with_position};

use super::*;
use crate::features::{HEADINGS, ManualEntry};

fn features() -> impl Iterator<Item = &'static ManualEntry> {
    GROUPS.iter().flat_map(|group| group.entries)
}

fn fen(text: &str) -> AnyPosition {
    AnyPosition::from_fen(Variant::Chess, text).unwrap()
}

fn all_values(position: &AnyPosition) -> [f64; LEN] {
    values(position.variant(), with_position!(position, position => position as &dyn Position))
}

/// A number as the documents write it: a fraction or a decimal.
fn number(text: &str) -> f64 {
    match text.split_once('/') {
        Some((above, below)) => number(above) / number(below),
        None => text.parse().unwrap(),
    }
}

fn expect(position: &AnyPosition, expected: &[f64]) {
    let found = all_values(position);
    assert_eq!(expected.len(), LEN);
    for ((feature, value), expected) in features().zip(found).zip(expected) {
        assert!((value - expected).abs() < 1e-6, "{} of {}: {value}, not {expected}", feature.id, position.fen());
    }
}

fn expect_text(text: &str, expected: &str) {
    let expected: Vec<f64> = expected.split_whitespace().map(number).collect();
    expect(&fen(text), &expected);
}

/// The only position that the thesis gives in full, with the 29 values of its screenshot, cut after three decimals.
#[test]
fn appendix_a_as_printed() {
    let pieces = "Ka2 Qe5 Nb2 Nd2 Pa3 Pb4 Pb5 ka8 qe8 rh8 re7 pa7 pb7";
    let position = piece_list::parse(Variant::Chess, pieces, Color::White).unwrap();
    let printed = [
        0.125, 1.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.312, 0.062, 0.25, 0.047, 0.171, 0.0, 0.0, 0.0, -0.333, 0.166,
        0.0, 0.0, 0.0, 0.0, 0.0, 0.236, 0.5, 0.0, 0.0, 0.0,
    ];
    for ((feature, value), printed) in features().zip(all_values(&position)).zip(printed) {
        assert_eq!((value * 1000.0).trunc() / 1000.0, printed, "{}", feature.id);
    }
}

#[test]
fn whole_positions() {
    expect_text(
        "k3q2r/pp2r3/8/1P2Q3/1P6/P7/KN1N4/8 w - - 0 1",
        "1/8 1 0 -1 0 0 0 0 1 5/16 1/16 1/4 1/21 389/2268 0 0 0 -1/3 1/6 0 0 0 0 0 9/38 1/2 0 0 0 0 0 0 0 0 0 0 0 0 \
         0 0 2/3 1/6 -1 0 0",
    );
    // Figure 4.4: a battery, a fork, pins, outposts and doubled rooks.
    expect_text(
        "4k2q/pp3r2/4N1B1/3P4/2P4B/4R3/P1n5/4R2K w - - 0 1",
        "1/8 0 1 1/2 -1 0 0 0 1 1/4 -1/48 1/4 0 20647/147420 -1/8 0 0 1/2 2/5 1/2 1/2 1 1 -1 14/41 1/2 1/2 1/2 1 1 \
         7/10 0 1/7 1 0 0 0 2/5 0 1/3 0 -1/2 0 0 0",
    );
    // Figure 4.9: passed pawns and a candidate.
    expect_text(
        "8/4k3/pPn1p3/2P5/3P4/4PK2/8/1R6 w - - 0 1",
        "1/4 -1/2 0 1/2 0 0 0 0 1 -1/8 -1/4 0 -1/6 -5/56 -1/4 0 0 0 1/4 0 0 0 0 0 9/25 1/2 1/2 1/2 0 1/2 3/8 1 -3/7 \
         1 1 -1/2 1 2/5 1 -1 0 0 0 0 0",
    );
    // Figure 4.10: one king guides, the other blocks.
    expect_text(
        "8/8/3p4/4k3/8/8/pP6/K7 w - - 0 1",
        "-1/8 0 0 0 0 0 0 0 1 -3/4 -3/4 0 1/3 0 1/8 0 0 0 -1/6 0 0 0 0 0 -4/9 -1/2 -1/4 0 0 -1/2 -9/20 0 1/7 0 0 \
         1/2 0 0 0 0 0 -1 1 -1 1",
    );
    // The end of a game: White is mated, and controls nothing.
    expect_text(
        "8/pp4k1/5Np1/7p/5PbR/4K3/P3r3/3q4 w - - 3 45",
        "-1/4 1/2 -1/2 0 -1 -1 0 -1 1 13/48 -1/12 0 -9/40 -8521/14742 1/4 0 -1 0 1/3 0 0 0 0 0 -1 -1 0 1/2 0 -1 \
         -11/20 0 -1 -1 0 1 -1/2 3/10 0 1 0 1/2 0 0 0",
    );
}

#[test]
fn the_start_is_level_but_for_the_move() {
    let found = all_values(&AnyPosition::start(Variant::Chess));
    let unlike_zero: Vec<&str> =
        features().zip(found).filter(|(_, value)| *value != 0.0).map(|(feature, _)| feature.id).collect();
    assert_eq!(unlike_zero, ["side_to_move"]);
}

fn value(id: &str, text: &str) -> f64 {
    let index = features().position(|feature| feature.id == id).unwrap();
    all_values(&fen(text))[index]
}

#[test]
fn edges_of_the_definitions() {
    for (id, text, expected) in [
        ("check_king_flight_only", "4k3/8/8/6b1/8/8/4R3/4K3 b - - 0 1", "0"),
        ("check_king_flight_only", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "0"),
        ("checkmate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "0"),
        ("heavy_piece_file_stacking", "6k1/8/8/Q7/R7/8/8/6K1 w - - 0 1", "1/6"),
        ("heavy_piece_file_stacking", "6k1/8/q7/r7/8/8/8/6K1 w - - 0 1", "-1/3"),
        ("heavy_piece_file_stacking", "6k1/8/8/R7/P7/R7/8/6K1 w - - 0 1", "1/2"),
        ("heavy_piece_file_stacking", "6k1/8/R7/Q7/R7/R7/8/6K1 w - - 0 1", "5/6"),
        ("heavy_piece_file_stacking", "6k1/8/8/Q7/Q7/8/8/6K1 w - - 0 1", "0"),
        ("potential_outposts", "4k3/8/8/8/8/1P6/8/4K3 w - - 0 1", "0"),
        ("pins_to_king_or_queen", "4k3/4q3/8/8/8/8/4R3/1r1RK3 w - - 0 1", "5/6"),
        ("pins_to_king_or_queen", "4k3/3r4/8/1Q6/7b/8/5N2/4K3 w - - 0 1", "1/3"),
        ("pins_to_king_or_queen", "4k3/3b4/8/1Q6/8/8/8/4K3 w - - 0 1", "0"),
        ("batteries", "4k3/8/8/8/8/4K3/8/4R3 w - - 0 1", "1"),
        ("horwitz_bishops", "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "0"),
        ("horwitz_bishops", "4k3/8/8/8/8/8/B7/B3K3 w - - 0 1", "1"),
        ("knight_forks", "4k3/2p5/8/1p1N4/8/8/8/4K3 b - - 0 1", "0"),
        ("pawn_centre_support", "4k3/8/8/8/3P4/4P3/8/4K3 w - - 0 1", "0"),
        ("candidate_advancement", "7k/4p3/3P4/8/8/8/4P3/7K w - - 0 1", "0.8"),
        ("rook_supported_passed_pawns", "4k3/8/8/1P6/1N6/8/8/1R2K3 w - - 0 1", "0"),
        ("king_safety", "4k3/8/8/8/8/8/5P2/5K2 w - - 0 1", "0"),
        ("king_safety", "4k3/8/8/8/8/1P6/8/2K5 w - - 0 1", "0"),
        ("king_guides_passed_pawn", "8/8/8/8/3KP3/8/8/k7 w - - 0 1", "0"),
    ] {
        assert!((value(id, text) - number(expected)).abs() < 1e-12, "{id}: {text}");
    }
}

/// Drops answer checks, explosions end games, and a third check is no mate.
#[test]
fn check_and_mate_follow_the_game_that_is_played() {
    let mate = features().position(|feature| feature.id == "checkmate").unwrap();
    let back_rank = "R5k1/5ppp/8/8/8/8/8/6K1";
    let of = |variant, text: String| all_values(&AnyPosition::from_fen(variant, &text).unwrap())[mate];
    assert_eq!(of(Variant::Chess, format!("{back_rank} b - - 0 1")), 1.0);
    assert_eq!(of(Variant::Crazyhouse, format!("{back_rank}[] b - - 0 1")), 1.0);
    assert_eq!(of(Variant::Crazyhouse, format!("{back_rank}[n] b - - 0 1")), 0.0);
    assert_eq!(of(Variant::Antichess, format!("{back_rank} b - - 0 1")), 0.0);
    assert_eq!(of(Variant::ThreeCheck, format!("{back_rank} b - - 0+3 0 1")), 0.0);
}

#[test]
fn every_feature_is_explained_and_its_example_holds() {
    assert_eq!((features().count(), LEN), (45, 45));
    for feature in features() {
        for heading in HEADINGS {
            assert!(!feature.section(heading).is_empty(), "{} lacks '{heading}'", feature.id);
        }
        let example = feature.section("Example");
        let (text, expected) = example.split_once("` gives ").expect("an example gives a value");
        let expected = number(expected.trim_end_matches('.'));
        assert!(
            (value(feature.id, text.trim_start_matches('`')) - expected).abs() < 1e-12,
            "{}: {example}",
            feature.id
        );
    }
}
