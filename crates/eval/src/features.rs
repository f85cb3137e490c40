//! Feature sets: numbered, named numbers read off a position.
//!
//! Every value is White's view (White minus Black, or a mark for a man of either colour), whoever is to move, so that
//! a model's output is the prediction for White. Values come as pairs of index and value, zeros left out: a piece-square
//! set of 384 has some thirty of them in a position.

mod material;

use std::fmt;
use std::str::FromStr;

use hetman_rules::{Playable, Variant};

/// The non-zero features of one position. Reused from position to position, so that reading one allocates nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FeatureVector {
    entries: Vec<(u32, f64)>,
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

/// What a model sees of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FeatureSet {
    /// Men by type: five, in crazyhouse five more in hand, in suicide and antichess the king too (2008).
    Material,
}

const NAMES: [(FeatureSet, &str); 1] = [(FeatureSet::Material, "material")];

impl FeatureSet {
    pub const ALL: [FeatureSet; 1] = [FeatureSet::Material];

    /// Number of features.
    pub fn len(self, variant: Variant) -> usize {
        match self {
            FeatureSet::Material => material::len(variant),
        }
    }

    /// The features' names, in order.
    pub fn names(self, variant: Variant) -> Vec<String> {
        match self {
            FeatureSet::Material => material::names(variant),
        }
    }

    /// Reads the features off a position.
    pub fn read<P: Playable>(self, position: &P, into: &mut FeatureVector) {
        into.clear();
        match self {
            FeatureSet::Material => material::read(position, into),
        }
    }
}

impl fmt::Display for FeatureSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, name) = NAMES.iter().find(|(set, _)| set == self).expect("every set has a name");
        f.write_str(name)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown feature set '{0}'")]
pub struct UnknownFeatureSet(pub String);

impl FromStr for FeatureSet {
    type Err = UnknownFeatureSet;

    fn from_str(text: &str) -> Result<FeatureSet, UnknownFeatureSet> {
        let found = NAMES.iter().find(|(_, name)| *name == text);
        found.map(|&(set, _)| set).ok_or_else(|| UnknownFeatureSet(text.to_owned()))
    }
}
