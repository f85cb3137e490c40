//! Activations: they turn a sum of any size into a prediction of the game's result.
//!
//! Sources: the bipolar one is equation 4.54 of the 2007 thesis (its specification, section 6), the unipolar one that
//! of the 2006 program (2.2) and, as winning probability, of the 2008 thesis (section 4).

use std::fmt;
use std::str::FromStr;

use hetman_rules::Quote;

/// The two sigmoids of the earlier works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Activation {
    /// f(x) = 1 / (1 + exp(-scale x)), between 0 and 1.
    Unipolar,
    /// f(x) = 2 / (1 + exp(-scale x)) - 1, between -1 and 1.
    Bipolar,
}

/// What a model predicts when the game is decided: the last prediction of a trace.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcomes {
    pub black_wins: f64,
    pub draw: f64,
    pub white_wins: f64,
}

impl Activation {
    pub fn apply(self, scale: f64, x: f64) -> f64 {
        let unipolar = 1.0 / (1.0 + (-scale * x).exp());
        match self {
            Activation::Unipolar => unipolar,
            Activation::Bipolar => 2.0 * unipolar - 1.0,
        }
    }

    /// The derivative by x, from the function's value there.
    pub fn derivative(self, scale: f64, value: f64) -> f64 {
        match self {
            Activation::Unipolar => scale * value * (1.0 - value),
            Activation::Bipolar => scale * (1.0 - value * value) / 2.0,
        }
    }

    pub fn outcomes(self) -> Outcomes {
        match self {
            Activation::Unipolar => Outcomes { black_wins: 0.0, draw: 0.5, white_wins: 1.0 },
            Activation::Bipolar => Outcomes { black_wins: -1.0, draw: 0.0, white_wins: 1.0 },
        }
    }
}

impl fmt::Display for Activation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Activation::Unipolar => "unipolar",
            Activation::Bipolar => "bipolar",
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown activation '{0}': choose unipolar (0 to 1) or bipolar (-1 to 1)")]
pub struct UnknownActivationError(pub Quote);

impl FromStr for Activation {
    type Err = UnknownActivationError;

    fn from_str(text: &str) -> Result<Activation, UnknownActivationError> {
        match text {
            "unipolar" => Ok(Activation::Unipolar),
            "bipolar" => Ok(Activation::Bipolar),
            _ => Err(UnknownActivationError(text.into())),
        }
    }
}
