//! Work is data: what it is, its jobs and their answers survive being sent, and the same jobs have the same answers
//! whatever executes them, in whatever order.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests too")]

#[path = "support/shuffled.rs"]
mod shuffled;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use hetman_arena::game::undisturbed;
use hetman_arena::openings::OpeningSettings;
use hetman_arena::runner::{MatchDescription, MatchGames, Played, Tournament, unwatched};
use hetman_arena::schedule::{Colours, Finished, Format, Pairing, Schedule, Settings, TieRule};
use hetman_arena::suite::{self, SuiteDescription, SuiteQuestion, ask_all};
use hetman_arena::work::Files;
use hetman_arena::{Executor, Game, GameRules, Local, OpeningBook, PlayerError, PlayerSpec, Seats, Switches, Work};
use hetman_eval::shipped;
use hetman_rules::{AnyPosition, DrawRules, Ruleset, Variant};
use shuffled::{Shuffled, again};
use tempfile::TempDir;

const SWITCHES: Switches = Switches { close: &undisturbed, abandon: &undisturbed };

fn description(variant: Variant, folder: &TempDir) -> MatchDescription {
    let net = folder.path().join("net.safetensors");
    std::fs::write(&net, shipped::bytes(variant)).unwrap();
    let net = net.display();
    let words = ["random", "hetman:depth=2", &format!("net:{net},depth=1,noise=0.1"), "hetman:nodes=200,elo=1000"];
    let players: Vec<PlayerSpec> = words.iter().map(|word| word.parse().unwrap()).collect();
    let settings = OpeningSettings { random_plies: 4, balanced: Some(200), seed: 3, ..OpeningSettings::default() };
    MatchDescription {
        files: Files::of_players(&players).unwrap(),
        players,
        variant,
        rules: GameRules { longest_plies: Some(40), ..DrawRules::CLAIMED.into() },
        openings: OpeningBook::load(variant.into(), &settings).unwrap(),
        seed: 7,
    }
}

/// A game in a text, but for the time that passed.
fn text(game: &Game) -> String {
    let mut game = game.clone();
    game.turns.iter_mut().for_each(|turn| turn.elapsed = Default::default());
    serde_json::to_string(&game).unwrap()
}

fn games(executor: &impl Executor, description: &MatchDescription, format: Format) -> BTreeMap<u64, String> {
    let settings = Settings { players: description.players.len(), format, colours: Colours::Random, seed: 5 };
    let tournament = Tournament {
        games: MatchGames { description, observer: &unwatched },
        schedule: &Schedule::new(settings).unwrap(),
        most_games: u64::MAX,
        switches: SWITCHES,
    };
    let mut games = BTreeMap::new();
    let mut keep = |_: &Finished, Played { pairing, game }: Played| {
        assert_eq!(games.insert(pairing.number, text(&game)), None, "no game is played twice");
        Ok::<_, PlayerError>(ControlFlow::Continue(()))
    };
    tournament.play(executor, Finished::new(), &mut keep).unwrap();
    games
}

#[test]
fn a_tournament_is_the_same_whoever_executes_it() {
    let folder = tempfile::tempdir().unwrap();
    for (variant, format) in [
        (Variant::Chess, Format::RoundRobin { cycles: 2 }),
        (Variant::Crazyhouse, Format::KnockOut { pairs: 1, extra_pairs: 1, tie_rule: TieRule::HigherSeed }),
    ] {
        let description = description(variant, &folder);
        let here = games(&Local { threads: 2 }, &description, format);
        assert!(here.len() > 5);
        for seed in [1, 2] {
            assert_eq!(games(&Shuffled { seed }, &again(&description), format), here, "{variant}");
        }
    }
}

#[test]
fn players_who_stay_seated_are_as_good_as_new_ones() {
    let folder = tempfile::tempdir().unwrap();
    let description = &description(Variant::Atomic, &folder);
    let work = MatchGames { description, observer: &unwatched };
    let mut seats = Seats::default();
    for number in [8, 3, 5, 4] {
        let pairing = Pairing { number, pair: number / 2, white: 1, black: 3 };
        let seated = work.perform(&mut seats, &pairing, &undisturbed).unwrap().unwrap();
        let new = work.perform(&mut Seats::default(), &pairing, &undisturbed).unwrap().unwrap();
        assert_eq!(text(&seated), text(&new), "game {number}");
    }
}

#[test]
fn what_a_game_was_is_not_lost_on_the_way() {
    let folder = tempfile::tempdir().unwrap();
    for variant in Variant::ALL {
        let description = description(variant, &folder);
        let work = MatchGames { description: &description, observer: &unwatched };
        let pairing = Pairing { number: 2, pair: 1, white: 2, black: 1 };
        let game = work.perform(&mut Seats::default(), &pairing, &undisturbed).unwrap().unwrap();
        let read = again(&game);
        assert_eq!((read.finish, read.opening_plies), (game.finish, game.opening_plies));
        assert_eq!(read.record.position(), game.record.position());
        assert_eq!(read.turns.len(), game.turns.len());
        for (read, turn) in read.turns.iter().zip(&game.turns) {
            assert_eq!((read.remark, read.elapsed), (turn.remark, turn.elapsed));
            let (read, thought) = (read.thought.as_ref().unwrap(), turn.thought.as_ref().unwrap());
            assert_eq!(read.value.0.to_bits(), thought.value.0.to_bits());
            assert_eq!((&read.line, &read.leaf), (&thought.line, &thought.leaf));
        }
    }
}

#[test]
fn a_suite_is_the_same_whoever_executes_it() {
    let start = AnyPosition::start(Variant::Chess).fen();
    let text: String = ["e4", "d4", "Nf3", "a3", "c4"].map(|m| format!("{start} bm {m};\n")).concat();
    let tasks = suite::read(Ruleset::default(), text.as_bytes()).unwrap();
    let player: PlayerSpec = "hetman:depth=3,elo=1200".parse().unwrap();
    let description = SuiteDescription::new(player, Variant::Chess, 1).unwrap();
    let mut answers = [BTreeMap::new(), BTreeMap::new()];
    let [here, there] = &mut answers;
    ask_all(&Local { threads: 2 }, &description, &tasks, &undisturbed, &mut |number, attempt| {
        here.insert(number, (attempt.answer, attempt.points, attempt.remark));
    })
    .unwrap();
    ask_all(&Shuffled { seed: 1 }, &again(&description), &tasks, &undisturbed, &mut |number, attempt| {
        there.insert(number, (attempt.answer, attempt.points, attempt.remark));
    })
    .unwrap();
    assert_eq!((here.len(), &*here), (5, &*there));
    let question = SuiteQuestion { number: 3, position: tasks[3].position.clone() };
    assert_eq!(again(&question).position, question.position);
}

#[test]
fn what_only_this_machine_can_do_is_known_and_files_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let mut description = description(Variant::Chess, &folder);
    let is_bound = |description: &MatchDescription| MatchGames { description, observer: &unwatched }.is_bound();
    assert!(!is_bound(&description));
    let sent = serde_json::to_string(&description).unwrap();
    let files = serde_json::to_string(&description.files).unwrap();
    assert!(files.contains("net.safetensors"), "{files}");
    std::fs::write(folder.path().join("net.safetensors"), shipped::bytes(Variant::Horde)).unwrap();
    let other = serde_json::from_str::<MatchDescription>(&sent).unwrap_err().to_string();
    assert!(other.contains("is not what it was"), "{other}");
    for word in ["uci:program", "human"] {
        description.players[0] = word.parse().unwrap();
        assert!(is_bound(&description), "{word}");
    }
}
