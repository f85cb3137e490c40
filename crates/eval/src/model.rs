//! Models: from features to a prediction of the game's result, with the gradient of that prediction.
//!
//! A model is a function, its [`Architecture`], and one flat vector of parameters. What it predicts is White's result,
//! whichever side is to move: between 0 and 1 (draw 0.5) for the linear model and unipolar networks, between -1 and 1
//! (draw 0) for bipolar ones.
//! The freeze mask says which parameters learning leaves alone; the gradient does not know of it.

mod activation;
pub mod grouped;
mod initial;
mod linear;
mod network;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use hetman_parameters::{Configurable, Kind, Registry, Settings};
use hetman_rules::Quote;

use crate::FeatureVector;
pub use activation::{Activation, Outcomes, UnknownActivationError};
pub use grouped::Grouped;
pub use initial::{Initial, InitialError};
pub use network::Network;

/// How predictions follow from features and parameters: the function alone, whose parameters are elsewhere.
pub trait Architecture: fmt::Debug + Send + Sync {
    fn kind(&self) -> &'static dyn ModelKind;

    /// Everything that makes it, in a few words: architectures with the same words are the same.
    fn description(&self) -> String;

    fn inputs(&self) -> usize;

    /// The named parts of the flat vector, in its order: rows and columns of each.
    fn groups(&self) -> Vec<(String, usize, usize)>;

    /// The parameters' names, from those of the features.
    fn names(&self, features: &[String]) -> Vec<String>;

    /// The function behind the last sum, which fixes what predictions mean.
    fn activation(&self) -> Activation;

    /// The predicted result, White's view.
    fn predict(&self, parameters: &[f64], features: &FeatureVector) -> f64;

    /// What a search compares: 0 is even, positive is good for White.
    fn value(&self, parameters: &[f64], features: &FeatureVector) -> f64 {
        self.predict(parameters, features) - self.activation().outcomes().draw
    }

    /// Adds the prediction's derivative by each parameter to `into`, and returns the prediction.
    fn add_gradient(&self, parameters: &[f64], features: &FeatureVector, into: &mut [f64]) -> f64;

    /// What each feature that is not zero adds to the value.
    fn contributions(&self, parameters: &[f64], features: &FeatureVector) -> Vec<(usize, f64)>;

    /// Whether the value is the sum of the inputs, each times its weight; the weights are the first parameters.
    fn is_linear(&self) -> bool {
        false
    }

    /// Near equality, what a unit of the value is in log-odds of the predicted score s: for predictions P from 0 to 1,
    /// P = s and ds = P (1 - P) = 1/4, so 4; 2 for P = 2s - 1.
    fn log_odds_per_unit(&self, parameters: &[f64]) -> f64 {
        let _ = parameters;
        let outcomes = self.activation().outcomes();
        4.0 / (outcomes.white_wins - outcomes.black_wins)
    }

    /// The matrices of weights on the way from the inputs to the output, by their place among the groups.
    fn layers(&self) -> Vec<usize>;

    /// What a file says of it, by key, besides its parameters.
    fn metadata(&self, parameters: &[f64]) -> Vec<(&'static str, String)>;

    /// The network that can be asked and trained in floats, many positions at a time, where it is one.
    fn as_grouped(&self) -> Option<&Grouped> {
        None
    }
}

impl PartialEq for dyn Architecture {
    fn eq(&self, other: &dyn Architecture) -> bool {
        self.kind().name() == other.kind().name() && self.description() == other.description()
    }
}

/// What stands in a net's file beside the numbers.
pub type Metadata = BTreeMap<String, String>;

/// A kind of model: how one is made for so many inputs, and found again in a file.
pub trait ModelKind: Configurable + Send + Sync {
    /// For features in groups of so many.
    fn architecture(&self, groups: &[usize], settings: &Settings) -> Result<Arc<dyn Architecture>, ModelError>;

    /// Sets what the settings say of parameters that are no weights.
    fn prepare(&self, model: &mut Model, settings: &Settings) {
        let _ = (model, settings);
    }

    /// A model whose weights are all 0.
    fn build(&self, groups: &[usize], settings: &Settings) -> Result<Model, ModelError> {
        let mut model = Model::zero(self.architecture(groups, settings)?);
        self.prepare(&mut model, settings);
        Ok(model)
    }

    /// The function that a file describes; or the key under which it says what cannot be.
    fn read(&self, metadata: &Metadata) -> Result<Arc<dyn Architecture>, &'static str>;
}

static REGISTRY: Registry<dyn ModelKind> =
    Registry::new(&[&linear::LinearKind, &network::NetworkKind, &grouped::GroupedKind]);

/// All kinds of models there are; more can be added.
pub fn registry() -> &'static Registry<dyn ModelKind> {
    &REGISTRY
}

/// A model that cannot be.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ModelError {
    #[error(
        "a network cannot have the layers {0:?}: give at least inputs and output, none empty, the output 1, and at \
         most {max} weights",
        max = ModelError::MOST_WEIGHTS
    )]
    Sizes(Vec<usize>),
    #[error("a scale of {0} is none: choose a finite number above 0")]
    Scale(f64),
    #[error("the hidden layers are '{0}': give 1 to 8 of 1 to 4096 units, like [23]")]
    Hidden(Quote),
    #[error("the first layer has units for {given} groups, and the features are in {count} groups of {groups:?} inputs: give a number for each", count = groups.len())]
    Groups { given: usize, groups: Vec<usize> },
}

impl ModelError {
    /// Far beyond any network of these works, and still small enough to be held in memory several times.
    pub const MOST_WEIGHTS: usize = 100_000_000;
}

/// Parameters that belong together, as they are saved: a matrix, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub name: String,
    pub rows: usize,
    pub columns: usize,
    /// Where it begins in the flat vector.
    pub start: usize,
}

impl Block {
    pub fn range(&self) -> std::ops::Range<usize> {
        self.start..self.start + self.rows * self.columns
    }
}

/// A function with its parameters and the mask of those that do not learn.
#[derive(Clone, Debug)]
pub struct Model {
    architecture: Arc<dyn Architecture>,
    parameters: Vec<f64>,
    frozen: Vec<bool>,
}

/// The named parts of a flat vector, with their places in it.
pub(crate) fn blocks(architecture: &dyn Architecture) -> Vec<Block> {
    let mut start = 0;
    let place = |(name, rows, columns)| {
        let block = Block { name, rows, columns, start };
        start = block.range().end;
        block
    };
    architecture.groups().into_iter().map(place).collect()
}

impl PartialEq for Model {
    fn eq(&self, other: &Model) -> bool {
        *self.architecture == *other.architecture && self.parameters == other.parameters && self.frozen == other.frozen
    }
}

impl Model {
    /// All parameters 0.
    pub fn zero(architecture: Arc<dyn Architecture>) -> Model {
        let count = architecture.groups().iter().map(|(_, rows, columns)| rows * columns).sum();
        Model { architecture, parameters: vec![0.0; count], frozen: vec![false; count] }
    }

    /// A linear model, all weights 0; omega is frozen until somebody wants it learned.
    pub fn linear(inputs: usize, omega: f64) -> Result<Model, ModelError> {
        linear::model(inputs, omega)
    }

    /// A network, all weights 0.
    pub fn network(network: Network) -> Model {
        Model::zero(Arc::new(network))
    }

    pub fn architecture(&self) -> &(dyn Architecture + 'static) {
        &*self.architecture
    }

    /// The named parts of the flat vector.
    pub fn blocks(&self) -> Vec<Block> {
        blocks(&*self.architecture)
    }

    pub fn parameters(&self) -> &[f64] {
        &self.parameters
    }

    pub fn parameters_mut(&mut self) -> &mut [f64] {
        &mut self.parameters
    }

    /// One mark per parameter: learning leaves it alone.
    pub fn frozen(&self) -> &[bool] {
        &self.frozen
    }

    pub fn frozen_mut(&mut self) -> &mut [bool] {
        &mut self.frozen
    }

    /// What decided games are predicted as.
    pub fn outcomes(&self) -> Outcomes {
        self.architecture.activation().outcomes()
    }

    /// The predicted result, White's view.
    pub fn predict(&self, features: &FeatureVector) -> f64 {
        self.architecture.predict(&self.parameters, features)
    }

    /// What a search compares: 0 is even, positive is good for White. The linear model's sum before its activation, which
    /// orders positions as its prediction does without ever saturating; a network's prediction less that of a draw.
    pub fn value(&self, features: &FeatureVector) -> f64 {
        self.architecture.value(&self.parameters, features)
    }

    /// Adds the prediction's derivative by each parameter to `into`, and returns the prediction. Adding is what
    /// eligibility traces need, and it touches only the rows of inputs that are not zero.
    pub fn add_gradient(&self, features: &FeatureVector, into: &mut [f64]) -> f64 {
        self.architecture.add_gradient(&self.parameters, features, into)
    }

    /// The prediction's derivative by each parameter; returns the prediction.
    pub fn gradient(&self, features: &FeatureVector, into: &mut [f64]) -> f64 {
        into.fill(0.0);
        self.add_gradient(features, into)
    }

    /// What each feature that is not zero adds to [`value`](Model::value): exact for the linear model, w_f c_f, whose
    /// terms sum to the value; for a network input times derivative, x_j dP/dx_j, a first-order account of it.
    pub fn contributions(&self, features: &FeatureVector) -> Vec<(usize, f64)> {
        self.architecture.contributions(&self.parameters, features)
    }

    /// One weight for each input, where the value is their sum.
    pub fn weights(&self) -> Option<&[f64]> {
        self.architecture.is_linear().then(|| &self.parameters[..self.architecture.inputs()])
    }

    /// The matrices of weights on the way from the inputs to the output.
    pub fn layers(&self) -> Vec<Block> {
        let blocks = self.blocks();
        self.architecture.layers().into_iter().map(|place| blocks[place].clone()).collect()
    }
}

/// The range of scales.
const POSITIVE: Kind = Kind::Number { min: 0.001, max: 1000.0, step: 0.1 };

fn dot_sparse(weights: &[f64], features: &FeatureVector) -> f64 {
    features.iter().map(|(index, value)| weights[index] * value).sum()
}

#[cfg(test)]
mod tests;
