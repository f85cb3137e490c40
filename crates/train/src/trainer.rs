//! The weights of a network that is learned, and steps of them.

use hetman_eval::kernels::Level;
use hetman_eval::kernels::sparse::{AdamStep, Row, SLICE, adam};
use hetman_eval::nnue::{FloatWeights, MOST_FLOAT, Shape};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use crate::Batch;
use crate::slice::Slice;

/// Weights of the inputs at the start are drawn between minus and plus this: some twenty of them add up to what is well
/// inside the activation's range.
const INPUT_RADIUS: f32 = 0.1;
/// Sums begin inside the range too, where slopes are not zero.
const FIRST_BIAS: f32 = 0.2;

const BETA1: f64 = 0.9;
const BETA2: f64 = 0.999;
const EPSILON: f64 = 1e-8;

/// A network that is learned.
#[derive(Clone, Debug, PartialEq)]
pub struct Trainer {
    shape: Shape,
    pub(crate) slices: Vec<Slice>,
    /// The outputs' biases, in the first lanes: weights, means and squares.
    pub(crate) biases: [Row; 3],
    /// Steps that were taken.
    pub(crate) steps: u64,
    level: Level,
}

/// What a step is made with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    pub rate: f64,
    /// The share of each weight that is lost for each unit of the rate.
    pub decay: f64,
}

impl Trainer {
    /// A network that knows nothing: weights as the seed draws them.
    pub fn new(shape: Shape, seed: u64) -> Trainer {
        let mut trainer = Trainer::zero(shape);
        let output_radius = 1.0 / (2.0 * shape.hidden as f32).sqrt();
        for (number, slice) in (0..).zip(&mut trainer.slices) {
            let mut generator = ChaCha8Rng::seed_from_u64(seed);
            generator.set_stream(number);
            let (inputs, behind) = slice.weights.split_at_mut(shape.inputs());
            let mut draw = |rows: &mut [Row], radius: f32| {
                let all = rows.iter_mut().flat_map(|row| &mut row.0);
                all.for_each(|weight| *weight = radius * (2.0 * generator.random::<f32>() - 1.0));
            };
            draw(inputs, INPUT_RADIUS);
            draw(&mut behind[1..], output_radius);
            behind[0] = Row([FIRST_BIAS; SLICE]);
        }
        trainer
    }

    pub(crate) fn zero(shape: Shape) -> Trainer {
        let slices = vec![Slice::zero(&shape); shape.hidden / SLICE];
        Trainer { shape, slices, biases: [Row::ZERO; 3], steps: 0, level: Level::detect() }
    }

    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The same with the kernels of a level, which change nothing but the speed.
    pub fn with_level(self, level: Level) -> Trainer {
        Trainer { level, ..self }
    }

    /// One step: the mean squared error of the batch before it.
    pub fn step(&mut self, batch: &Batch, rates: Rates) -> f64 {
        let level = self.level;
        self.forward(batch);
        let (slopes, loss) = self.judge(batch);
        self.steps += 1;
        let step = self.adam(rates);
        self.slices.par_iter_mut().for_each(|slice| {
            slice.backward(level, &batch.parts, &slopes);
            slice.step(level, step);
        });
        self.step_biases(batch, &slopes, step);
        loss
    }

    /// The mean squared error of a batch.
    pub fn loss(&mut self, batch: &Batch) -> f64 {
        self.forward(batch);
        self.judge(batch).1
    }

    fn forward(&mut self, batch: &Batch) {
        let level = self.level;
        self.slices.par_iter_mut().for_each(|slice| slice.forward(level, &batch.parts));
    }

    /// The slopes of the mean squared error by each position's value, and the error itself. Expected results are
    /// compared: the logistic of the value, and the target.
    fn judge(&self, batch: &Batch) -> (Vec<Vec<f32>>, f64) {
        let count = batch.len() as f64;
        let of_part = |number: usize| {
            let part = &batch.parts[number];
            let mut squares = 0.0;
            let slope = |position: usize| {
                let bias = self.biases[0].0[usize::from(part.outputs[position])];
                let value = self.slices.iter().fold(bias, |value, slice| value + slice.values[number][position]);
                let expected = 1.0 / (1.0 + (-f64::from(value)).exp());
                let error = expected - f64::from(part.targets[position]);
                squares += error * error;
                (2.0 * error * expected * (1.0 - expected) / count) as f32
            };
            let slopes: Vec<f32> = (0..part.len()).map(slope).collect();
            (slopes, squares)
        };
        let parts: Vec<(Vec<f32>, f64)> = (0..batch.parts.len()).into_par_iter().map(of_part).collect();
        let squares: f64 = parts.iter().map(|(_, squares)| squares).sum();
        (parts.into_iter().map(|(slopes, _)| slopes).collect(), squares / count)
    }

    fn step_biases(&mut self, batch: &Batch, slopes: &[Vec<f32>], step: AdamStep) {
        let mut of_biases = Row::ZERO;
        for (part, slopes) in batch.parts.iter().zip(slopes) {
            for (&output, &slope) in part.outputs.iter().zip(slopes) {
                of_biases.0[usize::from(output)] += slope;
            }
        }
        let [weights, mean, square] = self.biases.each_mut().map(std::slice::from_mut);
        adam(self.level, step, weights, &mut [of_biases], mean, square);
    }

    /// AdamW with both corrections of bias drawn into the rate.
    fn adam(&self, rates: Rates) -> AdamStep {
        let steps = self.steps.min(i32::MAX as u64) as i32;
        let root = (1.0 - BETA2.powi(steps)).sqrt();
        AdamStep {
            rate: (rates.rate * root / (1.0 - BETA1.powi(steps))) as f32,
            keep: (1.0 - rates.rate * rates.decay) as f32,
            beta1: BETA1 as f32,
            beta2: BETA2 as f32,
            epsilon: (EPSILON * root) as f32,
            bound: MOST_FLOAT,
        }
    }

    /// The weights as they are.
    pub fn weights(&self) -> FloatWeights {
        let shape = self.shape;
        let mut weights = FloatWeights::zero(shape);
        let (inputs, hidden) = (shape.inputs(), shape.hidden);
        for (number, slice) in self.slices.iter().enumerate() {
            let copy =
                |to: &mut [f32], row: usize| to[number * SLICE..][..SLICE].copy_from_slice(&slice.weights[row].0);
            weights.inputs.chunks_mut(hidden).enumerate().for_each(|(input, to)| copy(to, input));
            copy(&mut weights.biases, inputs);
            weights.outputs.chunks_mut(hidden).enumerate().for_each(|(output, to)| copy(to, inputs + 1 + output));
        }
        weights.output_biases.copy_from_slice(&self.biases[0].0[..shape.outputs]);
        weights
    }
}

#[cfg(test)]
pub(crate) mod tests;
