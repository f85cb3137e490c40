//! Means over runs, and how far single runs lie from them.

/// A mean, and the standard deviation of what it is the mean of; one run has none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    pub mean: f64,
    pub deviation: Option<f64>,
}

impl Moments {
    /// `None` of nothing.
    pub fn of(values: &[f64]) -> Option<Moments> {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
        let deviation = (values.len() > 1).then(|| (squares / (count - 1.0)).sqrt());
        (!values.is_empty()).then_some(Moments { mean, deviation })
    }

    pub fn times(self, factor: f64) -> Moments {
        Moments { mean: self.mean * factor, deviation: self.deviation.map(|deviation| deviation * factor.abs()) }
    }

    /// The mean and what follows it in a table.
    pub fn cells(self, decimals: usize) -> [String; 2] {
        let deviation = self.deviation.map_or_else(|| "–".to_owned(), |deviation| format!("{deviation:.decimals$}"));
        [number(self.mean, decimals), deviation]
    }

    /// The same with every digit, for files.
    pub fn exact(self) -> [String; 2] {
        [self.mean.to_string(), self.deviation.map_or_else(String::new, |deviation| deviation.to_string())]
    }
}

/// With a real minus, which is as wide as a digit.
pub fn number(value: f64, decimals: usize) -> String {
    format!("{value:.decimals$}").replace('-', "\u{2212}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_run_has_no_deviation() {
        assert_eq!(Moments::of(&[]), None);
        assert_eq!(Moments::of(&[2.0]), Some(Moments { mean: 2.0, deviation: None }));
        assert_eq!(Moments::of(&[1.0, 3.0]).unwrap().deviation, Some(2f64.sqrt()));
        assert_eq!(Moments::of(&[1.0, 3.0]).unwrap().times(-2.0).cells(1), ["−4.0", "2.8"]);
    }
}
