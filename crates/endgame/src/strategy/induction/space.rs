//! What rules can say in an ending, and rules drawn from that.

use std::collections::BTreeSet;

use rand::Rng;
use rand::seq::IndexedRandom;

use super::game::Game;
use crate::strategy::{Aim, Condition, Rule, Test};

/// Conditions that some positions fulfil and others do not.
pub(super) struct Space {
    pub before: Vec<Condition>,
    pub after: Vec<Condition>,
    /// Quantities with more than one value after a move.
    pub quantities: Vec<usize>,
}

/// Most conditions of each part of a rule, so that it can be read.
pub(super) const MOST_BEFORE: usize = 2;
pub(super) const MOST_AFTER: usize = 3;

impl Space {
    pub fn of(game: &Game) -> Space {
        let mut space = Space { before: Vec::new(), after: Vec::new(), quantities: Vec::new() };
        for (quantity, declared) in game.quantities.iter().enumerate() {
            space.before.extend(comparisons(quantity, game.values_before(quantity)));
            let after = comparisons(quantity, game.values_after(quantity));
            if after.is_empty() {
                continue;
            }
            space.quantities.push(quantity);
            space.after.extend(after);
            if !declared.is_flag() {
                let changes = [Test::Falls, Test::Stays, Test::Rises];
                space.after.extend(changes.map(|test| Condition { quantity, test }));
            }
        }
        space
    }

    pub fn rule(&self, generator: &mut impl Rng) -> Rule {
        let when = self.some(&self.before, pick(&[0, 0, 1, 1, 2], generator), generator);
        let aim = match pick(&[0, 1, 2, 2], generator) {
            0 => Aim::Least(pick(&self.quantities, generator)),
            1 => Aim::Most(pick(&self.quantities, generator)),
            _ => Aim::Reach(self.some(&self.after, pick(&[1, 1, 1, 2, 2, 3], generator), generator)),
        };
        Rule { when, aim }
    }

    fn some(&self, conditions: &[Condition], count: usize, generator: &mut impl Rng) -> Vec<Condition> {
        (0..count).map(|_| pick(conditions, generator)).collect()
    }
}

/// Each comparison of a quantity with one of its values that is not always true.
fn comparisons(quantity: usize, values: &[u8]) -> Vec<Condition> {
    let values: Vec<u8> = values.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
    let [_, inner @ .., _] = &values[..] else { return Vec::new() };
    let equal = values.iter().map(|&value| Test::Is(value));
    let bounds = inner.iter().flat_map(|&value| [Test::AtMost(value), Test::AtLeast(value)]);
    equal.chain(bounds).map(|test| Condition { quantity, test }).collect()
}

/// One of several, each as likely as the others.
pub(super) fn pick<T: Clone>(among: &[T], generator: &mut impl Rng) -> T {
    among.choose(generator).expect("there is always something to choose from").clone()
}
