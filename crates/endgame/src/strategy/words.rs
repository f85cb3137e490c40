//! Rules in English.

use super::{Aim, Condition, Quantity, Rule, Strategy, Test};

impl Strategy {
    /// What a rule says, as a sentence.
    pub fn sentence(&self, rule: &Rule) -> String {
        let phrase = |quantity: &usize| self.quantities[*quantity].phrase();
        let flag = |quantity: &usize| self.quantities[*quantity].is_flag();
        let aim = match &rule.aim {
            Aim::Least(quantity) if flag(quantity) => {
                format!("prefer moves after which {}", self.quantities[*quantity].sentence(0))
            }
            Aim::Most(quantity) if flag(quantity) => {
                format!("prefer moves after which {}", self.quantities[*quantity].sentence(1))
            }
            Aim::Reach(conditions) => format!("prefer moves after which {}", self.all_of(conditions)),
            Aim::Least(quantity) => format!("prefer moves after which {} is smallest", phrase(quantity)),
            Aim::Most(quantity) => format!("prefer moves after which {} is largest", phrase(quantity)),
        };
        match &rule.when[..] {
            [] => capitalised(&format!("{aim}.")),
            when => format!("When {}: {aim}.", self.all_of(when)),
        }
    }

    fn all_of(&self, conditions: &[Condition]) -> String {
        let words = |condition: &Condition| self.quantities[condition.quantity].in_words(condition.test);
        let words: Vec<String> = conditions.iter().map(words).collect();
        match &words[..] {
            [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            words => words.concat(),
        }
    }
}

impl Quantity {
    fn in_words(&self, test: Test) -> String {
        let phrase = self.phrase();
        match test {
            Test::Is(value) | Test::AtMost(value @ 0) | Test::AtLeast(value @ 1) if self.is_flag() => {
                self.sentence(value)
            }
            Test::Is(value) => format!("{phrase} is {value}"),
            Test::AtMost(value) => format!("{phrase} is at most {value}"),
            Test::AtLeast(value) => format!("{phrase} is at least {value}"),
            Test::Falls => format!("{phrase} has become smaller"),
            Test::Stays => format!("{phrase} is unchanged"),
            Test::Rises => format!("{phrase} has become larger"),
        }
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
