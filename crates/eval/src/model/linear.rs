//! The linear evaluation of the 2008 thesis and its winning probability (its specification, sections 3 and 4).
//!
//! v = sum of w_f c_f, P = 1 / (1 + exp(-omega v)). The flat vector is the weights, then omega: the slope is a
//! parameter like the others, which stays as it is unless somebody unfreezes it (learning it only rescales the rest).

use super::{Squashing, dot_sparse};
use crate::FeatureVector;

/// v, in the unit of the weights, White's view.
pub fn value(parameters: &[f64], features: &FeatureVector) -> f64 {
    dot_sparse(parameters, features)
}

pub fn predict(parameters: &[f64], features: &FeatureVector) -> f64 {
    squash(omega(parameters), value(parameters, features))
}

/// grad_f P = omega c_f P (1 - P) (section 4; erratum V3 restores the omega), and v P (1 - P) for omega itself.
pub fn add_gradient(parameters: &[f64], features: &FeatureVector, into: &mut [f64]) -> f64 {
    let value = value(parameters, features);
    let omega = omega(parameters);
    let prediction = squash(omega, value);
    let slope = Squashing::Unipolar.derivative(1.0, prediction);
    for (index, count) in features.iter() {
        into[index] += omega * slope * count;
    }
    into[parameters.len() - 1] += slope * value;
    prediction
}

fn omega(parameters: &[f64]) -> f64 {
    parameters[parameters.len() - 1]
}

fn squash(omega: f64, value: f64) -> f64 {
    Squashing::Unipolar.apply(omega, value)
}
