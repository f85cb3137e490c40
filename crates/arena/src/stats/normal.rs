//! The normal distribution, as far as statistics of matches need it.

use std::f64::consts::TAU;

/// The quantile of 97.5 %: half the width, in standard deviations, of a 95 % interval.
pub const QUANTILE_975: f64 = 1.959963984540054;

/// Beyond this the tails are below 1e-15.
const FAR: f64 = 8.0;

/// The probability that a standard normal variable is below `x`.
///
/// The Taylor series about zero, `1/2 + density(x) * (x + x^3/3 + x^5/(3*5) + ...)`, exact to double precision: G.
/// Marsaglia, "Evaluating the normal distribution", Journal of Statistical Software 11 (2004).
pub fn cumulative(x: f64) -> f64 {
    if x.abs() > FAR {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut term, mut sum, mut odd) = (x, 0.0, 1.0);
    while sum + term != sum {
        sum += term;
        odd += 2.0;
        term *= x * x / odd;
    }
    0.5 + sum * (-x * x / 2.0).exp() / TAU.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of the usual tables (Abramowitz and Stegun, table 26.1).
    #[test]
    fn tabulated_values() {
        for (x, expected) in [(0.0, 0.5), (1.0, 0.841344746068543), (2.0, 0.977249868051821), (-3.0, 0.00134989803163)]
        {
            assert!((cumulative(x) - expected).abs() < 1e-14, "{x}: {}", cumulative(x));
        }
        assert!((cumulative(QUANTILE_975) - 0.975).abs() < 1e-15);
    }

    #[test]
    fn it_is_a_distribution_function() {
        let values: Vec<f64> = (-120..=120).map(|tenth| cumulative(f64::from(tenth) / 10.0)).collect();
        assert!(values.windows(2).all(|pair| pair[0] <= pair[1] + 1e-15));
        assert_eq!((values[0], values[240]), (0.0, 1.0));
    }
}
