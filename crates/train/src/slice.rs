//! Some hidden units of a network with everything that belongs to them: weights before and behind, their slopes, and what
//! the optimiser keeps of each.
//!
//! A slice needs nothing of another but what all of them together come to. So threads own slices: no slope is a sum over
//! threads, and weights and slopes of a slice stay in one processor's cache.

use hetman_eval::kernels::Level;
use hetman_eval::kernels::sparse::{AdamStep, Row, activate, adam, differentiate, scatter, sum};
use hetman_eval::nnue::Shape;

use crate::batch::Part;

/// Rows of the weights, and of whatever is kept for each of them: inputs, the bias, and behind the activation two for
/// each output, of the own perspective and of the other.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Slice {
    pub weights: Vec<Row>,
    pub mean: Vec<Row>,
    pub square: Vec<Row>,
    slopes: Vec<Row>,
    inputs: usize,
    /// What the slice adds to the value of each position, part by part.
    pub values: Vec<Vec<f32>>,
}

impl Slice {
    pub fn rows(shape: &Shape) -> usize {
        shape.inputs() + 1 + 2 * shape.outputs
    }

    pub fn zero(shape: &Shape) -> Slice {
        let rows = || vec![Row::ZERO; Slice::rows(shape)];
        let inputs = shape.inputs();
        Slice { weights: rows(), mean: rows(), square: rows(), slopes: rows(), inputs, values: Vec::new() }
    }

    fn bias(&self) -> &Row {
        &self.weights[self.inputs]
    }

    /// The row behind the activation, of the own perspective (0) or the other (1).
    fn behind(&self, output: u8, perspective: usize) -> usize {
        self.inputs + 1 + 2 * usize::from(output) + perspective
    }

    /// What the slice adds to the value of each position.
    pub fn forward(&mut self, level: Level, parts: &[Part]) {
        self.values.resize(parts.len(), Vec::new());
        let mut values = std::mem::take(&mut self.values);
        for (values, part) in values.iter_mut().zip(parts) {
            values.clear();
            values.extend((0..part.len()).map(|position| self.value(level, part, position)));
        }
        self.values = values;
    }

    fn value(&self, level: Level, part: &Part, position: usize) -> f32 {
        let [own, other] = part.active(position);
        let of = |active, perspective| {
            let sums = sum(level, &self.weights[..self.inputs], self.bias(), active);
            activate(level, &sums, &self.weights[self.behind(part.outputs[position], perspective)])
        };
        of(own, 0) + of(other, 1)
    }

    /// Adds up the slopes of the loss by every weight, given those by each position's value. The sums are worked out once
    /// more: that costs less than to keep them.
    pub fn backward(&mut self, level: Level, parts: &[Part], slopes: &[Vec<f32>]) {
        for (part, slopes) in parts.iter().zip(slopes) {
            for (position, &slope) in slopes.iter().enumerate() {
                for (perspective, active) in part.active(position).into_iter().enumerate() {
                    let behind = self.behind(part.outputs[position], perspective);
                    let sums = sum(level, &self.weights[..self.inputs], self.bias(), active);
                    let of_sums = differentiate(level, &sums, &self.weights[behind], slope, &mut self.slopes[behind]);
                    scatter(level, &mut self.slopes[..self.inputs], active, &of_sums);
                    scatter(level, &mut self.slopes[self.inputs..], &[0], &of_sums);
                }
            }
        }
    }

    /// A step against the slopes, which are zero afterwards.
    pub fn step(&mut self, level: Level, step: AdamStep) {
        adam(level, step, &mut self.weights, &mut self.slopes, &mut self.mean, &mut self.square);
    }

    #[cfg(test)]
    pub fn slopes(&self) -> &[Row] {
        &self.slopes
    }
}
