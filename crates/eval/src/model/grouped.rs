//! Networks whose first layer keeps groups of inputs apart (Lai 2015).
//!
//! Source: specification of Giraffe, section 3. A unit of the first hidden layer sees the inputs of its own group alone;
//! from there on every unit sees every unit. Hidden units are rectified, the output is a tanh (bipolar) or a logistic
//! (unipolar). A group's weights are a matrix of their own: nothing is multiplied by masked zeros. With one group it is an
//! ordinary rectifier network.
//!
//! Flat vector: layer after layer; of the first the weights of each group, input by input, then its biases; of the others
//! the weights, then the biases.

mod batch;
mod kind;
mod layout;
#[cfg(test)]
mod tests;

use super::{Activation, Architecture, ModelError, ModelKind};
use crate::FeatureVector;
pub use batch::{Batch, Weights};
pub use kind::GroupedKind;
use layout::{Layer, Part};

/// The shape of such a network; its weights are elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Grouped {
    /// Inputs of each group and the units that see them.
    groups: Vec<(usize, usize)>,
    /// Units of the hidden layers behind the first.
    hidden: Vec<usize>,
    activation: Activation,
    layers: Vec<Layer>,
}

impl Grouped {
    pub fn new(groups: &[(usize, usize)], hidden: &[usize], activation: Activation) -> Result<Grouped, ModelError> {
        let first: usize = groups.iter().map(|&(_, units)| units).sum();
        let inputs: usize = groups.iter().map(|&(inputs, _)| inputs).sum();
        let sizes: Vec<usize> = [inputs, first].into_iter().chain(hidden.iter().copied()).chain([1]).collect();
        let is_empty = groups.iter().any(|&(inputs, units)| inputs == 0 || units == 0);
        let weights = sizes.windows(2).try_fold(0_usize, |sum, pair| sum.checked_add(pair[0].checked_mul(pair[1])?));
        if is_empty || sizes.contains(&0) || weights.is_none_or(|count| count > ModelError::MOST_WEIGHTS) {
            return Err(ModelError::Sizes(sizes));
        }
        let layers = layout::layers(groups, hidden);
        Ok(Grouped { groups: groups.to_vec(), hidden: hidden.to_vec(), activation, layers })
    }

    pub fn input_count(&self) -> usize {
        self.groups.iter().map(|&(inputs, _)| inputs).sum()
    }

    /// The derivative of the output's function, from its value.
    pub fn output_derivative(&self, prediction: f32) -> f32 {
        self.activation.derivative(self.slope(), f64::from(prediction)) as f32
    }

    pub fn parameter_count(&self) -> usize {
        self.layers.last().expect("there is an output").biases().end
    }

    /// "363-62-64-1".
    fn sizes_in_words(&self) -> String {
        let sizes = [self.input_count()].into_iter().chain(self.layers.iter().map(|layer| layer.units));
        sizes.map(|size| size.to_string()).collect::<Vec<_>>().join("-")
    }

    /// tanh x = 2 / (1 + exp(-2 x)) - 1.
    fn slope(&self) -> f64 {
        match self.activation {
            Activation::Bipolar => 2.0,
            Activation::Unipolar => 1.0,
        }
    }

    /// The activation of each unit behind the inputs.
    fn forward(&self, parameters: &[f64], features: &FeatureVector) -> Vec<f64> {
        let mut units = vec![0.0; self.layers.iter().map(|layer| layer.units).sum()];
        let mut before = 0..0;
        for (number, layer) in self.layers.iter().enumerate() {
            let (earlier, later) = units.split_at_mut(before.end);
            let sums = &mut later[..layer.units];
            sums.copy_from_slice(&parameters[layer.biases()]);
            if number == 0 {
                features.iter().for_each(|(input, x)| layer.part_of(input).add_row(sums, parameters, input, x));
            } else {
                let inputs = earlier[before.clone()].iter().copied().enumerate();
                inputs.for_each(|(input, x)| layer.parts[0].add_row(sums, parameters, input, x));
            }
            if number + 1 < self.layers.len() {
                sums.iter_mut().for_each(|sum| *sum = sum.max(0.0));
            }
            before = before.end..before.end + layer.units;
        }
        let output = units.last_mut().expect("there is an output");
        *output = self.activation.apply(self.slope(), *output);
        units
    }
}

impl Architecture for Grouped {
    fn kind(&self) -> &'static dyn ModelKind {
        &GroupedKind
    }

    fn description(&self) -> String {
        format!(
            "grouped network {} ({}), rectified, {}",
            self.sizes_in_words(),
            self.groups_in_words(),
            self.activation
        )
    }

    fn inputs(&self) -> usize {
        self.input_count()
    }

    fn groups(&self) -> Vec<(String, usize, usize)> {
        let of_layer = |(layer, number): (&Layer, usize)| {
            let weights = |(part, group): (&Part, usize)| match layer.parts.len() {
                1 => (format!("layer{number}.weights"), part.inputs.len(), part.units.len()),
                _ => (format!("layer{number}.group{group}.weights"), part.inputs.len(), part.units.len()),
            };
            let biases = (format!("layer{number}.biases"), 1, layer.units);
            layer.parts.iter().zip(1..).map(weights).chain([biases]).collect::<Vec<_>>()
        };
        self.layers.iter().zip(1..).flat_map(of_layer).collect()
    }

    fn names(&self, features: &[String]) -> Vec<String> {
        let mut from = features.to_vec();
        let mut names = Vec::new();
        for (layer, number) in self.layers.iter().zip(1..) {
            let is_last = number == self.layers.len();
            let unit = |index| if is_last { "output".to_owned() } else { format!("hidden {number}.{index}") };
            let to: Vec<String> = (0..layer.units).map(unit).collect();
            for part in &layer.parts {
                let rows = from[part.inputs.clone()].iter();
                names.extend(
                    rows.flat_map(|from| to[part.units.clone()].iter().map(move |to| format!("{from} to {to}"))),
                );
            }
            names.extend(to.iter().map(|to| format!("bias to {to}")));
            from = to;
        }
        names
    }

    fn activation(&self) -> Activation {
        self.activation
    }

    fn predict(&self, parameters: &[f64], features: &FeatureVector) -> f64 {
        *self.forward(parameters, features).last().expect("there is an output")
    }

    /// Back-propagation: dP/dw = x dP/dnet, where dP/dnet of a rectified unit is what comes back to it, or 0 where it is
    /// silent.
    fn add_gradient(&self, parameters: &[f64], features: &FeatureVector, into: &mut [f64]) -> f64 {
        let units = self.forward(parameters, features);
        let prediction = units[units.len() - 1];
        let mut deltas = vec![self.activation.derivative(self.slope(), prediction)];
        let mut end = units.len();
        for (number, layer) in self.layers.iter().enumerate().rev() {
            add_scaled(&mut into[layer.biases()], 1.0, &deltas);
            end -= layer.units;
            if number == 0 {
                for (input, x) in features.iter() {
                    let part = layer.part_of(input);
                    add_scaled(&mut into[part.row(input)], x, &deltas[part.units.clone()]);
                }
                break;
            }
            let inputs = &units[end - self.layers[number - 1].units..end];
            let part = &layer.parts[0];
            let mut earlier = Vec::with_capacity(inputs.len());
            for (input, &x) in inputs.iter().enumerate() {
                add_scaled(&mut into[part.row(input)], x, &deltas);
                let back = dot(&parameters[part.row(input)], &deltas);
                earlier.push(if x > 0.0 { back } else { 0.0 });
            }
            deltas = earlier;
        }
        prediction
    }

    /// x_j dP/dx_j, as of every network: the sum of w_ji dP/dw_ji over the units that see the input.
    fn contributions(&self, parameters: &[f64], features: &FeatureVector) -> Vec<(usize, f64)> {
        let mut gradient = vec![0.0; parameters.len()];
        self.add_gradient(parameters, features, &mut gradient);
        let term = |row: std::ops::Range<usize>| dot(&parameters[row.clone()], &gradient[row]);
        features.iter().map(|(input, _)| (input, term(self.layers[0].part_of(input).row(input)))).collect()
    }

    /// The weights of the first group, and those of all layers behind the first.
    fn layers(&self) -> Vec<usize> {
        let groups = self.groups.len();
        [0].into_iter().chain((1..self.layers.len()).map(|layer| groups - 1 + 2 * layer)).collect()
    }

    fn metadata(&self, _parameters: &[f64]) -> Vec<(&'static str, String)> {
        vec![
            ("layers", self.sizes_in_words()),
            ("groups", self.groups_in_words()),
            ("squashing", self.activation.to_string()),
            ("slope", self.slope().to_string()),
            ("biases", "yes".to_owned()),
        ]
    }

    fn as_grouped(&self) -> Option<&Grouped> {
        Some(self)
    }
}

fn add_scaled(sums: &mut [f64], factor: f64, row: &[f64]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += factor * weight;
    }
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(a, b)| a * b).sum()
}
