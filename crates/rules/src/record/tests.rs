use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use shakmaty::Color;

use super::*;
use crate::{parse_move, random};

fn record(variant: Variant, fen: &str, moves: &str) -> GameRecord {
    let mut record = GameRecord::new(AnyPosition::from_fen(variant, fen).unwrap());
    play_all(&mut record, moves);
    record
}

fn play_all(record: &mut GameRecord, moves: &str) {
    for text in moves.split_whitespace() {
        let m = parse_move(record.position(), text).unwrap();
        record.play(m).unwrap();
    }
}

fn from_start(moves: &str) -> GameRecord {
    let mut record = GameRecord::new(AnyPosition::start(Variant::Chess));
    play_all(&mut record, moves);
    record
}

const SHUFFLE: &str = "Nf3 Nf6 Ng1 Ng8 ";

#[test]
fn repetition_is_claimed_at_three_and_enforced_at_five() {
    let twice = from_start(SHUFFLE);
    assert_eq!(twice.ending(&DrawRules::CLAIMED), None);
    let thrice = from_start(&SHUFFLE.repeat(2));
    assert_eq!(thrice.ending(&DrawRules::CLAIMED), Some(Ending::draw(Reason::Repetition { times: 3 })));
    assert_eq!(thrice.ending(&DrawRules::FIDE), None);
    let five_times = from_start(&SHUFFLE.repeat(4));
    assert_eq!(five_times.ending(&DrawRules::FIDE), Some(Ending::draw(Reason::Repetition { times: 5 })));
    assert_eq!(five_times.ending(&DrawRules::THESIS_2006), None);
    assert_eq!(five_times.ending(&DrawRules::UNCLAIMED), None);
}

#[test]
fn lost_castling_rights_make_another_position_but_not_another_placement() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let record = record(Variant::Chess, fen, "Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8");
    assert_eq!(record.occurrences(SamePosition::Possibilities), 2);
    assert_eq!(record.occurrences(SamePosition::Placement), 3);
    assert_eq!(record.ending(&DrawRules::CLAIMED), None);
    assert_eq!(record.ending(&DrawRules::THESIS_2007), Some(Ending::draw(Reason::Repetition { times: 3 })));
}

#[test]
fn quiet_moves_are_claimed_at_fifty_and_enforced_at_seventy_five() {
    let at = |halfmoves: u32, moves: &str| {
        record(Variant::Chess, &format!("4k3/8/8/8/8/8/4P3/4K2R w - - {halfmoves} 90"), moves)
    };
    assert_eq!(at(98, "Rh2").ending(&DrawRules::CLAIMED), None);
    assert_eq!(at(98, "Rh2 Kd8").ending(&DrawRules::CLAIMED), Some(Ending::draw(Reason::QuietMoves { moves: 50 })));
    assert_eq!(at(148, "Rh2").ending(&DrawRules::FIDE), None);
    assert_eq!(at(149, "Rh2").ending(&DrawRules::FIDE), Some(Ending::draw(Reason::QuietMoves { moves: 75 })));
    assert_eq!(at(149, "Rh2").ending(&DrawRules::UNCLAIMED), None);
    assert_eq!(at(149, "Rh8").ending(&DrawRules::FIDE), Some(Ending::draw(Reason::QuietMoves { moves: 75 })));
}

#[test]
fn mate_on_the_last_quiet_move_is_mate() {
    let record = record(Variant::Chess, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 120", "Ra8");
    assert_eq!(record.ending(&DrawRules::FIDE), Some(Ending::win(Color::White, Reason::Checkmate)));
}

#[test]
fn a_pawn_move_is_progress_for_fide_and_none_for_the_theses() {
    let fen = "4k3/8/8/8/8/3p4/4P3/4K2R w - - 7 30";
    let quiet = record(Variant::Chess, fen, "Rh2 Kd8 e4 Kc8");
    assert_eq!(quiet.quiet_plies(Progress::CaptureOrPawn), 1);
    assert_eq!(quiet.quiet_plies(Progress::Capture), 7 + 4, "the count of the FEN is kept");
    let capture = record(Variant::Chess, fen, "Rh2 Kd8 exd3 Kc8 d4");
    assert_eq!(capture.quiet_plies(Progress::CaptureOrPawn), 0);
    assert_eq!(capture.quiet_plies(Progress::Capture), 2);
}

#[test]
fn words_end_a_game_until_it_goes_on() {
    for ending in [
        Ending::draw(Reason::Agreement),
        Ending::win(Color::Black, Reason::Resignation),
        Ending::win(Color::White, Reason::TimeForfeit),
    ] {
        let mut record = from_start("e4 e5");
        record.declare(ending);
        assert_eq!(record.ending(&DrawRules::FIDE), Some(ending));
        record.undo();
        assert_eq!(record.ending(&DrawRules::FIDE), None);
    }
    let mut mated = from_start("f3 e5 g4 Qh4#");
    mated.declare(Ending::draw(Reason::Agreement));
    let mate = Some(Ending::win(Color::Black, Reason::Checkmate));
    assert_eq!(mated.ending(&DrawRules::FIDE), mate, "what is on the board comes first");
}

#[test]
fn illegal_moves_are_refused_and_change_nothing() {
    let mut record = from_start("e4");
    let m = record.last_move().unwrap();
    let said = record.play(m).unwrap_err().to_string();
    assert!(said.contains("not legal in rnbqkbnr/"), "{said}");
    assert_eq!(record.plies(), 1);
}

#[test]
fn a_new_move_forgets_what_was_taken_back() {
    let mut record = from_start("e4 e5 Nf3");
    record.undo();
    record.undo();
    play_all(&mut record, "c5");
    assert_eq!(record.redo(), None);
    assert_eq!(record.plies(), 2);
}

fn fingerprint(record: &GameRecord) -> (Vec<Move>, Vec<u64>, AnyPosition) {
    (record.moves().collect(), record.keys().collect(), record.position().clone())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn redo_restores_what_undo_took_back(seed: u64, variant in 0..Variant::ALL.len(), back in 0_usize..100) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut record = random::playout(AnyPosition::start(Variant::ALL[variant]), 80, &mut rng);
        let (whole, plies) = (fingerprint(&record), record.plies());
        let undone = (0..back).filter(|_| record.undo().is_some()).count();
        prop_assert_eq!(undone, back.min(plies));
        prop_assert_eq!(record.plies(), plies - undone);
        prop_assert_eq!(record.turn(), record.position().turn());
        prop_assert_eq!((0..back + 1).filter(|_| record.redo().is_some()).count(), undone);
        prop_assert_eq!(fingerprint(&record), whole);
    }

    #[test]
    fn the_record_agrees_with_its_positions(seed: u64, variant in 0..Variant::ALL.len()) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let record = random::playout(AnyPosition::start(Variant::ALL[variant]), 80, &mut rng);
        let mut position = record.start().clone();
        for (ply, m) in record.moves().enumerate() {
            prop_assert_eq!(record.position_after(ply), Some(&position));
            position = position.after(m);
        }
        prop_assert_eq!(record.position(), &position);
        prop_assert_eq!(record.position_after(record.plies() + 1), None);
        prop_assert_eq!(record.keys().count(), record.plies() + 1);
        prop_assert!(record.quiet_plies(Progress::Capture) >= record.quiet_plies(Progress::CaptureOrPawn));
    }
}
