//! One rate for all weights: constant, or falling.

use hetman_parameters::{Default, Kind, Parameter};

use super::{Optimiser, Pull, RATE, number, optimiser_kind};

/// dw = alpha sum r (2006, 2.4; 2007, section 7).
#[derive(Debug)]
struct Constant {
    rate: f64,
}

optimiser_kind!(
    ConstantKind,
    "plain",
    "Plain steps",
    [Parameter::new("rate", "Alpha", RATE, "Plain steps: the learning rate.").required()],
    |settings, _| Ok(Constant { rate: number(settings, "rate") })
);

impl Optimiser for Constant {
    fn step(&self, pull: Pull, _kept: &mut [f64], _games: u64) -> f64 {
        self.rate * pull.sum
    }
}

/// The same with an alpha that falls from one value to another over the run, in equal steps (Beal and Smith 1997, as the
/// 2008 thesis reports: from 0.1 to 0), and stays there.
#[derive(Debug)]
struct Falling {
    first: f64,
    last: f64,
    steps: u64,
    games: u64,
}

optimiser_kind!(
    FallingKind,
    "decaying",
    "Falling steps",
    [
        Parameter::new("first", "First rate", RATE, "Falling steps: the rate of the first games.").required(),
        Parameter::new("last", "Last rate", RATE, "Falling steps: the rate of the last games.").required(),
        Parameter::new("steps", "Steps", Kind::Integer { min: 1, max: 1_000_000 }, "Falling steps: how many.")
            .or(Default::Integer(10)),
    ],
    |settings, games| {
        let (first, last) = (number(settings, "first"), number(settings, "last"));
        let steps = settings.integer("steps").expect("it has a default") as u64;
        Ok(Falling { first, last, steps, games: games.max(1) })
    }
);

impl Falling {
    fn rate(&self, games: u64) -> f64 {
        let step = u128::from(games.min(self.games)) * u128::from(self.steps) / u128::from(self.games);
        self.first + (self.last - self.first) * step as f64 / self.steps as f64
    }
}

impl Optimiser for Falling {
    fn step(&self, pull: Pull, _kept: &mut [f64], games: u64) -> f64 {
        self.rate(games) * pull.sum
    }
}
