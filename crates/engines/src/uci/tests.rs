//! What is said to a UCI engine, and what is understood of what it says.

use hetman_rules::random::chess960_start;

use super::*;
use crate::options::OptionKind;
use crate::session::Score;
use crate::{Program, Protocol};

fn spec(limits: Limits) -> EngineSpec {
    EngineSpec { limits, ..EngineSpec::new(Protocol::Uci, Program::named("x")) }
}

#[test]
fn limits_are_given_together() {
    let limits = Limits { depth: Some(7), nodes: None, move_time: Some(Duration::from_millis(100)) };
    assert_eq!(go(&spec(limits), None), "go depth 7 movetime 100");
    assert_eq!(go(&spec(Limits::default()), None), "go movetime 1000");
    let nodes = Limits { nodes: Some(500), ..Limits::default() };
    assert_eq!(go(&spec(nodes), None), "go nodes 500");
    let clock = Clock { remaining: Duration::ZERO, increment: Duration::from_millis(50), moves_to_go: Some(3) };
    let clocks = ByColor { white: clock, black: Clock { remaining: Duration::from_secs(2), ..clock } };
    assert_eq!(go(&spec(Limits::default()), Some(&clocks)), "go wtime 1 btime 2000 winc 50 binc 50 movestogo 3");
    let held = EngineSpec { hold: Some(MoveTimePolicy::Clock(Duration::from_secs(2))), ..spec(limits) };
    assert_eq!(go(&held, None), "go depth 7 wtime 2000 btime 2000");
}

#[test]
fn the_position_grows_with_the_game_and_follows_another() {
    let mut text = PositionText::default();
    let mut record = GameRecord::new(AnyPosition::start(Variant::Chess));
    assert_eq!(text.of(&record), "position startpos");
    let play = |record: &mut GameRecord, m: &str| record.play(parse_move(record.position(), m).unwrap()).unwrap();
    play(&mut record, "e4");
    play(&mut record, "e5");
    assert_eq!(text.of(&record), "position startpos moves e2e4 e7e5");
    play(&mut record, "Nf3");
    assert_eq!(text.of(&record), "position startpos moves e2e4 e7e5 g1f3");
    record.undo();
    play(&mut record, "d4");
    assert_eq!(text.of(&record), "position startpos moves e2e4 e7e5 d2d4");
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let record = GameRecord::new(AnyPosition::from_fen(Variant::Chess, fen).unwrap());
    assert_eq!(text.of(&record), format!("position fen {fen}"));
}

#[test]
fn castling_goes_to_the_rook_where_rooks_are_shuffled() {
    let start = chess960_start(518).unwrap();
    assert_eq!(start.castles().mode(), CastlingMode::Chess960);
    let mut record = GameRecord::new(start);
    for m in ["Nf3", "Nf6", "g3", "g6", "Bg2", "Bg7", "O-O"] {
        record.play(parse_move(record.position(), m).unwrap()).unwrap();
    }
    assert!(PositionText::default().of(&record).ends_with(" e1h1"));
}

#[test]
fn opinions_are_those_of_the_last_full_line() {
    let mut info = SearchInfo::default();
    let mut hear = |line: &str| best_move(line, &mut info);
    assert_eq!(hear("info depth 5 seldepth 7 multipv 1 score cp 31 nodes 900 pv e2e4 nodes 3"), None);
    assert_eq!(hear("info depth 6 score cp 90 lowerbound nodes 950"), None);
    assert_eq!(hear("info depth 6 multipv 2 score cp -5 nodes 999 pv a2a3"), None);
    assert_eq!(hear("info string depth 77 score cp 1"), None);
    assert_eq!(hear("bestmove e2e4 ponder e7e5").as_deref(), Some("e2e4"));
    assert_eq!(info, SearchInfo { score: Some(Score::Centipawns(31)), depth: Some(5), nodes: Some(950) });
    best_move("info score mate -2 depth 9", &mut info);
    assert_eq!(info, SearchInfo { score: Some(Score::Mate(-2)), depth: Some(9), nodes: Some(950) });
}

#[test]
fn moves_are_read_or_refused() {
    let record = GameRecord::new(AnyPosition::start(Variant::Chess));
    assert!(read_move(&record, "e2e4").is_ok());
    assert_eq!(read_move(&record, "e2e5"), Err(Failure::IllegalMove("e2e5".to_owned())));
    for none in ["", "(none)", "0000"] {
        assert_eq!(read_move(&record, none), Err(Failure::NoMove));
    }
}

#[test]
fn options_are_read_with_all_their_words() {
    let offer = offers::read("option name NullMove Pruning type combo default Fail High var Always var Fail High");
    let kind = OptionKind::Combo(vec!["Always".to_owned(), "Fail High".to_owned()]);
    let default = Some("Fail High".to_owned());
    assert_eq!(offer, Some(Offer { name: "NullMove Pruning".to_owned(), kind, default }));
    let hash = offers::read("option name Hash type spin default 16 min 1 max 64").unwrap();
    assert_eq!(
        (hash.kind.clone(), offers::setting(&hash, "8").as_str()),
        (OptionKind::Spin { least: 1, most: 64 }, "setoption name Hash value 8")
    );
    let button = offers::read("option name Clear Hash type button").unwrap();
    assert_eq!(offers::setting(&button, ""), "setoption name Clear Hash");
    assert_eq!(offers::read("id name option"), None);
}

#[test]
fn a_variant_is_found_under_the_name_the_program_gives_it() {
    use crate::spec::spelling;
    let offered = ["giveaway", "antichess", "king-of-the-hill", "fischerandom", "normal"];
    assert_eq!(spelling(&offered, Variant::Antichess.into()), Some("antichess"));
    assert_eq!(spelling(&offered[..1], Variant::Antichess.into()), Some("giveaway"));
    assert_eq!(spelling(&offered, Variant::KingOfTheHill.into()), Some("king-of-the-hill"));
    assert_eq!(spelling(&offered, Variant::Chess.into()), Some("normal"));
    assert_eq!(spelling(&offered, "chess960".parse().unwrap()), Some("fischerandom"));
    assert_eq!(spelling(&offered, Variant::Atomic.into()), None);
}
