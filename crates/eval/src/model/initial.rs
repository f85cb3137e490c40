//! Weights before anything was learned.
//!
//! Sources: the states of the 2007 thesis (its specification, section 6) under their names there; the 2008 thesis
//! starts with all weights 1; `fan_out` is Giraffe's (its specification, section 3). Slopes are not weights and stay as they are.

use std::f64::consts::TAU;
use std::fmt;
use std::str::FromStr;

use hetman_rules::Quote;
use rand::{Rng, RngExt};

use super::linear::OMEGA;
use super::{Block, Model};

/// How weights are chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Initial {
    /// All equal. Hidden units that start equal stay equal for ever.
    Constant(f64),
    /// Uniform between minus and plus the radius.
    Uniform {
        radius: f64,
    },
    Normal {
        mean: f64,
        deviation: f64,
    },
    /// For rectified units: each weight normal with deviation sqrt(2 / n), where n is how many units of its matrix one input is
    /// sent to; those of the output uniform to 0.01, biases 0.
    FanOut,
    /// Weights leaving the material and checkmate inputs of the 45 features by their values, all others 0.01; to every
    /// weight noise of this standard deviation.
    Material {
        noise: f64,
    },
}

/// Weights leaving inputs 0 to 4 (pawns to queens) and 7 (checkmate) of the 45 features; every other weight is
/// [`ELSEWHERE`].
const MATERIAL: [(usize, f64); 6] = [(0, 0.1), (1, 0.3), (2, 0.3), (3, 0.5), (4, 1.0), (7, 10.0)];
const ELSEWHERE: f64 = 0.01;
const FEATURES_WITH_MATERIAL: usize = 45;

/// The radius, the mean and the standard deviation of the states drawn at random.
const SMALL: f64 = 0.01;

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum InitialError {
    #[error(
        "unknown initial weights '{0}': choose ones, const_X, uniform or uniform_X (radius), normal, fan_out (for \
         rectified units), material or material_noise"
    )]
    Unknown(Quote),
    #[error("initial weights by material are made for the 45 features, not for {0} inputs")]
    NotMaterial(usize),
}

impl Initial {
    /// Sets every weight of the model.
    pub fn apply(self, model: &mut Model, generator: &mut impl Rng) -> Result<(), InitialError> {
        let inputs = model.architecture().inputs();
        if matches!(self, Initial::Material { .. }) && inputs != FEATURES_WITH_MATERIAL {
            return Err(InitialError::NotMaterial(inputs));
        }
        let blocks = model.blocks();
        for block in blocks.iter().filter(|block| block.name != OMEGA) {
            let as_block = self.of_block(block);
            for (offset, index) in block.range().enumerate() {
                let input = (block.start == 0).then_some(offset / block.columns);
                model.parameters_mut()[index] = as_block.draw(input, generator);
            }
        }
        Ok(())
    }

    /// What it means for one matrix of weights.
    fn of_block(self, block: &Block) -> Initial {
        match self {
            Initial::FanOut if block.name.ends_with("biases") => Initial::Constant(0.0),
            Initial::FanOut if block.columns == 1 => Initial::Uniform { radius: SMALL },
            Initial::FanOut => Initial::Normal { mean: 0.0, deviation: (2.0 / block.columns as f64).sqrt() },
            other => other,
        }
    }

    /// A weight, given the input it leaves if it leaves one.
    fn draw(self, input: Option<usize>, generator: &mut impl Rng) -> f64 {
        match self {
            Initial::Constant(value) => value,
            Initial::Uniform { radius } => radius * (2.0 * generator.random::<f64>() - 1.0),
            Initial::Normal { mean, deviation } => normal(mean, deviation, generator),
            Initial::FanOut => unreachable!("each block has a distribution of its own"),
            Initial::Material { noise: 0.0 } => material(input),
            Initial::Material { noise } => normal(material(input), noise, generator),
        }
    }
}

fn material(input: Option<usize>) -> f64 {
    let value = MATERIAL.iter().find(|&&(of, _)| Some(of) == input);
    value.map_or(ELSEWHERE, |&(_, weight)| weight)
}

/// The Box-Muller transform; one of its two numbers is enough here.
fn normal(mean: f64, deviation: f64, generator: &mut impl Rng) -> f64 {
    let radius = (-2.0 * (1.0 - generator.random::<f64>()).ln()).sqrt();
    mean + deviation * radius * (TAU * generator.random::<f64>()).cos()
}

impl FromStr for Initial {
    type Err = InitialError;

    fn from_str(text: &str) -> Result<Initial, InitialError> {
        let unknown = || InitialError::Unknown(text.into());
        let number = |digits: &str| {
            digits.parse().ok().filter(|value: &f64| value.is_finite() && value.abs() <= 1000.0).ok_or_else(unknown)
        };
        match text {
            "ones" => Ok(Initial::Constant(1.0)),
            "uniform" => Ok(Initial::Uniform { radius: SMALL }),
            "normal" => Ok(Initial::Normal { mean: SMALL, deviation: SMALL }),
            "fan_out" => Ok(Initial::FanOut),
            "material" => Ok(Initial::Material { noise: 0.0 }),
            "material_noise" => Ok(Initial::Material { noise: SMALL }),
            _ => match text.split_once('_') {
                Some(("const", digits)) => Ok(Initial::Constant(number(digits)?)),
                Some(("uniform", digits)) => {
                    let radius = number(digits)?;
                    if radius < 0.0 { Err(unknown()) } else { Ok(Initial::Uniform { radius }) }
                }
                _ => Err(unknown()),
            },
        }
    }
}

impl fmt::Display for Initial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Initial::Constant(1.0) => f.write_str("ones"),
            Initial::Constant(value) => write!(f, "const_{value}"),
            Initial::Uniform { radius } if *radius == SMALL => f.write_str("uniform"),
            Initial::Uniform { radius } => write!(f, "uniform_{radius}"),
            Initial::Normal { .. } => f.write_str("normal"),
            Initial::FanOut => f.write_str("fan_out"),
            Initial::Material { noise: 0.0 } => f.write_str("material"),
            Initial::Material { .. } => f.write_str("material_noise"),
        }
    }
}
