//! One rule: when it speaks, and which moves it prefers.

use super::Quantity;
use crate::attributes::Standing;
use crate::small::SmallPosition;

/// Of the moves that are left it keeps those that it prefers, if there are any.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// What has to be so before the move; always, if nothing.
    pub when: Vec<Condition>,
    pub aim: Aim,
}

/// Which moves are preferred. Numbers are places in the strategy's list of quantities.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// Those after which all of this is so.
    Reach(Vec<Condition>),
    /// Those after which a quantity is smallest.
    Least(usize),
    /// Those after which it is largest.
    Most(usize),
}

/// Something that is or is not so of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Condition {
    pub quantity: usize,
    pub test: Test,
}

/// What is asked of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    Is(u8),
    AtMost(u8),
    AtLeast(u8),
    /// Smaller than before the move.
    Falls,
    /// The same as before the move.
    Stays,
    /// Larger than before the move.
    Rises,
}

impl Test {
    pub fn holds(self, value: u8, before: u8) -> bool {
        match self {
            Test::Is(wanted) => value == wanted,
            Test::AtMost(most) => value <= most,
            Test::AtLeast(least) => value >= least,
            Test::Falls => value < before,
            Test::Stays => value == before,
            Test::Rises => value > before,
        }
    }

    /// Whether it compares the position with the one before the move.
    pub fn is_change(self) -> bool {
        matches!(self, Test::Falls | Test::Stays | Test::Rises)
    }
}

/// A position, and those of its quantities that somebody has asked for.
pub(super) struct Measured {
    pub position: SmallPosition,
    standing: Standing,
    values: Vec<Option<u8>>,
}

impl Measured {
    pub fn new(position: SmallPosition, quantities: usize) -> Measured {
        Measured { standing: Standing::from(&position), position, values: vec![None; quantities] }
    }

    fn value(&mut self, index: usize, quantities: &[Quantity]) -> u8 {
        *self.values[index].get_or_insert_with(|| quantities[index].value(&self.standing))
    }

    fn fulfils(&mut self, condition: &Condition, before: &mut Measured, quantities: &[Quantity]) -> bool {
        let value = self.value(condition.quantity, quantities);
        let earlier = if condition.test.is_change() { before.value(condition.quantity, quantities) } else { 0 };
        condition.test.holds(value, earlier)
    }
}

impl Rule {
    pub fn conditions(&self) -> usize {
        self.when.len() + if let Aim::Reach(conditions) = &self.aim { conditions.len() } else { 1 }
    }

    pub(super) fn narrow(&self, quantities: &[Quantity], before: &mut Measured, left: &mut Vec<Measured>) {
        let applies = |c: &Condition| c.test.holds(before.value(c.quantity, quantities), 0);
        if !self.when.iter().all(applies) {
            return;
        }
        match &self.aim {
            Aim::Reach(conditions) => {
                keep(left, |after| conditions.iter().all(|condition| after.fulfils(condition, before, quantities)))
            }
            Aim::Least(quantity) => keep_best(left, |after| after.value(*quantity, quantities)),
            Aim::Most(quantity) => keep_best(left, |after| u8::MAX - after.value(*quantity, quantities)),
        }
    }
}

/// Keeps those that are preferred, or all if there are none.
fn keep(left: &mut Vec<Measured>, mut is_preferred: impl FnMut(&mut Measured) -> bool) {
    let preferred: Vec<bool> = left.iter_mut().map(&mut is_preferred).collect();
    if preferred.contains(&true) {
        let mut each = preferred.into_iter();
        left.retain(|_| each.next() == Some(true));
    }
}

fn keep_best(left: &mut Vec<Measured>, mut price: impl FnMut(&mut Measured) -> u8) {
    let best = left.iter_mut().map(&mut price).min();
    keep(left, |after| Some(price(after)) == best);
}
