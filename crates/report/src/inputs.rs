//! What single inputs matter to a model.
//!
//! Of a linear model an input's weight says it, both below. Of a network two numbers are told. The works print the *mean weight* of
//! the connections that leave an input. How much it moves the output is its *connection weight*: the products of the
//! weights along each path to the output, added up (Olden and Jackson 2002, the most faithful of nine such measures in
//! Olden, Joy and Death 2004). It needs no sample of positions, keeps its sign, and is the prediction's derivative by
//! that input at rest, where all sums are zero, but for a factor that is the same for all inputs.

use hetman_eval::Net;
use hetman_eval::model::Block;

/// One number for each input.
#[derive(Clone, Debug, PartialEq)]
pub struct Inputs {
    /// The weight, or the mean weight of the connections that leave the input.
    pub weights: Vec<f64>,
    /// How much it moves the output.
    pub influences: Vec<f64>,
}

impl Inputs {
    pub fn of(net: &Net) -> Inputs {
        let (layers, parameters) = (net.model().layers(), net.model().parameters());
        let rows = |block: &Block| parameters[block.range()].chunks(block.columns).map(<[f64]>::to_vec).collect();
        let matrices: Vec<Vec<Vec<f64>>> = layers.iter().map(rows).collect();
        let first = matrices.first().map_or(&[][..], Vec::as_slice);
        let weights = first.iter().map(|row| row.iter().sum::<f64>() / row.len() as f64).collect();
        let dot = |row: &Vec<f64>, column: &[f64]| row.iter().zip(column).map(|(a, b)| a * b).sum();
        let influences = matrices
            .iter()
            .rev()
            .fold(vec![1.0], |behind: Vec<f64>, matrix| matrix.iter().map(|row| dot(row, &behind)).collect());
        Inputs { weights, influences }
    }
}

#[cfg(test)]
mod tests {
    use hetman_eval::model::{Activation, Network};
    use hetman_eval::{FeatureSet, FeatureVector, Model};
    use hetman_rules::Variant;

    use super::*;

    #[test]
    fn the_influence_of_an_input_is_the_slope_at_rest() {
        let inputs = FeatureSet::MATERIAL.len(Variant::Chess);
        let network = Network::new(&[inputs, 3, 2, 1], Activation::Bipolar, 1.0, true).unwrap();
        let mut model = Model::network(network);
        let biases: Vec<Block> = model.blocks().into_iter().filter(|block| block.name.ends_with("biases")).collect();
        let is_bias = |place: usize| biases.iter().any(|block| block.range().contains(&place));
        let weight = |place: usize| if is_bias(place) { 0.0 } else { (place as f64 * 0.7).sin() };
        model.parameters_mut().iter_mut().enumerate().for_each(|(place, parameter)| *parameter = weight(place));
        let slope = |input: usize| {
            let mut vector = FeatureVector::default();
            vector.push(input, 1e-6);
            model.value(&vector) / 1e-6
        };
        let slopes: Vec<f64> = (0..inputs).map(slope).collect();
        let net = Net::new(Variant::Chess, FeatureSet::MATERIAL, model, Default::default()).unwrap();
        let found = Inputs::of(&net);
        let factor = slopes[0] / found.influences[0];
        for (slope, influence) in slopes.iter().zip(&found.influences) {
            assert!((slope - factor * influence).abs() < 1e-6, "{slopes:?} {found:?}");
        }
        let first = &net.model().parameters()[..3];
        assert!((found.weights[0] - first.iter().sum::<f64>() / 3.0).abs() < 1e-12);
    }
}
