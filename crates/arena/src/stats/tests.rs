//! Our numbers against published ones. Each source is named; a printed number must come out to its last digit.

use proptest::prelude::*;

use super::*;
use GameScore::{Draw, Loss, Win};

/// The results of a match of pairs. How games split into wins and draws is not known from pairs, nor needed.
fn pairs(pentanomial: [u64; 5]) -> Results {
    let [none, half, one, most, all] = pentanomial;
    let mut results = Results::default();
    let kinds = [(Loss, Loss, none), (Loss, Draw, half), (Draw, Draw, one), (Draw, Win, most), (Win, Win, all)];
    for (first, second, count) in kinds {
        (0..count).for_each(|_| results.record_pair(first, second));
    }
    results
}

fn singles(wins: u64, losses: u64, draws: u64) -> Results {
    Results { score: Score { wins, draws, losses }, ..Results::default() }
}

fn printed(value: Option<f64>) -> String {
    format!("{:.2}", value.unwrap())
}

/// Elo with its error, normalised Elo with its error, as printed.
fn elos(results: &Results) -> [String; 4] {
    let estimate = Estimate::of(results);
    let (elo, normalised) = (estimate.elo, estimate.normalised_elo);
    [printed(elo.value), printed(elo.error()), printed(normalised.value), printed(normalised.error())]
}

fn superiority(results: &Results) -> String {
    format!("{:.2}", 100.0 * Estimate::of(results).likelihood_of_superiority)
}

fn ratio(results: &Results, elo0: f64, elo1: f64, model: SprtModel) -> f64 {
    Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap().log_likelihood_ratio(results)
}

/// fastchess, `app/tests/elo_test.cpp`, cases "EloWDL" and "EloPentanomial" (there to within 1 %), and blocks that
/// fastchess printed: the release notes of Dual 0.3.2 and Axiom 2.0.0, and the strength log of Zeno.
#[test]
fn elo_normalised_elo_and_superiority_agree_with_fastchess() {
    let published = [
        (singles(136, 96, 111), ["40.70", "30.43", "49.77", "36.77"], "99.60"),
        (pairs([34, 54, 63, 64, 75]), ["55.58", "27.65", "57.94", "28.28"], "100.00"),
        (pairs([332, 433, 498, 333, 334]), ["-8.64", "10.33", "-9.17", "10.96"], "5.05"),
        (pairs([16, 82, 222, 150, 61]), ["52.08", "14.57", "75.87", "20.90"], "100.00"),
        (pairs([49, 48, 154, 49, 60]), ["11.10", "21.86", "12.92", "25.38"], "84.08"),
        (pairs([84, 112, 318, 184, 302]), ["90.22", "14.49", "99.23", "15.23"], "100.00"),
        (pairs([352, 579, 1264, 743, 464]), ["19.83", "6.77", "24.25", "8.26"], "100.00"),
    ];
    for (results, expected, likelihood) in published {
        assert_eq!(elos(&results), expected, "{results:?}");
        assert_eq!(superiority(&results), likelihood, "{results:?}");
    }
    let normalised = elos(&singles(76, 89, 123));
    assert_eq!((normalised[2].as_str(), normalised[3].as_str()), ("-20.76", "40.13"));
    assert_eq!(superiority(&singles(76, 89, 123)), "15.53");
}

/// Blocks that OpenBench printed: pull requests 213, 217, 225, 233 and 334 of PlentyChess, 158 of Quanticade, 210 of
/// Viridithas. Its error is the wider side of the interval, where fishtest and fastchess print half the width.
#[test]
fn elo_agrees_with_open_bench() {
    let published = [
        ([44, 241, 590, 413, 71], "28.96", "8.30"),
        ([25, 318, 815, 464, 54], "21.17", "6.69"),
        ([142, 2036, 4280, 2266, 141], "4.47", "2.83"),
        ([59, 1365, 2872, 1515, 89], "6.18", "3.40"),
        ([214, 8992, 19871, 9102, 235], "0.69", "1.25"),
        ([374, 7478, 16137, 7776, 389], "1.77", "1.43"),
        ([189, 845, 1540, 899, 214], "4.90", "5.35"),
    ];
    for (pentanomial, elo, error) in published {
        let ours = Estimate::of(&pairs(pentanomial)).elo;
        let (value, low, high) = (ours.value.unwrap(), ours.low.unwrap(), ours.high.unwrap());
        let wider = (value - low).max(high - value);
        assert_eq!((printed(Some(value)).as_str(), printed(Some(wider)).as_str()), (elo, error), "{pentanomial:?}");
    }
}

/// fishtest's verdicts on Stockfish patches, as the pull requests quote them, `{}` for logistic bounds: 2493, 2971,
/// 3017, 3098, 3209 and 3331.
#[test]
fn logistic_likelihood_ratios_agree_with_fishtest() {
    let published = [
        ([424, 2948, 5832, 3045, 460], -1.0, 3.0, "2.94"),
        ([17, 253, 1042, 337, 39], -0.5, 1.5, "2.96"),
        ([11, 407, 3238, 513, 11], 0.25, 1.75, "2.93"),
        ([174, 2658, 10273, 2713, 178], -1.5, 0.5, "2.96"),
        ([491, 7345, 29693, 7670, 465], -0.25, 1.25, "2.96"),
        ([53, 2220, 21459, 2445, 47], 0.25, 1.25, "2.97"),
        ([58, 3302, 33130, 3518, 84], 0.25, 1.25, "2.97"),
        ([14, 1030, 14318, 1163, 19], 0.25, 1.25, "2.93"),
    ];
    for (pentanomial, elo0, elo1, expected) in published {
        let ours = ratio(&pairs(pentanomial), elo0, elo1, SprtModel::Logistic);
        assert_eq!(format!("{ours:.2}"), expected, "{pentanomial:?}");
    }
}

/// The same with `<>` for normalised bounds: 3514, 4194 and 6036; one has no pair lost twice.
#[test]
fn normalised_likelihood_ratios_agree_with_fishtest() {
    let published = [
        ([264, 5737, 31270, 5964, 269], -0.5, 2.5, "2.97"),
        ([29, 2205, 35000, 2392, 34], 0.5, 3.5, "2.94"),
        ([371, 10263, 24989, 10642, 379], 0.0, 2.0, "2.95"),
        ([47, 8181, 25234, 8575, 47], 0.5, 2.5, "2.94"),
        ([1, 1098, 3954, 1346, 1], 0.5, 2.5, "2.94"),
        ([0, 1236, 4490, 1474, 1], 0.0, 2.0, "2.94"),
        ([4, 2290, 7932, 2562, 4], 0.5, 2.5, "2.95"),
    ];
    for (pentanomial, elo0, elo1, expected) in published {
        let ours = ratio(&pairs(pentanomial), elo0, elo1, SprtModel::Normalised);
        assert_eq!(format!("{ours:.2}"), expected, "{pentanomial:?}");
    }
}

/// fastchess, `app/tests/sprt_test.cpp`, which asks for 1 %. Its two cases in which every game is won are left out: there
/// it approximates, and [`a_won_match_is_as_likely_as_a_coin_says`] checks the exact value.
#[test]
fn likelihood_ratios_agree_with_fastchess() {
    use SprtModel::{Logistic, Normalised};
    let published = [
        (singles(36433, 36027, 68692), 0.0, 2.0, Normalised, 0.92),
        (singles(10871, 10650, 20431), -1.75, 0.25, Normalised, 2.30),
        (singles(21404, 21184, 40708), 0.5, 2.5, Logistic, -1.57),
        (singles(57433, 57030, 106593), 0.0, 2.0, Logistic, -2.59),
        (pairs([365, 16618, 36229, 16974, 390]), 0.0, 2.0, Normalised, 2.25),
        (pairs([127, 4883, 10712, 5150, 104]), -1.75, 0.25, Normalised, 3.01),
        (pairs([223, 9863, 21279, 10037, 246]), 0.5, 2.5, Logistic, -3.07),
        (pairs([871, 26175, 55983, 26678, 821]), 0.0, 2.0, Logistic, -4.98),
    ];
    for (results, elo0, elo1, model, expected) in published {
        let ours = ratio(&results, elo0, elo1, model);
        assert!((ours - expected).abs() <= 0.01 * expected.abs(), "{results:?}: {ours}, not {expected}");
    }
}

/// When everything is won, the most likely player of expected score `m` wins with probability `m` and otherwise loses,
/// so that the ratio is `n ln(m1/m0)`; the scores that never occurred change the fifth digit.
#[test]
fn a_won_match_is_as_likely_as_a_coin_says() {
    let expected = 100.0 * (elo_to_score(10.0) / elo_to_score(0.0)).ln();
    let ours = ratio(&pairs([0, 0, 0, 0, 100]), 0.0, 10.0, SprtModel::Logistic);
    assert!((ours - expected).abs() < 1e-3, "{ours}, not {expected}");
}

#[test]
fn the_bounds_of_the_usual_test_are_the_usual_ones() {
    let test = Sprt::new(0.0, 5.0, 0.05, 0.05, SprtModel::Logistic).unwrap();
    assert_eq!(test.ratio_bounds().map(|bound| format!("{bound:.2}")), ["-2.94", "2.94"]);
    let lopsided = Sprt::new(0.0, 3.0, 0.05, 0.10, SprtModel::Logistic).unwrap();
    assert_eq!(lopsided.ratio_bounds().map(|bound| format!("{bound:.2}")), ["-2.25", "2.89"]);
}

#[test]
fn impossible_tests_are_refused() {
    let refused = |elo0, elo1, alpha| Sprt::new(elo0, elo1, alpha, 0.05, SprtModel::Logistic).unwrap_err();
    assert_eq!(refused(5.0, 0.0, 0.05), SprtError::Order(5.0, 0.0));
    assert_eq!(refused(0.0, 0.0, 0.05), SprtError::Order(0.0, 0.0));
    assert_eq!(refused(0.0, 900.0, 0.05), SprtError::Far(900.0));
    assert!(matches!(refused(f64::NAN, 5.0, 0.05), SprtError::Far(_)));
    assert_eq!(refused(0.0, 5.0, 0.7), SprtError::ErrorRate(0.7));
    assert_eq!(refused(0.0, 5.0, 0.0), SprtError::ErrorRate(0.0));
}

#[test]
fn pairs_are_found_whatever_the_order() {
    let games = [(7, Win), (3, Draw), (7, Loss), (4, Loss), (3, Win)];
    let results = Results::from_games(games);
    assert_eq!(results.pentanomial, Pentanomial([0, 0, 1, 1, 0]));
    assert_eq!(results.score, Score { wins: 2, draws: 1, losses: 2 });
    assert_eq!((results.singles(), results.unit()), (1, Unit::Pair));
    assert_eq!(results, Results::from_games(games.into_iter().rev()));
}

#[test]
fn a_game_counts_for_both_sides() {
    use hetman_rules::shakmaty::{Color, KnownOutcome};
    let white_wins = KnownOutcome::Decisive { winner: Color::White };
    assert_eq!(GameScore::of(white_wins, Color::White), Win);
    assert_eq!(GameScore::of(white_wins, Color::Black), Win.reversed());
    assert_eq!(GameScore::of(KnownOutcome::Draw, Color::Black), Draw.reversed());
}

#[test]
fn nothing_played_is_nothing_known() {
    let estimate = Estimate::of(&Results::default());
    assert_eq!((estimate.method, estimate.elo.value, estimate.likelihood_of_superiority), (None, None, 0.5));
    assert_eq!(ratio(&Results::default(), 0.0, 5.0, SprtModel::Normalised), 0.0);
}

/// One won game excludes very little: a score of 1/20 or less, 511 Elo.
#[test]
fn one_game_or_one_pair_is_little_but_sane() {
    let won = Estimate::of(&singles(1, 0, 0));
    assert_eq!(won.method, Some(Method::OneSided));
    assert_eq!((won.elo.value, won.elo.high, printed(won.elo.low).as_str()), (None, None, "-511.50"));
    assert_eq!(won.normalised_elo.value, None);
    let drawn = Estimate::of(&pairs([0, 0, 1, 0, 0]));
    assert_eq!(
        (drawn.method, drawn.elo.value, drawn.likelihood_of_superiority),
        (Some(Method::Wilson), Some(0.0), 0.5)
    );
    assert!(drawn.elo.error().unwrap() > 200.0);
}

#[test]
fn a_lost_match_mirrors_a_won_one() {
    let (won, lost) = (Estimate::of(&pairs([0, 0, 0, 0, 20])), Estimate::of(&pairs([20, 0, 0, 0, 0])));
    assert_eq!(printed(won.elo.low), printed(lost.elo.high.map(|high| -high)));
    assert_eq!(printed(won.elo.low), "316.64");
    assert!(won.likelihood_of_superiority > 0.9999 && lost.likelihood_of_superiority < 0.0001);
}

/// Where fastchess printed `Elo: 631.91 +/- nan` (78 games, 76 won).
#[test]
fn an_interval_that_would_pass_one_is_wilsons() {
    let estimate = Estimate::of(&pairs([0, 0, 2, 0, 37]));
    assert_eq!(printed(estimate.elo.value), "631.91");
    assert_eq!(estimate.method, Some(Method::Wilson));
    assert!(estimate.elo.low.unwrap() > 300.0 && estimate.elo.high.unwrap() < 1200.0);
}

fn report(results: Results, sprt: Option<Sprt>) -> MatchReport {
    MatchReport::new("new", "old", "8.0+0.08s Threads=1 Hash=16MB", results, sprt)
}

/// The games of pull request 213 of PlentyChess, with the Elo, LLR, games and pairs that OpenBench printed, but for
/// the error, which is half the width here.
#[test]
fn the_block_reads_as_engine_people_know_it() {
    let mut results = pairs([44, 241, 590, 413, 71]);
    results.score = Score { wins: 898, draws: 1148, losses: 672 };
    let test = Sprt::new(0.0, 3.0, 0.05, 0.10, SprtModel::Normalised).unwrap();
    let expected = "\
Elo   | 28.96 +- 8.28 (95%)  of new against old
nElo  | 45.91 +- 13.06 (95%)
LOS   | 100.00 %
SPRT  | 8.0+0.08s Threads=1 Hash=16MB
LLR   | 2.91 (-2.25, 2.89) [0.00, 3.00] nElo  H1 accepted
Games | N: 2718 W: 898 L: 672 D: 1148 (54.16 %)
Draws | 42.24 % of games, 43.41 % of pairs; pairs ratio 1.70
Penta | [44, 241, 590, 413, 71]";
    assert_eq!(report(results, Some(test)).to_string(), expected);
}

#[test]
fn the_block_says_what_is_not_known() {
    let none = report(Results::default(), None).to_string();
    assert!(none.starts_with("Elo   | unknown: no game is finished  of new against old\n"), "{none}");
    assert!(none.contains("Conf  | 8.0+0.08s Threads=1 Hash=16MB\nGames | N: 0 W: 0 L: 0 D: 0 (-)"), "{none}");
    let won = report(pairs([0, 0, 0, 0, 20]), None).to_string();
    assert!(won.contains("Elo   | > 316.64 (95%, one-sided: every pair ended the same way)  of new"), "{won}");
    let lost = report(singles(0, 1, 0), None).to_string();
    assert!(lost.contains("Elo   | < 511.50 (95%, one-sided: every game ended the same way)"), "{lost}");
}

#[test]
fn programs_can_read_the_report() {
    let test = Sprt::new(0.0, 5.0, 0.05, 0.05, SprtModel::Logistic).unwrap();
    let json = serde_json::to_value(report(pairs([1, 2, 3, 4, 5]), Some(test))).unwrap();
    assert_eq!(json["results"]["pentanomial"], serde_json::json!([1, 2, 3, 4, 5]));
    assert_eq!(json["estimate"]["unit"], "pair");
    assert_eq!(json["sprt"]["verdict"], "continue");
    assert!(json["estimate"]["elo"]["value"].is_f64());
}

/// For a mean of 1/2 the first step of Newton's method ends beside a pole here, far from the root, where it once stayed.
#[test]
fn hypotheses_far_from_what_was_seen_are_compared_as_exactly() {
    let seen = pairs([8, 20, 0, 4, 1]);
    for model in [SprtModel::Logistic, SprtModel::Normalised] {
        let (small, double) = (ratio(&seen, 0.0, 0.5, model), ratio(&seen, 0.0, 1.0, model));
        assert!(small < 0.0 && (double / small - 2.0).abs() < 0.02, "{small} {double}");
    }
}

proptest! {
    /// Whatever the counts: nothing is NaN or infinite, the value lies in its interval, and exchanging the players
    /// changes every sign.
    #[test]
    fn numbers_are_sane_and_symmetric(counts in prop::array::uniform5(0u64..40), elo1 in 0.5f64..150.0) {
        let (results, mirrored) = (pairs(counts), pairs({ let mut c = counts; c.reverse(); c }));
        let (ours, theirs) = (Estimate::of(&results), Estimate::of(&mirrored));
        for (spread, mirror) in [(ours.elo, theirs.elo), (ours.normalised_elo, theirs.normalised_elo)] {
            prop_assert!([spread.value, spread.low, spread.high].into_iter().flatten().all(f64::is_finite));
            if let (Some(value), Some(low), Some(high)) = (spread.value, spread.low, spread.high) {
                prop_assert!(low < value && value < high);
                prop_assert!((value + mirror.value.unwrap()).abs() < 1e-6);
                prop_assert!((low + mirror.high.unwrap()).abs() < 1e-6);
            }
        }
        prop_assert!((ours.likelihood_of_superiority + theirs.likelihood_of_superiority - 1.0).abs() < 1e-9);
        for model in [SprtModel::Logistic, SprtModel::Normalised] {
            let (up, down) = (ratio(&results, 0.0, elo1, model), ratio(&mirrored, -elo1, 0.0, model));
            prop_assert!(up.is_finite() && (up + down).abs() < 1e-4 * (1.0 + up.abs()), "{up} {down}");
        }
    }
}
