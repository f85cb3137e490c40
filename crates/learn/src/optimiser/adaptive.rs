//! A rate for each weight from the size of its gradients: AdaGrad (Duchi, Hazan and Singer 2011), AdaDelta (Zeiler 2012) and
//! Adam (Kingma and Ba 2015).

use hetman_parameters::Parameter;

use super::{Optimiser, Pull, RATE, Slot, decay, epsilon, number, optimiser_kind};

/// G = G + g^2, dw = alpha g / (sqrt G + epsilon).
#[derive(Debug)]
struct AdaGrad {
    rate: f64,
    epsilon: f64,
}

optimiser_kind!(
    AdaGradKind,
    "adagrad",
    "AdaGrad",
    [
        Parameter::new("rate", "Alpha", RATE, "AdaGrad: the learning rate, which is the first step of every weight.")
            .required(),
        epsilon("AdaGrad: added to the root of the sum of squares.", 1e-8),
    ],
    |settings, _| Ok(AdaGrad { rate: number(settings, "rate"), epsilon: number(settings, "epsilon") })
);

impl Optimiser for AdaGrad {
    fn slots(&self) -> Vec<Slot> {
        vec![Slot { name: "adagrad.squares", initial: 0.0 }]
    }

    fn step(&self, pull: Pull, kept: &mut [f64], _games: u64) -> f64 {
        kept[0] += pull.sum * pull.sum;
        self.rate * pull.sum / (kept[0].sqrt() + self.epsilon)
    }
}

/// E[g^2] = rho E[g^2] + (1 - rho) g^2, d = g sqrt(E[d^2] + epsilon) / sqrt(E[g^2] + epsilon),
/// E[d^2] = rho E[d^2] + (1 - rho) d^2, dw = alpha d; the paper's alpha is 1.
#[derive(Debug)]
struct AdaDelta {
    rate: f64,
    decay: f64,
    epsilon: f64,
}

optimiser_kind!(
    AdaDeltaKind,
    "adadelta",
    "AdaDelta",
    [
        Parameter::new("rate", "Alpha", RATE, "AdaDelta: a factor of every step; the paper's is 1.").required(),
        decay("rho", "Rho", "AdaDelta: the share of the means of squares that is kept.", 0.95),
        epsilon("AdaDelta: added to the means of squares; the first steps are of the size of its root.", 1e-6),
    ],
    |settings, _| {
        let [rate, decay, epsilon] = ["rate", "rho", "epsilon"].map(|key| number(settings, key));
        Ok(AdaDelta { rate, decay, epsilon })
    }
);

impl Optimiser for AdaDelta {
    fn slots(&self) -> Vec<Slot> {
        ["adadelta.gradients", "adadelta.steps"].map(|name| Slot { name, initial: 0.0 }).into()
    }

    fn step(&self, pull: Pull, kept: &mut [f64], _games: u64) -> f64 {
        kept[0] = mean(self.decay, kept[0], pull.sum * pull.sum);
        let step = pull.sum * ((kept[1] + self.epsilon) / (kept[0] + self.epsilon)).sqrt();
        kept[1] = mean(self.decay, kept[1], step * step);
        self.rate * step
    }
}

/// m = beta1 m + (1 - beta1) g, v = beta2 v + (1 - beta2) g^2,
/// dw = alpha (m / (1 - beta1^t)) / (sqrt(v / (1 - beta2^t)) + epsilon). Each weight counts its own steps t.
#[derive(Debug)]
struct Adam {
    rate: f64,
    beta1: f64,
    beta2: f64,
    epsilon: f64,
}

optimiser_kind!(
    AdamKind,
    "adam",
    "Adam",
    [
        Parameter::new("rate", "Alpha", RATE, "Adam: the learning rate, about the size of a step.").required(),
        decay("beta1", "Beta 1", "Adam: the share of the mean gradient that is kept.", 0.9),
        decay("beta2", "Beta 2", "Adam: the share of the mean square that is kept.", 0.999),
        epsilon("Adam: added to the root of the mean square.", 1e-8),
    ],
    |settings, _| {
        let [rate, beta1, beta2, epsilon] = ["rate", "beta1", "beta2", "epsilon"].map(|key| number(settings, key));
        Ok(Adam { rate, beta1, beta2, epsilon })
    }
);

impl Optimiser for Adam {
    fn slots(&self) -> Vec<Slot> {
        ["adam.mean", "adam.squares", "adam.steps"].map(|name| Slot { name, initial: 0.0 }).into()
    }

    fn step(&self, pull: Pull, kept: &mut [f64], _games: u64) -> f64 {
        kept[0] = mean(self.beta1, kept[0], pull.sum);
        kept[1] = mean(self.beta2, kept[1], pull.sum * pull.sum);
        kept[2] += 1.0;
        let unbiased = |mean: f64, decay: f64| mean / (1.0 - decay.powf(kept[2]));
        self.rate * unbiased(kept[0], self.beta1) / (unbiased(kept[1], self.beta2).sqrt() + self.epsilon)
    }
}

/// A running mean.
fn mean(decay: f64, mean: f64, value: f64) -> f64 {
    decay * mean + (1.0 - decay) * value
}
