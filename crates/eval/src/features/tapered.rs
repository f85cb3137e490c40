//! Square tables that know the ending from the middlegame: each cell counts once by how full the board is and once by how
//! bare, so that a linear model has two values for it, and blends them.
//!
//! Besides the men, whatever decides a game counts: in three-check the checks that were given; where captures are
//! compulsory, what each side could take ([`captures`]), which tables alone do not see.

use hetman_rules::shakmaty::{Color, Role, Square};
use hetman_rules::{Playable, Variant};

use super::placed::{self, Division};
use super::{FeatureVector, captures, material};
use crate::phase::{Phase, fullness};

/// Checks a side has given in a game that is not over.
const CHECKS_GIVEN: [usize; 2] = [1, 2];
const CHECKS_TO_WIN: usize = 3;

/// The features of one variant, in three parts: material, cells for a full board and for a bare one, and the rest.
struct Parts {
    material: usize,
    cells: usize,
}

impl Parts {
    fn of(variant: Variant) -> Parts {
        let material = material::len(variant);
        Parts { material, cells: placed::len(Division::Squares, variant) - material }
    }

    /// A feature of the square tables as it is numbered here, for one end.
    fn at(&self, index: usize, phase: Phase) -> usize {
        let is_cell = index >= self.material;
        index + if is_cell && phase == Phase::Bare { self.cells } else { 0 }
    }

    fn rest(&self) -> usize {
        self.material + 2 * self.cells
    }
}

/// Names of what counts besides men.
fn rest(variant: Variant) -> Vec<String> {
    match variant {
        Variant::ThreeCheck => CHECKS_GIVEN.map(|given| format!("checks given {given}")).into(),
        _ if variant.is_losing_game() => captures::exchange_names(),
        _ => Vec::new(),
    }
}

pub fn len(variant: Variant) -> usize {
    Parts::of(variant).rest() + rest(variant).len()
}

pub fn names(variant: Variant) -> Vec<String> {
    let mut names = placed::names(Division::Squares, variant);
    let cells = names.split_off(material::len(variant));
    for end in ["full", "bare"] {
        names.extend(cells.iter().map(|cell| format!("{cell} {end}")));
    }
    names.extend(rest(variant));
    names
}

pub fn of_man(variant: Variant, role: Role, square: Square, phase: Phase) -> Vec<usize> {
    let features = placed::of_man(Division::Squares, variant, role, square);
    features.into_iter().map(|index| Parts::of(variant).at(index, phase)).collect()
}

pub fn of_exchange(variant: Variant, exchange: usize) -> Option<usize> {
    variant.is_losing_game().then(|| Parts::of(variant).rest() + exchange)
}

pub fn of_checks_left(variant: Variant, left: usize) -> Option<usize> {
    let place = CHECKS_GIVEN.iter().position(|given| given + left == CHECKS_TO_WIN)?;
    (variant == Variant::ThreeCheck).then(|| Parts::of(variant).rest() + place)
}

pub fn read<P: Playable>(position: &P, into: &mut FeatureVector) {
    let parts = Parts::of(P::VARIANT);
    let mut men = FeatureVector::default();
    placed::read(Division::Squares, position, &mut men);
    let full = fullness(position.board());
    for (index, value) in men.iter() {
        if index < parts.material {
            into.push(index, value);
        } else {
            into.push(parts.at(index, Phase::Full), full * value);
            into.push(parts.at(index, Phase::Bare), (1.0 - full) * value);
        }
    }
    if P::VARIANT == Variant::ThreeCheck {
        read_checks(position, into);
    } else if P::VARIANT.is_losing_game() {
        for (exchange, difference) in captures::exchanges(position.board()).into_iter().enumerate() {
            into.push(parts.rest() + exchange, f64::from(difference));
        }
    }
}

fn read_checks<P: Playable>(position: &P, into: &mut FeatureVector) {
    let Some(remaining) = position.remaining_checks() else { return };
    let left = |color: Color| u32::from(*remaining.get(color)) as usize;
    for (place, given) in CHECKS_GIVEN.into_iter().enumerate() {
        let has = |color| f64::from(left(color) + given == CHECKS_TO_WIN);
        into.push(Parts::of(P::VARIANT).rest() + place, has(Color::White) - has(Color::Black));
    }
}
