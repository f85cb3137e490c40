//! Changes of a list of rules, small enough that most of what it knows is kept.

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

use super::game::{Game, Moves, numbers};
use super::judge::{Judge, Judgement};
use super::space::{MOST_AFTER, MOST_BEFORE, Space, pick};
use crate::strategy::{Aim, Condition, Rule};

/// A list, and what it leaves.
pub(super) struct Listed<'a> {
    pub game: &'a Game,
    pub judge: &'a Judge<'a>,
    pub space: &'a Space,
    pub rules: &'a [Rule],
    /// What is left before each rule, and after the last one.
    pub left: &'a [Vec<Moves>],
    pub verdict: &'a Judgement,
}

/// A changed list, and the first rule that differs.
pub(super) type Changed = (usize, Vec<Rule>);

/// How often something is tried before another change is.
const ATTEMPTS: usize = 30;

impl Listed<'_> {
    /// One change, drawn at random. Some make nothing of some lists.
    pub fn change(&self, generator: &mut impl Rng) -> Option<Changed> {
        match generator.random_range(0..12) {
            0..4 => self.repair(generator),
            4 => Some(self.inserted(self.space.rule(generator), generator.random_range(0..=self.rules.len()))),
            5 | 6 => self.remove(generator),
            7 => self.displace(generator),
            8 | 9 => self.alter_condition(generator),
            10 => self.add_condition(generator),
            _ => self.remove_condition(generator),
        }
    }

    fn inserted(&self, rule: Rule, place: usize) -> Changed {
        let mut rules = self.rules.to_vec();
        rules.insert(place, rule);
        (place, rules)
    }

    fn remove(&self, generator: &mut impl Rng) -> Option<Changed> {
        let place = self.any_place(generator)?;
        let mut rules = self.rules.to_vec();
        rules.remove(place);
        Some((place, rules))
    }

    fn displace(&self, generator: &mut impl Rng) -> Option<Changed> {
        let (from, to) = (self.any_place(generator)?, self.any_place(generator)?);
        let mut rules = self.rules.to_vec();
        let rule = rules.remove(from);
        rules.insert(to, rule);
        Some((from.min(to), rules))
    }

    fn any_place(&self, generator: &mut impl Rng) -> Option<usize> {
        (!self.rules.is_empty()).then(|| generator.random_range(0..self.rules.len()))
    }

    /// A rule that prefers a better move to a bad one that is left, where both are still there.
    fn repair(&self, generator: &mut impl Rng) -> Option<Changed> {
        let (rule, place) = (0..ATTEMPTS).find_map(|_| self.distinguishing_rule(generator))?;
        if place < self.rules.len() && generator.random_range(0..3) == 0 {
            let mut rules = self.rules.to_vec();
            rules[place] = rule;
            return Some((place, rules));
        }
        Some(self.inserted(rule, place))
    }

    fn distinguishing_rule(&self, generator: &mut impl Rng) -> Option<(Rule, usize)> {
        let index = self.any_position(generator);
        let position = self.judge.positions[index];
        let last = self.left.last().expect("there is what is left at the end")[index];
        let bad = pick(&numbers(last).collect::<Vec<_>>(), generator);
        let place = generator.random_range(0..self.left.len());
        let cost = |number| self.judge.cost(position, number, self.verdict);
        let most = cost(bad);
        let better: Vec<u32> = numbers(self.left[place][index]).filter(|&number| cost(number) < most).collect();
        let good = *better.choose(generator)?;
        let count = pick(&[0, 0, 1, 1, 2], generator);
        let when = (0..count).filter_map(|_| self.condition_before(position, generator)).collect();
        Some((Rule { when, aim: self.distinguishing_aim(position, good, bad, generator)? }, place))
    }

    /// The index of a position: half of the time of one that is not won, if there are any.
    fn any_position(&self, generator: &mut impl Rng) -> usize {
        match self.verdict.unwon.choose(generator) {
            Some(&unwon) if generator.random() => unwon,
            _ => generator.random_range(0..self.judge.positions.len()),
        }
    }

    /// Something that is so in the position.
    fn condition_before(&self, position: usize, generator: &mut impl Rng) -> Option<Condition> {
        let mut drawn = (0..ATTEMPTS).map(|_| pick(&self.space.before, generator));
        drawn.find(|condition| self.game.holds_before(condition, position))
    }

    fn distinguishing_aim(&self, position: usize, good: u32, bad: u32, generator: &mut impl Rng) -> Option<Aim> {
        if generator.random_range(0..3) == 0 {
            return (0..ATTEMPTS).find_map(|_| {
                let quantity = pick(&self.space.quantities, generator);
                let [good, bad] = [good, bad].map(|number| self.game.value_after(quantity, position, number));
                match good.cmp(&bad) {
                    std::cmp::Ordering::Less => Some(Aim::Least(quantity)),
                    std::cmp::Ordering::Equal => None,
                    std::cmp::Ordering::Greater => Some(Aim::Most(quantity)),
                }
            });
        }
        let holds = |condition: &Condition, number| self.game.holds_after(condition, position, number);
        let mut drawn = (0..2 * ATTEMPTS).map(|_| pick(&self.space.after, generator));
        let mut conditions = vec![drawn.find(|condition| holds(condition, good) && !holds(condition, bad))?];
        if generator.random() {
            let mut drawn = (0..ATTEMPTS).map(|_| pick(&self.space.after, generator));
            conditions.extend(drawn.find(|condition| holds(condition, good)));
        }
        Some(Aim::Reach(conditions))
    }

    fn alter_condition(&self, generator: &mut impl Rng) -> Option<Changed> {
        self.altered(generator, |space, rule, generator| {
            let count = rule.when.len();
            let chosen = generator.random_range(0..rule.conditions());
            if chosen < count {
                rule.when[chosen] = other_condition(&space.before, rule.when[chosen], generator);
                return;
            }
            match &mut rule.aim {
                Aim::Reach(conditions) => {
                    let condition = &mut conditions[chosen - count];
                    *condition = other_condition(&space.after, *condition, generator);
                }
                Aim::Least(quantity) | Aim::Most(quantity) if generator.random() => {
                    *quantity = pick(&space.quantities, generator);
                }
                Aim::Least(quantity) => rule.aim = Aim::Most(*quantity),
                Aim::Most(quantity) => rule.aim = Aim::Least(*quantity),
            }
        })
    }

    fn add_condition(&self, generator: &mut impl Rng) -> Option<Changed> {
        self.altered(generator, |space, rule, generator| match &mut rule.aim {
            Aim::Reach(conditions) if conditions.len() < MOST_AFTER && generator.random() => {
                conditions.push(pick(&space.after, generator));
            }
            _ if rule.when.len() < MOST_BEFORE => rule.when.push(pick(&space.before, generator)),
            _ => {}
        })
    }

    fn remove_condition(&self, generator: &mut impl Rng) -> Option<Changed> {
        self.altered(generator, |_, rule, generator| {
            let chosen = generator.random_range(0..rule.conditions());
            match &mut rule.aim {
                _ if chosen < rule.when.len() => drop(rule.when.remove(chosen)),
                Aim::Reach(conditions) if conditions.len() > 1 => drop(conditions.remove(chosen - rule.when.len())),
                _ => {}
            }
        })
    }

    fn altered<R: Rng>(&self, generator: &mut R, alter: impl FnOnce(&Space, &mut Rule, &mut R)) -> Option<Changed> {
        let place = self.any_place(generator)?;
        let mut rules = self.rules.to_vec();
        alter(self.space, &mut rules[place], generator);
        Some((place, rules))
    }
}

/// Another one: of the same quantity, half of the time.
fn other_condition(among: &[Condition], old: Condition, generator: &mut impl Rng) -> Condition {
    if generator.random() {
        return pick(among, generator);
    }
    let same: Vec<Condition> = among.iter().filter(|other| other.quantity == old.quantity).copied().collect();
    pick(&same, generator)
}
