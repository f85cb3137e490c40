//! The players, a file each: those that live in this program, and those that stand for other programs.
//!
//! An addition is a file with a [`PlayerKind`] and its line in [`PLAYERS`]; a program built on ours calls `PLAYERS.add`.

mod best;
mod classic;
mod external;
mod files;
mod fleeing_king;
mod giraffe;
mod hetman;
mod human;
pub mod limits;
mod look;
mod mate_in_one;
mod material;
mod net;
mod noisy;
mod program;
mod random;
mod ranking;
mod rules;
mod seats;
mod thinking;
mod tree;

use hetman_parameters::Registry;

use crate::PlayerKind;

pub use best::BestPlayer;
pub use external::ExternalPlayer;
pub use fleeing_king::{CentreDistance, FleeingKing};
pub use hetman::ELO;
pub use mate_in_one::MateInOne;
pub use material::Material;
pub use noisy::Noisy;
pub use random::RandomMover;
pub use rules::RulesPlayer;
pub use seats::Seats;
pub use thinking::{ThinkingPlayer, limited};
pub use tree::TreePlayer;

/// Everybody who can be named, in the order in which they are offered.
pub static PLAYERS: Registry<PlayerKind> = Registry::new(&[
    &hetman::HETMAN,
    &net::NET,
    &classic::CLASSIC,
    &giraffe::GIRAFFE,
    &material::MATERIAL,
    &fleeing_king::KING,
    &random::RANDOM,
    &program::UCI,
    &program::XBOARD,
    &tree::TREE,
    &rules::RULES,
    &human::HUMAN,
]);

#[cfg(test)]
mod tests;
