//! Half tables that know the ending from the middlegame: each cell counts once by how full the board is and once by how
//! bare, so that a linear model has two values for it, and blends them.
//!
//! In three-check the checks that were given count too, as men would.

use hetman_rules::shakmaty::{Color, Role, Square};
use hetman_rules::{Playable, Variant};

use super::FeatureVector;
use super::placed::{self, Division};
use crate::phase::{Phase, fullness};

/// Checks a side has given in a game that is not over.
const CHECKS_GIVEN: [usize; 2] = [1, 2];
const CHECKS_TO_WIN: usize = 3;

fn checks(variant: Variant) -> &'static [usize] {
    if variant == Variant::ThreeCheck { &CHECKS_GIVEN } else { &[] }
}

fn men_len(variant: Variant) -> usize {
    placed::len(Division::HalfBoard, variant)
}

/// Features before the first cell.
fn material_len(variant: Variant) -> usize {
    super::material::len(variant)
}

fn cells_len(variant: Variant) -> usize {
    men_len(variant) - material_len(variant)
}

pub fn len(variant: Variant) -> usize {
    men_len(variant) + cells_len(variant) + checks(variant).len()
}

pub fn names(variant: Variant) -> Vec<String> {
    let mut names = placed::names(Division::HalfBoard, variant);
    let cells = names.split_off(material_len(variant));
    for end in ["full", "bare"] {
        names.extend(cells.iter().map(|cell| format!("{cell} {end}")));
    }
    names.extend(checks(variant).iter().map(|given| format!("checks given {given}")));
    names
}

/// A feature of the half tables as it is numbered here, for one end.
fn at(variant: Variant, index: usize, phase: Phase) -> usize {
    let is_cell = index >= material_len(variant);
    index + if is_cell && phase == Phase::Bare { cells_len(variant) } else { 0 }
}

pub fn of_man(variant: Variant, role: Role, square: Square, phase: Phase) -> Vec<usize> {
    let features = placed::of_man(Division::HalfBoard, variant, role, square);
    features.into_iter().map(|index| at(variant, index, phase)).collect()
}

pub fn of_checks_left(variant: Variant, left: usize) -> Option<usize> {
    let place = checks(variant).iter().position(|given| given + left == CHECKS_TO_WIN)?;
    Some(men_len(variant) + cells_len(variant) + place)
}

pub fn read<P: Playable>(position: &P, into: &mut FeatureVector) {
    let mut men = FeatureVector::default();
    placed::read(Division::HalfBoard, position, &mut men);
    let full = fullness(position.board());
    for (index, value) in men.iter() {
        if index < material_len(P::VARIANT) {
            into.push(index, value);
        } else {
            into.push(at(P::VARIANT, index, Phase::Full), full * value);
            into.push(at(P::VARIANT, index, Phase::Bare), (1.0 - full) * value);
        }
    }
    let Some(remaining) = position.remaining_checks() else { return };
    let left = |color: Color| u32::from(*remaining.get(color)) as usize;
    for given in checks(P::VARIANT) {
        let has = |color| f64::from(left(color) + given == CHECKS_TO_WIN);
        let index = of_checks_left(P::VARIANT, CHECKS_TO_WIN - given).expect("counted here");
        into.push(index, has(Color::White) - has(Color::Black));
    }
}
