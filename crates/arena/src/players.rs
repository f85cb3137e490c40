//! The players, a file each: those that live in this program, and the one that stands for another program.

mod engine;
mod exact;
mod external;
mod fleeing_king;
mod mate_in_one;
mod material;
mod noisy;
mod random;

pub use engine::{Engine, limited};
pub use exact::{ExactSearcher, known_results};
pub use external::ExternalPlayer;
pub use fleeing_king::{CentreDistance, FleeingKing};
pub use mate_in_one::MateInOne;
pub use material::Material;
pub use noisy::Noisy;
pub use random::RandomMover;

#[cfg(test)]
mod tests;
