//! The search of 2005: alpha-beta over three regions of the tree, with the evaluation of the same program.
//!
//! Source: specification of the 2005 program ("Computer chess", summer 2005), sections 2 and 3 with its errata.
//!
//! 1. The *base region*: every pseudo-legal move, deepened from two half-moves on. Where it ends, the position is judged
//!    by its positional value, and what the pieces are worth is left to
//! 2. the *border region*, one half-move, which is like the base where the side to move is in check or a pawn has just
//!    promoted (A3), and like
//! 3. the *forced variation* elsewhere: captures and promotions alone, for six half-moves, valued by material. A side may
//!    stop at any of them (A16), and goes on only with what wins back nearly as much as it has lost in the exchange.
//!
//! The window is shifted by the positional value on the way into the second region. Moves that leave the king to be taken
//! are tried like all others: that is noticed one half-move later, and the move forgotten. A position all of whose moves
//! are forgotten is mate or stalemate. In the first iteration, that to two half-moves, time is no limit.
//!
//! What the source does not say: a leaf that is mated or stalemated counts as that, without its positional value; and the
//! best move of an iteration is the first to be tried in the next, so that one which time has cut short is of use.
//! Repetitions are not seen, as nothing is said of them.
//!
//! Only chess is played so: in another variant the search has no move to offer.

mod pseudo;
mod settings;
#[cfg(test)]
mod tests;
mod thinker;
mod tree;

pub use settings::{LEAST_DEPTH, MOST_DEPTH, REGION_PARAMETERS, Regions};
pub use thinker::RegionSearcher;
