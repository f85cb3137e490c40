//! What an evaluation is made of.
//!
//! A linear evaluation is the sum of its terms, and they are told exactly. A network's is not a sum: its terms are the
//! gradient times the input, which says what each input does to the value near this position and need not add up, or the
//! value less that of the same position without a piece, which need not either.

use crate::WhiteValue;

/// One part of an evaluation, White's view, in the evaluator's unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    pub name: String,
    pub value: f64,
}

/// How the terms relate to the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// They add up to it.
    Exact,
    /// Each is the derivative of the value by an input, times the input.
    GradientTimesInput,
    /// Each is the value less that of the position without the piece.
    Removal,
}

/// An evaluation taken apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    pub value: WhiteValue,
    pub method: Method,
    pub terms: Vec<Term>,
    /// Side by side, where the evaluation is made so.
    pub breakdown: Option<Breakdown>,
    /// What every set of output weights would say, where there are several.
    pub outputs: Option<Outputs>,
}

/// A network's sets of output weights, of which the number of pieces chooses one.
#[derive(Clone, Debug, PartialEq)]
pub struct Outputs {
    pub chosen: usize,
    /// The value by each set, White's view, in the evaluator's unit.
    pub values: Vec<f64>,
}

/// An evaluation in whole numbers: material and, by the phase of the game, terms of either side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakdown {
    pub phase: &'static str,
    pub terms: Vec<SideTerm>,
    /// What the terms come to, White's view: White's less Black's, unless they are weighed.
    pub positional: i32,
    /// What the material comes to, White's view.
    pub material: i32,
}

/// A term of both sides, each from its own point of view: what is good for Black is positive in `black`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideTerm {
    pub name: &'static str,
    pub white: i32,
    pub black: i32,
}

#[cfg(test)]
mod tests {
    use hetman_rules::shakmaty::Chess;
    use hetman_rules::{AnyPosition, Variant};
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::model::{Activation, Initial, Network};
    use crate::{Evaluator, FeatureSet, Model, Net, PieceSquare};

    fn position() -> Chess {
        let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4";
        match AnyPosition::from_fen(Variant::Chess, fen).unwrap() {
            AnyPosition::Chess(position) => position,
            other => unreachable!("asked for chess, got {other:?}"),
        }
    }

    fn sum(explanation: &Explanation) -> f64 {
        explanation.terms.iter().map(|term| term.value).sum()
    }

    #[test]
    fn linear_terms_add_up() {
        let tables = PieceSquare::material(Variant::Chess).explain(&position()).unwrap();
        assert_eq!((tables.method, tables.terms.len()), (Method::Exact, 32));
        assert!((sum(&tables) - tables.value.0).abs() < 0.001, "{tables:?}");

        let mut model = Model::linear(FeatureSet::PIECE_SQUARE.len(Variant::Chess), 1.0).unwrap();
        Initial::Uniform { radius: 1.0 }.apply(&mut model, &mut ChaCha8Rng::seed_from_u64(1)).unwrap();
        let net = Net::new(Variant::Chess, FeatureSet::PIECE_SQUARE, model, Default::default()).unwrap();
        let linear = net.explain(&position()).unwrap();
        assert_eq!(linear.method, Method::Exact);
        assert!((sum(&linear) - linear.value.0).abs() < 1e-9);
    }

    #[test]
    fn a_networks_terms_are_named_and_said_not_to_be_a_sum() {
        let network = Network::new(&[45, 23, 1], Activation::Bipolar, 0.5, false).unwrap();
        let mut model = Model::network(network);
        Initial::Uniform { radius: 0.5 }.apply(&mut model, &mut ChaCha8Rng::seed_from_u64(2)).unwrap();
        let net = Net::new(Variant::Chess, FeatureSet::THESIS_45, model, Default::default()).unwrap();
        let explanation = net.explain(&position()).unwrap();
        assert_eq!(explanation.method, Method::GradientTimesInput);
        let names = FeatureSet::THESIS_45.names(Variant::Chess);
        let expected = net.model().contributions(&net.read(&position()));
        assert_eq!(explanation.terms.len(), expected.len());
        for (term, (index, value)) in explanation.terms.iter().zip(expected) {
            assert_eq!((term.name.as_str(), term.value), (names[index].as_str(), value));
        }
    }
}
