//! Learning from examples by the batch: inputs in, targets beside them, one step of the optimiser for each batch.
//!
//! A batch is cut into chunks of a fixed size, whatever threads there are; each chunk's gradient is a sum of its own, and
//! the sums are added in the order of the chunks. So the same examples give the same weights to the last bit, on any number
//! of threads: those of the rayon pool that the caller is in.

use std::sync::Arc;

use hetman_eval::kernels::Level;
use hetman_eval::model::Grouped;
use hetman_eval::model::grouped::{Batch, Weights};
use hetman_eval::{LearnerState, Model};
use rayon::prelude::*;

use crate::{Optimiser, StateError};

/// Rows that one thread goes through at a time.
pub const CHUNK: usize = 64;
/// Weights that one thread steps at a time.
const RANGE: usize = 2048;
const STEPS: &str = "steps";

/// What a prediction that misses its target costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// (P - t)^2 / 2.
    SquaredError,
    /// -t ln P - (1 - t) ln (1 - P), of logistic outputs.
    CrossEntropy,
}

impl Loss {
    fn of(self, prediction: f64, target: f64) -> f64 {
        match self {
            Loss::SquaredError => (prediction - target).powi(2) / 2.0,
            Loss::CrossEntropy => -term(target, prediction) - term(1.0 - target, 1.0 - prediction),
        }
    }

    /// The derivative by the sum behind which the output's function comes. Of a logistic output and the cross-entropy,
    /// P' = P (1 - P) is divided by the same and cannot vanish.
    fn delta(self, network: &Grouped, prediction: f32, target: f32) -> f32 {
        match self {
            Loss::SquaredError => (prediction - target) * network.output_derivative(prediction),
            Loss::CrossEntropy => prediction - target,
        }
    }
}

/// t ln P, where nothing times the logarithm of 0 is nothing.
fn term(share: f64, probability: f64) -> f64 {
    if share == 0.0 { 0.0 } else { share * probability.max(f64::MIN_POSITIVE).ln() }
}

/// How to learn from batches.
#[derive(Clone, Debug)]
pub struct BatchSettings {
    pub optimiser: Arc<dyn Optimiser>,
    pub loss: Loss,
    /// What the sum of the weights' absolute values costs (L1 regularisation).
    pub l1: f64,
    /// A weight beyond plus or minus this stops the run.
    pub bound: f64,
}

/// Inputs row by row, and a target for each row.
#[derive(Clone, Copy, Debug)]
pub struct Examples<'a> {
    pub inputs: &'a [f32],
    pub targets: &'a [f32],
}

/// Weights ran away; those before the step are kept.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "learning diverged after {steps} batches: parameter {index} would become {after} (allowed is {bound} either way); the \
     weights before this batch are kept; try a smaller rate"
)]
pub struct BatchDivergence {
    /// The parameter's place in the flat vector.
    pub index: usize,
    pub after: f32,
    pub bound: f64,
    pub steps: u64,
}

/// Learns from batch after batch.
#[derive(Clone, Debug)]
pub struct BatchLearner {
    network: Grouped,
    weights: Weights,
    settings: BatchSettings,
    /// What the optimiser keeps of the weights, weight by weight.
    kept: Vec<f64>,
    steps: u64,
    chunks: Vec<Chunk>,
    /// The weights before a step.
    before: Vec<f32>,
}

/// A chunk's own room.
#[derive(Clone, Debug)]
struct Chunk {
    batch: Batch,
    deltas: Vec<f32>,
    gradient: Vec<f32>,
    loss: f64,
}

impl Chunk {
    fn new(network: &Grouped) -> Chunk {
        Chunk {
            batch: Batch::new(network, CHUNK, Level::detect()),
            deltas: Vec::with_capacity(CHUNK),
            gradient: vec![0.0; network.parameter_count()],
            loss: 0.0,
        }
    }

    fn learn(&mut self, network: &Grouped, weights: &Weights, loss: Loss, examples: Examples) {
        let predictions = self.batch.forward(network, weights, examples.inputs);
        let pairs = predictions.iter().zip(examples.targets);
        self.loss = pairs.clone().map(|(&p, &t)| loss.of(f64::from(p), f64::from(t))).sum();
        self.deltas.clear();
        self.deltas.extend(pairs.map(|(&prediction, &target)| loss.delta(network, prediction, target)));
        self.gradient.fill(0.0);
        self.batch.add_gradient(network, weights, examples.inputs, &self.deltas, &mut self.gradient);
    }
}

impl BatchLearner {
    /// Goes on from a model's weights, rounded to floats; `None` for a model that is no grouped network.
    pub fn new(model: &Model, settings: BatchSettings) -> Option<BatchLearner> {
        let network = model.architecture().as_grouped()?.clone();
        let weights = Weights::of_model(&network, model);
        let initial: Vec<f64> = settings.optimiser.slots().iter().map(|slot| slot.initial).collect();
        let parameters = network.parameter_count();
        let kept = initial.repeat(parameters);
        let before = vec![0.0; parameters];
        Some(BatchLearner { network, weights, settings, kept, steps: 0, chunks: Vec::new(), before })
    }

    /// Batches learned from.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// One step, after which the mean loss from before it is returned.
    pub fn learn(&mut self, examples: Examples) -> Result<f64, BatchDivergence> {
        let (rows, inputs) = (examples.targets.len(), self.network.input_count());
        assert_eq!(examples.inputs.len(), rows * inputs, "there is a row of inputs for each target");
        if rows == 0 {
            // It teaches nothing, but it counts: the next one is another.
            self.steps += 1;
            return Ok(0.0);
        }
        let count = rows.div_ceil(CHUNK);
        let missing = count.saturating_sub(self.chunks.len());
        self.chunks.extend(std::iter::repeat_with(|| Chunk::new(&self.network)).take(missing));
        let (network, weights, loss) = (&self.network, &self.weights, self.settings.loss);
        let cut = examples.inputs.par_chunks(CHUNK * inputs).zip(examples.targets.par_chunks(CHUNK));
        self.chunks[..count].par_iter_mut().zip(cut).for_each(|(chunk, (inputs, targets))| {
            chunk.learn(network, weights, loss, Examples { inputs, targets });
        });
        self.step(rows)?;
        Ok(self.chunks[..count].iter().map(|chunk| chunk.loss).sum::<f64>() / rows as f64)
    }

    /// Adds the chunks' gradients in their order, and goes as far as the optimiser says.
    fn step(&mut self, rows: usize) -> Result<(), BatchDivergence> {
        let BatchLearner { network, weights, settings, kept, steps, chunks, before } = self;
        before.copy_from_slice(weights.parameters());
        let (chunks, share) = (&chunks[..rows.div_ceil(CHUNK)], 1.0 / rows as f32);
        let width = settings.optimiser.slots().len();
        // An optimiser that keeps nothing is handed empty slices.
        let mut nothing = vec![[0.0; 0]; before.len().div_ceil(RANGE)];
        let kept: Vec<&mut [f64]> = match width {
            0 => nothing.iter_mut().map(|none| none.as_mut_slice()).collect(),
            _ => kept.chunks_mut(RANGE * width).collect(),
        };
        weights.update(network, |weights| {
            let ranges = weights.par_chunks_mut(RANGE).zip(kept).enumerate();
            ranges.for_each(|(number, (weights, kept))| {
                let mut pulls = [0.0_f32; RANGE];
                let pulls = &mut pulls[..weights.len()];
                for chunk in chunks {
                    let gradient = &chunk.gradient[number * RANGE..][..weights.len()];
                    pulls.iter_mut().zip(gradient).for_each(|(pull, gradient)| *pull -= gradient);
                }
                let l1 = settings.l1 as f32;
                for (pull, weight) in pulls.iter_mut().zip(&*weights) {
                    *pull = *pull * share - l1 * sign(*weight);
                }
                settings.optimiser.float_steps(pulls, *steps, weights, kept);
            });
        });
        let is_sane = |weight: &f32| weight.is_finite() && f64::from(weight.abs()) <= settings.bound;
        if let Some(index) = weights.parameters().iter().position(|weight| !is_sane(weight)) {
            let after = weights.parameters()[index];
            weights.update(network, |weights| weights.copy_from_slice(before));
            return Err(BatchDivergence { index, after, bound: settings.bound, steps: *steps });
        }
        *steps += 1;
        Ok(())
    }

    /// The mean loss of examples that are not learned from.
    pub fn loss(&self, examples: Examples) -> f64 {
        let inputs = self.network.input_count();
        let cut = examples.inputs.par_chunks(CHUNK * inputs).zip(examples.targets.par_chunks(CHUNK));
        let losses: Vec<f64> = cut
            .map_init(
                || Batch::new(&self.network, CHUNK, Level::detect()),
                |batch, (inputs, targets)| {
                    let predictions = batch.forward(&self.network, &self.weights, inputs);
                    let pairs = predictions.iter().zip(targets);
                    pairs.map(|(&p, &t)| self.settings.loss.of(f64::from(p), f64::from(t))).sum()
                },
            )
            .collect();
        losses.iter().sum::<f64>() / examples.targets.len().max(1) as f64
    }

    /// Writes the weights into a model of the same network.
    pub fn write_to(&self, model: &mut Model) {
        for (parameter, &weight) in model.parameters_mut().iter_mut().zip(self.weights.parameters()) {
            *parameter = f64::from(weight);
        }
    }

    /// Everything the next step depends on besides the weights and the examples.
    pub fn state(&self) -> LearnerState {
        let slots = self.settings.optimiser.slots();
        let of_slot = |place: usize| self.kept.iter().skip(place).step_by(slots.len()).copied().collect();
        let kept = slots.iter().enumerate().map(|(place, slot)| (slot.name.to_owned(), of_slot(place)));
        kept.chain([(STEPS.to_owned(), vec![self.steps as f64])]).collect()
    }

    /// Goes on where [`state`](BatchLearner::state) was saved.
    pub fn restore(&mut self, state: &LearnerState) -> Result<(), StateError> {
        let parameters = self.before.len();
        let vector = |name: &'static str, length: usize| {
            state.get(name).filter(|vector| vector.len() == length).ok_or(StateError(name))
        };
        self.steps = vector(STEPS, 1)?[0] as u64;
        let slots = self.settings.optimiser.slots();
        for (place, slot) in slots.iter().enumerate() {
            let numbers = vector(slot.name, parameters)?;
            self.kept.iter_mut().skip(place).step_by(slots.len()).zip(numbers).for_each(|(kept, &one)| *kept = one);
        }
        Ok(())
    }
}

/// 0 at 0, unlike that of the standard library.
fn sign(weight: f32) -> f32 {
    if weight == 0.0 { 0.0 } else { weight.signum() }
}
