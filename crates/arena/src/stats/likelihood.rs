//! The generalised likelihood ratio of two hypotheses about a distribution whose shape is unknown.
//!
//! A match shows how often each score occurs, not how strong the players are. For each hypothesis the most likely
//! distribution among those that fulfil it is found, and the two are compared. As in fishtest's `LLRcalc.py`, after M.
//! Van den Bergh's notes at <https://www.cantate.be/Fishtest/>: `support_MLE_multinomial.pdf`, proposition 1.1, and
//! `normalized_elo_practical.pdf`, section 4.1.

/// A count for scores that did not occur, so that no logarithm is of zero. Fishtest's value.
const NEVER_SEEN: f64 = 1e-3;

/// Rounds of the fixed point for normalised Elo; it usually stands still after five.
const ROUNDS: usize = 50;

/// What a hypothesis says about the score.
#[derive(Clone, Copy, Debug)]
pub enum Hypothesis {
    /// Its mean.
    Mean(f64),
    /// Its mean's distance from 1/2 in standard deviations.
    Deviations(f64),
}

/// Frequencies of equally spaced scores between 0 and 1.
#[derive(Clone, Debug)]
pub struct Distribution {
    number: f64,
    scores: Vec<f64>,
    probabilities: Vec<f64>,
}

impl Distribution {
    pub fn observed(frequencies: &[u64]) -> Distribution {
        let counts: Vec<f64> = frequencies.iter().map(|&count| (count as f64).max(NEVER_SEEN)).collect();
        let number: f64 = counts.iter().sum();
        let step = 1.0 / (counts.len() - 1) as f64;
        Distribution {
            number,
            scores: (0..counts.len()).map(|index| index as f64 * step).collect(),
            probabilities: counts.iter().map(|count| count / number).collect(),
        }
    }

    /// The logarithm of how many times more likely the observation is under `alternative` than under `null`.
    pub fn log_likelihood_ratio(&self, null: Hypothesis, alternative: Hypothesis) -> f64 {
        let (null, alternative) = (self.most_likely(null), self.most_likely(alternative));
        let gain =
            |((p, under_null), under_alternative): ((&f64, &f64), &f64)| p * (under_alternative / under_null).ln();
        self.number * self.probabilities.iter().zip(&null).zip(&alternative).map(gain).sum::<f64>()
    }

    fn most_likely(&self, hypothesis: Hypothesis) -> Vec<f64> {
        match hypothesis {
            Hypothesis::Mean(mean) => self.with_zero_mean(|score| score - mean),
            Hypothesis::Deviations(deviations) => self.with_deviations(deviations),
        }
    }

    /// The most likely distribution under which `of(score)` is zero on average: `p / (1 + x of(score))`, where `x` makes
    /// it so.
    fn with_zero_mean(&self, of: impl Fn(f64) -> f64) -> Vec<f64> {
        let values: Vec<f64> = self.scores.iter().map(|&score| of(score)).collect();
        let x = root_of_secular_equation(&values, &self.probabilities);
        self.probabilities.iter().zip(&values).map(|(p, value)| p / (1.0 + x * value)).collect()
    }

    /// The condition `mean - 1/2 = t * deviation` is not linear in the probabilities. It is replaced by its tangent at
    /// the last distribution found, again and again.
    fn with_deviations(&self, t: f64) -> Vec<f64> {
        let mut found = vec![1.0 / self.scores.len() as f64; self.scores.len()];
        for _ in 0..ROUNDS {
            let mean = average(&found, &self.scores, |score| score);
            let variance = average(&found, &self.scores, |score| (score - mean).powi(2));
            let deviation = variance.sqrt();
            let tangent = |score: f64| score - 0.5 - t * deviation * (1.0 + (score - mean).powi(2) / variance) / 2.0;
            let next = self.with_zero_mean(tangent);
            let change = found.iter().zip(&next).map(|(old, new)| (old - new).abs()).fold(0.0, f64::max);
            found = next;
            if change < 1e-10 {
                break;
            }
        }
        found
    }
}

fn average(probabilities: &[f64], scores: &[f64], of: impl Fn(f64) -> f64) -> f64 {
    probabilities.iter().zip(scores).map(|(p, &score)| p * of(score)).sum()
}

/// The `x` for which `sum p v / (1 + x v) = 0` and all terms stay positive.
///
/// The sum falls from plus to minus infinity between the poles at `-1/max v` and `-1/min v`, so there is exactly one, and
/// halving finds it. Newton's method would take fewer rounds, but a step that ends beside a pole is followed by steps so
/// small that it seems to have arrived.
fn root_of_secular_equation(values: &[f64], probabilities: &[f64]) -> f64 {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return 0.0;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = (low + high) / 2.0;
    while low < x && x < high {
        let sum: f64 = values.iter().zip(probabilities).map(|(value, p)| p * value / (1.0 + x * value)).sum();
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
        x = (low + high) / 2.0;
    }
    x
}
