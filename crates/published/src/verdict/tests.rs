//! The rule case by case, and what more runs do to it.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;

fn published(text: &str) -> Published {
    toml::from_str(text).unwrap()
}

fn ours(value: f64, half: f64) -> Measured {
    Measured { value, interval: Some([value - half, value + half]), ..Measured::default() }
}

fn said(text: &str, ours: &Measured, runs: u64, length: f64) -> Verdict {
    verdict(&published(text), Some(ours), Evidence { runs: Some(runs), length }).0
}

#[test]
fn a_printed_number_is_compared_from_both_sides() {
    let score = "quantity = 'score'\nvalue = 50.0";
    assert_eq!(said(score, &ours(52.0, 4.0), 10, 1.0), Verdict::Agrees);
    assert_eq!(said(score, &ours(58.0, 4.0), 10, 1.0), Verdict::Differs, "better is not as printed");
    assert_eq!(said(score, &ours(42.0, 4.0), 10, 1.0), Verdict::Differs);
    assert_eq!(said(score, &ours(52.0, 11.0), 10, 1.0), Verdict::CannotTell, "an interval that holds nearly anything");
    assert_eq!(said(score, &ours(80.0, 11.0), 10, 1.0), Verdict::Differs, "wide, and still far away");
    assert_eq!(said(score, &ours(52.0, 4.0), 4, 1.0), Verdict::CannotTell);
    assert_eq!(said(score, &ours(52.0, 4.0), 10, 0.4), Verdict::CannotTell);
    let full = Evidence::FULL;
    assert_eq!(verdict(&published(score), None, full).0, Verdict::NotRepeated);
    let bare = Measured { value: 50.0, ..Measured::default() };
    assert_eq!(verdict(&published(score), Some(&bare), full).0, Verdict::CannotTell);
    assert_eq!(verdict(&published("quantity = 'score'\nwords = 'a chart'"), None, full).0, Verdict::NotComparable);
}

/// 1246 won, 39 drawn and 715 lost have a standard error of 1.07 points.
#[test]
fn printed_games_have_an_error_of_their_own() {
    let games = "quantity = 'score'\ngames = [1246, 39, 715]";
    let printed = published(games);
    assert!((printed.value().unwrap() - 63.275).abs() < 1e-9 && printed.text() == "63.28", "{}", printed.text());
    assert!((printed.own_error() - 2.09).abs() < 0.01, "{}", printed.own_error());
    assert_eq!(said(games, &ours(60.6, 2.0), 10, 1.0), Verdict::Agrees, "2.7 apart, 2.9 together");
    assert_eq!(said("quantity = 'score'\nvalue = 63.28", &ours(60.6, 2.0), 10, 1.0), Verdict::Differs);
    assert!((published("quantity = 'drawn'\ngames = [1246, 39, 715]").value().unwrap() - 1.95).abs() < 1e-9);
}

#[test]
fn a_bound_is_one_where_the_work_claims_no_more() {
    let bound = "quantity = { best = 25 }\nat-least = 60.0";
    assert_eq!(published(bound).text(), "at least 60");
    assert_eq!(said(bound, &ours(69.0, 8.0), 10, 1.0), Verdict::Agrees);
    assert_eq!(said(bound, &ours(50.0, 8.0), 10, 1.0), Verdict::Differs);
    let range = "quantity = { input = 'pawn_strength' }\nat-least = 0.12\nat-most = 0.15";
    assert_eq!(published(range).text(), "0.12 to 0.15");
    assert_eq!(said(range, &ours(0.2, 0.04), 10, 1.0), Verdict::Differs);
}

#[test]
fn a_bar_is_reached_or_missed_by_the_whole_interval() {
    let bar = "quantity = 'score'\nbar = 50.0";
    assert_eq!(said(bar, &ours(58.0, 5.0), 1, 1.0), Verdict::Agrees);
    assert_eq!(said(bar, &ours(54.0, 5.0), 1, 1.0), Verdict::CannotTell);
    assert_eq!(said(bar, &ours(44.0, 5.0), 1, 1.0), Verdict::Differs);
}

/// How often each verdict falls in four hundred repetitions of so many runs, which lie 4 points apart around 50.
fn frequencies(printed: f64, runs: u64) -> [usize; 3] {
    let mut generator = ChaCha8Rng::seed_from_u64(runs);
    let published = published(&format!("quantity = 'score'\nvalue = {printed:?}"));
    // A sum of twelve uniform numbers is nearly normal, with a variance of one.
    let mut run = || 50.0 + 4.0 * ((0..12).map(|_| generator.random::<f64>()).sum::<f64>() - 6.0);
    let mut counts = [0; 3];
    for _ in 0..400 {
        let values: Vec<f64> = (0..runs).map(|_| run()).collect();
        let measured = Measured::of_runs(&values, u64::MAX).unwrap();
        let (verdict, _) = verdict(&published, Some(&measured), Evidence { runs: Some(runs), length: 1.0 });
        counts[verdict as usize] += 1;
    }
    counts
}

/// Of a true number two runs would "agree" nearly always, and of a wrong one as well: so few tell nothing.
#[test]
fn more_runs_sharpen_the_verdict() {
    const RUNS: [u64; 6] = [2, 3, 4, 5, 10, 40];
    // Of four hundred: three standard deviations of what is left to chance.
    const CHANCE: usize = 30;
    for printed in [50.0, 51.0, 54.0, 58.0, 65.0] {
        let all = RUNS.map(|runs| frequencies(printed, runs));
        for (fewer, more) in all.iter().zip(&all[1..]) {
            let [[_, differs, unknown], [_, differs_then, unknown_then]] = [fewer, more];
            assert!(unknown_then <= &(unknown + CHANCE), "{printed}: unknown {unknown}, then {unknown_then}");
            assert!(differs_then + CHANCE >= *differs, "{printed}: differs {differs}, then {differs_then}");
        }
        assert!(all[..3].iter().all(|[agrees, ..]| *agrees == 0), "{printed}: fewer than five runs never agree");
        let told = all.map(|[agrees, differs, _]| (agrees, differs));
        match printed {
            50.0 => assert!(told.is_sorted_by(|a, b| a.0 <= b.0 + CHANCE) && told[5].0 > 360, "{told:?}"),
            _ if printed >= 54.0 => assert!(told[5].0 < 20 && told[5].1 > 380, "{printed}: {told:?}"),
            _ => {}
        }
    }
}
