//! Data sets out of tables.

use std::fmt;
use std::str::FromStr;

use hetman_rules::Quote;
use hetman_rules::shakmaty::Color;

use super::Dataset;
use crate::attributes::{Attribute, Standing};
use crate::class::Class;
use crate::table::{Outcome, Progress, Table};

/// Which positions there are to learn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// One for all of its mirror images.
    Canonical,
    /// Every legal position.
    Full,
}

/// A word that stands for no extent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' says not which positions: canonical or full")]
pub struct UnknownExtent(Quote);

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Extent::Canonical { "canonical" } else { "full" })
    }
}

impl FromStr for Extent {
    type Err = UnknownExtent;

    fn from_str(word: &str) -> Result<Extent, UnknownExtent> {
        match word {
            "canonical" => Ok(Extent::Canonical),
            "full" => Ok(Extent::Full),
            _ => Err(UnknownExtent(word.into())),
        }
    }
}

/// What there is to be learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// How many moves a mate takes.
    Distance,
    /// Who wins.
    Result,
}

impl Target {
    /// The class of a position with this outcome.
    pub fn class(self, outcome: Outcome) -> Class {
        let told = |moves: u32| (self == Target::Distance).then_some(moves as u8);
        match outcome {
            Outcome::Draw => Class::Draw,
            Outcome::Loss(moves) => Class::Loss(told(moves)),
            Outcome::Win(moves) => Class::Win(told(moves)),
        }
    }

    /// The classes of a table for one side to move, in order.
    pub fn classes(self, table: &Table, turn: Color) -> Vec<Class> {
        let mut classes: Vec<Class> = table.canonical(turn).map(|(_, outcome)| self.class(outcome)).collect();
        classes.sort();
        classes.dedup();
        classes
    }
}

/// Every position of the extent, as attributes see it, with its class.
pub fn samples(
    table: &Table,
    turn: Color,
    extent: Extent,
    target: Target,
) -> impl Iterator<Item = (Standing, Class)> + '_ {
    let standings = table.positions(turn).map(move |(position, outcome)| (Standing::from(&position), outcome));
    let wanted = standings.filter(move |(standing, _)| extent == Extent::Full || standing.is_canonical());
    wanted.map(move |(standing, outcome)| (standing, target.class(outcome)))
}

/// The values of attributes in all positions of a table for one side to move, and the classes that there are; `None` once
/// they are not wanted any more.
pub fn dataset(
    table: &Table,
    turn: Color,
    attributes: &[Attribute],
    extent: Extent,
    target: Target,
    progress: &dyn Progress,
) -> Option<(Dataset, Vec<Class>)> {
    let classes = target.classes(table, turn);
    let columns = attributes.iter().map(|attribute| (attribute.name.as_str(), attribute.domain()));
    let mut dataset = Dataset::new(columns, classes.iter().map(Class::to_string).collect());
    for (standing, class) in samples(table, turn, extent, target) {
        if progress.is_stopped() {
            return None;
        }
        let class = classes.binary_search(&class).expect("the classes of the table are listed");
        dataset.push(attributes.iter().map(|attribute| attribute.value(&standing.placement())), class as u8);
    }
    Some((dataset, classes))
}
