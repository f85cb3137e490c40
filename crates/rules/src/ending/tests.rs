use shakmaty::Color;

use super::*;
use crate::GameRecord;

fn position(variant: Variant, fen: &str) -> AnyPosition {
    AnyPosition::from_fen(variant, fen).unwrap()
}

fn ending(variant: Variant, fen: &str) -> Option<Ending> {
    GameRecord::new(position(variant, fen)).ending(&DrawRules::FIDE)
}

#[test]
fn mate_and_stalemate() {
    let mate = ending(Variant::Chess, "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(mate, Some(Ending::win(Color::White, Reason::Checkmate)));
    let stalemate = ending(Variant::Chess, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(stalemate, Some(Ending::draw(Reason::Stalemate)));
    assert_eq!(ending(Variant::Chess, "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"), None);
}

#[test]
fn every_variant_has_its_own_end() {
    let white = Some(Ending::win(Color::White, Reason::VariantEnd));
    let black = Some(Ending::win(Color::Black, Reason::VariantEnd));
    let draw = Some(Ending::draw(Reason::VariantEnd));
    let cases = [
        (Variant::Atomic, "8/8/8/8/8/8/8/4K3 b - - 0 1", white),
        (Variant::Atomic, "4k3/8/8/8/8/8/8/8 w - - 0 1", black),
        (Variant::Antichess, "8/8/8/8/8/8/8/4K3 b - - 0 1", black),
        (Variant::Antichess, "8/8/8/p7/P7/8/8/7N b - - 0 1", black),
        (Variant::Suicide, "8/8/8/p7/P7/8/8/7N b - - 0 1", black),
        (Variant::Suicide, "8/8/7n/p7/P7/8/8/8 w - - 0 1", white),
        (Variant::Suicide, "8/8/8/p7/P7/8/8/8 w - - 0 1", draw),
        (Variant::KingOfTheHill, "4k3/8/8/4K3/8/8/8/8 b - - 0 1", white),
        (Variant::KingOfTheHill, "8/8/8/3k4/8/8/8/4K3 w - - 0 1", black),
        (Variant::ThreeCheck, "4k3/8/8/8/8/8/8/4K2R b - - 0+3 0 1", white),
        (Variant::ThreeCheck, "4k2r/8/8/8/8/8/8/4K3 w - - 3+0 0 1", black),
        (Variant::Horde, "4k3/8/8/8/8/8/8/8 w - - 0 1", black),
        (Variant::RacingKings, "4K3/8/8/8/8/8/k7/8 b - - 0 1", white),
        (Variant::RacingKings, "k7/8/8/8/8/8/8/4K3 w - - 0 1", black),
        (Variant::RacingKings, "k3K3/8/8/8/8/8/8/8 w - - 0 1", draw),
    ];
    for (variant, fen, expected) in cases {
        assert_eq!(ending(variant, fen), expected, "{variant} {fen}");
    }
}

#[test]
fn a_race_goes_on_while_black_can_still_reach_the_goal() {
    assert_eq!(ending(Variant::RacingKings, "4K3/k7/8/8/8/8/8/8 b - - 0 1"), None);
}

#[test]
fn stalemate_in_antichess_wins_and_a_locked_horde_draws() {
    let antichess = ending(Variant::Antichess, "8/8/8/p7/P7/8/8/8 w - - 0 1");
    assert_eq!(antichess, Some(Ending::win(Color::White, Reason::VariantEnd)));
    let horde = ending(Variant::Horde, "8/8/8/8/8/4k3/4P3/8 w - - 0 1");
    assert_eq!(horde, Some(Ending::draw(Reason::Stalemate)));
}

#[test]
fn insufficient_material_counts_where_the_rules_say_so() {
    let dead = Some(Ending::draw(Reason::InsufficientMaterial));
    for fen in ["4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4KB2 w - - 0 1", "4kn2/8/8/8/8/8/8/4K3 w - - 0 1"] {
        assert_eq!(ending(Variant::Chess, fen), dead, "{fen}");
        let record = GameRecord::new(position(Variant::Chess, fen));
        assert_eq!(record.ending(&DrawRules::THESIS_2007), dead);
        assert_eq!(record.ending(&DrawRules::THESIS_2006), None, "the application of 2006 plays on");
    }
    assert_eq!(ending(Variant::Chess, "4k3/8/8/8/8/8/8/4KR2 w - - 0 1"), None);
    assert_eq!(ending(Variant::KingOfTheHill, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), None);
    assert_eq!(ending(Variant::Atomic, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), dead);
}

#[test]
fn a_fallen_flag_loses_unless_the_opponent_could_never_win() {
    let rook = position(Variant::Chess, "4k3/8/8/8/8/8/8/4KR2 w - - 0 1");
    assert_eq!(Ending::on_time(&rook, Color::Black), Ending::win(Color::White, Reason::TimeForfeit));
    assert_eq!(Ending::on_time(&rook, Color::White), Ending::draw(Reason::TimeForfeit));
    let bare = position(Variant::KingOfTheHill, "4k3/8/8/8/8/8/8/4KR2 w - - 0 1");
    assert_eq!(Ending::on_time(&bare, Color::White), Ending::win(Color::Black, Reason::TimeForfeit));
}

#[test]
fn endings_are_told_in_words() {
    let told = |ending: Ending| ending.describe(Variant::Chess);
    let cases = [
        (Ending::win(Color::White, Reason::Checkmate), "White wins by checkmate", "1-0"),
        (Ending::win(Color::Black, Reason::Resignation), "Black wins by resignation", "0-1"),
        (Ending::win(Color::Black, Reason::TimeForfeit), "Black wins on time", "0-1"),
        (Ending::draw(Reason::Stalemate), "Draw by stalemate", "1/2-1/2"),
        (Ending::draw(Reason::InsufficientMaterial), "Draw by insufficient material", "1/2-1/2"),
        (
            Ending::draw(Reason::Repetition { times: 3 }),
            "Draw by repetition (the position occurred 3 times)",
            "1/2-1/2",
        ),
        (Ending::draw(Reason::QuietMoves { moves: 75 }), "Draw by the 75-move rule", "1/2-1/2"),
        (Ending::draw(Reason::Agreement), "Draw by agreement", "1/2-1/2"),
    ];
    for (ending, words, result) in cases {
        assert_eq!((told(ending).as_str(), ending.to_string().as_str()), (words, result));
    }
    let goals: Vec<String> =
        Variant::ALL.iter().map(|&v| Ending::win(Color::White, Reason::VariantEnd).describe(v)).collect();
    assert_eq!(goals[2], "White wins by exploding the king");
    assert_eq!(goals[6], "White wins by the third check");
    assert_eq!(Ending::draw(Reason::VariantEnd).describe(Variant::RacingKings), "Draw by finishing together");
}
