//! TD(lambda) with eligibility traces.
//!
//! Sources: 2007 thesis, equations 4.59 and 4.60 (its specification, section 7, erratum E5); the procedure is that of
//! the 2006 program (2.4). Per weight and moment, r_t = (P_(t+1) - P_t) e_t with e_t = grad P_t + lambda e_(t-1): what
//! the weight should have been different by, before any rate. Plain learning needs the sum of the r_t, temporal
//! coherence (2008, section 4) also the sum of their absolute values.

use hetman_eval::Model;

use crate::{Moment, Trace};

/// The sums over moments that a step is made of, per weight.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Sum of r_t.
    pub sum: Vec<f64>,
    /// Sum of |r_t|.
    pub absolute: Vec<f64>,
}

/// TD(lambda) along one trace, moment by moment.
#[derive(Clone, Debug)]
pub struct Episode {
    lambda: f64,
    /// e_t.
    eligibility: Vec<f64>,
    /// P_t, once there is one.
    last: Option<f64>,
    change: Change,
}

impl Change {
    pub fn zero(parameters: usize) -> Change {
        Change { sum: vec![0.0; parameters], absolute: vec![0.0; parameters] }
    }

    /// What a game teaches: its traces' changes added up (2008, section 4, learning from both sides; V16).
    pub fn of_game(model: &Model, lambda: f64, traces: &[Trace]) -> Change {
        let mut change = Change::zero(model.parameters().len());
        for trace in traces {
            change.add(&Change::of_trace(model, lambda, trace));
        }
        change
    }

    fn of_trace(model: &Model, lambda: f64, trace: &Trace) -> Change {
        let mut episode = Episode::new(model, lambda);
        for moment in &trace.moments {
            episode.observe(model, moment);
        }
        episode.finish(trace.outcome);
        episode.change
    }

    /// Adds another change. Sums of many are added in the order of the games, so that they do not depend on threads.
    pub fn add(&mut self, other: &Change) {
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
        Episode { lambda, eligibility: vec![0.0; parameters], last: None, change: Change::zero(parameters) }
    }

    /// The next prediction: the moment before it is corrected towards it. Where weights change after every move, the
    /// model is the one that made this prediction.
    pub fn observe(&mut self, model: &Model, moment: &Moment) {
        let prediction = moment.prediction(model);
        self.correct(prediction);
        // e_t = grad P_t + lambda e_(t-1)
        self.eligibility.iter_mut().for_each(|eligibility| *eligibility *= self.lambda);
        moment.add_gradient(model, &mut self.eligibility);
        self.last = Some(prediction);
    }

    /// The end of the game: P_(m+1) = z.
    pub fn finish(&mut self, outcome: f64) {
        self.correct(outcome);
        self.last = None;
    }

    /// What was learned since the last call.
    pub fn take_change(&mut self) -> Change {
        let parameters = self.eligibility.len();
        std::mem::replace(&mut self.change, Change::zero(parameters))
    }

    /// r_t = (P_(t+1) - P_t) e_t
    fn correct(&mut self, next: f64) {
        let Some(last) = self.last else { return };
        let difference = next - last;
        let sums = self.change.sum.iter_mut().zip(&mut self.change.absolute);
        for ((sum, absolute), eligibility) in sums.zip(&self.eligibility) {
            let correction = difference * eligibility;
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
