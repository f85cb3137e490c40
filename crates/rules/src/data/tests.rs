use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use shakmaty::{Chess, Color, KnownOutcome};

use super::*;
use crate::{Ending, Reason, random};

fn again<T: Serialize + for<'a> Deserialize<'a>>(value: &T) -> T {
    serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
}

#[test]
fn games_of_all_variants_are_read_as_they_were() {
    let starts = Variant::ALL.into_iter().map(AnyPosition::start);
    let shuffled = AnyPosition::from_fen(Variant::Chess, "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1");
    let starts = starts.chain([shuffled.unwrap(), Chess::default().into()]);
    for (number, start) in starts.enumerate() {
        let mut chance = ChaCha8Rng::seed_from_u64(number as u64);
        let record = random::playout(start, 150, &mut chance);
        let read = again(&record);
        assert_eq!(read.moves().collect::<Vec<_>>(), record.moves().collect::<Vec<_>>());
        assert!(read.keys().eq(record.keys()));
        assert_eq!(again(record.position()), *record.position());
        assert_eq!(again(record.position()).castles().mode(), record.position().castles().mode());
    }
}

#[test]
fn what_is_no_game_is_refused() {
    let read = |moves: &str| {
        let start = r#"{"variant":"chess","chess960":false,"fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1"}"#;
        serde_json::from_str::<GameRecord>(&format!(r#"{{"start":{start},"moves":[{moves}]}}"#))
    };
    assert_eq!(read(r#""e1g1","e8e7""#).unwrap().plies(), 2);
    assert!(read(r#""e1g1","e8e6""#).unwrap_err().to_string().contains("e8e6 is no legal move"));
    assert!(read(r#""castles""#).is_err());
}

#[test]
fn endings_keep_their_results() {
    for outcome in [KnownOutcome::Draw, KnownOutcome::Decisive { winner: Color::Black }] {
        let ending = Ending { outcome, reason: Reason::Repetition { times: 3 } };
        assert_eq!(again(&ending), ending);
    }
    assert!(serde_json::from_str::<Ending>(r#"{"outcome":"*","reason":"Agreement"}"#).is_err());
}
