//! The weights of a network, as floats for learning and as whole numbers for searching.

use super::inputs::Sight;
use super::shape::Shape;
use crate::kernels::integers::{Block, MOST_WEIGHT, ONE};

/// The largest weight that learning may come to: so many inputs as a board has pieces then still add up in 16 bits, and
/// a weight behind the activation stays below its own bound.
pub const MOST_FLOAT: f32 = 1.9;

/// What 1 is in the weights behind the activation.
pub const OUTPUT_ONE: f32 = 64.0;

/// What 1 is in the value: clipped sums squared, times weights.
pub const VALUE_ONE: f64 = (ONE as f64) * (ONE as f64) * (OUTPUT_ONE as f64);

/// Weights that can be learned.
#[derive(Clone, Debug, PartialEq)]
pub struct FloatWeights {
    pub shape: Shape,
    /// Row after row, one for each input.
    pub inputs: Vec<f32>,
    pub biases: Vec<f32>,
    /// For each output the weights of the own perspective, then those of the other.
    pub outputs: Vec<f32>,
    pub output_biases: Vec<f32>,
}

impl FloatWeights {
    pub fn zero(shape: Shape) -> FloatWeights {
        FloatWeights {
            shape,
            inputs: vec![0.0; shape.inputs() * shape.hidden],
            biases: vec![0.0; shape.hidden],
            outputs: vec![0.0; shape.outputs * 2 * shape.hidden],
            output_biases: vec![0.0; shape.outputs],
        }
    }

    /// The value in log-odds of a win: perspectives are the side to move, then the other.
    pub fn value(&self, sight: &Sight, turn: hetman_rules::shakmaty::Color) -> f64 {
        let output = self.shape.output(sight);
        let hidden = self.shape.hidden;
        let weights = self.outputs[output * 2 * hidden..].chunks(hidden);
        let parts = [turn, !turn].into_iter().zip(weights).map(|(perspective, weights)| {
            let view = self.shape.view(perspective, sight);
            let mut sums: Vec<f64> = self.biases.iter().map(|&bias| f64::from(bias)).collect();
            self.shape.facts().all(sight, |fact| {
                let row = &self.inputs[view.row(fact) * hidden..][..hidden];
                sums.iter_mut().zip(row).for_each(|(sum, &weight)| *sum += f64::from(weight));
            });
            let activated = sums.iter().map(|sum| sum.clamp(0.0, 1.0).powi(2));
            activated.zip(weights).map(|(activated, &weight)| activated * f64::from(weight)).sum::<f64>()
        });
        f64::from(self.output_biases[output]) + parts.sum::<f64>()
    }

    /// The nearest whole numbers. Weights beyond the bounds are cut off.
    pub fn quantised(&self) -> Weights {
        let sums = |value: &f32| (value.clamp(-MOST_FLOAT, MOST_FLOAT) * f32::from(ONE)).round() as i16;
        let outputs = |value: &f32| {
            let most = f32::from(MOST_WEIGHT);
            (value * OUTPUT_ONE).round().clamp(-most, most) as i16
        };
        Weights {
            shape: self.shape,
            inputs: self.inputs.iter().map(sums).collect(),
            biases: self.biases.iter().map(sums).collect(),
            outputs: self.outputs.iter().map(outputs).collect(),
            output_biases: self
                .output_biases
                .iter()
                .map(|&bias| (f64::from(bias) * VALUE_ONE).round() as i64)
                .collect(),
        }
    }
}

/// The same in whole numbers: what a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    pub shape: Shape,
    pub inputs: Vec<i16>,
    pub biases: Vec<i16>,
    pub outputs: Vec<i16>,
    pub output_biases: Vec<i64>,
}

/// The same laid out for the processor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Packed {
    inputs: Vec<Block>,
    biases: Vec<Block>,
    outputs: Vec<Block>,
    blocks: usize,
}

impl Packed {
    pub fn of(weights: &Weights) -> Packed {
        let blocks = Block::of(&weights.biases);
        Packed {
            inputs: Block::of(&weights.inputs),
            outputs: Block::of(&weights.outputs),
            blocks: blocks.len(),
            biases: blocks,
        }
    }

    pub fn biases(&self) -> &[Block] {
        &self.biases
    }

    pub fn row(&self, row: usize) -> &[Block] {
        &self.inputs[row * self.blocks..][..self.blocks]
    }

    /// The weights behind the activation of the own perspective, and of the other.
    pub fn output(&self, output: usize) -> (&[Block], &[Block]) {
        self.outputs[output * 2 * self.blocks..][..2 * self.blocks].split_at(self.blocks)
    }
}
