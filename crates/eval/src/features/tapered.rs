//! Square tables that know the ending from the middlegame: each cell counts once by how full the board is and once by how
//! bare, so that a linear model has two values for it, and blends them.
//!
//! Besides the pieces, whatever decides a game counts: in three-check the checks that were given; where captures are
//! compulsory, what each side could take ([`captures`]), which tables alone do not see.

use hetman_parameters::Named;
use hetman_rules::Variant;
use hetman_rules::shakmaty::{Color, Position};

use super::captures::{self, EXCHANGES};
use super::material;
use super::placed::PIECE_SQUARE;
use super::{Feature, FeatureVector, Features};
use crate::phase::{Phase, fullness};

/// Checks a side has given in a game that is not over.
const CHECKS_GIVEN: [usize; 2] = [1, 2];
pub const CHECKS_TO_WIN: usize = 3;

/// The features of one variant, in three parts: material, cells for a full board and for a bare one, and the rest.
struct Parts {
    material: usize,
    cells: usize,
}

impl Parts {
    fn of(variant: Variant) -> Parts {
        let material = material::len(variant);
        Parts { material, cells: PIECE_SQUARE.len(variant) - material }
    }

    /// A feature of the square tables as it is numbered here, for one end.
    fn at(&self, index: usize, phase: Phase) -> usize {
        index + if phase == Phase::Endgame { self.cells } else { 0 }
    }

    fn rest(&self) -> usize {
        self.material + 2 * self.cells
    }
}

/// What counts besides pieces.
fn rest(variant: Variant) -> Vec<Feature> {
    match variant {
        Variant::ThreeCheck => CHECKS_GIVEN.map(Feature::ChecksGiven).into(),
        _ if variant.is_losing_game() => (0..EXCHANGES).map(Feature::Exchange).collect(),
        _ => Vec::new(),
    }
}

fn at_end(cell: &Feature, end: Phase) -> Feature {
    match cell.clone() {
        Feature::Piece { color, role, place, .. } => Feature::Piece { color, role, place, phase: Some(end) },
        other => other,
    }
}

pub struct TaperedPieceSquare;

impl Named for TaperedPieceSquare {
    fn name(&self) -> &str {
        "tapered-piece-square"
    }
}

impl Features for TaperedPieceSquare {
    fn description(&self) -> &'static str {
        "Material, and two tables of 64 squares for each of the six types, one for a full board and one for a bare one. \
         A position counts in both, by the share of the pieces but pawns and kings that are left: knights and bishops 1, \
         rooks 2, queens 4, together 24. In three-check the checks given count too; in suicide and antichess, as in \
         suicide-14, what each side could take."
    }

    fn features(&self, variant: Variant) -> Vec<Feature> {
        let mut features = PIECE_SQUARE.features(variant);
        let cells = features.split_off(material::len(variant));
        features.extend(Phase::ALL.iter().flat_map(|&end| cells.iter().map(move |cell| at_end(cell, end))));
        features.extend(rest(variant));
        features
    }

    fn len(&self, variant: Variant) -> usize {
        Parts::of(variant).rest() + rest(variant).len()
    }

    fn read(&self, variant: Variant, position: &dyn Position, into: &mut FeatureVector) {
        let parts = Parts::of(variant);
        let mut pieces = FeatureVector::default();
        PIECE_SQUARE.read(variant, position, &mut pieces);
        let full = fullness(position.board());
        for (index, value) in pieces.iter() {
            if index < parts.material {
                into.push(index, value);
            } else {
                into.push(parts.at(index, Phase::Middlegame), full * value);
                into.push(parts.at(index, Phase::Endgame), (1.0 - full) * value);
            }
        }
        if variant == Variant::ThreeCheck {
            read_checks(position, parts.rest(), into);
        } else if variant.is_losing_game() {
            for (exchange, difference) in captures::exchanges(position.board()).into_iter().enumerate() {
                into.push(parts.rest() + exchange, f64::from(difference));
            }
        }
    }
}

fn read_checks(position: &dyn Position, first: usize, into: &mut FeatureVector) {
    let Some(remaining) = position.remaining_checks() else { return };
    let left = |color: Color| u32::from(*remaining.get(color)) as usize;
    for (place, given) in CHECKS_GIVEN.into_iter().enumerate() {
        let has = |color| f64::from(left(color) + given == CHECKS_TO_WIN);
        into.push(first + place, has(Color::White) - has(Color::Black));
    }
}
