//! The terms of the positional evaluation (section 5.3), a file per way of keeping them.
//!
//! Each is one function of a side's [`View`] under a comment with fixed headings; the same comment is the manual's entry
//! (`docs/classic.md`) and its example is a test. White's terms less Black's are the evaluation, so that it is antisymmetric
//! by construction.
//!
//! What depends on pawns alone ([`structure`]) is worked out when pawns change, and what a piece adds by its square alone
//! ([`placement`]) is added and taken away with it; the rest ([`relations`]) is read off the board at every leaf.

pub mod placement;
pub mod relations;
pub mod structure;

use super::view::View;
use crate::features::{ManualEntry, ManualGroup};

/// Declares a group's terms: functions of the [`View`], their comments and ranges kept for the manual, and `values`, which
/// works out all of them in order.
macro_rules! term_group {
    ($(
        $(#[doc = $line:literal])+
        #[range($least:literal, $largest:literal)]
        fn $name:ident($view:ident: &View) -> i32 $body:block
    )+) => {
        $($(#[doc = $line])+ fn $name($view: &View) -> i32 $body)+

        pub const ENTRIES: &[crate::features::ManualEntry] = &[$(crate::features::ManualEntry {
            id: stringify!($name),
            range: ($least, $largest),
            lines: &[$($line),+],
        }),+];

        pub fn values(view: &View) -> [i32; ENTRIES.len()] {
            [$($name(view)),+]
        }
    };
}
use term_group;

pub const STRUCTURE: usize = structure::ENTRIES.len();
pub const PLACEMENT: usize = placement::ENTRIES.len();
pub const RELATIONS: usize = relations::ENTRIES.len();

/// Number of terms.
pub const TERMS: usize = STRUCTURE + PLACEMENT + RELATIONS;

/// The groups in the order of the terms.
pub static TERM_GROUPS: [ManualGroup; 3] = [
    ManualGroup { title: "Pawns among pawns", entries: structure::ENTRIES },
    ManualGroup { title: "Pieces by their squares", entries: placement::ENTRIES },
    ManualGroup { title: "Pieces among others", entries: relations::ENTRIES },
];

pub fn entries() -> impl Iterator<Item = &'static ManualEntry> {
    TERM_GROUPS.iter().flat_map(|group| group.entries)
}

/// All terms of one side, in order, from its own point of view.
pub fn values(view: &View) -> [i32; TERMS] {
    joined(structure::values(view), placement::values(view), relations::values(view))
}

/// The groups' numbers in the order of the terms.
pub fn joined(structure: [i32; STRUCTURE], placement: [i32; PLACEMENT], relations: [i32; RELATIONS]) -> [i32; TERMS] {
    let mut values = [0; TERMS];
    let (first, rest) = values.split_at_mut(STRUCTURE);
    let (second, third) = rest.split_at_mut(PLACEMENT);
    first.copy_from_slice(&structure);
    second.copy_from_slice(&placement);
    third.copy_from_slice(&relations);
    values
}

/// White's numbers less Black's.
pub fn difference<const N: usize>([white, black]: [[i32; N]; 2]) -> [i32; N] {
    std::array::from_fn(|index| white[index] - black[index])
}
