//! The linear evaluation of the 2008 thesis and its winning probability (its specification, sections 3 and 4).
//!
//! v = sum of w_f c_f, P = 1 / (1 + exp(-omega v)). The flat vector is the weights, then omega: the scale is a
//! parameter like the others, which stays as it is unless somebody unfreezes it (learning it only rescales the rest).

use std::sync::Arc;

use hetman_parameters::{Configurable, Default, Kind, Named, Parameter, Settings};

use super::{Activation, Architecture, Metadata, Model, ModelError, ModelKind, POSITIVE, dot_sparse};
use crate::FeatureVector;

pub const OMEGA: &str = "omega";

/// A weight for each input, then omega.
#[derive(Debug)]
struct Linear {
    inputs: usize,
}

pub struct LinearKind;

pub fn model(inputs: usize, omega: f64) -> Result<Model, ModelError> {
    if !(omega.is_finite() && omega > 0.0) {
        return Err(ModelError::Scale(omega));
    }
    let mut model = Model::zero(Arc::new(Linear { inputs }));
    model.parameters[inputs] = omega;
    model.frozen[inputs] = true;
    Ok(model)
}

impl Named for LinearKind {
    fn name(&self) -> &str {
        "linear"
    }
}

impl Configurable for LinearKind {
    fn title(&self) -> &'static str {
        "Linear model"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const PARAMETERS: &[Parameter] = &[
            Parameter::new(
                OMEGA,
                "Slope of the winning chance",
                POSITIVE,
                "Linear model: how steeply the winning chance follows the sum.",
            )
            .or(Default::Number(1.0)),
            Parameter::new(
                "learn-omega",
                "Learn the slope",
                Kind::Flag,
                "Linear model: whether the slope is learned too.",
            )
            .or(Default::Flag(false)),
        ];
        PARAMETERS
    }
}

impl ModelKind for LinearKind {
    fn architecture(&self, groups: &[usize], _settings: &Settings) -> Result<Arc<dyn Architecture>, ModelError> {
        Ok(Arc::new(Linear { inputs: groups.iter().sum() }))
    }

    fn prepare(&self, model: &mut Model, settings: &Settings) {
        let inputs = model.architecture.inputs();
        model.parameters[inputs] = settings.number(OMEGA).expect("it has a default");
        model.frozen[inputs] = !settings.flag("learn-omega");
    }

    fn read(&self, metadata: &Metadata) -> Result<Arc<dyn Architecture>, &'static str> {
        let inputs = metadata.get("layers").and_then(|layers| layers.strip_suffix("-1")?.parse().ok());
        let inputs = inputs.filter(|&inputs| inputs <= ModelError::MOST_WEIGHTS).ok_or("layers")?;
        Ok(Arc::new(Linear { inputs }))
    }
}

impl Architecture for Linear {
    fn kind(&self) -> &'static dyn ModelKind {
        &LinearKind
    }

    fn description(&self) -> String {
        format!("linear, {} weights", self.inputs)
    }

    fn inputs(&self) -> usize {
        self.inputs
    }

    fn groups(&self) -> Vec<(String, usize, usize)> {
        vec![("weights".to_owned(), self.inputs, 1), (OMEGA.to_owned(), 1, 1)]
    }

    fn names(&self, features: &[String]) -> Vec<String> {
        features.iter().cloned().chain([OMEGA.to_owned()]).collect()
    }

    fn activation(&self) -> Activation {
        Activation::Unipolar
    }

    fn predict(&self, parameters: &[f64], features: &FeatureVector) -> f64 {
        predict(parameters, features)
    }

    fn value(&self, parameters: &[f64], features: &FeatureVector) -> f64 {
        value(parameters, features)
    }

    fn add_gradient(&self, parameters: &[f64], features: &FeatureVector, into: &mut [f64]) -> f64 {
        add_gradient(parameters, features, into)
    }

    fn contributions(&self, parameters: &[f64], features: &FeatureVector) -> Vec<(usize, f64)> {
        features.iter().map(|(feature, count)| (feature, parameters[feature] * count)).collect()
    }

    fn is_linear(&self) -> bool {
        true
    }

    fn log_odds_per_unit(&self, parameters: &[f64]) -> f64 {
        omega(parameters)
    }

    fn layers(&self) -> Vec<usize> {
        vec![0]
    }

    fn metadata(&self, parameters: &[f64]) -> Vec<(&'static str, String)> {
        vec![
            ("layers", format!("{}-1", self.inputs)),
            ("squashing", self.activation().to_string()),
            ("slope", omega(parameters).to_string()),
            ("biases", "no".to_owned()),
        ]
    }
}

/// v, in the unit of the weights, White's view.
fn value(parameters: &[f64], features: &FeatureVector) -> f64 {
    dot_sparse(parameters, features)
}

fn predict(parameters: &[f64], features: &FeatureVector) -> f64 {
    win_chance(omega(parameters), value(parameters, features))
}

/// grad_f P = omega c_f P (1 - P) (section 4; erratum V3 restores the omega), and v P (1 - P) for omega itself.
fn add_gradient(parameters: &[f64], features: &FeatureVector, into: &mut [f64]) -> f64 {
    let value = value(parameters, features);
    let omega = omega(parameters);
    let prediction = win_chance(omega, value);
    let derivative = Activation::Unipolar.derivative(1.0, prediction);
    for (index, count) in features.iter() {
        into[index] += omega * derivative * count;
    }
    into[parameters.len() - 1] += derivative * value;
    prediction
}

fn omega(parameters: &[f64]) -> f64 {
    parameters[parameters.len() - 1]
}

fn win_chance(omega: f64, value: f64) -> f64 {
    Activation::Unipolar.apply(omega, value)
}
