//! Feature sets: numbered, named numbers read off a position.
//!
//! Every value is White's view (White minus Black, or a mark for a man of either colour), whoever is to move, so that
//! a model's output is the prediction for White. Values come as pairs of index and value, zeros left out: a set of 389
//! has some thirty of them in a position.

mod captures;
mod manual;
mod material;
mod one_hot;
mod placed;
mod tapered;
pub mod thesis;

use std::fmt;
use std::str::FromStr;

use hetman_rules::shakmaty::{Role, Square};
use hetman_rules::{Playable, Quote, Variant};
use smallvec::SmallVec;

pub use captures::{EXCHANGES, exchange_names, exchanges};
pub use manual::manual;
use placed::Division;

use crate::phase::Phase;

/// The non-zero features of one position. As many as positions have fit without the heap, so that reading them
/// allocates nothing.
#[derive(Clone, Debug, Default, PartialEq)]
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

/// What a model sees of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FeatureSet {
    Material,
    PieceSquare,
    HalfPieceSquare,
    TaperedPieceSquare,
    RanksAndRings,
    OneHot768,
    OneHot768Printed,
    Thesis45,
    Suicide14,
}

/// Each set's name on the command line and in files, and what the manual says of it.
const SETS: [(FeatureSet, &str, &str); 9] = [
    (
        FeatureSet::Material,
        "material",
        "Men by type: pawn, knight, bishop, rook, queen. In crazyhouse the same five in hand as well; in suicide \
         and antichess, where the king is a man like any other, the king too (2008).",
    ),
    (
        FeatureSet::PieceSquare,
        "piece-square",
        "Material, and a table of 64 squares for each of the six types, king included. White's squares count as \
         they are, Black's mirrored rank-wise (in racing kings, where both run the same way, file-wise) and negative: a \
         white knight on f3 and a black one on f6 cancel. Men in hand stand on no square: they count as material only \
         (2008).",
    ),
    (
        FeatureSet::HalfPieceSquare,
        "half-piece-square",
        "Material, and a table of 32 squares for each of the six types, the right half of the board mirrored onto \
         the left: f3 counts as c3. The king has a table here too, so that half and full tables differ in the \
         folding and in nothing else (after Beal and Smith 1999).",
    ),
    (
        FeatureSet::TaperedPieceSquare,
        "tapered-piece-square",
        "Material, and two tables of 64 squares for each of the six types, one for a full board and one for a bare one. \
         A position counts in both, by the share of the men but pawns and kings that are left: knights and bishops 1, \
         rooks 2, queens 4, together 24. In three-check the checks given count too; in suicide and antichess, as in \
         suicide-14, what each side could take.",
    ),
    (
        FeatureSet::RanksAndRings,
        "ranks-and-rings",
        "Material, pawns by rank (2 to 7, seen from their own side), and knights, bishops, rooks and queens by \
         ring: 1 is the edge, 4 the four squares in the centre. Kings, and a horde's pawns on its first rank, have \
         neither rank nor ring (after Beal and Smith 1999).",
    ),
    (
        FeatureSet::OneHot768,
        "one-hot-768",
        "A mark for every man on its square: 64 squares of twelve inputs, White's pawn, rook, knight, bishop, queen \
         and king, then Black's. Nothing else: not the side to move, not what is in hand (2006).",
    ),
    (
        FeatureSet::OneHot768Printed,
        "one-hot-768-printed",
        "The same as the program printed in that work computes it: it forgets to multiply the square by twelve, so \
         men on neighbouring squares meet on one input, where they add up, and inputs from 75 on stay zero. Kept \
         because the published scores were most likely made with it (2006).",
    ),
    (
        FeatureSet::Thesis45,
        "thesis-45",
        "The 45 features below: material, activity, lines, pawns and kings, as a player would name them. They are \
         chess features: in every game the board is read as if it were a chess board, without men in hand, \
         explosions, compulsory captures and races. Only check, flight and mate follow the rules of the game that \
         is played. A side without a king scores nothing for it; of several kings the distances are averaged and \
         any may shelter, guide or block (2007).",
    ),
    (
        FeatureSet::Suicide14,
        "suicide-14",
        "Men by type, king included; of each type those that the other side could take at once; the number of captures \
         a side has; and whether it has exactly one. Both sides are looked at as if they were to move, pins and en \
         passant are not seen. A reading of an evaluation whose features were never printed (2008, summary).",
    ),
];

impl FeatureSet {
    pub const ALL: [FeatureSet; SETS.len()] = {
        let mut all = [FeatureSet::Material; SETS.len()];
        let mut index = 0;
        while index < all.len() {
            all[index] = SETS[index].0;
            index += 1;
        }
        all
    };

    /// Number of features.
    pub fn len(self, variant: Variant) -> usize {
        match self {
            FeatureSet::Material => material::len(variant),
            FeatureSet::PieceSquare => placed::len(Division::Squares, variant),
            FeatureSet::HalfPieceSquare => placed::len(Division::HalfBoard, variant),
            FeatureSet::TaperedPieceSquare => tapered::len(variant),
            FeatureSet::RanksAndRings => placed::len(Division::RanksAndRings, variant),
            FeatureSet::OneHot768 | FeatureSet::OneHot768Printed => one_hot::LEN,
            FeatureSet::Thesis45 => thesis::LEN,
            FeatureSet::Suicide14 => captures::LEN,
        }
    }

    /// The features' names, in order.
    pub fn names(self, variant: Variant) -> Vec<String> {
        match self {
            FeatureSet::Material => material::names(variant),
            FeatureSet::PieceSquare => placed::names(Division::Squares, variant),
            FeatureSet::HalfPieceSquare => placed::names(Division::HalfBoard, variant),
            FeatureSet::TaperedPieceSquare => tapered::names(variant),
            FeatureSet::RanksAndRings => placed::names(Division::RanksAndRings, variant),
            FeatureSet::OneHot768 => one_hot::names(),
            FeatureSet::OneHot768Printed => one_hot::printed_names(),
            FeatureSet::Thesis45 => thesis::names(),
            FeatureSet::Suicide14 => captures::names(),
        }
    }

    /// The features that count a white man of this role on this square at one end of the game, where a set is a sum over
    /// men; `None` where it is not.
    pub fn of_man(self, variant: Variant, role: Role, square: Square, phase: Phase) -> Option<Vec<usize>> {
        match self {
            FeatureSet::Material => Some(material::of_man(variant, role).into_iter().collect()),
            FeatureSet::PieceSquare => Some(placed::of_man(Division::Squares, variant, role, square)),
            FeatureSet::HalfPieceSquare => Some(placed::of_man(Division::HalfBoard, variant, role, square)),
            FeatureSet::TaperedPieceSquare => Some(tapered::of_man(variant, role, square, phase)),
            FeatureSet::RanksAndRings => Some(placed::of_man(Division::RanksAndRings, variant, role, square)),
            FeatureSet::OneHot768 | FeatureSet::OneHot768Printed | FeatureSet::Thesis45 | FeatureSet::Suicide14 => None,
        }
    }

    /// The same for a man in hand.
    pub fn of_man_in_hand(self, variant: Variant, role: Role) -> Option<Vec<usize>> {
        match self {
            FeatureSet::OneHot768 | FeatureSet::OneHot768Printed | FeatureSet::Thesis45 | FeatureSet::Suicide14 => None,
            _ => Some(material::of_man_in_hand(variant, role).into_iter().collect()),
        }
    }

    /// The features of having this many checks still to give.
    pub fn of_checks_left(self, variant: Variant, left: usize) -> Option<usize> {
        match self {
            FeatureSet::TaperedPieceSquare => tapered::of_checks_left(variant, left),
            _ => None,
        }
    }

    /// The feature of one of the differences that [`exchanges`] counts, if the set has them besides men.
    pub fn of_exchange(self, variant: Variant, exchange: usize) -> Option<usize> {
        match self {
            FeatureSet::TaperedPieceSquare => tapered::of_exchange(variant, exchange),
            _ => None,
        }
    }

    /// Reads the features off a position.
    pub fn read<P: Playable>(self, position: &P, into: &mut FeatureVector) {
        into.clear();
        match self {
            FeatureSet::Material => material::read(position, into),
            FeatureSet::PieceSquare => placed::read(Division::Squares, position, into),
            FeatureSet::HalfPieceSquare => placed::read(Division::HalfBoard, position, into),
            FeatureSet::TaperedPieceSquare => tapered::read(position, into),
            FeatureSet::RanksAndRings => placed::read(Division::RanksAndRings, position, into),
            FeatureSet::OneHot768 => one_hot::read(position, into),
            FeatureSet::OneHot768Printed => one_hot::read_printed(position, into),
            FeatureSet::Thesis45 => thesis::read(position, into),
            FeatureSet::Suicide14 => captures::read(position, into),
        }
    }

    /// What the set holds, in a sentence or two.
    pub fn description(self) -> &'static str {
        self.entry().2
    }

    fn entry(self) -> &'static (FeatureSet, &'static str, &'static str) {
        SETS.iter().find(|(set, ..)| *set == self).expect("every set has an entry")
    }
}

impl fmt::Display for FeatureSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.entry().1)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown feature set '{0}': choose one of {known}", known = SETS.map(|(_, name, _)| name).join(", "))]
pub struct UnknownFeatureSet(pub Quote);

impl FromStr for FeatureSet {
    type Err = UnknownFeatureSet;

    fn from_str(text: &str) -> Result<FeatureSet, UnknownFeatureSet> {
        let found = SETS.iter().find(|(_, name, _)| *name == text);
        found.map(|&(set, ..)| set).ok_or_else(|| UnknownFeatureSet(text.into()))
    }
}

#[cfg(test)]
mod tests;
