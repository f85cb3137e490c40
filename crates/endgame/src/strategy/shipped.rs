//! The strategies that are part of the program; each says in its head how it was induced.

use super::Strategy;
use crate::material::Material;

const SHIPPED: [&str; 2] = [include_str!("../../rules/krk.rules"), include_str!("../../rules/kqk.rules")];

/// The strategy for an ending, if there is one.
pub fn shipped(material: Material) -> Option<Strategy> {
    let all = SHIPPED.iter().map(|text| text.parse::<Strategy>().expect("a test reads all of them"));
    all.into_iter().find(|strategy| strategy.material == material)
}
