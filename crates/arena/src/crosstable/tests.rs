//! Tables counted by hand, ratings in closed form, from a textbook and by another algorithm, and laws.

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::stats::{Estimate, Results};

const WHITE_WINS: KnownOutcome = KnownOutcome::Decisive { winner: Color::White };
const DRAW: KnownOutcome = KnownOutcome::Draw;

fn names(players: usize) -> Vec<String> {
    ["Anna", "Bert", "Carla", "Dirk", "Elif", "Fred"][..players].iter().map(|&name| name.to_owned()).collect()
}

fn table(players: usize, games: &[PlayedGame]) -> CrossTable {
    CrossTable::new(&names(players), games, Anchor::default()).unwrap()
}

fn won(winner: usize, loser: usize, times: usize) -> Vec<PlayedGame> {
    vec![PlayedGame { white: winner, black: loser, outcome: WHITE_WINS }; times]
}

fn drawn(white: usize, black: usize, times: usize) -> Vec<PlayedGame> {
    vec![PlayedGame { white, black, outcome: DRAW }; times]
}

fn row(table: &CrossTable, player: usize) -> &Row {
    table.rows.iter().find(|row| row.player == player).unwrap()
}

fn rating(table: &CrossTable, player: usize) -> f64 {
    row(table, player).rating.unwrap().value
}

/// Sensei's Library, "Sonneborn-Berger" (<https://senseis.xmp.net/?SonnebornBerger>): two rounds of four players without
/// draws; A and B both win four games, and A is first with 11 against 9.
#[test]
fn sonneborn_berger_as_published() {
    let games = [
        [won(0, 1, 1), won(0, 2, 2), won(0, 3, 1)].concat(),
        [won(1, 0, 1), won(1, 2, 1), won(1, 3, 2)].concat(),
        [won(2, 1, 1), won(2, 3, 2)].concat(),
        won(3, 0, 1),
    ];
    let table = table(4, &games.concat());
    let order: Vec<_> = table.rows.iter().map(|row| (row.rank, row.player, row.points, row.sonneborn_berger)).collect();
    assert_eq!(order, [(1, 0, 4.0, 11.0), (2, 1, 4.0, 9.0), (3, 2, 3.0, 6.0), (4, 3, 1.0, 4.0)]);
}

/// Anna beats Bert and draws with Carla; Bert beats Carla. Points 1.5, 1, 0.5; Sonneborn-Berger
/// 1 + 0.5/2 = 1.25, 0.5 and 1.5/2 = 0.75.
#[test]
fn a_table_counted_by_hand() {
    let table = table(3, &[won(0, 1, 1), drawn(2, 0, 1), won(1, 2, 1)].concat());
    let first = row(&table, 0);
    assert_eq!((first.rank, first.points, first.games, first.sonneborn_berger), (1, 1.5, 2, 1.25));
    assert_eq!(first.score, Score { wins: 1, draws: 1, losses: 0 });
    assert_eq!(first.against[2], Score { wins: 0, draws: 1, losses: 0 });
    assert_eq!((row(&table, 1).sonneborn_berger, row(&table, 2).sonneborn_berger), (0.5, 0.75));
    assert_eq!(row(&table, 2).against[0].games(), 1);
}

#[test]
fn equals_share_a_rank_and_who_has_not_played_is_last() {
    let table = table(4, &[won(0, 1, 1), won(1, 0, 1), won(3, 0, 1), won(3, 1, 1)].concat());
    let ranks: Vec<_> = table.rows.iter().map(|row| (row.rank, row.player)).collect();
    assert_eq!(ranks, [(1, 3), (2, 0), (2, 1), (4, 2)]);
    assert_eq!(row(&table, 2).rating, None);
}

/// Two players: the rating difference is `400 log10(points / points of the other)`. A coin's error would be
/// `1.96 * 400/ln 10 / sqrt(n p (1-p))`; the squares here sum up to `60 * 0.3^2 + 20 * 0.7^2 + 20 * 0.2^2 = 16` instead
/// of the coin's 21, to which one quarter is added for the one rating.
#[test]
fn two_players_in_closed_form() {
    let games = [won(0, 1, 60), won(1, 0, 20), drawn(0, 1, 20)].concat();
    let anchor = Anchor { player: Some(1), rating: 2500.0 };
    let table = CrossTable::new(&names(2), &games, anchor).unwrap();
    assert!((rating(&table, 0) - 2500.0 - 400.0 * (70.0f64 / 30.0).log10()).abs() < 1e-6);
    assert_eq!(row(&table, 1).rating, Some(Rating { value: 2500.0, error: 0.0 }));
    let error = 1.959964 * 400.0 / std::f64::consts::LN_10 / 21f64.sqrt() * (16.25f64 / 21.0).sqrt();
    assert!((row(&table, 0).rating.unwrap().error - error).abs() < 1e-3);
    assert!(table.groups_with_virtual_draws.is_empty());
}

/// The interval agrees with that of the match, but for the curvature of the scale and the quarter.
#[test]
fn two_players_as_in_a_match() {
    let games = [won(0, 1, 420), won(1, 0, 380), drawn(0, 1, 1200)].concat();
    let table = CrossTable::new(&names(2), &games, Anchor { player: Some(1), rating: 0.0 }).unwrap();
    let score = Score { wins: 420, draws: 1200, losses: 380 };
    let estimate = Estimate::of(&Results { score, ..Results::default() });
    let ours = row(&table, 0).rating.unwrap();
    assert!((ours.value - estimate.elo.value.unwrap()).abs() < 1e-6);
    assert!((ours.error / estimate.elo.error().unwrap() - 1.0).abs() < 1e-3, "{ours:?}, {:?}", estimate.elo);
}

/// The worked example of Wikipedia's article "Bradley-Terry model": four teams, 22 games, strengths 0.640, 1.043, 0.660
/// and 2.270 with a geometric mean of one.
#[test]
fn ratings_as_published() {
    let games = [won(0, 1, 2), won(0, 3, 1), won(1, 0, 3), won(1, 2, 5)].concat();
    let more = [won(2, 1, 3), won(2, 3, 1), won(3, 0, 4), won(3, 2, 3)].concat();
    let table = table(4, &[games, more].concat());
    let strengths = [0, 1, 2, 3].map(|player| format!("{:.3}", 10f64.powf(rating(&table, player) / 400.0)));
    assert_eq!(strengths, ["0.640", "1.043", "0.660", "2.270"]);
}

/// A perfect score of ten: with the virtual draw 10.5 to 0.5.
#[test]
fn a_perfect_score_is_finite_and_said() {
    let table = table(2, &won(0, 1, 10));
    let difference = rating(&table, 0) - rating(&table, 1);
    assert!((difference - 400.0 * 21f64.log10()).abs() < 1e-6, "{difference}");
    assert_eq!(table.groups_with_virtual_draws, [0]);
    assert!(table.to_string().contains("One virtual draw for any two who met keeps ratings finite among (Anna, Bert)"));
}

/// Everybody has won and lost, but the first two never lost to the last two.
#[test]
fn a_part_that_never_scored_against_the_rest_is_found() {
    let games = [won(0, 1, 1), won(1, 0, 1), won(2, 3, 1), won(3, 2, 1), won(1, 2, 1)].concat();
    assert_eq!(table(4, &games).groups_with_virtual_draws, [0]);
    assert_eq!(table(4, &[games, drawn(3, 0, 1)].concat()).groups_with_virtual_draws, [] as [usize; 0]);
}

#[test]
fn groups_that_never_met_are_rated_apart_and_said() {
    let games = [won(0, 1, 3), won(1, 0, 1), won(2, 3, 1), won(3, 2, 1)].concat();
    let anchor = Anchor { player: Some(0), rating: 2000.0 };
    let table = CrossTable::new(&names(5), &games, anchor).unwrap();
    assert_eq!(table.groups, [vec![0, 1], vec![2, 3]]);
    assert!((rating(&table, 1) - 2000.0 + 400.0 * 3f64.log10()).abs() < 1e-6);
    assert!((rating(&table, 2) - 2000.0).abs() < 1e-6, "level in its own group, whose average is the anchor's rating");
    assert!(table.to_string().contains("No game connects (Anna, Bert) with (Carla, Dirk)"));
}

#[test]
fn nonsense_is_refused() {
    let problem = |games: Vec<PlayedGame>, player| {
        CrossTable::new(&names(2), &games, Anchor { player, rating: 0.0 }).unwrap_err()
    };
    assert_eq!(problem(won(0, 2, 1), None), CrossTableError::UnknownPlayer { number: 2, players: 2 });
    assert_eq!(problem(won(1, 1, 1), None), CrossTableError::Itself(1));
    assert_eq!(problem(vec![], Some(7)), CrossTableError::UnknownPlayer { number: 7, players: 2 });
}

/// The ratings and errors were also computed outside, by minorisation and the pseudo-inverse of the information
/// times the dispersion.
#[test]
fn the_table_is_aligned() {
    let games = [won(0, 1, 3), drawn(1, 0, 1), won(1, 2, 2), drawn(2, 0, 2)].concat();
    let expected = "\
#  Player  Rating   +-  Points  N  W  D  L   S-B      1      2    3
1  Anna       144  203     4.5  6  3  3  0  9.75      *  3.5/4  1/2
2  Bert       -11  185     2.5  6  2  1  3  4.25  0.5/4      *  2/2
3  Carla     -133  240     1.0  4  0  2  2  4.50    1/2    0/2    *
Ratings: maximum likelihood with 95 % intervals, the average at 0.";
    assert_eq!(table(3, &games).to_string(), expected);
    assert!(table(2, &[]).to_string().ends_with("Ratings: none, no game is finished."));
}

#[test]
fn programs_can_read_the_table() {
    let json = serde_json::to_value(table(2, &won(1, 0, 2))).unwrap();
    assert_eq!((json["rows"][0]["name"].as_str(), json["rows"][0]["points"].as_f64()), (Some("Bert"), Some(2.0)));
    assert_eq!(json["rows"][0]["against"][0]["wins"], 2);
    assert!(json["rows"][1]["rating"]["error"].is_f64());
}

/// D. Hunter's minorisation (Annals of Statistics 32, 2004): slow, but nothing can go wrong. Strengths with a geometric
/// mean of one.
fn strengths_by_minorisation(against: &[Vec<Score>]) -> Vec<f64> {
    let players = against.len();
    let mut strengths = vec![1.0; players];
    for _ in 0..100_000 {
        let improved = |i: usize| {
            let others = (0..players).filter(|&j| j != i);
            let expected: f64 = others.map(|j| against[i][j].games() as f64 / (strengths[i] + strengths[j])).sum();
            total(&against[i]).points() / expected
        };
        let next: Vec<f64> = (0..players).map(improved).collect();
        let mean = (next.iter().map(|strength| strength.ln()).sum::<f64>() / players as f64).exp();
        strengths = next.into_iter().map(|strength| strength / mean).collect();
    }
    strengths
}

fn any_games() -> impl Strategy<Value = Vec<PlayedGame>> {
    let outcome = prop_oneof![Just(WHITE_WINS), Just(DRAW), Just(KnownOutcome::Decisive { winner: Color::Black })];
    let game = (0usize..5, 1usize..5, outcome).prop_map(|(white, distance, outcome)| PlayedGame {
        white,
        black: (white + distance) % 5,
        outcome,
    });
    prop::collection::vec(game, 0..60)
}

fn is_near(a: Option<Rating>, b: Option<Rating>, shift: f64) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => (a.value + shift - b.value).abs() < 1e-4 && (a.error - b.error).abs() < 1e-4,
        (a, b) => a.is_none() && b.is_none(),
    }
}

#[test]
fn ratings_agree_with_another_algorithm() {
    let meetings = [(0, 1, 7, 2), (1, 2, 4, 3), (2, 3, 5, 1), (3, 4, 2, 2), (4, 0, 3, 6), (1, 4, 3, 0)];
    let games: Vec<_> = meetings
        .iter()
        .flat_map(|&(first, second, wins, losses)| {
            [won(first, second, wins), won(second, first, losses), drawn(first, second, 2)].concat()
        })
        .collect();
    let table = table(5, &games);
    let against: Vec<Vec<Score>> = (0..5).map(|player| row(&table, player).against.clone()).collect();
    for (player, strength) in strengths_by_minorisation(&against).into_iter().enumerate() {
        assert!((rating(&table, player) - 400.0 * strength.log10()).abs() < 1e-4, "player {player}");
    }
}

/// Players of known strength who draw 40 % of their games: 95 % intervals must hold the truth about 95 times in 100. Of
/// 2,000 intervals 1.5 % is three standard errors.
#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let strengths = [0.0, 50.0, -80.0, 120.0, -20.0];
    let mut generator = ChaCha8Rng::seed_from_u64(1);
    let mut play = |white: usize, black: usize| {
        let expected = crate::stats::elo_to_score(strengths[white] - strengths[black]);
        let lot: f64 = generator.random();
        let outcome = match lot {
            _ if lot < 0.4 => DRAW,
            _ if lot < expected + 0.2 => WHITE_WINS,
            _ => KnownOutcome::Decisive { winner: Color::Black },
        };
        PlayedGame { white, black, outcome }
    };
    let mut held = 0;
    for _ in 0..500 {
        let pairings =
            (0..5).flat_map(|white| (0..5).filter(move |&black| black != white).map(move |black| (white, black)));
        let games: Vec<_> =
            pairings.flat_map(|pairing| [pairing; 10]).map(|(white, black)| play(white, black)).collect();
        let table = CrossTable::new(&names(5), &games, Anchor { player: Some(0), rating: 0.0 }).unwrap();
        let holds = |&player: &usize| {
            let rating = row(&table, player).rating.unwrap();
            (rating.value - strengths[player]).abs() <= rating.error
        };
        held += (1..5).filter(holds).count();
    }
    assert!((0.935..=0.965).contains(&(held as f64 / 2000.0)), "{held} of 2000");
}

proptest! {
    #[test]
    fn the_order_of_games_changes_nothing(games in any_games()) {
        let mut ordered = games.clone();
        ordered.sort_by_key(|game| (game.white, game.black, game.outcome == DRAW, game.outcome == WHITE_WINS));
        prop_assert_eq!(table(5, &games), table(5, &ordered));
    }

    #[test]
    fn everything_adds_up(games in any_games()) {
        let table = table(5, &games);
        prop_assert_eq!(table.rows.iter().map(|row| row.points).sum::<f64>(), games.len() as f64);
        prop_assert_eq!(table.rows.iter().map(|row| row.games).sum::<u64>(), 2 * games.len() as u64);
        prop_assert!(table.rows.iter().all(|row| row.against[row.player].games() == 0));
        prop_assert!(table.rows.iter().filter_map(|row| row.rating).all(|r| r.value.is_finite() && r.error.is_finite()));
    }

    /// At the summit everybody has the points that the ratings predict (without virtual draws).
    #[test]
    fn ratings_predict_the_points(games in any_games()) {
        let table = table(5, &games);
        prop_assume!(table.groups_with_virtual_draws.is_empty() && !table.groups.is_empty());
        for row in table.rows.iter().filter(|row| row.games > 0) {
            let expected: f64 = table.rows.iter().filter(|other| row.against[other.player].games() > 0).map(|other| {
                let difference = row.rating.unwrap().value - other.rating.unwrap().value;
                row.against[other.player].games() as f64 * crate::stats::elo_to_score(difference)
            }).sum();
            prop_assert!((expected - row.points).abs() < 1e-5, "{} expected, {} made", expected, row.points);
        }
    }

    /// Another anchor's rating moves all ratings alike.
    #[test]
    fn a_higher_anchor_lifts_everybody(games in any_games(), anchor in prop::option::of(0usize..5)) {
        let at = |rating| CrossTable::new(&names(5), &games, Anchor { player: anchor, rating }).unwrap();
        let (low, high) = (at(0.0), at(2800.0));
        for player in 0..5 {
            prop_assert!(is_near(row(&low, player).rating, row(&high, player).rating, 2800.0));
        }
    }

    /// Had every game gone the other way, every rating would have the other sign; and colours do not matter.
    #[test]
    fn exchanged_results_exchange_the_table(games in any_games()) {
        let reversed: Vec<_> = games.iter().map(|game| PlayedGame { white: game.black, black: game.white, ..*game }).collect();
        let exchanged: Vec<_> = games.iter().map(|game| PlayedGame {
            outcome: match game.outcome {
                KnownOutcome::Decisive { winner } => KnownOutcome::Decisive { winner: !winner },
                KnownOutcome::Draw => DRAW,
            },
            ..*game
        }).collect();
        let (ours, theirs) = (table(5, &games), table(5, &reversed));
        let negated = |rating: Option<Rating>| rating.map(|r| Rating { value: -r.value, ..r });
        for player in 0..5 {
            prop_assert!(is_near(negated(row(&ours, player).rating), row(&theirs, player).rating, 0.0));
            prop_assert!(is_near(row(&theirs, player).rating, row(&table(5, &exchanged), player).rating, 0.0));
        }
    }
}
