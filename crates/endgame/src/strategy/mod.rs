//! Strategies for endings: short ordered lists of rules that a person can read and play by.
//!
//! A player of a strategy looks at every legal move. Each rule in its turn says which of the moves that are left it
//! prefers, and the others are dropped; where it prefers none, or does not apply, it drops nothing. What is left after the
//! last rule may be played, whichever of them: a [proof](proof) holds for every choice among them.
//!
//! Rules speak of [attributes](crate::attributes): of the position before the move, of the one after it, and of how they
//! differ. The one who plays is White; a strategy knows nothing else, no table and no line of play.

mod account;
mod induction;
mod oracle;
mod proof;
mod quantity;
mod rule;
mod shipped;
mod symmetry;
mod text;
mod words;

pub use account::{CounterExample, RuleAccount, accounts};
pub use induction::{Listener, RuleSettings, RulesSoFar, induce_rules};
pub use oracle::ProvedRules;
pub use proof::{Comparison, FIFTY_MOVES, Failure, Line, Proof, Summary, proofs_of_promotions};
pub use quantity::Quantity;
pub use rule::{Aim, Condition, Rule, Test};
pub use shipped::shipped;
pub use text::StrategyError;

use crate::material::Material;
use crate::small::SmallPosition;
use rule::Measured;

/// An ordered list of rules for White in one ending.
#[derive(Clone, Debug, PartialEq)]
pub struct Strategy {
    pub material: Material,
    /// Where it comes from, a line each.
    pub notes: Vec<String>,
    pub rules: Vec<Rule>,
    /// What the rules speak of.
    pub quantities: Vec<Quantity>,
}

/// A rule that has dropped some of the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The rule's place in the list.
    pub rule: usize,
    /// Moves before and after it.
    pub before: usize,
    pub after: usize,
}

/// What a strategy leaves of the legal moves.
#[derive(Clone, Debug)]
pub struct Choice {
    /// What the moves that may be played lead to.
    pub moves: Vec<SmallPosition>,
    /// The rules that mattered, in their order.
    pub rulings: Vec<Ruling>,
}

impl Strategy {
    /// The moves that the rules leave; none only where there is no legal move.
    pub fn choose(&self, position: &SmallPosition) -> Choice {
        let mut rulings = Vec::new();
        let moves = self.follow(position, |ruling, _| rulings.push(ruling));
        Choice { moves, rulings }
    }

    /// The same; `hear` is told of each rule that drops moves, and what is left after it.
    pub fn follow(
        &self,
        position: &SmallPosition,
        mut hear: impl FnMut(Ruling, &mut dyn Iterator<Item = &SmallPosition>),
    ) -> Vec<SmallPosition> {
        let measured = |position| Measured::new(position, self.quantities.len());
        let mut before = measured(position.clone());
        let mut left: Vec<Measured> = position.successors().into_iter().map(measured).collect();
        for (index, rule) in self.rules.iter().enumerate() {
            if left.len() <= 1 {
                break;
            }
            let count = left.len();
            rule.narrow(&self.quantities, &mut before, &mut left);
            if left.len() < count {
                let ruling = Ruling { rule: index, before: count, after: left.len() };
                hear(ruling, &mut left.iter().map(|measured| &measured.position));
            }
        }
        left.into_iter().map(|measured| measured.position).collect()
    }

    /// The strategy without one of its rules.
    pub fn without(&self, rule: usize) -> Strategy {
        let mut shorter = self.clone();
        shorter.rules.remove(rule);
        shorter
    }

    /// Conditions of all rules together.
    pub fn conditions(&self) -> usize {
        self.rules.iter().map(Rule::conditions).sum()
    }
}

#[cfg(test)]
mod tests;
