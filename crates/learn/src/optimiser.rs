//! How far a step goes: from what games have taught to what the weights change by.
//!
//! An optimiser is a function of one weight: of what pulls at it, and of the few numbers it keeps of that weight. So the
//! learner can keep and save those numbers without knowing what they mean, and a frozen weight keeps them too.

mod adaptive;
mod constant;
mod momentum;
mod temporal_coherence;

use std::fmt;
use std::sync::Arc;

use hetman_parameters::{Configurable, Default, Kind, Parameter, Registry, Settings};

use crate::WeightUpdate;

/// What pulls at a weight: the sum of its corrections r_t, which is minus the gradient of the error, and the sum of their
/// absolute values.
#[derive(Clone, Copy, Debug)]
pub struct Pull {
    pub sum: f64,
    pub absolute: f64,
}

/// A number kept of every weight.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// In the learner's saved state.
    pub name: &'static str,
    pub initial: f64,
}

/// A rule for steps with its numbers chosen.
pub trait Optimiser: fmt::Debug + Send + Sync {
    /// What it keeps of every weight.
    fn slots(&self) -> Vec<Slot> {
        Vec::new()
    }

    /// What a weight changes by, after `games` games. `kept` has a number for each slot, which is brought up to date.
    fn step(&self, pull: Pull, kept: &mut [f64], games: u64) -> f64;

    /// The steps of weights that are floats, from what pulls at each: minus the mean gradient of a batch.
    fn float_steps(&self, pulls: &[f32], steps: u64, weights: &mut [f32], kept: &mut [f64]) {
        let width = self.slots().len();
        for (index, (weight, &pull)) in weights.iter_mut().zip(pulls).enumerate() {
            let pull = Pull { sum: f64::from(pull), absolute: f64::from(pull.abs()) };
            *weight = (f64::from(*weight) + self.step(pull, &mut kept[index * width..][..width], steps)) as f32;
        }
    }

    /// The steps of all weights that are not frozen; `kept` has the numbers of the first weight, then those of the second,
    /// and so on. Compiled for each optimiser, so that nothing is looked up for each weight.
    fn steps(&self, update: &WeightUpdate, frozen: &[bool], games: u64, weights: &mut [f64], kept: &mut [f64]) {
        let width = self.slots().len();
        for (index, weight) in weights.iter_mut().enumerate() {
            if !frozen[index] {
                let pull = Pull { sum: update.sum[index], absolute: update.absolute[index] };
                *weight += self.step(pull, &mut kept[index * width..][..width], games);
            }
        }
    }
}

/// A rule for steps, whose numbers can be chosen.
pub trait OptimiserKind: Configurable + Send + Sync {
    /// For a run of so many games.
    fn build(&self, settings: &Settings, games: u64) -> Result<Arc<dyn Optimiser>, OptimiserError>;
}

/// Numbers that do not go together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct OptimiserError(pub String);

static REGISTRY: Registry<dyn OptimiserKind> = Registry::new(&[
    &constant::ConstantKind,
    &constant::FallingKind,
    &temporal_coherence::TemporalCoherenceKind,
    &momentum::MomentumKind,
    &momentum::NesterovKind,
    &adaptive::AdaGradKind,
    &adaptive::AdaDeltaKind,
    &adaptive::AdamKind,
]);

/// All optimisers there are; more can be added.
pub fn optimisers() -> &'static Registry<dyn OptimiserKind> {
    &REGISTRY
}

/// The range of rates.
const RATE: Kind = Kind::Number { min: 0.0, max: 1.0, step: 0.001 };
/// The range of shares that are carried over from step to step: all of it would never be forgotten.
const DECAY: Kind = Kind::Number { min: 0.0, max: 0.999_999, step: 0.001 };

const fn decay(key: &'static str, title: &'static str, help: &'static str, default: f64) -> Parameter {
    Parameter::new(key, title, DECAY, help).or(Default::Number(default))
}

/// What keeps a division from going out of bounds.
const fn epsilon(help: &'static str, default: f64) -> Parameter {
    Parameter::new("epsilon", "Epsilon", Kind::Number { min: 1e-12, max: 1.0, step: 1e-6 }, help)
        .or(Default::Number(default))
}

/// A number that has a default or must be given.
fn number(settings: &Settings, key: &str) -> f64 {
    settings.number(key).expect("settings are checked before anything is built of them")
}

/// Declares a kind: its name, its title, its parameters, and how it is built.
macro_rules! optimiser_kind {
    ($kind:ident, $name:literal, $title:literal, [$($parameter:expr),+ $(,)?], $build:expr) => {
        pub struct $kind;

        impl hetman_parameters::Named for $kind {
            fn name(&self) -> &str {
                $name
            }
        }

        impl hetman_parameters::Configurable for $kind {
            fn title(&self) -> &'static str {
                $title
            }

            fn parameters(&self) -> &'static [hetman_parameters::Parameter] {
                const PARAMETERS: &[hetman_parameters::Parameter] = &[$($parameter),+];
                PARAMETERS
            }
        }

        impl super::OptimiserKind for $kind {
            fn build(
                &self,
                settings: &hetman_parameters::Settings,
                games: u64,
            ) -> Result<std::sync::Arc<dyn super::Optimiser>, super::OptimiserError> {
                let build: fn(&hetman_parameters::Settings, u64) -> _ = $build;
                build(settings, games).map(|optimiser| std::sync::Arc::new(optimiser) as _)
            }
        }
    };
}
use optimiser_kind;
