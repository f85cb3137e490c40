//! The players that live in this program, a file each.

mod engine;
mod fleeing_king;
mod mate_in_one;
mod material;
mod plain;
mod random;

pub use engine::{Engine, limited};
pub use fleeing_king::{CentreDistance, FleeingKing};
pub use mate_in_one::MateInOne;
pub use material::Material;
pub use plain::{PlainSearcher, known_results};
pub use random::RandomMover;

#[cfg(test)]
mod tests;
