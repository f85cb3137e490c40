//! Steps that carry on: momentum (Polyak 1964), and Nesterov's, which steps from where the momentum leads, in the form of
//! Bengio, Boulanger-Lewandowski and Pascanu (2013) with the gradient of the weights as they are.

use hetman_parameters::Parameter;

use super::{Optimiser, Pull, RATE, Slot, decay, number, optimiser_kind};

const VELOCITY: Slot = Slot { name: "momentum.velocity", initial: 0.0 };

/// v = mu v + alpha g, dw = v.
#[derive(Debug)]
struct Momentum {
    rate: f64,
    momentum: f64,
}

optimiser_kind!(
    MomentumKind,
    "momentum",
    "Momentum",
    [
        Parameter::new("rate", "Alpha", RATE, "Momentum: the learning rate.").required(),
        decay("momentum", "Momentum", "Momentum: the share of a step that goes on in the next.", 0.9),
    ],
    |settings, _| Ok(Momentum { rate: number(settings, "rate"), momentum: number(settings, "momentum") })
);

impl Optimiser for Momentum {
    fn slots(&self) -> Vec<Slot> {
        vec![VELOCITY]
    }

    fn step(&self, pull: Pull, kept: &mut [f64], _games: u64) -> f64 {
        kept[0] = self.momentum * kept[0] + self.rate * pull.sum;
        kept[0]
    }
}

/// v = mu v + alpha g, dw = mu v + alpha g.
#[derive(Debug)]
struct Nesterov(Momentum);

optimiser_kind!(
    NesterovKind,
    "nesterov",
    "Nesterov momentum",
    [
        Parameter::new("rate", "Alpha", RATE, "Nesterov momentum: the learning rate.").required(),
        decay("momentum", "Momentum", "Nesterov momentum: the share of a step that goes on in the next.", 0.9),
    ],
    |settings, _| Ok(Nesterov(Momentum { rate: number(settings, "rate"), momentum: number(settings, "momentum") }))
);

impl Optimiser for Nesterov {
    fn slots(&self) -> Vec<Slot> {
        self.0.slots()
    }

    fn step(&self, pull: Pull, kept: &mut [f64], games: u64) -> f64 {
        self.0.momentum * self.0.step(pull, kept, games) + self.0.rate * pull.sum
    }
}
