//! Where the weights of a grouped network lie in its flat vector.

use std::ops::Range;

/// The connections between two neighbouring layers.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// One for each group in the first layer, one in the others.
    pub parts: Vec<Part>,
    pub units: usize,
}

/// Inputs and the units that see all of them, and no others.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    pub inputs: Range<usize>,
    pub units: Range<usize>,
    /// Where its weights begin in the flat vector.
    pub weights: usize,
}

impl Part {
    /// What one input sends to the units.
    pub fn row(&self, input: usize) -> Range<usize> {
        let start = self.weights + (input - self.inputs.start) * self.units.len();
        start..start + self.units.len()
    }

    pub fn all_weights(&self) -> Range<usize> {
        self.weights..self.weights + self.inputs.len() * self.units.len()
    }

    /// Adds what an input of this size sends.
    pub fn add_row(&self, sums: &mut [f64], parameters: &[f64], input: usize, x: f64) {
        super::add_scaled(&mut sums[self.units.clone()], x, &parameters[self.row(input)]);
    }
}

impl Layer {
    pub fn inputs(&self) -> usize {
        self.parts.last().map_or(0, |part| part.inputs.end)
    }

    /// They lie behind the weights.
    pub fn biases(&self) -> Range<usize> {
        let start = self.parts.last().map_or(0, |part| part.all_weights().end);
        start..start + self.units
    }

    pub fn part_of(&self, input: usize) -> &Part {
        self.parts.iter().find(|part| input < part.inputs.end).expect("every input is in a group")
    }
}

/// All layers of a network: the groups' inputs and units, then the sizes of the other hidden layers.
pub fn layers(groups: &[(usize, usize)], hidden: &[usize]) -> Vec<Layer> {
    let first: usize = groups.iter().map(|&(_, units)| units).sum();
    let later = [first].into_iter().chain(hidden.iter().copied());
    let behind = later.zip(hidden.iter().copied().chain([1])).map(|pair| vec![pair]);
    let mut weights = 0;
    [groups.to_vec()].into_iter().chain(behind).map(|parts| layer(&parts, &mut weights)).collect()
}

/// A layer of parts side by side, whose weights begin where those before end.
fn layer(sizes: &[(usize, usize)], weights: &mut usize) -> Layer {
    let (mut input, mut unit) = (0, 0);
    let mut next_part = |&(inputs, units): &(usize, usize)| {
        let part = Part { inputs: input..input + inputs, units: unit..unit + units, weights: *weights };
        (input, unit, *weights) = (part.inputs.end, part.units.end, part.all_weights().end);
        part
    };
    let parts: Vec<Part> = sizes.iter().map(&mut next_part).collect();
    let layer = Layer { parts, units: unit };
    *weights = layer.biases().end;
    layer
}
