//! Fairness counted, seedings compared with drawn brackets, and the one law that matters: a game's number says it all.

use std::collections::{BTreeMap, BTreeSet};

use hetman_rules::shakmaty::{Color, KnownOutcome};
use proptest::prelude::*;

use super::*;

const WHITE_WINS: KnownOutcome = KnownOutcome::Decisive { winner: Color::White };
const BLACK_WINS: KnownOutcome = KnownOutcome::Decisive { winner: Color::Black };

fn settings(players: usize, format: Format) -> Settings {
    Settings { players, format, colours: Colours::Alternating, seed: 1 }
}

fn all_games(schedule: &Schedule) -> Vec<Pairing> {
    schedule.ready(&Finished::new()).collect()
}

fn round_robin(players: usize, cycles: u64) -> Vec<Pairing> {
    all_games(&Schedule::new(settings(players, Format::RoundRobin { cycles })).unwrap())
}

/// How often each player begins a pair with White.
fn first_whites(games: &[Pairing], players: usize) -> Vec<usize> {
    let begins = |player| games.iter().filter(|game| game.number % 2 == 0 && game.white == player).count();
    (0..players).map(begins).collect()
}

#[test]
fn everybody_meets_everybody_with_both_colours_in_every_cycle() {
    for players in 2..=9 {
        let games = round_robin(players, 3);
        let mut meetings = BTreeMap::new();
        games.iter().for_each(|game| *meetings.entry((game.white, game.black)).or_insert(0) += 1);
        assert_eq!(meetings.len(), players * (players - 1), "{players} players");
        assert!(meetings.values().all(|&times| times == 3), "{meetings:?}");
    }
}

#[test]
fn the_games_of_a_pair_share_players_and_exchange_colours() {
    for pair in round_robin(5, 2).chunks(2) {
        assert_eq!((pair[0].white, pair[0].black), (pair[1].black, pair[1].white));
        assert_eq!((pair[0].pair, pair[0].number), (pair[1].pair, pair[1].number - 1));
    }
}

/// Four players by the circle method: three rounds, in each of which everybody plays once.
#[test]
fn four_players_play_three_rounds() {
    let first_games: Vec<_> = round_robin(4, 1).iter().step_by(2).map(|game| (game.white, game.black)).collect();
    assert_eq!(first_games, [(0, 3), (1, 2), (3, 1), (2, 0), (2, 3), (0, 1)]);
}

#[test]
fn colours_of_first_games_are_fair_within_a_cycle_and_even_out_in_two() {
    for players in 2..=12 {
        let once = first_whites(&round_robin(players, 1), players);
        let (least, most) = ((players - 1) / 2, players / 2);
        assert!(once.iter().all(|&whites| least <= whites && whites <= most), "{players} players: {once:?}");
        let twice = first_whites(&round_robin(players, 2), players);
        assert!(twice.iter().all(|&whites| whites == players - 1), "{players} players: {twice:?}");
    }
}

#[test]
fn nobody_plays_twice_in_a_round() {
    for players in 2..=9 {
        let games = round_robin(players, 1);
        let first_games: Vec<_> = games.iter().step_by(2).collect();
        for round in first_games.chunks(players / 2) {
            let present: BTreeSet<_> = round.iter().flat_map(|game| [game.white, game.black]).collect();
            assert_eq!(present.len(), 2 * round.len(), "{round:?}");
        }
    }
}

#[test]
fn a_match_is_a_round_robin_of_two() {
    let schedule = Schedule::new(settings(2, Format::RoundRobin { cycles: 3 })).unwrap();
    let games: Vec<_> = all_games(&schedule).iter().map(|game| (game.white, game.black, game.pair)).collect();
    assert_eq!(games, [(0, 1, 0), (1, 0, 0), (1, 0, 1), (0, 1, 1), (0, 1, 2), (1, 0, 2)]);
    assert_eq!(schedule.games(), Some(6));
}

#[test]
fn challengers_meet_all_others_and_nobody_else_plays() {
    let schedule = Schedule::new(settings(5, Format::Gauntlet { challengers: 2, cycles: 2 })).unwrap();
    let games = all_games(&schedule);
    assert_eq!(games.len(), 2 * 3 * 2 * 2);
    assert!(games.iter().all(|game| (game.white < 2) != (game.black < 2)));
    let of_first = games.iter().filter(|game| game.white == 0 || game.black == 0);
    assert_eq!(of_first.count(), 3 * 2 * 2);
    assert_eq!(first_whites(&games, 5)[..2], [3, 3]);
}

#[test]
fn random_colours_are_random_but_fair_in_every_pair() {
    let chance = Settings { colours: Colours::Random, ..settings(2, Format::RoundRobin { cycles: 400 }) };
    let games = all_games(&Schedule::new(chance).unwrap());
    let whites = first_whites(&games, 2)[0];
    assert!((160..=240).contains(&whites), "four standard deviations: {whites} of 400");
    assert!(games.chunks(2).all(|pair| pair[0].white == pair[1].black));
}

#[test]
fn impossible_tournaments_are_refused() {
    let problem = |settings| Schedule::new(settings).unwrap_err();
    let cycles = |cycles| Format::RoundRobin { cycles };
    assert_eq!(problem(settings(1, cycles(1))), ScheduleError::TooFewPlayers(1));
    assert_eq!(problem(settings(3, cycles(0))), ScheduleError::NoGames);
    assert_eq!(problem(settings(3, cycles(u64::MAX))), ScheduleError::TooLong);
    let gauntlet = |challengers| settings(3, Format::Gauntlet { challengers, cycles: 1 });
    assert_eq!(problem(gauntlet(0)), ScheduleError::Challengers { challengers: 0, players: 3 });
    assert_eq!(problem(gauntlet(3)), ScheduleError::Challengers { challengers: 3, players: 3 });
    assert_eq!(problem(knock_out(4, 0, 2, TieRule::Lot)), ScheduleError::NoGames);
    assert_eq!(problem(knock_out(4, u64::MAX, 2, TieRule::Lot)), ScheduleError::TooLong);
}

#[test]
fn settings_survive_being_stored() {
    let stored = serde_json::to_string(&knock_out(7, 2, 1, TieRule::Lot)).unwrap();
    assert_eq!(serde_json::from_str::<Settings>(&stored).unwrap(), knock_out(7, 2, 1, TieRule::Lot));
}

fn knock_out(players: usize, pairs: u64, extra_pairs: u64, tie_rule: TieRule) -> Settings {
    settings(players, Format::KnockOut { pairs, extra_pairs, tie_rule })
}

/// Plays whatever is ready until nothing is, with results by a rule. Returns the games in the order they were played.
fn play_out(schedule: &Schedule, result: impl Fn(&Pairing) -> KnownOutcome) -> (Vec<Pairing>, Finished) {
    let (mut played, mut finished) = (Vec::new(), Finished::new());
    loop {
        let next = schedule.ready(&finished).next();
        let Some(game) = next else { break };
        finished.insert(game.number, result(&game));
        played.push(game);
    }
    (played, finished)
}

fn better_seed_wins(game: &Pairing) -> KnownOutcome {
    if game.white < game.black { WHITE_WINS } else { BLACK_WINS }
}

fn players_of(bracket: &Bracket) -> Vec<Vec<[Option<usize>; 2]>> {
    bracket.rounds.iter().map(|round| round.iter().map(|meeting| meeting.players).collect()).collect()
}

/// The usual bracket of eight: 1-8, 4-5, 2-7, 3-6 (here from 0), so that the best two meet in the final.
#[test]
fn eight_players_are_seeded_as_usual() {
    let schedule = Schedule::new(knock_out(8, 1, 0, TieRule::HigherSeed)).unwrap();
    let (games, finished) = play_out(&schedule, better_seed_wins);
    let bracket = schedule.bracket(&finished).unwrap();
    let meet = |first, second| [Some(first), Some(second)];
    let expected =
        [vec![meet(0, 7), meet(3, 4), meet(1, 6), meet(2, 5)], vec![meet(0, 3), meet(1, 2)], vec![meet(0, 1)]];
    assert_eq!(players_of(&bracket), expected);
    assert_eq!((games.len(), bracket.champion()), (14, Some(0)));
}

#[test]
fn byes_go_to_the_best() {
    let schedule = Schedule::new(knock_out(5, 1, 0, TieRule::HigherSeed)).unwrap();
    let bracket = schedule.bracket(&Finished::new()).unwrap();
    let byes: Vec<_> = bracket.rounds[0].iter().filter(|meeting| meeting.decision == Some(Decision::Bye)).collect();
    assert_eq!(byes.iter().map(|meeting| meeting.winner).collect::<Vec<_>>(), [Some(0), Some(1), Some(2)]);
    assert_eq!(bracket.rounds[1][1].players, [Some(1), Some(2)]);
    let ready: BTreeSet<_> = all_games(&schedule).iter().map(|game| game.white.min(game.black)).collect();
    assert_eq!(ready, BTreeSet::from([1, 3]), "3-4 and, after two byes, 1-2");
}

#[test]
fn the_outsider_can_win() {
    let schedule = Schedule::new(knock_out(6, 2, 0, TieRule::HigherSeed)).unwrap();
    let (_, finished) = play_out(&schedule, |game| if game.white > game.black { WHITE_WINS } else { BLACK_WINS });
    assert_eq!(schedule.bracket(&finished).unwrap().champion(), Some(5));
}

/// Two pairs level, the first extra pair level, the second decides.
#[test]
fn level_meetings_get_extra_pairs_one_at_a_time() {
    let schedule = Schedule::new(knock_out(2, 2, 3, TieRule::HigherSeed)).unwrap();
    assert_eq!(all_games(&schedule).len(), 4);
    let (games, finished) = play_out(&schedule, |game| match game.number {
        6 if game.white == 1 => WHITE_WINS,
        6 => BLACK_WINS,
        _ => KnownOutcome::Draw,
    });
    assert_eq!(games.iter().map(|game| game.number).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6, 7]);
    let meeting = schedule.bracket(&finished).unwrap().rounds[0][0];
    assert_eq!((meeting.winner, meeting.decision), (Some(1), Some(Decision::ExtraPairs(2))));
    assert_eq!((meeting.score.losses, meeting.score.draws), (1, 7));
}

#[test]
fn a_meeting_level_to_the_end_is_decided_by_the_rule() {
    let winners = |tie_rule| -> Vec<_> {
        let decide = |seed| {
            let schedule = Schedule::new(Settings { seed, ..knock_out(2, 1, 1, tie_rule) }).unwrap();
            let (games, finished) = play_out(&schedule, |_| KnownOutcome::Draw);
            assert_eq!(games.len(), 4);
            let meeting = schedule.bracket(&finished).unwrap().rounds[0][0];
            assert_eq!(meeting.decision, Some(Decision::TieRule(tie_rule)));
            meeting.winner.unwrap()
        };
        (0..40).map(decide).collect()
    };
    assert!(winners(TieRule::HigherSeed).iter().all(|&winner| winner == 0));
    let lots: usize = winners(TieRule::Lot).iter().sum();
    assert!((8..=32).contains(&lots), "{lots} of 40");
}

fn any_settings() -> impl Strategy<Value = Settings> {
    let format = prop_oneof![
        (1u64..4).prop_map(|cycles| Format::RoundRobin { cycles }),
        (1u64..4).prop_map(|cycles| Format::Gauntlet { challengers: 1, cycles }),
        (1u64..3, 0u64..3).prop_map(|(pairs, extra_pairs)| Format::KnockOut {
            pairs,
            extra_pairs,
            tie_rule: TieRule::Lot
        }),
    ];
    let colours = prop_oneof![Just(Colours::Alternating), Just(Colours::Random)];
    (2usize..10, format, colours, any::<u64>()).prop_map(|(players, format, colours, seed)| Settings {
        players,
        format,
        colours,
        seed,
    })
}

/// A result that depends on nothing but the game, as of players who repeat themselves.
fn by_number(game: &Pairing) -> KnownOutcome {
    [WHITE_WINS, BLACK_WINS, KnownOutcome::Draw][(game.number * 7 % 11 % 3) as usize]
}

proptest! {
    /// However many games run at once, in whatever order they end, wherever the tournament is stopped and begun again:
    /// the same games are played.
    #[test]
    fn the_order_of_play_changes_nothing(settings in any_settings(), mut chance in any::<u64>()) {
        let schedule = Schedule::new(settings).unwrap();
        let (straight, results) = play_out(&schedule, by_number);
        let mut finished = Finished::new();
        let mut played = BTreeMap::new();
        loop {
            let ready: Vec<_> = Schedule::new(settings).unwrap().ready(&finished).collect();
            if ready.is_empty() {
                break;
            }
            chance = chance.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let game = ready[(chance >> 33) as usize % ready.len()];
            prop_assert_eq!(schedule.game(game.number, &finished), Some(game));
            finished.insert(game.number, by_number(&game));
            played.insert(game.number, game);
        }
        prop_assert_eq!(&finished, &results);
        prop_assert_eq!(played.into_values().collect::<Vec<_>>(), {
            let mut sorted = straight;
            sorted.sort_by_key(|game| game.number);
            sorted
        });
        prop_assert_eq!(schedule.games().unwrap_or(results.len() as u64), results.len() as u64);
        if let Some(bracket) = schedule.bracket(&finished) {
            prop_assert!(bracket.champion().is_some());
        }
    }
}
