//! Models: from features to a prediction of the game's result, with the gradient of that prediction.
//!
//! A model is a shape and one flat vector of parameters. What it predicts is White's result, whoever is to move:
//! between 0 and 1 (draw 0.5) for the linear model and unipolar networks, between -1 and 1 (draw 0) for bipolar ones.
//! The freeze mask says which parameters learning leaves alone; the gradient does not know of it.

mod initial;
mod linear;
mod network;
mod squashing;

use crate::FeatureVector;
pub use initial::{Initial, InitialProblem};
pub use network::Network;
pub use squashing::{Outcomes, Squashing, UnknownSquashing};

/// How predictions follow from features and parameters.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Weights, then the slope omega of the winning probability.
    Linear {
        inputs: usize,
    },
    Network(Network),
}

/// A shape that cannot be.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ModelProblem {
    #[error(
        "a network cannot have the layers {0:?}: give at least inputs and output, none empty, the output 1, and at \
         most {max} weights",
        max = ModelProblem::MOST_WEIGHTS
    )]
    Sizes(Vec<usize>),
    #[error("a slope of {0} does not squash: choose a finite number above 0")]
    Slope(f64),
}

impl ModelProblem {
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

/// A shape with its parameters and the mask of those that do not learn.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    shape: Shape,
    parameters: Vec<f64>,
    frozen: Vec<bool>,
}

impl Shape {
    pub fn inputs(&self) -> usize {
        match self {
            Shape::Linear { inputs } => *inputs,
            Shape::Network(network) => network.sizes()[0],
        }
    }

    pub fn parameter_count(&self) -> usize {
        match self {
            Shape::Linear { inputs } => inputs + 1,
            Shape::Network(network) => network.parameter_count(),
        }
    }

    /// The function behind the last sum, which fixes what predictions mean.
    pub fn squashing(&self) -> Squashing {
        match self {
            Shape::Linear { .. } => Squashing::Unipolar,
            Shape::Network(network) => network.squashing(),
        }
    }

    /// The parts of the flat vector, in its order.
    pub fn blocks(&self) -> Vec<Block> {
        let parts: Vec<(String, usize, usize)> = match self {
            Shape::Linear { inputs } => vec![("weights".to_owned(), *inputs, 1), (OMEGA.to_owned(), 1, 1)],
            Shape::Network(network) => network
                .layers()
                .zip(1..)
                .flat_map(|(layer, number)| {
                    let weights = (format!("layer{number}.weights"), layer.inputs, layer.outputs);
                    let biases = (format!("layer{number}.biases"), 1, layer.outputs);
                    std::iter::once(weights).chain(network.has_biases().then_some(biases))
                })
                .collect(),
        };
        let mut start = 0;
        let place = |(name, rows, columns)| {
            let block = Block { name, rows, columns, start };
            start = block.range().end;
            block
        };
        parts.into_iter().map(place).collect()
    }

    /// The parameters' names, from those of the features.
    pub fn names(&self, features: &[String]) -> Vec<String> {
        match self {
            Shape::Linear { .. } => features.iter().cloned().chain([OMEGA.to_owned()]).collect(),
            Shape::Network(network) => network_names(network, features),
        }
    }
}

const OMEGA: &str = "omega";

/// "pawn_strength to hidden 7", "hidden 7 to output"; hidden units of deeper networks are numbered "2.7".
fn network_names(network: &Network, features: &[String]) -> Vec<String> {
    let deep = network.sizes().len() > 3;
    let mut from = features.to_vec();
    let mut names = Vec::with_capacity(network.parameter_count());
    for (layer, number) in network.layers().zip(1..) {
        let is_last = number == network.sizes().len() - 1;
        let unit = |index| match (is_last, deep) {
            (true, _) => "output".to_owned(),
            (false, true) => format!("hidden {number}.{index}"),
            (false, false) => format!("hidden {index}"),
        };
        let to: Vec<String> = (0..layer.outputs).map(unit).collect();
        if network.has_biases() {
            from.push("bias".to_owned());
        }
        names.extend(from.iter().flat_map(|from| to.iter().map(move |to| format!("{from} to {to}"))));
        from = to;
    }
    names
}

impl Model {
    /// A linear model, all weights 0; the slope is frozen until somebody wants it learned.
    pub fn linear(inputs: usize, omega: f64) -> Result<Model, ModelProblem> {
        if !(omega.is_finite() && omega > 0.0) {
            return Err(ModelProblem::Slope(omega));
        }
        let mut model = Model::zero(Shape::Linear { inputs });
        model.parameters[inputs] = omega;
        model.frozen[inputs] = true;
        Ok(model)
    }

    /// A network, all weights 0.
    pub fn network(network: Network) -> Model {
        Model::zero(Shape::Network(network))
    }

    pub(crate) fn zero(shape: Shape) -> Model {
        let count = shape.parameter_count();
        Model { shape, parameters: vec![0.0; count], frozen: vec![false; count] }
    }

    pub fn shape(&self) -> &Shape {
        &self.shape
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
        self.shape.squashing().outcomes()
    }

    /// The predicted result, White's view.
    pub fn predict(&self, features: &FeatureVector) -> f64 {
        match &self.shape {
            Shape::Linear { .. } => linear::predict(&self.parameters, features),
            Shape::Network(network) => network.predict(&self.parameters, features),
        }
    }

    /// What a search compares: 0 is even, positive is good for White. The linear model's sum before squashing, which
    /// orders positions as its prediction does without ever saturating; a network's prediction less that of a draw.
    pub fn value(&self, features: &FeatureVector) -> f64 {
        match &self.shape {
            Shape::Linear { .. } => linear::value(&self.parameters, features),
            Shape::Network(network) => network.predict(&self.parameters, features) - self.outcomes().draw,
        }
    }

    /// Adds the prediction's derivative by each parameter to `into`, and returns the prediction. Adding is what
    /// eligibility traces need, and it touches only the rows of inputs that are not zero.
    pub fn add_gradient(&self, features: &FeatureVector, into: &mut [f64]) -> f64 {
        match &self.shape {
            Shape::Linear { .. } => linear::add_gradient(&self.parameters, features, into),
            Shape::Network(network) => network.add_gradient(&self.parameters, features, into),
        }
    }

    /// The prediction's derivative by each parameter; returns the prediction.
    pub fn gradient(&self, features: &FeatureVector, into: &mut [f64]) -> f64 {
        into.fill(0.0);
        self.add_gradient(features, into)
    }
    /// What each feature that is not zero adds to [`value`](Model::value): exact for the linear model, w_f c_f, whose
    /// terms sum to the value; for a network input times derivative, x_j dP/dx_j, a first-order account of it.
    pub fn contributions(&self, features: &FeatureVector) -> Vec<(usize, f64)> {
        match &self.shape {
            Shape::Linear { .. } => features.iter().map(|(f, count)| (f, self.parameters[f] * count)).collect(),
            Shape::Network(network) => network.contributions(&self.parameters, features),
        }
    }
}

fn dot_sparse(weights: &[f64], features: &FeatureVector) -> f64 {
    features.iter().map(|(index, value)| weights[index] * value).sum()
}

#[cfg(test)]
mod tests;
