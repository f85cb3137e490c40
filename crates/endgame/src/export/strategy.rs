//! Lists of rules as numbers, which source files follow: the same code for every list.

#[cfg(test)]
mod tests;

use hetman_rules::shakmaty::{Color, Role};

use super::lines;
use crate::attributes::Attribute;
use crate::decision_tree::letters;
use crate::material::Material;
use crate::strategy::{Aim, Condition, Strategy, Test};

/// Rules that no source file is made of.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("rules for {0} are not written as source: only those for White's pieces, pawns aside, against a bare king are")]
pub struct NotExported(Material);

/// A list of rules with all that a source file needs of it.
#[derive(Clone, Debug)]
pub struct RuleSource {
    pub material: Material,
    pub count: usize,
    /// Those that the rules speak of, each once.
    pub attributes: Vec<Attribute>,
    /// Attributes that are added up to a quantity, at most.
    pub width: usize,
    /// For each quantity the numbers of its attributes, and -1 behind them.
    pub parts: String,
    /// For each rule how many conditions there are before the move and what they are; then the aim and its quantity, or
    /// its number of conditions and these. A condition is a quantity, a test and a number.
    pub rules: String,
}

impl RuleSource {
    /// White moves pieces, and Black has nothing that could be taken or be in the way.
    pub fn of(strategy: &Strategy) -> Result<RuleSource, NotExported> {
        let material = strategy.material;
        let is_simple = |role: Role, color: Color| role == Role::King || color == Color::White && role != Role::Pawn;
        if !material.pieces().all(|piece| is_simple(piece.role, piece.color)) {
            return Err(NotExported(material));
        }
        let mut attributes: Vec<Attribute> = Vec::new();
        let mut number = |attribute: &Attribute| {
            let known = attributes.iter().position(|known| known == attribute);
            known.unwrap_or_else(|| {
                attributes.push(attribute.clone());
                attributes.len() - 1
            }) as i32
        };
        let quantities = &strategy.quantities;
        let parts: Vec<Vec<i32>> =
            quantities.iter().map(|quantity| quantity.parts().iter().map(&mut number).collect()).collect();
        let width = parts.iter().map(Vec::len).max().unwrap_or(1);
        let filled =
            |parts: &Vec<i32>| parts.iter().copied().chain(std::iter::repeat(-1)).take(width).collect::<Vec<_>>();
        let parts = lines(&parts.iter().flat_map(filled).collect::<Vec<_>>());
        let rules = lines(&rules(strategy));
        Ok(RuleSource { material, count: strategy.rules.len(), attributes, width, parts, rules })
    }

    /// The letters of the pieces, in the order in which squares are to be given.
    pub fn pieces(&self) -> String {
        letters(self.material).into_iter().map(char::from).collect()
    }

    /// What the file is, each line after the language's mark of a comment.
    pub fn head(&self, mark: &str) -> String {
        let lines = [
            format!(
                "{} with White to move, by {} rules. Written by `hetman endgame export`.",
                self.material, self.count
            ),
            "Copyright (C) the authors of Hetman; GPL-3.0-or-later.".to_owned(),
        ];
        lines.map(|line| format!("{mark} {line}\n")).concat()
    }
}

fn rules(strategy: &Strategy) -> Vec<i32> {
    let mut numbers = Vec::new();
    for rule in &strategy.rules {
        numbers.push(rule.when.len() as i32);
        numbers.extend(rule.when.iter().flat_map(condition));
        match &rule.aim {
            Aim::Reach(conditions) => {
                numbers.extend([0, conditions.len() as i32]);
                numbers.extend(conditions.iter().flat_map(condition));
            }
            Aim::Least(quantity) => numbers.extend([1, *quantity as i32]),
            Aim::Most(quantity) => numbers.extend([2, *quantity as i32]),
        }
    }
    numbers
}

fn condition(condition: &Condition) -> [i32; 3] {
    let (test, number) = match condition.test {
        Test::Is(number) => (0, number),
        Test::AtMost(number) => (1, number),
        Test::AtLeast(number) => (2, number),
        Test::Falls => (3, 0),
        Test::Stays => (4, 0),
        Test::Rises => (5, 0),
    };
    [condition.quantity as i32, test, i32::from(number)]
}
