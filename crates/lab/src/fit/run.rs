//! One network, fitted: batch -> step -> point of the curve; and again.

use std::sync::Arc;

use hetman_arena::{Stop, generator};
use hetman_eval::{AnyEvaluator, FeatureSet, LearnerState, Net};
use hetman_learn::{BatchLearner, Examples};
use hetman_rules::{AnyPosition, with_position};
use hetman_search::Control;
use rand::seq::SliceRandom;
use rayon::prelude::*;

use super::experiment::{LeafTarget, NetworkChoice, Target};
use super::leaf::LeafSearcher;
use super::store::{FitPoint, FitStore};
use super::{FitError, FitEvent, FitOutcome, Fitting, Labelled};

/// Starts that one thread plays from with one search.
const STARTS_TOGETHER: usize = 8;

/// A network and what it has come to.
pub struct FitRun<'a> {
    fitting: &'a Fitting<'a>,
    choice: &'a NetworkChoice,
    positions: &'a Labelled,
    net: Net,
    learner: BatchLearner,
    /// The order of the present epoch, and its number.
    order: Vec<u32>,
    epoch: u64,
    /// Of the positions that are held out.
    held_out: Option<Rows>,
    /// Losses since the last point of the curve.
    losses: Vec<f64>,
    /// Nothing of it is kept yet.
    is_new: bool,
}

/// Inputs row by row, and their targets.
#[derive(Default)]
struct Rows {
    inputs: Vec<f32>,
    targets: Vec<f32>,
}

impl Rows {
    fn examples(&self) -> Examples<'_> {
        Examples { inputs: &self.inputs, targets: &self.targets }
    }
}

impl<'a> FitRun<'a> {
    /// As it was at its last point, which is kept, or before its first batch.
    pub fn begin(
        fitting: &'a Fitting,
        choice: &'a NetworkChoice,
        positions: &'a Labelled,
        kept: Option<Vec<u8>>,
    ) -> Result<FitRun<'a>, FitError> {
        let unusable = |problem: String| FitError::State { network: choice.name.clone(), problem };
        let kept =
            kept.map(|bytes| Net::from_bytes(&bytes)).transpose().map_err(|problem| unusable(problem.to_string()))?;
        let is_new = kept.is_none();
        let (net, state) = match kept {
            Some((net, state)) => (net, Some(state)),
            None => (fitting.first_net(choice)?, None),
        };
        let settings = fitting.source.experiment.batch_settings();
        let mut learner = BatchLearner::new(net.model(), settings).expect("experiments have grouped networks");
        if let Some(state) = state {
            learner.restore(&state).map_err(|problem| unusable(problem.to_string()))?;
        }
        let held_out = positions
            .held_out
            .as_ref()
            .map(|(positions, targets)| Rows { inputs: read(choice.features, positions), targets: targets.clone() });
        let run = FitRun {
            fitting,
            choice,
            positions,
            net,
            learner,
            order: Vec::new(),
            epoch: u64::MAX,
            held_out,
            losses: Vec::new(),
            is_new,
        };
        let (step, all) = (run.learner.steps(), fitting.source.experiment.learning.steps);
        let network = choice.name.clone();
        fitting.observer.hear(&FitEvent::Begun { network, step, all });
        Ok(run)
    }

    /// Goes on to the end, or until it is stopped.
    pub fn fit(mut self, store: &mut FitStore, stop: &Stop) -> Result<FitOutcome, FitError> {
        let experiment = &self.fitting.source.experiment;
        let (steps, every) = (experiment.learning.steps, experiment.measure.every);
        if self.is_new {
            self.keep(store)?;
        }
        while self.learner.steps() < steps {
            // Batches since the last point are made again, the same: nothing is lost but their time.
            if stop() {
                return Ok(FitOutcome::Stopped);
            }
            let Some(rows) = self.batch(stop) else { return Ok(FitOutcome::Stopped) };
            let loss = self.learner.learn(rows.examples());
            self.losses.push(loss.map_err(|divergence| self.diverged(divergence))?);
            let step = self.learner.steps();
            self.fitting.observer.hear(&FitEvent::Stepped { step });
            if step.is_multiple_of(every) || step == steps {
                self.keep(store)?;
            }
        }
        let file = self.fitting.net_file(&self.choice.name);
        crate::folder::write_atomically(&file, &self.net.to_bytes(&LearnerState::default()))?;
        Ok(FitOutcome::Finished)
    }

    fn diverged(&self, divergence: hetman_learn::BatchDivergence) -> FitError {
        let parameter = self.net.parameter_names().swap_remove(divergence.index);
        FitError::Diverged { network: self.choice.name.clone(), parameter, divergence }
    }

    /// The next batch follows from the seed, the number of the step and, for leaves, the weights; `None` if stopped.
    fn batch(&mut self, stop: &Stop) -> Option<Rows> {
        let experiment = &self.fitting.source.experiment;
        let batch = experiment.learning.batch as usize;
        let training = &self.positions.training;
        let first = self.learner.steps() * batch as u64;
        let numbers: Vec<usize> =
            (first..first + batch as u64).map(|place| self.in_order(place, training.len() as u64)).collect();
        let chosen: Vec<&AnyPosition> = numbers.iter().map(|&number| &training[number]).collect();
        match &experiment.target {
            Target::Leaf(target) => self.leaves(target, &chosen, stop),
            _ => Some(Rows {
                inputs: read(self.choice.features, &chosen),
                targets: numbers.iter().map(|&number| self.positions.targets[number]).collect(),
            }),
        }
    }

    /// The position that comes at this place: all of them in a random order, then all in another.
    fn in_order(&mut self, place: u64, count: u64) -> usize {
        let epoch = place / count;
        if epoch != self.epoch {
            let mut order: Vec<u32> = (0..count as u32).collect();
            order.shuffle(&mut generator(self.fitting.source.experiment.seed, epoch));
            (self.order, self.epoch) = (order, epoch);
        }
        self.order[(place % count) as usize] as usize
    }

    /// What TDLeaf makes of these starts with the weights as they are.
    fn leaves(&mut self, target: &LeafTarget, starts: &[&AnyPosition], stop: &Stop) -> Option<Rows> {
        self.learner.write_to(self.net.model_mut());
        let (net, evaluator) = (&self.net, Arc::new(AnyEvaluator::of_net(self.net.clone())));
        let lessons: Vec<Vec<_>> = starts
            .par_chunks(STARTS_TOGETHER)
            .map(|starts| {
                let mut searcher = LeafSearcher::new(target, net, &evaluator);
                let control = Control::watching(stop);
                starts.iter().filter_map(|start| searcher.play(start, &control)).collect()
            })
            .collect();
        if stop() {
            return None;
        }
        let lessons: Vec<_> = lessons.into_iter().flatten().collect();
        let leaves: Vec<&AnyPosition> = lessons.iter().map(|lesson| &lesson.leaf).collect();
        let targets = lessons.iter().map(|lesson| lesson.target as f32).collect();
        Some(Rows { inputs: read(self.choice.features, &leaves), targets })
    }

    /// A point of the curve, and the state there.
    fn keep(&mut self, store: &mut FitStore) -> Result<(), FitError> {
        self.learner.write_to(self.net.model_mut());
        let losses = std::mem::take(&mut self.losses);
        let point = FitPoint {
            step: self.learner.steps(),
            training: losses.iter().sum::<f64>() / losses.len().max(1) as f64,
            held_out: self.held_out.as_ref().map(|rows| self.learner.loss(rows.examples())),
            net: self.net.to_bytes(&LearnerState::default()),
        };
        store.keep(&self.choice.name, &point, &self.net.to_bytes(&self.learner.state()))?;
        let FitPoint { step, training, held_out, .. } = point;
        self.fitting.observer.hear(&FitEvent::Measured { network: self.choice.name.clone(), step, training, held_out });
        Ok(())
    }
}

/// The inputs of positions, row by row.
fn read<P: std::borrow::Borrow<AnyPosition> + Sync>(features: FeatureSet, positions: &[P]) -> Vec<f32> {
    let Some(first) = positions.first() else { return Vec::new() };
    let width = features.len(first.borrow().variant());
    let mut inputs = vec![0.0; positions.len() * width];
    inputs.par_chunks_mut(width).zip(positions.par_iter()).for_each(|(row, position)| {
        let position: &AnyPosition = position.borrow();
        with_position!(position, here => features.read_floats(position.variant(), here, row));
    });
    inputs
}
