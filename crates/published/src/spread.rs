//! Our numbers and how sure they are.
//!
//! Of one run, or of a tournament, a score's interval comes from its games ([`hetman_arena::stats`]). Of several runs it
//! comes from how they differ: with mean m and standard deviation s of n runs it is m +- t s sqrt(1/n + 1/p), where p is
//! the number of runs behind the printed value: where the mean of p such runs lies with a probability of 95 %. For many
//! printed runs that is the usual interval of the mean.

use hetman_arena::stats::{Estimate, Results, Score};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// The 97.5 % quantile of Student's distribution with so many degrees of freedom.
fn student(freedom: usize) -> f64 {
    StudentsT::new(0.0, 1.0, freedom as f64).expect("freedom is positive").inverse_cdf(0.975)
}

/// A number, and where it lies with a probability of 95 % if that can be said.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    pub value: f64,
    pub interval: Option<[f64; 2]>,
    /// What each run gives, or each net in a tournament: nothing where there is one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<f64>,
    /// Won, drawn and lost altogether, where it counts games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<[u64; 3]>,
}

impl Measured {
    /// A number that nothing was left to chance in.
    pub fn exact(value: f64) -> Measured {
        Measured { value, interval: Some([value, value]), ..Measured::default() }
    }

    pub fn low(&self) -> f64 {
        self.interval.map_or(self.value, |[low, _]| low)
    }

    pub fn high(&self) -> f64 {
        self.interval.map_or(self.value, |[_, high]| high)
    }

    /// The same number in another unit; a negative one turns the interval round.
    pub fn times(&self, factor: f64) -> Measured {
        let scaled = |bounds: [f64; 2]| {
            let [low, high] = bounds.map(|bound| bound * factor);
            [low.min(high), low.max(high)]
        };
        let runs = self.runs.iter().map(|value| value * factor).collect();
        Measured { value: self.value * factor, interval: self.interval.map(scaled), runs, ..*self }
    }

    /// The same, its interval cut to what is possible.
    pub fn within(&self, least: f64, most: f64) -> Measured {
        Measured { interval: self.interval.map(|bounds| bounds.map(|bound| bound.clamp(least, most))), ..self.clone() }
    }

    /// A share of games in per cent; `None` without games.
    pub fn of_results(results: &Results) -> Option<Measured> {
        let score = Estimate::of(results).score;
        let interval = score.low.zip(score.high).map(|(low, high)| [low, high]);
        // Games without a partner count for the value, if not for the interval.
        let value = results.score.fraction()?;
        let Score { wins, draws, losses } = results.score;
        Some(Measured { value, interval, games: Some([wins, draws, losses]), ..Measured::default() }.times(100.0))
    }

    /// Games that do not come in pairs.
    pub fn of_games(score: Score) -> Option<Measured> {
        Measured::of_results(&Results { score, ..Results::default() })
    }

    /// Shares of several runs, or of tournaments with several nets, in per cent; of one the interval is that of its games.
    pub fn of_scores(scores: &[Score], printed_runs: u64) -> Option<Measured> {
        if let [single] = scores {
            return Measured::of_games(*single);
        }
        let shares: Option<Vec<f64>> = scores.iter().map(|score| Some(100.0 * score.fraction()?)).collect();
        let measured = Measured::of_runs(&shares?, printed_runs)?.within(0.0, 100.0);
        let games = scores.iter().fold([0; 3], |[wins, draws, losses], score| {
            [wins + score.wins, draws + score.draws, losses + score.losses]
        });
        Some(Measured { games: Some(games), ..measured })
    }

    /// The mean of several runs, beside a printed mean of so many.
    pub fn of_runs(values: &[f64], printed_runs: u64) -> Option<Measured> {
        let mean = mean(values)?;
        let deviations: Vec<f64> = values.iter().map(|value| value - mean).collect();
        let interval = around(mean, &deviations, printed_runs);
        Some(Measured { value: mean, interval, runs: several(values.to_vec()), games: None })
    }

    /// The ratio of two means, which is not the mean of ratios: a run with a small reference must not count most. To
    /// first order it varies as the deviations of the numerators from their share of the references.
    pub fn of_ratio(values: &[f64], references: &[f64], printed_runs: u64) -> Option<Measured> {
        let reference = mean(references).filter(|reference| *reference != 0.0)?;
        let ratio = mean(values)? / reference;
        let deviations: Vec<f64> =
            values.iter().zip(references).map(|(value, own)| (value - ratio * own) / reference).collect();
        let interval = around(ratio, &deviations, printed_runs);
        let runs = values.iter().zip(references).map(|(value, own)| value / own).collect();
        Some(Measured { value: ratio, interval, runs: several(runs), games: None })
    }
}

fn several(runs: Vec<f64>) -> Vec<f64> {
    if runs.len() > 1 { runs } else { Vec::new() }
}

/// The mean and the standard deviation; none of it of nothing, and no deviation of one.
pub fn moments(values: &[f64]) -> Option<[f64; 2]> {
    let mean = mean(values)?;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some([mean, (squares / (values.len() as f64 - 1.0).max(1.0)).sqrt()])
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The interval around a mean from the deviations of each run; `None` for a single run.
fn around(mean: f64, deviations: &[f64], printed_runs: u64) -> Option<[f64; 2]> {
    let freedom = deviations.len().checked_sub(1).filter(|freedom| *freedom > 0)?;
    let variance = deviations.iter().map(|deviation| deviation.powi(2)).sum::<f64>() / freedom as f64;
    let reach = student(freedom) * (variance * (1.0 / deviations.len() as f64 + 1.0 / printed_runs as f64)).sqrt();
    Some([mean - reach, mean + reach])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_that_differ_are_unsure() {
        let measured = Measured::of_runs(&[1.0, 2.0, 3.0], u64::MAX).unwrap();
        assert_eq!(measured.value, 2.0);
        let reach = measured.high() - 2.0;
        assert!((reach - 4.302653 / 3f64.sqrt()).abs() < 1e-6, "{reach}");
        let of_one = Measured::of_runs(&[1.0, 2.0, 3.0], 1).unwrap();
        assert!((of_one.high() - 2.0 - 2.0 * reach).abs() < 1e-9, "1/3 + 1 is four times 1/3");
        assert_eq!(Measured::of_runs(&[1.5], 1), Some(Measured { value: 1.5, ..Measured::default() }));
        assert_eq!(Measured::of_runs(&[], 1), None);
    }

    #[test]
    fn a_negative_unit_leaves_the_lower_bound_below() {
        let debt = Measured { value: 2.0, interval: Some([1.0, 3.0]), ..Measured::default() }.times(-5.0);
        assert_eq!((debt.value, debt.low(), debt.high()), (-10.0, -15.0, -5.0));
    }

    #[test]
    fn a_ratio_of_proportional_runs_is_sure() {
        let measured = Measured::of_ratio(&[2.0, 4.0, 6.0], &[1.0, 2.0, 3.0], 10).unwrap();
        assert_eq!((measured.value, measured.low(), measured.high()), (2.0, 2.0, 2.0));
        assert_eq!(Measured::of_ratio(&[2.0], &[0.0], 10), None);
        let unsure = Measured::of_ratio(&[2.0, 4.0, 7.0], &[1.0, 2.0, 3.0], 10).unwrap();
        assert!(unsure.low() < 13.0 / 6.0 && 13.0 / 6.0 < unsure.high());
    }

    #[test]
    fn quantiles_are_those_of_the_tables_and_fall_towards_the_normal_ones() {
        let tabulated = [(1, 12.706), (2, 4.303), (5, 2.571), (9, 2.262), (19, 2.093), (30, 2.042), (120, 1.980)];
        assert!(tabulated.iter().all(|&(freedom, expected)| (student(freedom) - expected).abs() < 5e-4));
        assert!((1..200).all(|freedom| student(freedom) > student(freedom + 1) && student(freedom) > 1.96));
    }
}
