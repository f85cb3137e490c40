//! A tournament is the same on one worker and on many, in one go and in several.

use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};

use hetman_rules::DrawRules;
use hetman_rules::shakmaty::{KnownOutcome, Move};

use super::*;
use crate::Local;
use crate::game::undisturbed;
use crate::openings::OpeningSettings;
use crate::schedule::{Colours, Format, Settings, TieRule};

/// Everything of a game that must not depend on how the tournament was run.
type Line = (Pairing, KnownOutcome, Vec<Move>);

fn words(words: &[&str]) -> Vec<PlayerSpec> {
    words.iter().map(|word| word.parse().unwrap()).collect()
}

fn schedule(players: usize, format: Format) -> Schedule {
    Schedule::new(Settings { players, format, colours: Colours::Random, seed: 7 }).unwrap()
}

fn openings() -> OpeningBook {
    OpeningBook::load(Variant::Chess.into(), &OpeningSettings::default()).unwrap()
}

fn rules() -> GameRules {
    GameRules { longest_plies: Some(40), ..DrawRules::CLAIMED.into() }
}

fn description(players: &[PlayerSpec]) -> MatchDescription {
    MatchDescription {
        players: players.to_vec(),
        variant: Variant::Chess,
        rules: rules(),
        openings: openings(),
        seed: 7,
        files: Files::of_players(players).unwrap_or_default(),
    }
}

struct Setting<'a> {
    players: &'a [PlayerSpec],
    schedule: &'a Schedule,
    concurrency: usize,
    games: u64,
}

impl Setting<'_> {
    /// Plays on from `finished` until `most` more games have ended; returns those games by number.
    fn play(&self, finished: Finished, most: usize, switches: Switches) -> (Finished, BTreeMap<u64, Line>) {
        let description = description(self.players);
        description.check_players().unwrap();
        let tournament = Tournament {
            games: MatchGames { description: &description, observer: &unwatched },
            schedule: self.schedule,
            most_games: self.games,
            switches,
        };
        let mut lines = BTreeMap::new();
        let mut keep = |_: &Finished, Played { pairing, game }: Played| {
            let line = (pairing, game.finish.outcome().unwrap(), game.record.moves().collect());
            assert_eq!(lines.insert(pairing.number, line), None, "no game is played twice");
            let is_over = lines.len() == most;
            Ok::<_, PlayerError>(if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        let finished = tournament.play(&Local { threads: self.concurrency }, finished, &mut keep).unwrap();
        (finished, lines)
    }

    fn play_all(&self) -> BTreeMap<u64, Line> {
        self.play(Finished::new(), usize::MAX, UNDISTURBED).1
    }
}

const UNDISTURBED: Switches = Switches { close: &undisturbed, abandon: &undisturbed };

#[test]
fn workers_do_not_show_in_the_games() {
    let players = &words(&["random", "king", "material:depth=1", "hetman:nodes=200,elo=1000"]);
    let schedule = &schedule(4, Format::RoundRobin { cycles: 2 });
    let setting = |concurrency| Setting { players, schedule, concurrency, games: u64::MAX };
    let alone = setting(1).play_all();
    assert_eq!(alone.len(), 24);
    assert_eq!(alone, setting(4).play_all());
}

#[test]
fn a_tournament_taken_up_again_is_the_same_contest() {
    let players = &words(&["random", "random:mate-in-one", "king"]);
    let formats = [
        Format::RoundRobin { cycles: 3 },
        Format::Gauntlet { challengers: 1, cycles: 4 },
        Format::KnockOut { pairs: 2, extra_pairs: 2, tie_rule: TieRule::HigherSeed },
    ];
    for format in formats {
        let schedule = &schedule(3, format);
        let setting = Setting { players, schedule, concurrency: 2, games: u64::MAX };
        let whole = setting.play_all();
        let (mut finished, mut lines) = (Finished::new(), BTreeMap::new());
        while lines.len() < whole.len() {
            let (more, new) = setting.play(finished, 3, UNDISTURBED);
            assert!(!new.is_empty(), "{format:?}");
            finished = more;
            lines.extend(new);
        }
        assert_eq!(lines, whole, "{format:?}");
    }
}

#[test]
fn half_a_pair_can_be_left_out() {
    let players = &words(&["random", "king"]);
    let schedule = &schedule(2, Format::RoundRobin { cycles: 3 });
    let games = Setting { players, schedule, concurrency: 2, games: 5 }.play_all();
    assert_eq!(games.into_keys().collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
}

#[test]
fn closing_finishes_games_and_abandoning_does_not() {
    let players = &words(&["random", "king"]);
    let schedule = &schedule(2, Format::RoundRobin { cycles: 50 });
    let setting = Setting { players, schedule, concurrency: 2, games: u64::MAX };
    let asked = AtomicUsize::new(0);
    let close = || asked.fetch_add(1, Ordering::Relaxed) >= 5;
    let (_, lines) = setting.play(Finished::new(), usize::MAX, Switches { close: &close, ..UNDISTURBED });
    assert_eq!(lines.len(), 5, "each of them was asked for before");
    let (_, lines) = setting.play(Finished::new(), usize::MAX, Switches { abandon: &|| true, ..UNDISTURBED });
    assert_eq!(lines.len(), 0);
}

#[test]
fn a_player_who_cannot_come_is_found_at_the_door_and_at_the_table() {
    let players = &words(&["random", "net:no-such-file"]);
    let schedule = &schedule(2, Format::RoundRobin { cycles: 1 });
    let description = &description(players);
    let tournament = Tournament {
        games: MatchGames { description, observer: &unwatched },
        schedule,
        most_games: u64::MAX,
        switches: UNDISTURBED,
    };
    let is_net = |problem: &PlayerError| matches!(problem, PlayerError::Net { .. });
    assert!(is_net(&description.check_players().unwrap_err()));
    let keep = &mut |_: &Finished, _| Ok::<_, PlayerError>(ControlFlow::Continue(()));
    assert!(is_net(&tournament.play(&Local { threads: 2 }, Finished::new(), keep).unwrap_err()));
}

/// Nobody waits for a game whose end nobody will hear of.
#[test]
fn whoever_panics_ends_the_tournament_for_all() {
    let players = &words(&["random", "king"]);
    let schedule = &schedule(2, Format::RoundRobin { cycles: 1 });
    let play = |observer: &MoveObserver, keep: &mut GameObserver<PlayerError>| {
        let description = &description(players);
        let tournament = Tournament {
            games: MatchGames { description, observer },
            schedule,
            most_games: u64::MAX,
            switches: UNDISTURBED,
        };
        let mut play = || tournament.play(&Local { threads: 2 }, Finished::new(), keep);
        panic::catch_unwind(AssertUnwindSafe(&mut play))
    };
    let mut hear = |_: &Finished, _| Ok(ControlFlow::Continue(()));
    assert!(play(&unwatched, &mut |_, _| panic!("the observer has had enough")).is_err());
    let leave = |pairing: &Pairing, _: &GameRecord, _: &Turn| assert_ne!(pairing.number, 0, "somebody leaves");
    assert!(play(&leave, &mut hear).is_err());
}
