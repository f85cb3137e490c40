//! Feature sets: numbered, named numbers read off a position.
//!
//! Every value is White's view (White minus Black, or a mark for a piece of either colour), whichever side is to move, so
//! that a model's output is the prediction for White. Values come as pairs of index and value, zeros left out: a set of
//! 389 has some thirty of them in a position.

mod captures;
mod classic_terms;
mod feature;
pub mod giraffe;
mod manual;
mod material;
mod one_hot;
mod placed;
mod tapered;
pub(crate) mod thesis;

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use hetman_parameters::{Named, Registry};
use hetman_rules::shakmaty::{Position, Role, Square};
use hetman_rules::{Playable, Quote, Variant};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

pub use captures::{EXCHANGES, exchange_names, exchanges};
pub use feature::{Feature, Place};
pub use manual::{HEADINGS, ManualEntry, ManualGroup, manual};
pub use tapered::CHECKS_TO_WIN;

use crate::phase::Phase;

/// The non-zero features of one position. As many as positions have fit without the heap, so that reading them
/// allocates nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FeatureVector {
    entries: SmallVec<[(u32, f64); 64]>,
}

impl FeatureVector {
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// Adds a feature; zeros are left out. Each index is pushed at most once.
    pub fn push(&mut self, index: usize, value: f64) {
        if value != 0.0 {
            self.entries.push((index as u32, value));
        }
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = (usize, f64)> + '_ {
        self.entries.iter().map(|&(index, value)| (index as usize, value))
    }

    /// All values in order, zeros included.
    pub fn to_dense(&self, len: usize) -> Vec<f64> {
        let mut dense = vec![0.0; len];
        for (index, value) in self.iter() {
            dense[index] = value;
        }
        dense
    }
}

/// What a model sees of a position. A set is one file and one line in [`FeatureSet::registry`].
pub trait Features: Named + Send + Sync {
    /// What the set holds, in a sentence or two.
    fn description(&self) -> &'static str;

    /// The features, in order.
    fn features(&self, variant: Variant) -> Vec<Feature>;

    /// How many there are.
    fn len(&self, variant: Variant) -> usize {
        self.features(variant).len()
    }

    /// How many features belong together, group by group in their order: a grouped network keeps them apart at first.
    fn groups(&self, variant: Variant) -> Vec<usize> {
        vec![self.len(variant)]
    }

    /// Pushes the features of a position that are not zero. Positions come without their type, so that sets can be added
    /// by programs built on ours; what a set asks of one costs little beside what it does with the answer.
    fn read(&self, variant: Variant, position: &dyn Position, into: &mut FeatureVector);

    /// Writes the features of a position as floats, zeros included.
    fn read_floats(&self, variant: Variant, position: &dyn Position, into: &mut [f32]) {
        let mut vector = FeatureVector::default();
        self.read(variant, position, &mut vector);
        into.fill(0.0);
        vector.iter().for_each(|(index, value)| into[index] = value as f32);
    }

    /// An entry for each feature, in order, where the set explains them one by one; by groups.
    fn manual(&self) -> &'static [ManualGroup] {
        &[]
    }
}

/// A feature set, by its name.
#[derive(Clone, Copy)]
pub struct FeatureSet(&'static dyn Features);

static REGISTRY: Registry<dyn Features> = Registry::new(&[
    FeatureSet::MATERIAL.0,
    FeatureSet::PIECE_SQUARE.0,
    FeatureSet::HALF_PIECE_SQUARE.0,
    FeatureSet::TAPERED_PIECE_SQUARE.0,
    FeatureSet::RANKS_AND_RINGS.0,
    FeatureSet::ONE_HOT_768.0,
    FeatureSet::ONE_HOT_768_PRINTED.0,
    FeatureSet::THESIS_45.0,
    FeatureSet::SUICIDE_14.0,
    FeatureSet::GIRAFFE_363.0,
    FeatureSet::GIRAFFE_MOVES.0,
    FeatureSet::CLASSIC_TERMS.0,
]);

impl FeatureSet {
    pub const MATERIAL: FeatureSet = FeatureSet(&material::Material);
    pub const PIECE_SQUARE: FeatureSet = FeatureSet(&placed::PIECE_SQUARE);
    pub const HALF_PIECE_SQUARE: FeatureSet = FeatureSet(&placed::HALF_PIECE_SQUARE);
    pub const TAPERED_PIECE_SQUARE: FeatureSet = FeatureSet(&tapered::TaperedPieceSquare);
    pub const RANKS_AND_RINGS: FeatureSet = FeatureSet(&placed::RANKS_AND_RINGS);
    pub const ONE_HOT_768: FeatureSet = FeatureSet(&one_hot::OneHot768);
    pub const ONE_HOT_768_PRINTED: FeatureSet = FeatureSet(&one_hot::OneHot768Printed);
    pub const THESIS_45: FeatureSet = FeatureSet(&thesis::Thesis45);
    pub const SUICIDE_14: FeatureSet = FeatureSet(&captures::Suicide14);
    pub const GIRAFFE_363: FeatureSet = FeatureSet(&giraffe::Giraffe363);
    pub const GIRAFFE_MOVES: FeatureSet = FeatureSet(&giraffe::moves::GiraffeMoves);
    pub const CLASSIC_TERMS: FeatureSet = FeatureSet(&classic_terms::ClassicTerms);

    /// All sets there are; more can be added.
    pub fn registry() -> &'static Registry<dyn Features> {
        &REGISTRY
    }

    pub fn all() -> impl Iterator<Item = FeatureSet> {
        REGISTRY.all().into_iter().map(FeatureSet)
    }

    /// The features' names, in order.
    pub fn names(self, variant: Variant) -> Vec<String> {
        self.features(variant).iter().map(Feature::to_string).collect()
    }

    /// The features that count a white piece on this square at one end of the game, where a set is a sum over pieces;
    /// `None` where it is not.
    pub fn of_piece(self, variant: Variant, role: Role, square: Square, phase: Phase) -> Option<Vec<usize>> {
        let features = self.features(variant);
        let counts = |feature: &Feature| feature.counts(role, square, phase);
        let indices = features.iter().enumerate().filter(|(_, feature)| counts(feature)).map(|(index, _)| index);
        features.iter().all(Feature::is_tabular).then(|| indices.collect())
    }

    /// Reads the features off a position.
    pub fn read<P: Playable>(self, position: &P, into: &mut FeatureVector) {
        into.clear();
        self.0.read(P::VARIANT, position, into);
    }
}

impl Deref for FeatureSet {
    type Target = dyn Features;

    fn deref(&self) -> &(dyn Features + 'static) {
        self.0
    }
}

/// Names are unique among what is registered.
impl PartialEq for FeatureSet {
    fn eq(&self, other: &FeatureSet) -> bool {
        self.name() == other.name()
    }
}

impl Eq for FeatureSet {}

impl fmt::Debug for FeatureSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for FeatureSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown feature set '{0}': choose one of {known}", known = REGISTRY.names().join(", "))]
pub struct UnknownFeatureSetError(pub Quote);

impl FromStr for FeatureSet {
    type Err = UnknownFeatureSetError;

    fn from_str(text: &str) -> Result<FeatureSet, UnknownFeatureSetError> {
        REGISTRY.find(text).map(FeatureSet).ok_or_else(|| UnknownFeatureSetError(text.into()))
    }
}

#[cfg(test)]
mod tests;
