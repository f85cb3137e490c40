//! Layered networks, every unit joined to every unit of the next layer, one output.
//!
//! Sources: 45-23-1 of the 2007 thesis (its specification, section 6, errata E1, E2 and E4) and 768-27-1 of the 2006
//! program (2.2 and 2.3); both have one hidden layer and no biases. Any number of layers, with or without biases, is
//! the same code.
//!
//! Flat vector: layer after layer, each the weights input by input (w_ji with j outer, i inner, as in equation 4.64),
//! then the biases if there are any. A row is what one input sends to all units of the next layer: contiguous, so that
//! adding it vectorises, and skipped for inputs that are zero.

use std::sync::Arc;

use hetman_parameters::{Configurable, Default, Kind, Named, Parameter, Settings};
use smallvec::SmallVec;

use super::{Activation, Architecture, Metadata, ModelError, ModelKind, POSITIVE};
use crate::FeatureVector;

/// One number per unit behind the inputs; up to this many live on the stack, so that evaluating allocates nothing.
type Units = SmallVec<[f64; 64]>;

/// The shape of a network; its weights are elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// Units of each layer, inputs first; the last is 1.
    sizes: Vec<usize>,
    activation: Activation,
    /// The scale beta of every unit's activation.
    scale: f64,
    biases: bool,
}

/// The connections between two neighbouring layers.
#[derive(Clone, Copy, Debug)]
struct Layer {
    inputs: usize,
    outputs: usize,
    /// Where its weights begin in the flat vector.
    weights: usize,
    /// Where its outputs begin among the units.
    units: usize,
}

impl Layer {
    fn row(&self, input: usize) -> std::ops::Range<usize> {
        let start = self.weights + input * self.outputs;
        start..start + self.outputs
    }

    /// Where its biases are, in a network that has them.
    fn biases(&self) -> std::ops::Range<usize> {
        self.row(self.inputs)
    }

    fn is_first(&self) -> bool {
        self.units == 0
    }

    /// Where its inputs begin among the units, for any layer but the first.
    fn previous(&self) -> usize {
        self.units - self.inputs
    }
}

impl Network {
    pub fn new(sizes: &[usize], activation: Activation, scale: f64, biases: bool) -> Result<Network, ModelError> {
        let is_network = sizes.len() >= 2 && sizes.last() == Some(&1) && !sizes.contains(&0);
        let weights = sizes.windows(2).try_fold(0_usize, |sum, pair| sum.checked_add(pair[0].checked_mul(pair[1])?));
        if !is_network || weights.is_none_or(|count| count > ModelError::MOST_WEIGHTS) {
            return Err(ModelError::Sizes(sizes.to_vec()));
        }
        if !(scale.is_finite() && scale > 0.0) {
            return Err(ModelError::Scale(scale));
        }
        Ok(Network { sizes: sizes.to_vec(), activation, scale, biases })
    }

    /// "45-23-1".
    fn sizes_in_words(&self) -> String {
        self.sizes.iter().map(usize::to_string).collect::<Vec<_>>().join("-")
    }

    fn connections(&self) -> impl Iterator<Item = Layer> + '_ {
        let mut next = (0, 0);
        self.sizes.windows(2).map(move |pair| {
            let (inputs, outputs) = (pair[0], pair[1]);
            let (weights, units) = next;
            next = (weights + (inputs + usize::from(self.biases)) * outputs, units + outputs);
            Layer { inputs, outputs, weights, units }
        })
    }

    /// net_Hi = sum_j x_j w_ji; net_O = sum_i f(net_Hi) w_i; P = f(net_O) (section 6), one more step for each further
    /// layer.
    fn forward(&self, parameters: &[f64], features: &FeatureVector) -> Units {
        let mut units = Units::from_elem(0.0, self.sizes[1..].iter().sum());
        for layer in self.connections() {
            let (earlier, later) = units.split_at_mut(layer.units);
            let sums = &mut later[..layer.outputs];
            if self.biases {
                sums.copy_from_slice(&parameters[layer.biases()]);
            }
            let weights = &parameters[layer.weights..layer.biases().start];
            if layer.is_first() {
                add_rows(sums, weights, features.iter());
            } else {
                add_rows(sums, weights, earlier[layer.previous()..].iter().copied().enumerate());
            }
            for sum in sums {
                *sum = self.activation.apply(self.scale, *sum);
            }
        }
        units
    }

    fn derivative(&self, value: f64) -> f64 {
        self.activation.derivative(self.scale, value)
    }
}

pub struct NetworkKind;

impl Named for NetworkKind {
    fn name(&self) -> &str {
        "network"
    }
}

impl Configurable for NetworkKind {
    fn title(&self) -> &'static str {
        "Network"
    }

    fn parameters(&self) -> &'static [Parameter] {
        const PARAMETERS: &[Parameter] = &[
            Parameter::new(
                "hidden",
                "Hidden layers",
                Kind::Text,
                "Network: units of each hidden layer, like [23] or [32, 16].",
            )
            .required(),
            Parameter::new(
                "squashing",
                "Squashing",
                Kind::Choice(&["bipolar", "unipolar"]),
                "Network: the function of each unit, from -1 to 1 or from 0 to 1.",
            )
            .required(),
            Parameter::new("slope", "Beta", POSITIVE, "Network: the slope of every unit.").or(Default::Number(1.0)),
            Parameter::new("biases", "Biases", Kind::Flag, "Network: whether units have biases.")
                .or(Default::Flag(false)),
        ];
        PARAMETERS
    }
}

/// Layers as a file of an experiment lists them: "[32, 16]".
pub(super) fn unit_counts(text: &str) -> Option<Vec<usize>> {
    let inner = text.trim().strip_prefix('[')?.strip_suffix(']')?;
    let layers: Option<Vec<usize>> = inner.split(',').map(|units| units.trim().parse().ok()).collect();
    layers.filter(|layers| layers.len() <= 8 && layers.iter().all(|units| (1..=4096).contains(units)))
}

impl ModelKind for NetworkKind {
    fn architecture(&self, groups: &[usize], settings: &Settings) -> Result<Arc<dyn Architecture>, ModelError> {
        let text = |key| settings.text(key).expect("it must be given");
        let hidden = unit_counts(&text("hidden")).ok_or_else(|| ModelError::Hidden(text("hidden").into()))?;
        let sizes: Vec<usize> = [groups.iter().sum()].into_iter().chain(hidden).chain([1]).collect();
        let activation = text("squashing").parse().expect("it is one of the choices");
        let scale = settings.number("slope").expect("it has a default");
        Ok(Arc::new(Network::new(&sizes, activation, scale, settings.flag("biases"))?))
    }

    fn read(&self, metadata: &Metadata) -> Result<Arc<dyn Architecture>, &'static str> {
        let text = |key| metadata.get(key).map_or("", String::as_str);
        let sizes: Result<Vec<usize>, _> = text("layers").split('-').map(str::parse).collect();
        let sizes = sizes.map_err(|_| "layers")?;
        let activation = text("squashing").parse().map_err(|_| "squashing")?;
        let scale = text("slope").parse().map_err(|_| "slope")?;
        let network = Network::new(&sizes, activation, scale, text("biases") == "yes");
        match network {
            Ok(network) => Ok(Arc::new(network)),
            Err(ModelError::Scale(_)) => Err("slope"),
            Err(_) => Err("layers"),
        }
    }
}

impl Architecture for Network {
    fn kind(&self) -> &'static dyn ModelKind {
        &NetworkKind
    }

    fn description(&self) -> String {
        let biases = if self.biases { ", with biases" } else { "" };
        format!("network {}, {}, slope {}{biases}", self.sizes_in_words(), self.activation, self.scale)
    }

    fn inputs(&self) -> usize {
        self.sizes[0]
    }

    fn groups(&self) -> Vec<(String, usize, usize)> {
        let of_layer = |(layer, number): (Layer, usize)| {
            let weights = (format!("layer{number}.weights"), layer.inputs, layer.outputs);
            let biases = (format!("layer{number}.biases"), 1, layer.outputs);
            std::iter::once(weights).chain(self.biases.then_some(biases))
        };
        self.connections().zip(1..).flat_map(of_layer).collect()
    }

    /// "pawn_strength to hidden 7", "hidden 7 to output"; hidden units of deeper networks are numbered "2.7".
    fn names(&self, features: &[String]) -> Vec<String> {
        let deep = self.sizes.len() > 3;
        let mut from = features.to_vec();
        let mut names = Vec::new();
        for (layer, number) in self.connections().zip(1..) {
            let is_last = number == self.sizes.len() - 1;
            let unit = |index| match (is_last, deep) {
                (true, _) => "output".to_owned(),
                (false, true) => format!("hidden {number}.{index}"),
                (false, false) => format!("hidden {index}"),
            };
            let to: Vec<String> = (0..layer.outputs).map(unit).collect();
            if self.biases {
                from.push("bias".to_owned());
            }
            names.extend(from.iter().flat_map(|from| to.iter().map(move |to| format!("{from} to {to}"))));
            from = to;
        }
        names
    }

    fn activation(&self) -> Activation {
        self.activation
    }

    fn predict(&self, parameters: &[f64], features: &FeatureVector) -> f64 {
        output(&self.forward(parameters, features))
    }

    /// dP/dw_i = f'(net_O) f(net_Hi); dP/dw_ji = f'(net_O) w_i f'(net_Hi) x_j (equations 4.61 and 4.62 with errata E1
    /// and E2): each unit's share of the blame, `delta` = dP/dnet, goes backwards from the output.
    fn add_gradient(&self, parameters: &[f64], features: &FeatureVector, into: &mut [f64]) -> f64 {
        let units = self.forward(parameters, features);
        let mut deltas = Units::from_elem(0.0, units.len());
        let last = units.len() - 1;
        deltas[last] = self.derivative(units[last]);
        let layers: SmallVec<[Layer; 4]> = self.connections().collect();
        for layer in layers.into_iter().rev() {
            let (earlier, later) = deltas.split_at_mut(layer.units);
            let delta = &later[..layer.outputs];
            if self.biases {
                add_scaled(&mut into[layer.biases()], 1.0, delta);
            }
            if layer.is_first() {
                for (input, x) in features.iter() {
                    add_scaled(&mut into[layer.row(input)], x, delta);
                }
                continue;
            }
            for input in 0..layer.inputs {
                let unit = layer.previous() + input;
                add_scaled(&mut into[layer.row(input)], units[unit], delta);
                earlier[unit] = dot(&parameters[layer.row(input)], delta) * self.derivative(units[unit]);
            }
        }
        output(&units)
    }

    /// x_j dP/dx_j for each input that is not zero: as dP/dw_ji = (dP/dnet_i) x_j, it is the sum of w_ji dP/dw_ji over
    /// the first layer's units.
    fn contributions(&self, parameters: &[f64], features: &FeatureVector) -> Vec<(usize, f64)> {
        let mut gradient = vec![0.0; parameters.len()];
        self.add_gradient(parameters, features, &mut gradient);
        let first = self.connections().next().expect("a network has a layer");
        let term = |row: std::ops::Range<usize>| dot(&parameters[row.clone()], &gradient[row]);
        features.iter().map(|(input, _)| (input, term(first.row(input)))).collect()
    }

    /// Every second group where there are biases.
    fn layers(&self) -> Vec<usize> {
        (0..self.sizes.len() - 1).map(|layer| layer * (1 + usize::from(self.biases))).collect()
    }

    fn metadata(&self, _parameters: &[f64]) -> Vec<(&'static str, String)> {
        vec![
            ("layers", self.sizes_in_words()),
            ("squashing", self.activation.to_string()),
            ("slope", self.scale.to_string()),
            ("biases", if self.biases { "yes" } else { "no" }.to_owned()),
        ]
    }
}

fn output(units: &Units) -> f64 {
    units[units.len() - 1]
}

/// Adds each input's row, so many times as the input says. The widths of the earlier works' layers are compiled for:
/// the sums stay in registers, which halves the time.
fn add_rows(sums: &mut [f64], rows: &[f64], inputs: impl Iterator<Item = (usize, f64)>) {
    match sums.len() {
        1 => add_rows_of_width::<1>(sums, rows, inputs),
        23 => add_rows_of_width::<23>(sums, rows, inputs),
        27 => add_rows_of_width::<27>(sums, rows, inputs),
        width => inputs.for_each(|(input, x)| add_scaled(sums, x, &rows[input * width..][..width])),
    }
}

fn add_rows_of_width<const WIDTH: usize>(sums: &mut [f64], rows: &[f64], inputs: impl Iterator<Item = (usize, f64)>) {
    let (rows, _) = rows.as_chunks::<WIDTH>();
    let mut kept = [0.0; WIDTH];
    kept.copy_from_slice(sums);
    for (input, x) in inputs {
        for (sum, weight) in kept.iter_mut().zip(&rows[input]) {
            *sum += x * weight;
        }
    }
    sums.copy_from_slice(&kept);
}

fn add_scaled(sums: &mut [f64], factor: f64, row: &[f64]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += factor * weight;
    }
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(a, b)| a * b).sum()
}
