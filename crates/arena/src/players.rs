//! The players, a file each: those that live in this program, and the one that stands for another program.

mod external;
mod fleeing_king;
mod mate_in_one;
mod material;
mod noisy;
mod random;
mod thinking;

pub use external::ExternalPlayer;
pub use fleeing_king::{CentreDistance, FleeingKing};
pub use mate_in_one::MateInOne;
pub use material::Material;
pub use noisy::Noisy;
pub use random::RandomMover;
pub use thinking::{ThinkingPlayer, limited};

#[cfg(test)]
mod tests;
