//! The 45 features of the 2007 thesis (sections 1 to 5 of its specification), inputs of its network.
//!
//! A file per group of features. Each feature is one function under a comment with fixed headings; the same comment is
//! the manual's entry (`docs/features.md`) and its example is a test. All values are White minus Black and none is
//! clamped. What several features need is computed once per position, in [`view::View`].
//!
//! The features are chess features. In other games they read the board as if it were a chess board: pockets,
//! explosions, compulsory captures and races are not seen. Only check, flight and mate follow the rules of the game
//! that is played. A side without a king scores nothing for it, several kings are averaged or any of them counts.

pub(crate) mod boards;
mod general;
mod kings;
mod legal;
mod lines;
mod pawns;
mod pieces;
pub(crate) mod side;
mod tables;
mod view;

use hetman_parameters::Named;
use hetman_rules::Variant;
use hetman_rules::shakmaty::Position;

use super::{Feature, FeatureVector, Features, ManualGroup};
use view::View;

/// Declares a group's features: functions of the [`View`], their comments and ranges kept for the manual, and `values`,
/// which computes all of them in order.
macro_rules! feature_group {
    ($(
        $(#[doc = $line:literal])+
        #[range($least:literal, $largest:literal)]
        fn $name:ident($view:ident: &View) -> f64 $body:block
    )+) => {
        $($(#[doc = $line])+ fn $name($view: &View) -> f64 $body)+

        pub(super) const FEATURES: &[crate::features::ManualEntry] = &[$(crate::features::ManualEntry {
            id: stringify!($name),
            range: ($least, $largest),
            lines: &[$($line),+],
        }),+];

        pub(super) fn values(view: &View) -> [f64; FEATURES.len()] {
            [$($name(view)),+]
        }
    };
}
use feature_group;

const GENERAL: usize = general::FEATURES.len();
const PIECES: usize = GENERAL + pieces::FEATURES.len();
const PAWNS: usize = PIECES + pawns::FEATURES.len();

/// Number of features.
const LEN: usize = PAWNS + kings::FEATURES.len();

/// The groups in input order.
static GROUPS: [ManualGroup; 4] = [
    ManualGroup { title: "General", entries: general::FEATURES },
    ManualGroup { title: "Pieces", entries: pieces::FEATURES },
    ManualGroup { title: "Pawns", entries: pawns::FEATURES },
    ManualGroup { title: "Kings", entries: kings::FEATURES },
];

/// All values in input order.
fn values(variant: Variant, position: &dyn Position) -> [f64; LEN] {
    let view = View::new(variant, position);
    let mut values = [0.0; LEN];
    values[..GENERAL].copy_from_slice(&general::values(&view));
    values[GENERAL..PIECES].copy_from_slice(&pieces::values(&view));
    values[PIECES..PAWNS].copy_from_slice(&pawns::values(&view));
    values[PAWNS..].copy_from_slice(&kings::values(&view));
    values
}

pub struct Thesis45;

impl Named for Thesis45 {
    fn name(&self) -> &str {
        "thesis-45"
    }
}

impl Features for Thesis45 {
    fn description(&self) -> &'static str {
        "The 45 features below: material, activity, lines, pawns and kings, as a player would name them. They are \
         chess features: in every game the board is read as if it were a chess board, without pieces in the pocket, \
         explosions, compulsory captures and races. Only check, flight and mate follow the rules of the game that \
         is played. A side without a king scores nothing for it; of several kings the distances are averaged and \
         any may shelter, guide or block (2007)."
    }

    fn features(&self, _: Variant) -> Vec<Feature> {
        let entries = GROUPS.iter().flat_map(|group| group.entries);
        entries.map(|entry| Feature::Other(entry.id.into())).collect()
    }

    fn len(&self, _: Variant) -> usize {
        LEN
    }

    fn read(&self, variant: Variant, position: &dyn Position, into: &mut FeatureVector) {
        for (index, value) in values(variant, position).into_iter().enumerate() {
            into.push(index, value);
        }
    }

    fn manual(&self) -> &'static [ManualGroup] {
        &GROUPS
    }
}

#[cfg(test)]
mod tests;
