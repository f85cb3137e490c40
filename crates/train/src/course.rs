//! A plan that is gone through, step by step.

use std::f64::consts::PI;

use hetman_eval::Provenance;
use hetman_eval::nnue::Network;

use crate::samples::Split;
use crate::trainer::{Rates, Trainer};
use crate::{Batch, Plan, Samples};

/// The rate rises for this share of all steps.
const WARM_UP: f64 = 0.01;
/// Positions of a batch that nothing is learned from.
const HELD_OUT_BATCH: usize = 16384;

/// How well it went in an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    pub epoch: u64,
    /// The mean squared error of the epoch's batches, each before its step.
    pub training: f64,
    /// That of the games held out, after the epoch.
    pub held_out: f64,
}

/// A plan on its way.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    pub(crate) plan: Plan,
    split: Split,
    pub(crate) trainer: Trainer,
    pub(crate) curve: Vec<CurvePoint>,
    /// The errors of this epoch's steps, added up.
    pub(crate) errors: f64,
    /// The order of this epoch; drawn when it begins.
    order: Vec<u32>,
}

impl Course {
    pub fn new(plan: Plan, split: Split) -> Course {
        let trainer = Trainer::new(plan.shape, plan.seed);
        Course::at(plan, split, trainer, Vec::new(), 0.0)
    }

    /// A course that goes on after so many steps.
    pub(crate) fn at(plan: Plan, split: Split, trainer: Trainer, curve: Vec<CurvePoint>, errors: f64) -> Course {
        let mut course = Course { plan, split, trainer, curve, errors, order: Vec::new() };
        if !course.is_over() {
            course.shuffle();
        }
        course
    }

    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    pub fn trainer(&self) -> &Trainer {
        &self.trainer
    }

    /// Positions that are learned from, and that are held out.
    pub fn positions(&self) -> (usize, usize) {
        (self.split.training.len(), self.split.held_out.len())
    }

    pub fn curve(&self) -> &[CurvePoint] {
        &self.curve
    }

    /// The last batch of an epoch may be smaller.
    pub fn steps_of_an_epoch(&self) -> u64 {
        self.split.training.len().div_ceil(self.plan.batch) as u64
    }

    pub fn steps(&self) -> u64 {
        self.steps_of_an_epoch() * self.plan.epochs
    }

    pub fn steps_done(&self) -> u64 {
        self.trainer.steps()
    }

    pub fn is_over(&self) -> bool {
        self.steps_done() >= self.steps()
    }

    /// Takes a step; returns how many positions it saw.
    pub fn step(&mut self) -> usize {
        let within = self.steps_done() % self.steps_of_an_epoch();
        let start = within as usize * self.plan.batch;
        let numbers = &self.order[start..self.order.len().min(start + self.plan.batch)];
        let batch = Batch::of(&self.plan.shape, &self.split.training, numbers, self.plan.result_share as f32);
        let rates = Rates { rate: self.rate(), decay: self.plan.decay };
        self.errors += self.trainer.step(&batch, rates) * batch.len() as f64;
        if self.steps_done().is_multiple_of(self.steps_of_an_epoch()) {
            self.end_epoch();
        }
        batch.len()
    }

    /// The rate of the next step: a straight line up, half a cosine down.
    fn rate(&self) -> f64 {
        let Plan { rate, last_rate, .. } = self.plan;
        let done = self.steps_done() as f64 / self.steps() as f64;
        if done < WARM_UP {
            return rate * (self.steps_done() + 1) as f64 / (WARM_UP * self.steps() as f64).max(1.0).ceil();
        }
        let fallen = (1.0 - ((done - WARM_UP) / (1.0 - WARM_UP) * PI).cos()) / 2.0;
        rate + (last_rate - rate) * fallen
    }

    fn end_epoch(&mut self) {
        let held_out = self.loss_held_out();
        let training = self.errors / self.split.training.len() as f64;
        self.curve.push(CurvePoint { epoch: self.curve.len() as u64 + 1, training, held_out });
        self.errors = 0.0;
        if !self.is_over() {
            self.shuffle();
        }
    }

    fn shuffle(&mut self) {
        let epoch = self.steps_done() / self.steps_of_an_epoch();
        self.order = self.split.training.shuffled(self.plan.seed, epoch);
    }

    /// The mean squared error of what is held out.
    fn loss_held_out(&mut self) -> f64 {
        let samples: &Samples = &self.split.held_out;
        let numbers: Vec<u32> = (0..samples.len() as u32).collect();
        let mut squares = 0.0;
        for numbers in numbers.chunks(HELD_OUT_BATCH) {
            let batch = Batch::of(&self.plan.shape, samples, numbers, self.plan.result_share as f32);
            squares += self.trainer.loss(&batch) * batch.len() as f64;
        }
        squares / samples.len() as f64
    }

    /// The network as it is now, in whole numbers.
    pub fn network(&self) -> Network {
        let mut notes = std::collections::BTreeMap::new();
        let (training, held_out) = self.positions();
        notes.insert("positions".to_owned(), training.to_string());
        notes.insert("held-out".to_owned(), held_out.to_string());
        notes.insert("steps".to_owned(), self.steps_done().to_string());
        if let Some(last) = self.curve.last() {
            notes.insert("training-error".to_owned(), last.training.to_string());
            notes.insert("held-out-error".to_owned(), last.held_out.to_string());
        }
        let provenance =
            Provenance { recipe: self.plan.text.clone(), parent: None, games_seen: self.split.games, notes };
        Network::new(self.trainer.weights().quantised(), self.plan.scale, provenance)
    }
}

#[cfg(test)]
mod tests;
