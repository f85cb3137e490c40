//! The normal distribution, as far as statistics of matches need it.

use statrs::distribution::{ContinuousCDF, Normal};

/// The quantile of 97.5 %: half the width, in standard deviations, of a 95 % interval.
pub const QUANTILE_975: f64 = 1.959963984540054;

/// The probability that a standard normal variable is below `x`.
pub fn cumulative(x: f64) -> f64 {
    Normal::standard().cdf(x)
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
