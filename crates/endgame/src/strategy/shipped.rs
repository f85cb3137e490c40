//! The strategies that are part of the program; each says in its head how it was induced.

use super::Strategy;
use crate::material::Material;

/// The files, and whether their rules win every position that can be won: a test proves it, or that they do not.
const SHIPPED: [(&str, bool); 2] =
    [(include_str!("../../rules/krk.rules"), true), (include_str!("../../rules/kqk.rules"), true)];

/// The strategy for an ending, if there is one.
pub fn shipped(material: Material) -> Option<Strategy> {
    all().map(|(strategy, _)| strategy).find(|strategy| strategy.material == material)
}

/// Those that win every position that can be won.
pub(super) fn proved() -> Vec<Strategy> {
    all().filter(|(_, is_proved)| *is_proved).map(|(strategy, _)| strategy).collect()
}

/// All of them, and whether they are proved.
pub(super) fn all() -> impl Iterator<Item = (Strategy, bool)> {
    SHIPPED.iter().map(|(text, is_proved)| (text.parse().expect("a test reads all of them"), *is_proved))
}
