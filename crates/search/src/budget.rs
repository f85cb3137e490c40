//! Probability-limited search: every node that is likely enough to lie on the line of best play is searched, however deep.
//!
//! Source: the specification of Giraffe (Lai 2015), sections 6 and 7. The probability of a node is that of its parent times
//! that of the move, given the parent; a node is searched while it exceeds a threshold. As in the program, this is counted
//! the other way round, as a *node budget*: the root has 1, four times as much in each iteration; a node pays 1 of its
//! budget and an [`Allocator`] splits the rest among all moves, in proportion to their probabilities. What has less than 1
//! is left to quiescence. A budget of N at the root is a threshold of about 1 / N.
//!
//! Where there are few moves the tree is deep, so that extensions for checks and single replies are contained in it; in
//! the endgame after a trade of queens it looks further than in the line that keeps them. A *depth-limited* search is the
//! allocation that gives each child a quarter of its parent's budget, however many they are ([`AnyAllocator::Depth`]): the same
//! search in everything else, to compare with.
//!
//! Values are ten-thousandths of what the evaluator says at most; one that has no bound counts a pawn as 500.

mod allocator;
mod candidate;
mod iterations;
mod learned;
mod quiescence;
mod search;
mod settings;
#[cfg(test)]
mod tests;
mod thinker;
mod tree;

pub use allocator::{Allocator, AnyAllocator, DEPTH, HandMade, UNIFORM, Uniform, WEIGHTS, hand_made_shares};
pub use candidate::{Candidate, MoveClass};
pub use learned::{Learned, MoveInputs, MoveNet, NoMoveNetError, Passes, move_inputs};
pub use search::Split;
pub use settings::{BUDGET_PARAMETERS, BudgetSettings};
pub use thinker::BudgetSearcher;
