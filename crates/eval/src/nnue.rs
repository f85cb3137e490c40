//! An efficiently updatable network: one layer of sums over what stands where, kept up to date move by move, from both
//! sides' points of view, and one layer behind it (Nasu 2018; the activation is the clipped sum squared).
//!
//! [`inputs`] says what is seen, [`Shape`] how large it is, [`FloatWeights`] are what is learned and [`Weights`] what is
//! searched with; [`Network`] is an evaluator like any other.

mod explain;
mod file;
pub mod inputs;
mod shape;
mod thread;
mod weights;

use hetman_rules::shakmaty::Color;
use hetman_rules::{Playable, Variant};

use crate::explain::Explanation;
use crate::kernels::Level;
use crate::kernels::integers::activate;
use crate::{Evaluator, Net, PieceSquare, Provenance};
pub(crate) use file::FORMAT;
pub use inputs::{Fact, Facts, Kings, Sight, View};
pub use shape::{MOST_HIDDEN, MOST_OUTPUTS, Shape, ShapeError};
pub use thread::NetworkThread;
pub use weights::{FloatWeights, MOST_FLOAT, VALUE_ONE, Weights};

use thread::Accumulator;
use weights::Packed;

const CENTIPAWNS_PER_PAWN: f64 = 100.0;

/// A network to search with, which counts in pawns.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    weights: Weights,
    packed: Packed,
    /// Hundredths of a pawn for one natural unit of log-odds.
    scale: f64,
    /// Pawn to king, in pawns: those of the square tables.
    piece_values: Option<[f64; 6]>,
    level: Level,
    pub provenance: Provenance,
}

impl Network {
    /// A network whose values are log-odds of a win, `scale` hundredths of a pawn each.
    pub fn new(weights: Weights, scale: f64, provenance: Provenance) -> Network {
        let packed = Packed::of(&weights);
        // What decides an exchange has to be known for every piece alike, wherever it stands: the tables know that.
        let tables = PieceSquare::from_net(&Net::shipped(weights.shape.variant));
        let piece_values = tables.and_then(|tables| tables.piece_values());
        Network { weights, packed, scale, piece_values, level: Level::detect(), provenance }
    }

    /// The same with the kernels of a level, which change nothing but the speed.
    pub fn with_level(self, level: Level) -> Network {
        Network { level, ..self }
    }

    pub fn variant(&self) -> Variant {
        self.shape().variant
    }

    pub fn shape(&self) -> &Shape {
        &self.weights.shape
    }

    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Hundredths of a pawn for one natural unit of log-odds.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// The value for the side to move, in pawns, by the sums of its own perspective and the other's.
    fn value(&self, own: &Accumulator, other: &Accumulator, output: usize) -> f64 {
        let (own_weights, other_weights) = self.packed.output(output);
        let sum = activate(self.level, own.sums(), own_weights) + activate(self.level, other.sums(), other_weights);
        (sum + self.weights.output_biases[output]) as f64 * (self.scale / (VALUE_ONE * CENTIPAWNS_PER_PAWN))
    }

    /// The value of what is seen, from scratch, for the side to move, by one set of output weights.
    fn value_of(&self, sight: &Sight, turn: Color, output: usize) -> f64 {
        let [own, other] = [turn, !turn].map(|perspective| Accumulator::of(self, perspective, sight));
        self.value(&own, &other, output)
    }
}

impl Evaluator for Network {
    type Thread<'a, P: Playable> = NetworkThread<'a>;

    fn thread<P: Playable>(&self) -> NetworkThread<'_> {
        debug_assert_eq!(self.variant(), P::VARIANT, "a network judges positions of its own variant");
        NetworkThread::new(self)
    }

    fn centipawns_per_unit(&self) -> f64 {
        CENTIPAWNS_PER_PAWN
    }

    fn piece_values(&self) -> Option<[f64; 6]> {
        self.piece_values
    }

    fn explain<P: Playable>(&self, position: &P) -> Option<Explanation> {
        Some(explain::explain(self, position))
    }
}

#[cfg(test)]
mod tests;
