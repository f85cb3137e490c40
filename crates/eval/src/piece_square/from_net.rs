//! A learned linear net as square tables, so that the search can follow it move by move.

use hetman_rules::shakmaty::{Chess, Role, Square};

use super::file::MOST_PAWNS;
use super::{PieceSquare, Tables, Tapered, grains};
use crate::features::EXCHANGES;
use crate::model::Shape;
use crate::phase::Phase;
use crate::{Evaluator, Net};

impl PieceSquare {
    /// The same evaluation, if it is a sum over men and where they stand: any linear net on material, square tables,
    /// or ranks and rings. Weights are rounded to a fraction of a hundredth of a pawn.
    pub fn from_net(net: &Net) -> Option<PieceSquare> {
        let Shape::Linear { .. } = net.model().shape() else { return None };
        let (features, variant) = (net.features(), net.variant());
        // The unit is the model's own, whatever the game.
        let centipawns_per_unit = Evaluator::<Chess>::centipawns_per_unit(net);
        let worth = |indices: &[usize]| {
            let weight: f64 = indices.iter().map(|&index| net.model().parameters()[index]).sum();
            centipawns_per_unit * weight
        };
        let mut tables: Tables = [[Tapered::default(); 64]; 6];
        for (table, role) in tables.iter_mut().zip(Role::ALL) {
            for (entry, square) in table.iter_mut().zip(Square::ALL) {
                let at = |phase| features.of_man(variant, role, square, phase);
                let end = |phase| Some(grains(reasonable(worth(&at(phase)?))?));
                *entry = Tapered { full: end(Phase::Full)?, bare: end(Phase::Bare)? };
            }
        }
        let mut hand = [0; 6];
        for (entry, role) in hand.iter_mut().zip(Role::ALL) {
            *entry = grains(reasonable(worth(&features.of_man_in_hand(variant, role)?))?);
        }
        let mut checks_left = [0; 4];
        for (left, entry) in checks_left.iter_mut().enumerate() {
            let feature = features.of_checks_left(variant, left);
            *entry = grains(reasonable(worth(feature.as_slice()))?);
        }
        let mut exchanges = [0; EXCHANGES];
        for (exchange, entry) in exchanges.iter_mut().enumerate() {
            let feature = features.of_exchange(variant, exchange);
            *entry = grains(reasonable(worth(feature.as_slice()))?);
        }
        Some(PieceSquare::new(variant, tables, hand, checks_left, exchanges))
    }
}

fn reasonable(centipawns: f64) -> Option<f64> {
    (centipawns.abs() <= 100.0 * f64::from(MOST_PAWNS)).then_some(centipawns)
}
