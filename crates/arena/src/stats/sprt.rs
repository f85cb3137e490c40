//! The sequential probability ratio test: play until one of two hypotheses is believable enough, no longer.
//!
//! H0 says that the first player is stronger by `elo0` or less, H1 by `elo1` or more. After each pair the log-likelihood
//! ratio (LLR) is compared with `ln(beta / (1 - alpha))` and `ln((1 - beta) / alpha)` (A. Wald, 1945). Then H1 is accepted
//! wrongly in a share `alpha` of tests at most, and H0 in a share `beta`.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::elo::{NORMALISED_PER_DEVIATION, elo_to_score};
use super::likelihood::{Distribution, Hypothesis};
use super::results::{Results, Unit};

/// No test needs hypotheses further out; beyond, the scores they mean are hardly possible.
const LARGEST_ELO: f64 = 200.0;

/// The scale on which the hypotheses are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SprtModel {
    /// The usual Elo: fishtest writes such bounds `{elo0, elo1}`.
    #[default]
    Logistic,
    /// Normalised Elo: the length of a test does not depend on the share of draws. Fishtest writes `<elo0, elo1>`.
    Normalised,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Bounds")]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: SprtModel,
}

/// A test as it is written down, before anybody has looked whether it makes sense.
#[derive(Deserialize)]
struct Bounds {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: SprtModel,
}

impl TryFrom<Bounds> for Sprt {
    type Error = SprtError;

    fn try_from(bounds: Bounds) -> Result<Sprt, SprtError> {
        Sprt::new(bounds.elo0, bounds.elo1, bounds.alpha, bounds.beta, bounds.model)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SprtVerdict {
    Continue,
    /// H0: the first player is not stronger by more than `elo0`.
    AcceptNull,
    /// H1: the first player is stronger by at least `elo1`.
    AcceptAlternative,
}

#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum SprtError {
    #[error("the test needs elo0 below elo1, not {0} and {1}")]
    Order(f64, f64),
    #[error("the test's Elo bounds must lie between -{LARGEST_ELO} and {LARGEST_ELO}, not at {0}")]
    Far(f64),
    #[error("the share of wrong verdicts must lie between 0 and 0.5, for example 0.05, not at {0}")]
    ErrorRate(f64),
}

impl Sprt {
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: SprtModel) -> Result<Sprt, SprtError> {
        if let Some(far) = [elo0, elo1].into_iter().find(|elo| elo.is_nan() || elo.abs() > LARGEST_ELO) {
            return Err(SprtError::Far(far));
        }
        if let Some(rate) = [alpha, beta].into_iter().find(|rate| rate.is_nan() || *rate <= 0.0 || *rate >= 0.5) {
            return Err(SprtError::ErrorRate(rate));
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order(elo0, elo1));
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// `[elo0, elo1]`
    pub fn elo_bounds(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    pub fn model(&self) -> SprtModel {
        self.model
    }

    /// The ratios at which the test ends: at or below the first for H0, at or above the second for H1.
    pub fn ratio_bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    pub fn log_likelihood_ratio(&self, results: &Results) -> f64 {
        if results.score.games() == 0 {
            return 0.0;
        }
        let unit = results.unit();
        let observed = Distribution::observed(&results.frequencies());
        observed.log_likelihood_ratio(self.hypothesis(self.elo0, unit), self.hypothesis(self.elo1, unit))
    }

    pub fn verdict(&self, results: &Results) -> SprtVerdict {
        let ratio = self.log_likelihood_ratio(results);
        let [lower, upper] = self.ratio_bounds();
        match ratio {
            _ if ratio <= lower => SprtVerdict::AcceptNull,
            _ if ratio >= upper => SprtVerdict::AcceptAlternative,
            _ => SprtVerdict::Continue,
        }
    }

    /// A pair's mean varies less than a game's score, by the root of two, so it lies that many times more deviations out.
    fn hypothesis(&self, elo: f64, unit: Unit) -> Hypothesis {
        match self.model {
            SprtModel::Logistic => Hypothesis::Mean(elo_to_score(elo)),
            SprtModel::Normalised => Hypothesis::Deviations(elo / NORMALISED_PER_DEVIATION * unit.games().sqrt()),
        }
    }
}
