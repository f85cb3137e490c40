//! Strategies as text: a line for each rule, which is read back to the same strategy.
//!
//! ```text
//! hetman rules 1
//! material KRK
//! # Where it comes from.
//!
//! prefer kInCheck = 1 and kCanMove = 0
//! when kEdgeDistance >= 2 and KkDistance <= 3: prefer kRBox <= 20 and kRBox falls
//! prefer least KkDistance
//! ```

use std::fmt;
use std::str::FromStr;

use hetman_rules::Quote;

use super::{Aim, Condition, Quantity, Rule, Strategy, Test};
use crate::attributes::UnknownAttribute;
use crate::material::{Material, MaterialError};

const HEAD: &str = "hetman rules";
const VERSION: &str = "1";

/// Why a text is no strategy. Lines are counted from one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StrategyError {
    #[error("this is no file of rules: its first line has to be '{HEAD} {VERSION}', and is {0}")]
    NoHead(Quote),
    #[error("these rules are of version {0}, and this program reads version {VERSION}")]
    Version(Quote),
    #[error("the second line of a file of rules says for which pieces it is, as in 'material KRK', and not {0}")]
    NoMaterial(Quote),
    #[error(transparent)]
    Material(#[from] MaterialError),
    #[error("line {line} is no rule: write 'prefer ...' or 'when ...: prefer ...', and not {text}")]
    NoRule { line: usize, text: Quote },
    #[error("line {line}: {reason}")]
    Attribute { line: usize, reason: UnknownAttribute },
    #[error(
        "line {line} has no condition in {text}: write a comparison as in 'KkDistance <= 3', or falls, stays or rises"
    )]
    NoCondition { line: usize, text: Quote },
    #[error("line {line}: {name} is never {value}, its values are 0 to {most}")]
    OutOfRange { line: usize, name: String, value: Quote, most: u8 },
    #[error("line {line}: before the move nothing falls, stays or rises; that can only be preferred")]
    NoChangeBefore { line: usize },
    #[error("this file of rules has no rules")]
    Empty,
    #[error("these rules are for {found}, and {wanted} is asked for")]
    OtherMaterial { found: Material, wanted: Material },
}

impl Strategy {
    /// Itself, if it is for that ending.
    pub fn for_material(self, wanted: Material) -> Result<Strategy, StrategyError> {
        match self.material {
            found if found == wanted => Ok(self),
            found => Err(StrategyError::OtherMaterial { found, wanted }),
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD} {VERSION}\nmaterial {}", self.material)?;
        self.notes.iter().try_for_each(|note| writeln!(f, "# {note}"))?;
        writeln!(f)?;
        self.rules.iter().try_for_each(|rule| writeln!(f, "{}", self.rule_text(rule)))
    }
}

impl Strategy {
    /// The rule as a file has it.
    pub fn rule_text(&self, rule: &Rule) -> String {
        let name = |quantity: &usize| &self.quantities[*quantity].name;
        let aim = match &rule.aim {
            Aim::Reach(conditions) => self.condition_texts(conditions),
            Aim::Least(quantity) => format!("least {}", name(quantity)),
            Aim::Most(quantity) => format!("most {}", name(quantity)),
        };
        match &rule.when[..] {
            [] => format!("prefer {aim}"),
            when => format!("when {}: prefer {aim}", self.condition_texts(when)),
        }
    }

    fn condition_texts(&self, conditions: &[Condition]) -> String {
        let text = |condition: &Condition| {
            let name = &self.quantities[condition.quantity].name;
            match condition.test {
                Test::Is(value) => format!("{name} = {value}"),
                Test::AtMost(value) => format!("{name} <= {value}"),
                Test::AtLeast(value) => format!("{name} >= {value}"),
                Test::Falls => format!("{name} falls"),
                Test::Stays => format!("{name} stays"),
                Test::Rises => format!("{name} rises"),
            }
        };
        conditions.iter().map(text).collect::<Vec<_>>().join(" and ")
    }
}

impl FromStr for Strategy {
    type Err = StrategyError;

    fn from_str(text: &str) -> Result<Strategy, StrategyError> {
        let mut lines = text.lines();
        check_head(lines.next().unwrap_or_default())?;
        let material = read_material(lines.next().unwrap_or_default())?;
        let mut strategy = Strategy { material, notes: Vec::new(), rules: Vec::new(), quantities: Vec::new() };
        for (index, line) in lines.enumerate() {
            match (line.trim(), line.trim().strip_prefix('#')) {
                ("", _) => {}
                (_, Some(note)) => strategy.notes.push(note.trim().to_owned()),
                (rule, None) => Reader { strategy: &mut strategy, line: index + 3 }.add_rule(rule)?,
            }
        }
        if strategy.rules.is_empty() { Err(StrategyError::Empty) } else { Ok(strategy) }
    }
}

fn check_head(line: &str) -> Result<(), StrategyError> {
    match line.trim().strip_prefix(HEAD).map(str::trim) {
        Some(VERSION) => Ok(()),
        Some(version) if version.chars().all(|letter| letter.is_ascii_digit()) && !version.is_empty() => {
            Err(StrategyError::Version(version.into()))
        }
        _ => Err(StrategyError::NoHead(line.into())),
    }
}

fn read_material(line: &str) -> Result<Material, StrategyError> {
    let name = line.trim().strip_prefix("material ").ok_or_else(|| StrategyError::NoMaterial(line.into()))?;
    Ok(name.parse()?)
}

/// Reads one line into a strategy.
struct Reader<'a> {
    strategy: &'a mut Strategy,
    line: usize,
}

impl Reader<'_> {
    fn add_rule(&mut self, text: &str) -> Result<(), StrategyError> {
        let (when, aim) = match text.strip_prefix("when ").and_then(|rest| rest.split_once(':')) {
            Some((when, aim)) => (self.conditions(when)?, aim.trim()),
            None => (Vec::new(), text),
        };
        if when.iter().any(|condition| condition.test.is_change()) {
            return Err(StrategyError::NoChangeBefore { line: self.line });
        }
        let no_rule = || StrategyError::NoRule { line: self.line, text: text.into() };
        let aim = aim.strip_prefix("prefer ").ok_or_else(no_rule)?;
        let aim = match aim.split_whitespace().collect::<Vec<_>>()[..] {
            ["least", name] => Aim::Least(self.quantity(name)?),
            ["most", name] => Aim::Most(self.quantity(name)?),
            _ => Aim::Reach(self.conditions(aim)?),
        };
        self.strategy.rules.push(Rule { when, aim });
        Ok(())
    }

    fn conditions(&mut self, text: &str) -> Result<Vec<Condition>, StrategyError> {
        text.split(" and ").map(|condition| self.condition(condition)).collect()
    }

    fn condition(&mut self, text: &str) -> Result<Condition, StrategyError> {
        let no_condition = || StrategyError::NoCondition { line: self.line, text: text.into() };
        match text.split_whitespace().collect::<Vec<_>>()[..] {
            [name, change] => {
                let test = match change {
                    "falls" => Test::Falls,
                    "stays" => Test::Stays,
                    "rises" => Test::Rises,
                    _ => return Err(no_condition()),
                };
                Ok(Condition { quantity: self.quantity(name)?, test })
            }
            [name, relation, value] => {
                let test = match relation {
                    "=" => Test::Is,
                    "<=" => Test::AtMost,
                    ">=" => Test::AtLeast,
                    _ => return Err(no_condition()),
                };
                let quantity = self.quantity(name)?;
                Ok(Condition { quantity, test: test(self.value(quantity, value)?) })
            }
            _ => Err(no_condition()),
        }
    }

    /// A value that the quantity can have.
    fn value(&self, quantity: usize, text: &str) -> Result<u8, StrategyError> {
        let quantity = &self.strategy.quantities[quantity];
        let most = quantity.domain() - 1;
        let out_of_range =
            || StrategyError::OutOfRange { line: self.line, name: quantity.name.clone(), value: text.into(), most };
        text.parse().ok().filter(|value| *value <= most).ok_or_else(out_of_range)
    }

    /// The place of a quantity in the strategy's list, to which it is added if it is new.
    fn quantity(&mut self, name: &str) -> Result<usize, StrategyError> {
        if let Some(known) = self.strategy.quantities.iter().position(|quantity| quantity.name == name) {
            return Ok(known);
        }
        let quantity = Quantity::named(self.strategy.material, name)
            .map_err(|reason| StrategyError::Attribute { line: self.line, reason })?;
        self.strategy.quantities.push(quantity);
        Ok(self.strategy.quantities.len() - 1)
    }
}
