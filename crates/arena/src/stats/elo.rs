//! How much stronger one player is, and how sure that is.
//!
//! With `n` trials (pairs, or single games), each scoring between 0 and 1, mean `m` and variance `v`:
//! - Elo is the logistic scale, `m = 1 / (1 + 10^(-Elo/400))`, and its interval the image of `m +- 1.96 sqrt(v/n)`;
//! - normalised Elo measures the score in standard deviations of one game, `800/ln 10 * (m - 1/2) / s`, where `s^2 = 2v`
//!   for pairs and `v` for games; it says how many games it takes to see the difference (Van den Bergh,
//!   "Normalized Elo"); its interval is `+- 1.96 * 800/ln 10 / sqrt(games)`, as fastchess prints it;
//! - the likelihood of superiority is the normal distribution at `(m - 1/2) / sqrt(v/n)`.
//!
//! These agree with fishtest's `stat_util.py` and fastchess's `elo_pentanomial.cpp` wherever those give finite numbers.
//! Where they do not, see [`Method`].

use serde::Serialize;

use super::normal::{QUANTILE_975, cumulative};
use super::results::{Results, Unit};

/// Normalised Elo per standard deviation of one game: the slope of the logistic curve at 1/2 makes both scales agree for
/// small differences and no draws.
pub const NORMALISED_PER_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;

/// The expected score of a player who is stronger by `elo`.
pub fn elo_to_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference at which `score` is expected; `None` for a score of 0 or 1, which no finite difference explains.
pub fn score_to_elo(score: f64) -> Option<f64> {
    (0.0 < score && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// How the interval of the score was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// From the measured variance, symmetric about the score.
    Variance,
    /// All trials scored alike, or the interval by variance would leave the possible scores. No distribution between 0
    /// and 1 varies more than a coin of the same mean, so the coin's interval (E. B. Wilson, 1927) is on the safe side.
    Wilson,
    /// Everything was won, or everything lost: one bound, at 95 %. A player of expected score `m` wins everything with
    /// probability `m^n` at most, so `m >= 0.05^(1/n)`.
    OneSided,
}

/// A value with its 95 % bounds; `None` is infinite, or unknown where there is no value at all.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    pub value: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
}

impl Spread {
    const UNKNOWN: Spread = Spread { value: None, low: None, high: None };

    /// Half the width of an interval that is bounded on both sides.
    pub fn error(&self) -> Option<f64> {
        Some((self.high? - self.low?) / 2.0)
    }

    fn map(self, scale: impl Fn(f64) -> Option<f64>) -> Spread {
        Spread { value: self.value.and_then(&scale), low: self.low.and_then(&scale), high: self.high.and_then(&scale) }
    }
}

/// Everything that the counts say about the difference between two players, on the side of the first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    pub unit: Unit,
    pub trials: u64,
    /// `None` before the first game.
    pub method: Option<Method>,
    /// Points per game.
    pub score: Spread,
    pub elo: Spread,
    /// Unknown while all trials scored alike.
    pub normalised_elo: Spread,
    /// The probability that the first player is the stronger one.
    pub likelihood_of_superiority: f64,
}

impl Estimate {
    pub fn of(results: &Results) -> Estimate {
        let unit = results.unit();
        let trials = Trials::of(&results.frequencies());
        let (method, score) = trials.score();
        Estimate {
            unit,
            trials: trials.number as u64,
            method,
            score,
            elo: score.map(score_to_elo),
            normalised_elo: trials.normalised_elo(unit),
            likelihood_of_superiority: trials.likelihood_of_superiority(),
        }
    }
}

/// Number, mean and variance of equally spaced scores between 0 and 1.
struct Trials {
    number: f64,
    mean: f64,
    variance: f64,
}

impl Trials {
    fn of(frequencies: &[u64]) -> Trials {
        let number = frequencies.iter().sum::<u64>() as f64;
        let step = 1.0 / (frequencies.len() - 1) as f64;
        let average = |of: &dyn Fn(f64) -> f64| {
            let weigh = |(index, &count): (usize, &u64)| count as f64 * of(index as f64 * step);
            frequencies.iter().enumerate().map(weigh).sum::<f64>() / number.max(1.0)
        };
        let mean = average(&|score| score);
        Trials { number, mean, variance: average(&|score| (score - mean).powi(2)) }
    }

    fn score(&self) -> (Option<Method>, Spread) {
        if self.number == 0.0 {
            return (None, Spread::UNKNOWN);
        }
        let (method, low, high) = self.interval();
        (Some(method), Spread { value: Some(self.mean), low: Some(low), high: Some(high) })
    }

    fn interval(&self) -> (Method, f64, f64) {
        let certain = 0.05f64.powf(1.0 / self.number);
        if self.mean == 1.0 {
            return (Method::OneSided, certain, 1.0);
        } else if self.mean == 0.0 {
            return (Method::OneSided, 0.0, 1.0 - certain);
        }
        let reach = QUANTILE_975 * (self.variance / self.number).sqrt();
        let (low, high) = (self.mean - reach, self.mean + reach);
        if self.variance > 0.0 && low > 0.0 && high < 1.0 { (Method::Variance, low, high) } else { self.wilson() }
    }

    /// `(m + z^2/2n +- z sqrt(m(1-m)/n + z^2/4n^2)) / (1 + z^2/n)`
    fn wilson(&self) -> (Method, f64, f64) {
        let square = QUANTILE_975.powi(2) / self.number;
        let centre = self.mean + square / 2.0;
        let reach = (square * (self.mean * (1.0 - self.mean) + square / 4.0)).sqrt();
        (Method::Wilson, (centre - reach) / (1.0 + square), (centre + reach) / (1.0 + square))
    }

    fn normalised_elo(&self, unit: Unit) -> Spread {
        if self.variance == 0.0 {
            return Spread::UNKNOWN;
        }
        let value = NORMALISED_PER_DEVIATION * (self.mean - 0.5) / (unit.games() * self.variance).sqrt();
        let error = QUANTILE_975 * NORMALISED_PER_DEVIATION / (unit.games() * self.number).sqrt();
        Spread { value: Some(value), low: Some(value - error), high: Some(value + error) }
    }

    /// Where all trials scored alike, with the variance of a coin, as the players would be equal.
    fn likelihood_of_superiority(&self) -> f64 {
        if self.number == 0.0 {
            return 0.5;
        }
        let variance = if self.variance > 0.0 { self.variance } else { 0.25 };
        cumulative((self.mean - 0.5) / (variance / self.number).sqrt())
    }
}
