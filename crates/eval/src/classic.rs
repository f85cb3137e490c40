//! The hand-made evaluation of 2005: material, and some twenty terms that depend on the phase of the game.
//!
//! Source: specification of the 2005 program ("Computer chess", summer 2005), sections 1, 4 and 5 with its errata A1 to
//! A26; `docs/classic.md` explains every term. All arithmetic is on whole numbers, a pawn being 100.
//!
//! The value has two parts, which the program's own search asks for apart: [`Material`] with two corrections, and the
//! sum of the positional [`terms`]. Which terms count is decided once, by the phase of the position that a line begins with
//! ([`GamePhase`]): [`ClassicThread::reset`] finds it, and positions reached from there are judged by it, however little
//! they resemble it. That is the program's habit, and one of its known weaknesses.
//!
//! Every term has a weight, a factor of one in the program itself. Learning finds others ([`Classic::of_net`]).

mod distances;
mod evaluator;
mod explanation;
mod manual;
mod material;
mod phase;
mod settings;
mod terms;
mod thread;
mod view;
mod weights;

pub use evaluator::Classic;
pub use manual::manual;
pub use material::{Material, PIECE_VALUES};
pub use phase::GamePhase;
pub use settings::{CLASSIC_PARAMETERS, ClassicSettings};
pub use thread::ClassicThread;
pub use weights::{FACTORS, NotClassicError, Weights};

pub(crate) use weights::{factor_names, factors};

#[cfg(test)]
mod tests;
