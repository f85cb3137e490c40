//! Networks learned in folders: the same bytes on any number of threads and however often they were stopped, and a
//! sentence for whatever is wrong.

use std::fs;
use std::sync::atomic::AtomicU64;

use hetman_positions::{BlockWriter, GameEnd, Head, ScoredGame, ScoredMove, WhiteScore};
use hetman_rules::shakmaty::{Color, Position};
use hetman_rules::{AnyPosition, Variant, random};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;

/// Random games, scored by counting pieces, won by whoever has more of them.
fn position_file(variant: Variant, games: u64) -> Vec<u8> {
    let head = Head { variant, program: "a test".to_owned(), source: serde_json::Value::Null };
    let mut writer = BlockWriter::new(8);
    let mut bytes = head.to_bytes();
    for seed in 0..games {
        let record = random::playout(AnyPosition::start(variant), 40, &mut ChaCha8Rng::seed_from_u64(seed));
        let mut position = AnyPosition::start(variant);
        let lead = |position: &AnyPosition| {
            let count = |color| position.board().by_color(color).count() as i32;
            100 * (count(Color::White) - count(Color::Black))
        };
        let scored = |m| {
            let score = Some(WhiteScore::Centipawns(lead(&position)));
            position = position.after(m);
            ScoredMove { m, score }
        };
        let moves = record.moves().map(scored).collect();
        let winner = if lead(record.position()) > 0 { Color::White } else { Color::Black };
        let result = Some(hetman_rules::shakmaty::KnownOutcome::Decisive { winner });
        let game = ScoredGame { start: AnyPosition::start(variant), moves, result, end: GameEnd::Length };
        bytes.extend(writer.push(&game, seed).unwrap_or_default());
    }
    bytes.extend(writer.finish().unwrap_or_default());
    bytes
}

struct Place {
    folder: tempfile::TempDir,
    plan: Plan,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("games.positions"), position_file(Variant::Crazyhouse, 60)).unwrap();
        let file = folder.path().join("plan.toml");
        let text = "name = \"small\"\nvariant = \"crazyhouse\"\npositions = [\"games.positions\"]\nhidden = 64\n\
                    batch = 128\nepochs = 3\nheld-out = 0.1\nfilters = \"none\"\n";
        fs::write(&file, text).unwrap();
        Place { plan: Plan::load(&file, &[]).unwrap(), folder }
    }

    /// Learns for so many steps at most.
    fn learn(&self, name: &str, threads: usize, steps: u64, resume: bool) -> Result<Course, NetworkError> {
        let stop = AtomicBool::new(false);
        let observer = StopAfter { left: AtomicU64::new(steps), stop: &stop };
        learn_network(&NetworkTraining {
            plan: &self.plan,
            folder: &self.folder.path().join(name),
            resume,
            threads: Some(threads),
            observer: &observer,
            stop: &stop,
        })
    }

    fn content(&self, name: &str, file: &str) -> Vec<u8> {
        fs::read(self.folder.path().join(name).join(file)).unwrap()
    }
}

struct StopAfter<'a> {
    left: AtomicU64,
    stop: &'a AtomicBool,
}

impl NetworkObserver for StopAfter<'_> {
    fn read(&self, _: u64) {}
    fn begun(&self, _: &Course) {}
    fn curve(&self, _: &CurvePoint) {}

    fn stepped(&self, _: &Course, _: usize) {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn stopping_and_threads_change_no_byte() {
    let place = Place::new();
    let whole = place.learn("whole", 1, u64::MAX, false).unwrap();
    assert!(whole.is_over() && whole.steps() > 20, "{}", whole.steps());
    assert!(!place.learn("parts", 2, 5, false).unwrap().is_over());
    let mut sessions = 1;
    while !place.learn("parts", 1 + sessions % 3, 7, true).unwrap().is_over() {
        sessions += 1;
    }
    assert!(sessions > 2);
    for file in [NETWORK, CURVE, COURSE, PLAN] {
        assert!(place.content("whole", file) == place.content("parts", file), "{file}");
    }
    let curve = String::from_utf8(place.content("whole", CURVE)).unwrap();
    assert_eq!(curve.lines().count(), 4);
    let (of, _) = hetman_eval::AnyEvaluator::from_bytes(&place.content("whole", NETWORK)).unwrap();
    assert_eq!(of, Variant::Crazyhouse);
}

#[test]
fn what_is_wrong_is_said_in_a_sentence() {
    let mut place = Place::new();
    let problem = |result: Result<Course, NetworkError>| result.unwrap_err().to_string();
    assert!(problem(place.learn("new", 1, 1, true)).contains("holds no network to go on with"));
    place.learn("new", 1, 1, false).unwrap();
    assert!(problem(place.learn("new", 1, 1, false)).contains("--resume"));
    let games = place.folder.path().join("games.positions");
    fs::write(&games, position_file(Variant::Crazyhouse, 50)).unwrap();
    assert!(problem(place.learn("new", 1, 1, true)).contains("positions are not those"));
    fs::write(&games, position_file(Variant::Chess, 5)).unwrap();
    assert!(problem(place.learn("other", 1, 1, false)).contains("holds games of chess, not of crazyhouse"));
    fs::write(&games, position_file(Variant::Crazyhouse, 1)).unwrap();
    assert!(problem(place.learn("other", 1, 1, false)).contains("add games"));
    place.plan.positions = vec![place.folder.path().join("nowhere")];
    assert!(problem(place.learn("other", 1, 1, false)).contains("nowhere"));
}
