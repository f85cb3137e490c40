//! The 45 features of the 2007 thesis (sections 1 to 5 of its specification), inputs of its network.
//!
//! A file per group of features. Each feature is one function under a comment with fixed headings; the same comment is
//! the manual's entry (`docs/features.md`) and its example is a test. All values are White minus Black and none is
//! clamped. What several features need is computed once per position, in [`view::View`].
//!
//! The features are chess features. In other games they read the board as if it were a chess board: men in hand,
//! explosions, compulsory captures and races are not seen. Only check, flight and mate follow the rules of the game
//! that is played. A side without a king scores nothing for it, several kings are averaged or any of them counts.

mod boards;
mod general;
mod kings;
mod legal;
mod lines;
mod pawns;
mod pieces;
mod side;
mod tables;
mod view;

use hetman_rules::Playable;

use super::FeatureVector;
use view::View;

/// The headings under which every feature is explained, in order.
pub const HEADINGS: [&str; 6] = ["Measures", "Why it matters", "Formula", "Range", "Example", "Source"];

/// A feature as the manual knows it.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// Its name in files and answers.
    pub id: &'static str,
    /// The lines of its comment.
    lines: &'static [&'static str],
}

impl Feature {
    /// The text under a heading, on one line; empty if the comment lacks it.
    pub fn section(&self, heading: &str) -> String {
        let begin = format!("- {heading}: ");
        let from_heading = self.lines.iter().map(|line| line.trim()).skip_while(|line| !line.starts_with(&begin));
        let section: Vec<&str> = from_heading
            .enumerate()
            .take_while(|(index, line)| *index == 0 || !line.starts_with("- "))
            .map(|(_, line)| line.trim_start_matches(&begin))
            .collect();
        section.join(" ")
    }
}

/// Declares a group's features: functions of the [`View`], their comments kept for the manual, and `values`, which
/// computes all of them in order.
macro_rules! feature_group {
    ($($(#[doc = $line:literal])+ fn $name:ident($view:ident: &View) -> f64 $body:block)+) => {
        $($(#[doc = $line])+ fn $name($view: &View) -> f64 $body)+

        pub(super) const FEATURES: &[super::Feature] =
            &[$(super::Feature { id: stringify!($name), lines: &[$($line),+] }),+];

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
pub const LEN: usize = PAWNS + kings::FEATURES.len();

/// The groups in input order.
pub const GROUPS: [(&str, &[Feature]); 4] = [
    ("General", general::FEATURES),
    ("Pieces", pieces::FEATURES),
    ("Pawns", pawns::FEATURES),
    ("Kings", kings::FEATURES),
];

/// The features in input order.
pub fn features() -> impl Iterator<Item = &'static Feature> {
    GROUPS.into_iter().flat_map(|(_, group)| group)
}

/// All values in input order.
pub fn values<P: Playable>(position: &P) -> [f64; LEN] {
    let view = View::new(position);
    let mut values = [0.0; LEN];
    values[..GENERAL].copy_from_slice(&general::values(&view));
    values[GENERAL..PIECES].copy_from_slice(&pieces::values(&view));
    values[PIECES..PAWNS].copy_from_slice(&pawns::values(&view));
    values[PAWNS..].copy_from_slice(&kings::values(&view));
    values
}

pub(super) fn names() -> Vec<String> {
    features().map(|feature| feature.id.to_owned()).collect()
}

pub(super) fn read<P: Playable>(position: &P, into: &mut FeatureVector) {
    for (index, value) in values(position).into_iter().enumerate() {
        into.push(index, value);
    }
}

#[cfg(test)]
mod tests;
