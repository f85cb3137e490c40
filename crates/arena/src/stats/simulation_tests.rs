//! The promise of the sequential test, tried: 2,000 tests of players whose strength is known.
//!
//! The share of wrong verdicts may exceed the promised one by three standard errors of a share counted in 1,000 tests,
//! `3 sqrt(0.05 * 0.95 / 1000)` = 2.1 %: at random that happens once in 700 times, and the seed is fixed. It should not
//! be far below either, or the test would be longer than it need be.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::elo::NORMALISED_PER_DEVIATION;
use super::*;

const TESTS: usize = 1000;
const ERROR_RATE: f64 = 0.05;

/// Pairs between equal engines: half are drawn, few are won by two games.
const EQUAL: [f64; 5] = [0.03, 0.22, 0.50, 0.22, 0.03];

fn tilted(tilt: f64) -> [f64; 5] {
    let weights: [f64; 5] = std::array::from_fn(|index| EQUAL[index] * (tilt * index as f64).exp());
    weights.map(|weight| weight / weights.iter().sum::<f64>())
}

fn mean_and_variance(probabilities: &[f64; 5]) -> (f64, f64) {
    let average = |of: &dyn Fn(f64) -> f64| -> f64 {
        probabilities.iter().enumerate().map(|(index, p)| p * of(index as f64 / 4.0)).sum()
    };
    let mean = average(&|score| score);
    (mean, average(&|score| (score - mean).powi(2)))
}

fn true_elo(probabilities: &[f64; 5], model: SprtModel) -> f64 {
    let (mean, variance) = mean_and_variance(probabilities);
    match model {
        SprtModel::Logistic => score_to_elo(mean).unwrap(),
        SprtModel::Normalised => NORMALISED_PER_DEVIATION * (mean - 0.5) / (2.0 * variance).sqrt(),
    }
}

/// A distribution of pairs like that of equal engines, but of the given strength.
fn players_apart_by(elo: f64, model: SprtModel) -> [f64; 5] {
    let (mut low, mut high) = (-2.0, 2.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if true_elo(&tilted(middle), model) < elo { low = middle } else { high = middle }
    }
    tilted(low)
}

fn draw(probabilities: &[f64; 5], generator: &mut ChaCha8Rng) -> usize {
    let mut rest: f64 = generator.random();
    let passed = probabilities.iter().position(|p| {
        rest -= p;
        rest < 0.0
    });
    passed.unwrap_or(4)
}

fn one_test(test: &Sprt, probabilities: &[f64; 5], generator: &mut ChaCha8Rng) -> SprtVerdict {
    let mut results = Results::default();
    loop {
        let pair = draw(probabilities, generator);
        results.pentanomial.0[pair] += 1;
        results.score += Score { wins: (pair / 2) as u64, draws: (pair % 2) as u64, losses: ((4 - pair) / 2) as u64 };
        let verdict = test.verdict(&results);
        if verdict != SprtVerdict::Continue {
            return verdict;
        }
    }
}

/// The share of tests of players that are really `elo` apart which end with `wrong`.
fn share_of(wrong: SprtVerdict, test: &Sprt, elo: f64, seed: u64) -> f64 {
    let probabilities = players_apart_by(elo, test.model());
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    let verdicts = (0..TESTS).map(|_| one_test(test, &probabilities, &mut generator));
    verdicts.filter(|&verdict| verdict == wrong).count() as f64 / TESTS as f64
}

fn assert_keeps_its_promise(elo1: f64, model: SprtModel) {
    let test = Sprt::new(0.0, elo1, ERROR_RATE, ERROR_RATE, model).unwrap();
    let allowed = ERROR_RATE + 3.0 * (ERROR_RATE * (1.0 - ERROR_RATE) / TESTS as f64).sqrt();
    for (wrong, elo, seed) in [(SprtVerdict::AcceptAlternative, 0.0, 1), (SprtVerdict::AcceptNull, elo1, 2)] {
        let share = share_of(wrong, &test, elo, seed);
        assert!((0.02..=allowed).contains(&share), "{model:?}: {wrong:?} in {share} of tests at true Elo {elo}");
    }
}

#[test]
fn two_thousand_tests_of_logistic_elo_err_as_seldom_as_promised() {
    assert_keeps_its_promise(15.0, SprtModel::Logistic);
}

#[test]
fn two_thousand_tests_of_normalised_elo_err_as_seldom_as_promised() {
    assert_keeps_its_promise(30.0, SprtModel::Normalised);
}
