//! Grouped networks in floats, many positions at a time: what training and searching spend their time with.
//!
//! Forwards and backwards are products of matrices ([`dense`](crate::kernels::dense)), whose results are the same bits on
//! every machine.

use super::layout::{Layer, Part};
use super::{Activation, Grouped};
use crate::Model;
use crate::kernels::Level;
use crate::kernels::dense::{Extent, SLACK, Strided, multiply_add};

/// The parameters as floats, and the matrices that deltas go back through turned round.
#[derive(Clone, Debug)]
pub struct Weights {
    /// With room behind them for kernels to look at.
    padded: Vec<f32>,
    parameters: usize,
    /// By layer; none of the first, behind which nothing learns.
    transposed: Vec<Vec<f32>>,
}

/// Room for the activations and deltas of so many positions.
#[derive(Clone, Debug)]
pub struct Batch {
    level: Level,
    /// By layer, row by row.
    units: Vec<Vec<f32>>,
    deltas: Vec<Vec<f32>>,
}

impl Weights {
    pub fn new(network: &Grouped, parameters: &[f32]) -> Weights {
        assert_eq!(parameters.len(), network.parameter_count(), "the weights are another network's");
        let mut padded = parameters.to_vec();
        padded.resize(parameters.len() + SLACK, 0.0);
        let room = |layer: &Layer| vec![0.0; layer.inputs() * layer.units + SLACK];
        let transposed = [Vec::new()].into_iter().chain(network.layers[1..].iter().map(room)).collect();
        let mut weights = Weights { padded, parameters: parameters.len(), transposed };
        weights.transpose(network);
        weights
    }

    /// The parameters of a model, rounded.
    pub fn of_model(network: &Grouped, model: &Model) -> Weights {
        let parameters: Vec<f32> = model.parameters().iter().map(|&parameter| parameter as f32).collect();
        Weights::new(network, &parameters)
    }

    pub fn parameters(&self) -> &[f32] {
        &self.padded[..self.parameters]
    }

    /// Changes parameters.
    pub fn update(&mut self, network: &Grouped, change: impl FnOnce(&mut [f32])) {
        change(&mut self.padded[..self.parameters]);
        self.transpose(network);
    }

    fn transpose(&mut self, network: &Grouped) {
        for (layer, transposed) in network.layers.iter().zip(&mut self.transposed).skip(1) {
            for (input, row) in self.padded[layer.parts[0].all_weights()].chunks_exact(layer.units).enumerate() {
                for (unit, &weight) in row.iter().enumerate() {
                    transposed[unit * layer.inputs() + input] = weight;
                }
            }
        }
    }
}

impl Batch {
    pub fn new(network: &Grouped, rows: usize, level: Level) -> Batch {
        let room: Vec<Vec<f32>> = network.layers.iter().map(|layer| vec![0.0; rows * layer.units + SLACK]).collect();
        Batch { level, units: room.clone(), deltas: room }
    }

    /// The predictions for so many rows of inputs.
    pub fn forward(&mut self, network: &Grouped, weights: &Weights, inputs: &[f32]) -> &[f32] {
        let rows = inputs.len() / network.input_count();
        for (number, layer) in network.layers.iter().enumerate() {
            let (earlier, later) = self.units.split_at_mut(number);
            let (inputs, sums) = (earlier.last().map_or(inputs, Vec::as_slice), &mut later[0]);
            let biases = &weights.padded[layer.biases()];
            sums[..rows * layer.units].chunks_exact_mut(layer.units).for_each(|row| row.copy_from_slice(biases));
            for part in &layer.parts {
                let inputs = Strided::rows(&inputs[part.inputs.start..], layer.inputs());
                let from = (&weights.padded[part.weights..], part.units.len());
                let into = (&mut sums[part.units.start..], layer.units);
                let extent = Extent { rows, columns: part.units.len(), inner: part.inputs.len() };
                multiply_add(self.level, inputs, from, into, extent);
            }
            let sums = &mut sums[..rows * layer.units];
            match number + 1 == network.layers.len() {
                false => sums.iter_mut().for_each(|sum| *sum = sum.max(0.0)),
                true => sums.iter_mut().for_each(|sum| *sum = squash(network.activation, *sum)),
            }
        }
        &self.units[network.layers.len() - 1][..rows]
    }

    /// Adds the error's derivative by each parameter, given that by the output's sum for each row of the inputs that
    /// [`forward`](Batch::forward) was called with.
    pub fn add_gradient(
        &mut self,
        network: &Grouped,
        weights: &Weights,
        inputs: &[f32],
        output_deltas: &[f32],
        into: &mut [f32],
    ) {
        let (rows, last) = (output_deltas.len(), network.layers.len() - 1);
        self.deltas[last][..rows].copy_from_slice(output_deltas);
        for (number, layer) in network.layers.iter().enumerate().rev() {
            let inputs = if number == 0 { inputs } else { self.units[number - 1].as_slice() };
            let deltas = self.deltas[number].as_slice();
            for part in &layer.parts {
                add_part_gradient(self.level, layer, part, rows, (inputs, deltas), into);
            }
            add_rows(&deltas[..rows * layer.units], &mut into[layer.biases()]);
            if number > 0 {
                self.go_back(network, weights, number, rows);
            }
        }
    }

    /// From the deltas of a layer to those of the one before it: silent units have none.
    fn go_back(&mut self, network: &Grouped, weights: &Weights, number: usize, rows: usize) {
        let (layer, columns) = (&network.layers[number], network.layers[number - 1].units);
        let (earlier, later) = self.deltas.split_at_mut(number);
        let into = &mut earlier[number - 1];
        into[..rows * columns].fill(0.0);
        let extent = Extent { rows, columns, inner: layer.units };
        let from = (weights.transposed[number].as_slice(), columns);
        multiply_add(self.level, Strided::rows(&later[0], layer.units), from, (into.as_mut_slice(), columns), extent);
        for (delta, &unit) in into[..rows * columns].iter_mut().zip(&self.units[number - 1]) {
            *delta = if unit > 0.0 { *delta } else { 0.0 };
        }
    }
}

/// The weights of a part: inputs, turned round, times deltas.
fn add_part_gradient(
    level: Level,
    layer: &Layer,
    part: &Part,
    rows: usize,
    (inputs, deltas): (&[f32], &[f32]),
    into: &mut [f32],
) {
    let inputs = Strided::rows(&inputs[part.inputs.start..], layer.inputs()).transposed();
    let extent = Extent { rows: part.inputs.len(), columns: part.units.len(), inner: rows };
    let from = (&deltas[part.units.start..], layer.units);
    multiply_add(level, inputs, from, (&mut into[part.all_weights()], part.units.len()), extent);
}

fn add_rows(rows: &[f32], into: &mut [f32]) {
    for row in rows.chunks_exact(into.len()) {
        for (sum, value) in into.iter_mut().zip(row) {
            *sum += value;
        }
    }
}

/// In doubles, whose exponential is the same everywhere after rounding.
fn squash(activation: Activation, sum: f32) -> f32 {
    let slope = if activation == Activation::Bipolar { 2.0 } else { 1.0 };
    activation.apply(slope, f64::from(sum)) as f32
}
