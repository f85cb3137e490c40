//! Values chosen from a list of parameters.

use std::fmt;

use hetman_rules::Quote;

use crate::{Kind, Parameter, Value};

/// A typing mistake is recognised up to this likeness (Jaro-Winkler).
const LIKENESS: f64 = 0.8;

/// Values by key; what was not chosen has its declared default.
#[derive(Clone, Debug)]
pub struct Settings {
    parameters: &'static [Parameter],
    /// In the order of the declaration; several of one key where it may be repeated.
    chosen: Vec<Chosen>,
}

#[derive(Clone, Debug, PartialEq)]
struct Chosen {
    /// In the list of parameters.
    index: usize,
    /// What stands after the key's dot, for entries.
    name: Option<String>,
    value: Value,
}

/// Why a value cannot be chosen. The caller adds whose parameter it is.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SettingsError {
    #[error("there is no '{key}'{}", suggestion(.similar))]
    Unknown { key: Quote, similar: Option<&'static str> },
    #[error("{key} must be {allowed}, not '{given}'")]
    Value { key: &'static str, allowed: String, given: Quote },
    #[error("{key} is given twice")]
    Twice { key: &'static str },
    #[error("{key} must be given: {usage}")]
    Missing { key: &'static str, usage: String },
}

fn suggestion(similar: &Option<&'static str>) -> String {
    similar.map_or_else(String::new, |key| format!(": did you mean '{key}'?"))
}

impl Settings {
    /// Nothing chosen.
    pub const fn none(parameters: &'static [Parameter]) -> Settings {
        Settings { parameters, chosen: Vec::new() }
    }

    /// Reads `key=value` and `key` between commas.
    pub fn read(parameters: &'static [Parameter], text: &str) -> Result<Settings, SettingsError> {
        let mut settings = Settings::none(parameters);
        for option in text.split(',') {
            let (key, value) = option.split_once('=').map_or((option, None), |(key, value)| (key, Some(value)));
            settings.read_one(key, value)?;
        }
        settings.check_complete()?;
        Ok(settings)
    }

    /// Adds one choice, as text.
    pub fn read_one(&mut self, key: &str, text: Option<&str>) -> Result<(), SettingsError> {
        let (index, name) = self.find(key)?;
        let parameter = &self.parameters[index];
        let wrong = || SettingsError::Value {
            key: parameter.key,
            allowed: parameter.values(),
            given: text.unwrap_or_default().into(),
        };
        let value = parameter.read(text).ok_or_else(wrong)?;
        self.choose(index, name, value)
    }

    /// Adds one choice that is a value already.
    pub fn set(&mut self, key: &str, value: Value) -> Result<(), SettingsError> {
        let (index, name) = self.find(key)?;
        let parameter = &self.parameters[index];
        if !parameter.takes(&value) {
            let (allowed, given) = (parameter.values(), value.to_string().into());
            return Err(SettingsError::Value { key: parameter.key, allowed, given });
        }
        // A whole number is the same number.
        let value = match (parameter.kind, value) {
            (Kind::Number { .. }, Value::Integer(number)) => Value::Number(number as f64),
            (_, value) => value,
        };
        self.choose(index, name, value)
    }

    fn choose(&mut self, index: usize, name: Option<String>, value: Value) -> Result<(), SettingsError> {
        let parameter = &self.parameters[index];
        let is_same = |chosen: &Chosen| chosen.index == index && chosen.name == name;
        if !matches!(parameter.kind, Kind::Texts) && self.chosen.iter().any(is_same) {
            return Err(SettingsError::Twice { key: parameter.key });
        }
        // A whole number is written like any other number.
        let value = match (parameter.kind, value) {
            (Kind::Number { .. }, Value::Integer(number)) => Value::Number(number as f64),
            (_, value) => value,
        };
        let place = self.chosen.partition_point(|chosen| chosen.index <= index);
        self.chosen.insert(place, Chosen { index, name, value });
        Ok(())
    }

    /// The parameter of a key, and the name behind the dot where it takes entries.
    fn find(&self, key: &str) -> Result<(usize, Option<String>), SettingsError> {
        let entry = |parameter: &Parameter| {
            let name = key.strip_prefix(parameter.key)?.strip_prefix('.')?;
            (matches!(parameter.kind, Kind::Entries) && !name.is_empty()).then(|| name.to_owned())
        };
        for (index, parameter) in self.parameters.iter().enumerate() {
            if !matches!(parameter.kind, Kind::Entries) && parameter.key == key {
                return Ok((index, None));
            }
            if let Some(name) = entry(parameter) {
                return Ok((index, Some(name)));
            }
        }
        Err(SettingsError::Unknown { key: key.into(), similar: similar(self.parameters, key) })
    }

    /// Whether everything that must be given is.
    pub fn check_complete(&self) -> Result<(), SettingsError> {
        let is_missing =
            |parameter: &&Parameter| parameter.is_required && parameter.default.is_none() && !self.has(parameter.key);
        match self.parameters.iter().find(is_missing) {
            None => Ok(()),
            Some(parameter) => Err(SettingsError::Missing { key: parameter.key, usage: parameter.usage() }),
        }
    }

    pub fn parameters(&self) -> &'static [Parameter] {
        self.parameters
    }

    /// Whether a value was chosen.
    pub fn has(&self, key: &str) -> bool {
        self.of(key).next().is_some()
    }

    /// Chooses another value where one may have been chosen already.
    pub fn replace(&mut self, key: &str, value: Value) -> Result<(), SettingsError> {
        self.remove(key);
        self.set(key, value)
    }

    /// Takes a choice back.
    pub fn remove(&mut self, key: &str) {
        let parameters = self.parameters;
        self.chosen.retain(|chosen| parameters[chosen.index].key != key);
    }

    fn of(&self, key: &str) -> impl Iterator<Item = &Chosen> {
        self.chosen.iter().filter(move |chosen| self.parameters[chosen.index].key == key)
    }

    /// The value that was chosen, or its default.
    pub fn get(&self, key: &str) -> Option<Value> {
        let declared = || self.parameters.iter().find(|parameter| parameter.key == key)?.default.map(Value::from);
        self.of(key).next().map(|chosen| chosen.value.clone()).or_else(declared)
    }

    pub fn flag(&self, key: &str) -> bool {
        matches!(self.get(key), Some(Value::Flag(true)))
    }

    pub fn integer(&self, key: &str) -> Option<i64> {
        match self.get(key) {
            Some(Value::Integer(number)) => Some(number),
            _ => None,
        }
    }

    pub fn number(&self, key: &str) -> Option<f64> {
        match self.get(key) {
            Some(Value::Number(number)) => Some(number),
            Some(Value::Integer(number)) => Some(number as f64),
            _ => None,
        }
    }

    pub fn text(&self, key: &str) -> Option<String> {
        match self.get(key) {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// All texts of a parameter that may be repeated.
    pub fn texts(&self, key: &str) -> impl Iterator<Item = &str> {
        self.of(key).filter_map(|chosen| match &chosen.value {
            Value::Text(text) => Some(text.as_str()),
            _ => None,
        })
    }

    /// Names and values of a parameter with entries.
    pub fn entries(&self, key: &str) -> impl Iterator<Item = (&str, &str)> {
        self.of(key).filter_map(|chosen| match (&chosen.name, &chosen.value) {
            (Some(name), Value::Text(text)) => Some((name.as_str(), text.as_str())),
            _ => None,
        })
    }

    /// What was chosen, as it is read again: `key=value`, or the key alone for a flag that is set.
    pub fn options(&self) -> impl Iterator<Item = String> {
        self.chosen.iter().map(|Chosen { index, name, value }| {
            let key = self.parameters[*index].key;
            match (name, value) {
                (Some(name), value) => format!("{key}.{name}={value}"),
                (None, Value::Flag(true)) => key.to_owned(),
                (None, value) => format!("{key}={value}"),
            }
        })
    }
}

/// The same values of the same declaration.
impl PartialEq for Settings {
    fn eq(&self, other: &Settings) -> bool {
        std::ptr::eq(self.parameters, other.parameters) && self.chosen == other.chosen
    }
}

/// Numbers that are no numbers cannot be chosen.
impl Eq for Settings {}

/// As [`Settings::read`] reads them.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.options().collect::<Vec<_>>().join(","))
    }
}

/// The key that was probably meant.
fn similar(parameters: &'static [Parameter], key: &str) -> Option<&'static str> {
    let likeness = |parameter: &Parameter| strsim::jaro_winkler(parameter.key, key);
    let best = parameters.iter().max_by(|one, other| likeness(one).total_cmp(&likeness(other)))?;
    (likeness(best) >= LIKENESS).then_some(best.key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Default;

    const PARAMETERS: &[Parameter] = &[
        Parameter::new("depth", "Depth", Kind::Integer { min: 1, max: 12 }, "Half-moves.").or(Default::Integer(1)),
        Parameter::new("noise", "Noise", Kind::Number { min: 0.0, max: 1.0, step: 0.1 }, "Noise."),
        Parameter::new("quiescence", "Quiescence", Kind::Flag, "Captures."),
        Parameter::new("finished", "Finished", Kind::Choice(&["known", "evaluated"]), "Games.")
            .or(Default::Text("known")),
        Parameter::new("arg", "Argument", Kind::Texts, "An argument."),
        Parameter::new("option", "Option", Kind::Entries, "An option."),
    ];

    fn read(text: &str) -> Result<Settings, SettingsError> {
        Settings::read(PARAMETERS, text)
    }

    #[test]
    fn what_is_chosen_is_found_and_the_rest_has_its_default() {
        let settings = read("quiescence,noise=0.5,arg=-x,option.Hash=16,arg=-y,option.A.B=").unwrap();
        assert_eq!(settings.integer("depth"), Some(1));
        assert_eq!(settings.number("noise"), Some(0.5));
        assert!(settings.flag("quiescence"));
        assert_eq!(settings.text("finished").as_deref(), Some("known"));
        assert_eq!(settings.texts("arg").collect::<Vec<_>>(), ["-x", "-y"]);
        assert_eq!(settings.entries("option").collect::<Vec<_>>(), [("Hash", "16"), ("A.B", "")]);
        assert!(!settings.has("depth") && settings.has("noise"));
    }

    #[test]
    fn what_is_written_is_read_again() {
        let settings = read("option.Hash=16,arg=-x,quiescence,depth=3,arg=-a").unwrap();
        assert_eq!(settings.to_string(), "depth=3,quiescence,arg=-x,arg=-a,option.Hash=16");
        assert_eq!(read(&settings.to_string()), Ok(settings));
    }

    #[test]
    fn mistakes_are_named() {
        for (text, words) in [
            ("dept=3", "there is no 'dept': did you mean 'depth'?"),
            ("zzz", "there is no 'zzz'"),
            ("depth=0", "depth must be a whole number from 1 to 12, not '0'"),
            ("depth", "depth must be a whole number from 1 to 12, not ''"),
            ("noise=NaN", "noise must be a number from 0 to 1, not 'NaN'"),
            ("finished=perhaps", "finished must be one of known, evaluated, not 'perhaps'"),
            ("quiescence=3", "quiescence must be true or false, not '3'"),
            ("depth=2,depth=3", "depth is given twice"),
            ("", "there is no ''"),
            ("option=3", "there is no 'option'"),
            ("option.=3", "there is no 'option.'"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.starts_with(words), "{text}: {error}");
        }
    }

    #[test]
    fn a_value_that_could_not_be_chosen_cannot_be_set() {
        let mut settings = Settings::none(PARAMETERS);
        settings.set("noise", Value::Integer(1)).unwrap();
        assert_eq!(settings.number("noise"), Some(1.0));
        assert!(settings.set("depth", Value::Integer(13)).is_err());
        assert!(settings.set("depth", Value::Text("3".to_owned())).is_err());
        assert!(settings.set("finished", Value::Text("never".to_owned())).is_err());
    }
}
