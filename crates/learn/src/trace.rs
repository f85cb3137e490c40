//! What is left of a game for learning: the samples whose predictions are compared, and how it ended.
//!
//! The methods of the earlier works differ only in who supplies the samples:
//! - **TD(lambda)**: the positions that occurred;
//! - **TD-directed(lambda)**: the same, in games whose moves were chosen by search (2008, section 4);
//! - **TDLeaf(lambda)**: the principal leaf of the search from each position (2007, section 7; 2008, section 4).
//!
//! Which samples count is also the supplier's choice: the learner's own decisions when it plays, every half-move when it
//! watches a recorded game. A side that learns supplies one trace; where both sides learn, a game has two.

use hetman_eval::{FeatureVector, Model};
use serde::{Deserialize, Serialize};

/// One prediction of a trace. Nearly all are judged: a box for the features would save nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(clippy::large_enum_variant)]
pub enum Sample {
    /// The model judged what has these features, so prediction and gradient follow from it.
    Judged(FeatureVector),
    /// The game is decided there (by rule, not by the model): this is its outcome, whatever the weights, so the
    /// gradient is 0 (2008, section 4).
    Decided(f64),
}

/// The predictions of a game in the order they were made, then its outcome.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trace {
    pub samples: Vec<Sample>,
    /// P_(m+1) = z: the result for White on the model's scale ([`Model::outcomes`]).
    pub outcome: f64,
}

impl Sample {
    /// P_t, White's view.
    pub fn prediction(&self, model: &Model) -> f64 {
        match self {
            Sample::Judged(features) => model.predict(features),
            Sample::Decided(outcome) => *outcome,
        }
    }

    /// Adds grad P_t.
    pub(crate) fn add_gradient(&self, model: &Model, into: &mut [f64]) {
        if let Sample::Judged(features) = self {
            model.add_gradient(features, into);
        }
    }
}

impl Trace {
    /// P_1 to P_m and the outcome.
    pub fn predictions(&self, model: &Model) -> Vec<f64> {
        self.samples.iter().map(|sample| sample.prediction(model)).chain([self.outcome]).collect()
    }

    /// The mean of (P_(t+1) - P_t)^2, the mean squared temporal-difference error. 0 for an empty trace.
    pub fn td_error(&self, model: &Model) -> f64 {
        let predictions = self.predictions(model);
        let squares: f64 = predictions.windows(2).map(|pair| (pair[1] - pair[0]).powi(2)).sum();
        squares / self.samples.len().max(1) as f64
    }
}
