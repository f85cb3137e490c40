//! A learned linear net as piece-square tables.

use hetman_rules::Variant;

use super::{ExactPieceSquare, PieceSquare, PieceSquareTables, Quanta, Tapered, role_index, seen_by_black};
use crate::features::{CHECKS_TO_WIN, EXCHANGES, Feature, Place};
use crate::phase::Phase;
use crate::{Evaluator, Net};

/// What the engine's tables count in: small enough for learned weights.
const QUANTA_PER_CENTIPAWN: f64 = 64.0;
const QUANTA_PER_PAWN: f64 = 100.0 * QUANTA_PER_CENTIPAWN;

/// A board full of pieces worth this much can still be counted in 32 bits.
const MOST_PAWNS: f64 = 1000.0;

/// Bits of the largest weight in exact tables: seven less than an `f64` holds, for a sum over 128 pieces. What a blend of
/// two sums adds, five bits before it is divided again, an `i64` holds.
const WEIGHT_BITS: i32 = 46;
/// A quantum of weights below this could not be written as a number.
const SMALLEST: f64 = 1e-200;

/// What each piece, pocket, check and exchange is worth.
struct Weights {
    variant: Variant,
    mg: [[f64; 64]; 6],
    eg: [[f64; 64]; 6],
    pocket: [f64; 6],
    checks_left: [f64; 4],
    exchanges: [f64; EXCHANGES],
}

impl Weights {
    /// Those of a net that is a sum over pieces and what stands beside them: linear, over features that are told as data.
    fn of(net: &Net) -> Option<Weights> {
        let values = net.model().weights()?;
        let mut weights = Weights::zero(net.variant());
        for (feature, &weight) in net.features().features(net.variant()).iter().zip(values) {
            weights.add(feature, weight)?;
        }
        let is_finite = weights.all().all(f64::is_finite);
        is_finite.then_some(weights)
    }

    fn zero(variant: Variant) -> Weights {
        let (mg, eg) = ([[0.0; 64]; 6], [[0.0; 64]; 6]);
        Weights { variant, mg, eg, pocket: [0.0; 6], checks_left: [0.0; 4], exchanges: [0.0; EXCHANGES] }
    }

    /// Adds what a feature says of a piece, a check or an exchange; `None` if tables cannot say it.
    fn add(&mut self, feature: &Feature, weight: f64) -> Option<()> {
        match *feature {
            Feature::Piece { color: None, role, place: Place::Pocket, .. } => self.pocket[role_index(role)] += weight,
            Feature::Piece { color: None, role, place, phase } => {
                for (table, end) in [(&mut self.mg, Phase::Middlegame), (&mut self.eg, Phase::Endgame)] {
                    if phase.is_none_or(|phase| phase == end) {
                        place
                            .squares()
                            .into_iter()
                            .for_each(|square| table[role_index(role)][usize::from(square)] += weight);
                    }
                }
            }
            Feature::ChecksGiven(given) => *self.checks_left.get_mut(CHECKS_TO_WIN.checked_sub(given)?)? += weight,
            // Only where captures are compulsory are they looked at.
            Feature::Exchange(exchange) if self.variant.is_losing_game() => {
                *self.exchanges.get_mut(exchange)? += weight
            }
            _ => return None,
        }
        Some(())
    }

    fn all(&self) -> impl Iterator<Item = f64> {
        let board = self.mg.iter().chain(&self.eg).flatten();
        board.chain(&self.pocket).chain(&self.checks_left).chain(&self.exchanges).copied()
    }

    fn counted<Q: Quanta>(&self, quanta_per_unit: f64, quanta: impl Fn(f64) -> Q) -> PieceSquareTables<Q> {
        let entry = |role: usize, square: usize| Tapered {
            mg: quanta(self.mg[role][square]),
            eg: quanta(self.eg[role][square]),
        };
        let white = std::array::from_fn(|role| std::array::from_fn(|square| entry(role, square)));
        PieceSquareTables {
            variant: self.variant,
            black: seen_by_black(self.variant, &white),
            white,
            pocket: self.pocket.map(&quanta),
            checks_left: self.checks_left.map(&quanta),
            exchanges: self.exchanges.map(&quanta),
            quanta_per_unit,
        }
    }
}

impl PieceSquare {
    /// The same evaluation, in pawns, if it is a sum over pieces and where they stand.
    pub fn from_net(net: &Net) -> Option<PieceSquare> {
        let weights = Weights::of(net)?;
        let unit = net.centipawns_per_unit();
        let is_reasonable = |weight: f64| (unit * weight).abs() <= 100.0 * MOST_PAWNS;
        let quanta = |weight: f64| (unit * weight * QUANTA_PER_CENTIPAWN).round() as i32;
        weights.all().all(is_reasonable).then(|| weights.counted(QUANTA_PER_PAWN, quanta))
    }

    /// Values of pieces in centipawns, pawn to king, wherever they stand.
    pub(super) fn of_pieces(variant: Variant, centipawns: [f64; 6]) -> PieceSquare {
        let table = centipawns.map(|value| [value; 64]);
        let (checks_left, exchanges) = ([0.0; 4], [0.0; EXCHANGES]);
        let weights = Weights { variant, mg: table, eg: table, pocket: centipawns, checks_left, exchanges };
        weights.counted(QUANTA_PER_PAWN, |centipawns| (centipawns * QUANTA_PER_CENTIPAWN).round() as i32)
    }
}

impl ExactPieceSquare {
    /// The same evaluation, in the net's own unit, if it is a sum over pieces and where they stand.
    pub fn from_net(net: &Net) -> Option<ExactPieceSquare> {
        let weights = Weights::of(net)?;
        let largest = weights.all().fold(0.0, |largest: f64, weight| largest.max(weight.abs()));
        let quantum = 2.0_f64.powi(exponent(largest) - WEIGHT_BITS);
        Some(weights.counted(1.0 / quantum, |weight| (weight / quantum).round() as i64))
    }
}

/// The power of two above a number. Weights smaller than any that was ever learned are taken for nothing.
fn exponent(number: f64) -> i32 {
    if number < SMALLEST { 0 } else { number.log2().floor() as i32 + 1 }
}
