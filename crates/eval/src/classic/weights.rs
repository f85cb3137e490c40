//! What each part of the evaluation counts: once in the program of 2005, otherwise where somebody has learned it.

use hetman_rules::shakmaty::Board;

use super::terms::{TERMS, entries};
use super::view::Circumstances;
use super::{Classic, ClassicSettings, GamePhase, Material};
use crate::{FeatureSet, Net};

/// The parts of the material's value: five types of pieces, formulas (1) and (2).
pub const MATERIAL_PARTS: usize = 7;
const MATERIAL_NAMES: [&str; MATERIAL_PARTS] =
    ["pawns", "knights", "bishops", "rooks", "queens", "pawn_bonus", "trade_bonus"];

/// Everything that has a weight: the parts of the material's value, then the positional terms.
pub const FACTORS: usize = MATERIAL_PARTS + TERMS;

/// Weights are whole multiples of a fraction of one, so that sums do not depend on the machine.
const ONE: i64 = 1 << 16;
/// More than any weight that is of use, and little enough for every sum.
const MOST: f64 = 1e6;

/// Factors of the hand-made numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    material: [i64; MATERIAL_PARTS],
    terms: [i64; TERMS],
}

/// Why a net says nothing about the terms.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is no linear net over the features {}", FeatureSet::CLASSIC_TERMS)]
pub struct NotClassicError;

impl Default for Weights {
    fn default() -> Weights {
        Weights { material: [ONE; MATERIAL_PARTS], terms: [ONE; TERMS] }
    }
}

impl Weights {
    /// What a linear net has learned of the same terms.
    pub fn of_net(net: &Net) -> Result<Weights, NotClassicError> {
        let weights = net.model().weights().filter(|_| net.features() == FeatureSet::CLASSIC_TERMS);
        let weights = weights.filter(|weights| weights.len() == FACTORS).ok_or(NotClassicError)?;
        let whole = |index: usize| (weights[index].clamp(-MOST, MOST) * ONE as f64).round() as i64;
        Ok(Weights {
            material: std::array::from_fn(whole),
            terms: std::array::from_fn(|index| whole(MATERIAL_PARTS + index)),
        })
    }

    /// The material's value, White's view.
    pub fn material(&self, material: &Material, settings: &ClassicSettings) -> i32 {
        weighed(&self.material, &material_parts(material, settings))
    }

    /// What each part adds to the value, in the order of [`factor_names`].
    pub fn contributions(
        &self,
        material: &Material,
        settings: &ClassicSettings,
        terms: &[i32; TERMS],
    ) -> impl Iterator<Item = f64> {
        let weights = self.material.into_iter().chain(self.terms);
        let values = material_parts(material, settings).into_iter().chain(*terms);
        weights.zip(values).map(|(weight, value)| weight as f64 * f64::from(value) / ONE as f64)
    }

    /// The positional value, given White's terms less Black's.
    pub fn positional(&self, terms: &[i32; TERMS]) -> i32 {
        weighed(&self.terms, terms)
    }
}

/// A division that cuts off the fraction is the same for both colours.
fn weighed<const N: usize>(weights: &[i64; N], values: &[i32; N]) -> i32 {
    let sum: i64 = weights.iter().zip(values).map(|(weight, &value)| weight * i64::from(value)).sum();
    (sum / ONE) as i32
}

/// White's view: pieces by type, and the two formulas as far as they are wanted.
fn material_parts(material: &Material, settings: &ClassicSettings) -> [i32; MATERIAL_PARTS] {
    let [pawns, knights, bishops, rooks, queens] = material.differences();
    let pawn_bonus = if settings.has_pawn_bonus { material.pawn_bonus() } else { 0 };
    let trade_bonus = if settings.has_trade_bonus { material.trade_bonus() } else { 0 };
    [pawns, knights, bishops, rooks, queens, pawn_bonus, trade_bonus]
}

/// What has a weight, by name.
pub fn factor_names() -> impl Iterator<Item = &'static str> {
    MATERIAL_NAMES.into_iter().chain(entries().map(|entry| entry.id))
}

/// What the weights are multiplied by in a position that is a root itself, White's view.
pub fn factors(board: &Board) -> [i32; FACTORS] {
    let settings = ClassicSettings::default();
    let phase = GamePhase::of(board, &settings);
    let material = material_parts(&Material::of(board), &settings);
    let terms = Classic::terms(board, &Circumstances { phase, settings, promotions: [0; 2] });
    let terms = super::terms::difference(terms);
    std::array::from_fn(|index| if index < MATERIAL_PARTS { material[index] } else { terms[index - MATERIAL_PARTS] })
}
