//! Temporal coherence: each weight has its own rate, dw_i = c alpha_i sum r_i with alpha_i = |N_i| / A_i (2008, section 4).
//!
//! N gathers the corrections, A their absolute values: a weight pulled one way learns fast, one pulled to and fro slowly.
//! The rate of a step is that from before it. The experiments of 2008 have N = 2, A = 8, c = 0.5, that is 0.125 at first
//! (V4).

use hetman_parameters::{Default, Kind, Parameter};

use super::{Optimiser, OptimiserError, Pull, RATE, Slot, number, optimiser_kind};

#[derive(Debug)]
struct TemporalCoherence {
    rate: f64,
    n: f64,
    a: f64,
}

const POSITIVE: Kind = Kind::Number { min: 0.001, max: 1000.0, step: 0.1 };

optimiser_kind!(
    TemporalCoherenceKind,
    "temporal-coherence",
    "Temporal coherence",
    [
        Parameter::new("rate", "Common rate", RATE, "Temporal coherence: the factor common to all weights.").required(),
        Parameter::new("n", "First N", POSITIVE, "Temporal coherence: where |N| begins.").or(Default::Number(1.0)),
        Parameter::new("a", "First A", POSITIVE, "Temporal coherence: where A begins; at least N.")
            .or(Default::Number(1.0)),
    ],
    |settings, _| {
        let [rate, n, a] = ["rate", "n", "a"].map(|key| number(settings, key));
        if n > a {
            return Err(OptimiserError("temporal coherence starts with n at most a".to_owned()));
        }
        Ok(TemporalCoherence { rate, n, a })
    }
);

impl Optimiser for TemporalCoherence {
    fn slots(&self) -> Vec<Slot> {
        vec![Slot { name: "coherence.n", initial: self.n }, Slot { name: "coherence.a", initial: self.a }]
    }

    fn step(&self, pull: Pull, kept: &mut [f64], _games: u64) -> f64 {
        let rate = self.rate * (kept[0].abs() / kept[1]);
        kept[0] += pull.sum;
        kept[1] += pull.absolute;
        rate * pull.sum
    }
}
