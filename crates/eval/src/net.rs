//! A net: a model that knows which game it plays, what it sees of a position and where it comes from.
//!
//! What it predicts is White's result; what a search asks for is the value for the side to move. The bridge is
//! [`Model::value`]: a network's prediction less that of a draw (so a bipolar one's P, a unipolar one's P - 0.5), the
//! linear model's sum in the unit of its weights.

pub mod container;
mod course;
pub(crate) mod file;
mod floats;

use std::collections::BTreeMap;

use hetman_rules::{Playable, Variant};

use crate::explain::{Explanation, Method, Term};
use crate::{Evaluator, FeatureSet, FeatureVector, FromScratch, Model, ReadsPositions, SideValue, WhiteValue};
pub use course::{Course, Moment, Rating};
pub use file::{LearnerState, NetError};
pub use floats::{FloatNet, FloatThread};

/// Hundredths of a pawn for one natural unit of log-odds: the rating formula's expected score, 1 / (1 + 10^(-x / 400)),
/// with x read as hundredths of a pawn, as is usual among chess programs.
const CENTIPAWNS_PER_LOG_ODDS: f64 = 400.0 / std::f64::consts::LN_10;

/// Where a net comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// How it was made: the experiment's name or text.
    pub recipe: String,
    /// The net it was learned from, as its maker names it.
    pub parent: Option<String>,
    /// Games it has learned from, those of its ancestors included.
    pub games_seen: u64,
    /// Whatever else its maker wants to keep with it.
    pub notes: BTreeMap<String, String>,
}

/// The evaluator that learns.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    variant: Variant,
    features: FeatureSet,
    model: Model,
    pub provenance: Provenance,
}

impl Net {
    /// Joins a feature set and a model made for as many inputs.
    pub fn new(variant: Variant, features: FeatureSet, model: Model, provenance: Provenance) -> Result<Net, NetError> {
        let (inputs, expected) = (model.architecture().inputs(), features.len(variant));
        if inputs != expected {
            return Err(NetError::Inputs { inputs, features, variant, expected });
        }
        Ok(Net { variant, features, model, provenance })
    }

    pub fn variant(&self) -> Variant {
        self.variant
    }

    pub fn features(&self) -> FeatureSet {
        self.features
    }

    pub fn model(&self) -> &Model {
        &self.model
    }

    pub fn model_mut(&mut self) -> &mut Model {
        &mut self.model
    }

    /// Whether another net reads and weighs the same inputs of the same game in the same way.
    pub fn is_like(&self, other: &Net) -> bool {
        let what = |net: &Net| (net.variant, net.features);
        what(self) == what(other) && self.model.architecture() == other.model.architecture()
    }

    /// The parameters' names, in the order of the flat vector.
    pub fn parameter_names(&self) -> Vec<String> {
        self.model.architecture().names(&self.features.names(self.variant))
    }

    /// Reads what the model sees of a position, which must be of the net's variant.
    pub fn read<P: Playable>(&self, position: &P) -> FeatureVector {
        debug_assert_eq!(self.variant, P::VARIANT, "a net judges positions of its own variant");
        let mut vector = FeatureVector::default();
        self.features.read(position, &mut vector);
        vector
    }
}

impl ReadsPositions for Net {
    fn value<P: Playable>(&self, position: &P) -> SideValue {
        WhiteValue(self.model.value(&self.read(position))).for_side(position.turn())
    }
}

impl Evaluator for Net {
    type Thread<'a, P: Playable> = FromScratch<'a, Net>;

    fn thread<P: Playable>(&self) -> FromScratch<'_, Net> {
        FromScratch(self)
    }

    fn centipawns_per_unit(&self) -> f64 {
        self.model.architecture().log_odds_per_unit(self.model.parameters()) * CENTIPAWNS_PER_LOG_ODDS
    }

    fn bound(&self) -> Option<f64> {
        let outcomes = self.model.outcomes();
        self.model.weights().is_none().then_some(outcomes.white_wins - outcomes.draw)
    }

    fn explain<P: Playable>(&self, position: &P) -> Option<Explanation> {
        let names = self.features.names(self.variant);
        let term = |(index, value): (usize, f64)| Term { name: names[index].clone(), value };
        let terms = self.model.contributions(&self.read(position)).into_iter().map(term).collect();
        let method = if self.model.weights().is_some() { Method::Exact } else { Method::GradientTimesInput };
        let value = self.evaluate(position).for_white(position.turn());
        Some(Explanation { value, method, terms, breakdown: None, outputs: None })
    }
}

#[cfg(test)]
mod tests;
