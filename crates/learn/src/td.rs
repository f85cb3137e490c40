//! TD(lambda) with eligibility traces.
//!
//! Sources: 2007 thesis, equations 4.59 and 4.60 (its specification, section 7, erratum E5); the procedure is that of
//! the 2006 program (2.4). Per weight and sample, r_t = (P_(t+1) - P_t) e_t with e_t = grad P_t + lambda e_(t-1): what
//! the weight should have been different by, before any rate. Plain learning needs the sum of the r_t, temporal
//! coherence (2008, section 4) also the sum of their absolute values.

use hetman_eval::Model;

use crate::{Sample, Trace};

/// The sums over samples that a step is made of, per weight.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightUpdate {
    /// Sum of r_t.
    pub sum: Vec<f64>,
    /// Sum of |r_t|.
    pub absolute: Vec<f64>,
}

/// TD(lambda) along one trace, sample by sample.
#[derive(Clone, Debug)]
pub struct Episode {
    lambda: f64,
    /// e_t.
    eligibility: Vec<f64>,
    /// P_t, once there is one.
    last: Option<f64>,
    update: WeightUpdate,
}

impl WeightUpdate {
    pub fn zero(parameters: usize) -> WeightUpdate {
        WeightUpdate { sum: vec![0.0; parameters], absolute: vec![0.0; parameters] }
    }

    /// What a game teaches: its traces' updates added up (2008, section 4, learning from both sides; V16).
    pub fn of_game(model: &Model, lambda: f64, traces: &[Trace]) -> WeightUpdate {
        let mut update = WeightUpdate::zero(model.parameters().len());
        for trace in traces {
            update.add(&WeightUpdate::of_trace(model, lambda, trace));
        }
        update
    }

    fn of_trace(model: &Model, lambda: f64, trace: &Trace) -> WeightUpdate {
        let mut episode = Episode::new(model, lambda);
        for sample in &trace.samples {
            episode.observe(model, sample);
        }
        episode.finish(trace.outcome);
        episode.update
    }

    /// Adds another update. Sums of many are added in the order of the games, so that they do not depend on threads.
    pub fn add(&mut self, other: &WeightUpdate) {
        add_each(&mut self.sum, &other.sum);
        add_each(&mut self.absolute, &other.absolute);
    }

    pub(crate) fn clear(&mut self) {
        self.sum.fill(0.0);
        self.absolute.fill(0.0);
    }
}

impl Episode {
    pub fn new(model: &Model, lambda: f64) -> Episode {
        let parameters = model.parameters().len();
        Episode { lambda, eligibility: vec![0.0; parameters], last: None, update: WeightUpdate::zero(parameters) }
    }

    /// The next prediction: the sample before it is corrected towards it. Where weights change after every move, the
    /// model is the one that made this prediction.
    pub fn observe(&mut self, model: &Model, sample: &Sample) {
        let prediction = sample.prediction(model);
        self.correct(prediction);
        // e_t = grad P_t + lambda e_(t-1)
        self.eligibility.iter_mut().for_each(|eligibility| *eligibility *= self.lambda);
        sample.add_gradient(model, &mut self.eligibility);
        self.last = Some(prediction);
    }

    /// The end of the game: P_(m+1) = z.
    pub fn finish(&mut self, outcome: f64) {
        self.correct(outcome);
        self.last = None;
    }

    /// What was learned since the last call.
    pub fn take_update(&mut self) -> WeightUpdate {
        let parameters = self.eligibility.len();
        std::mem::replace(&mut self.update, WeightUpdate::zero(parameters))
    }

    /// r_t = (P_(t+1) - P_t) e_t
    fn correct(&mut self, next: f64) {
        let Some(last) = self.last else { return };
        let td_error = next - last;
        let sums = self.update.sum.iter_mut().zip(&mut self.update.absolute);
        for ((sum, absolute), eligibility) in sums.zip(&self.eligibility) {
            let correction = td_error * eligibility;
            *sum += correction;
            *absolute += correction.abs();
        }
    }
}

fn add_each(sums: &mut [f64], values: &[f64]) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += value;
    }
}
