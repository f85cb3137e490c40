//! The options after a player's name, taken one by one; what nobody takes is a mistake.

use std::ops::RangeInclusive;

use super::PlayerProblem;

/// Options not yet taken.
pub struct Options<'a> {
    player: &'a str,
    /// What to say to somebody who wrote something else.
    allowed: &'static str,
    left: Vec<(&'a str, Option<&'a str>)>,
}

impl<'a> Options<'a> {
    pub fn read(
        player: &'a str,
        options: Option<&'a str>,
        allowed: &'static str,
    ) -> Result<Options<'a>, PlayerProblem> {
        let pair = |option: &'a str| option.split_once('=').map_or((option, None), |(name, value)| (name, Some(value)));
        let left = options.map_or_else(Vec::new, |options| options.split(',').map(pair).collect());
        let options = Options { player, allowed, left };
        if options.left.iter().any(|(name, _)| name.is_empty()) { Err(options.problem("", None)) } else { Ok(options) }
    }

    fn problem(&self, name: &str, value: Option<&str>) -> PlayerProblem {
        let option = value.map_or_else(|| name.to_owned(), |value| format!("{name}={value}"));
        PlayerProblem::Option { player: self.player.into(), option: option.into(), allowed: self.allowed }
    }

    fn take(&mut self, name: &str) -> Option<Option<&'a str>> {
        let place = self.left.iter().position(|(left, _)| *left == name)?;
        Some(self.left.remove(place).1)
    }

    /// An option without a value.
    pub fn flag(&mut self, name: &'static str) -> bool {
        let is_set = self.left.contains(&(name, None));
        self.left.retain(|option| *option != (name, None));
        is_set
    }

    /// A number out of a range.
    pub fn number(&mut self, name: &str, range: RangeInclusive<u64>) -> Result<Option<u64>, PlayerProblem> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let number = value.and_then(|value| value.parse().ok()).filter(|number| range.contains(number));
        number.map(Some).ok_or_else(|| self.problem(name, value))
    }

    /// A number from 0 to 1.
    pub fn share(&mut self, name: &str) -> Result<Option<f64>, PlayerProblem> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let share = value.and_then(|value| value.parse().ok()).filter(|share| (0.0..=1.0).contains(share));
        share.map(Some).ok_or_else(|| self.problem(name, value))
    }

    /// One of several words.
    pub fn choice<T: Copy>(&mut self, name: &str, choices: &[(&str, T)]) -> Result<Option<T>, PlayerProblem> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let found = choices.iter().find(|(word, _)| Some(*word) == value);
        found.map(|&(_, choice)| Some(choice)).ok_or_else(|| self.problem(name, value))
    }

    /// A text that must not be empty.
    pub fn text(&mut self, name: &str) -> Result<Option<&'a str>, PlayerProblem> {
        let Some(value) = self.take(name) else { return Ok(None) };
        value.filter(|value| !value.is_empty()).map(Some).ok_or_else(|| self.problem(name, value))
    }

    /// A text for every time the option is given.
    pub fn texts(&mut self, name: &str) -> Result<Vec<&'a str>, PlayerProblem> {
        std::iter::from_fn(|| self.text(name).transpose()).collect()
    }

    /// The options whose names begin so, without that beginning.
    pub fn prefixed(&mut self, prefix: &str) -> Result<Vec<(String, String)>, PlayerProblem> {
        let (taken, left) =
            self.left.iter().partition(|(name, _)| name.len() > prefix.len() && name.starts_with(prefix));
        self.left = left;
        let taken: Vec<(&str, Option<&str>)> = taken;
        let pair = |(name, value): (&str, Option<&str>)| match value {
            Some(value) => Ok((name[prefix.len()..].to_owned(), value.to_owned())),
            None => Err(self.problem(name, None)),
        };
        taken.into_iter().map(pair).collect()
    }

    /// What a value means to `read`, which knows its form.
    pub fn read_as<T>(&mut self, name: &str, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, PlayerProblem> {
        let Some(value) = self.take(name) else { return Ok(None) };
        value.and_then(read).map(Some).ok_or_else(|| self.problem(name, value))
    }

    /// The player, unless an option is left over.
    pub fn finish<T>(self, player: T) -> Result<T, PlayerProblem> {
        match self.left.first() {
            None => Ok(player),
            Some(&(name, value)) => Err(self.problem(name, value)),
        }
    }
}
