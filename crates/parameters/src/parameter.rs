//! The declaration of something that can be chosen.

use crate::{Default, Value};

/// Something that can be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// In a player's spec, in a protocol or, with dots between tables, in an experiment's file.
    pub key: &'static str,
    pub title: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    pub unit: Option<&'static str>,
    /// Those with the same group stand together in a form.
    pub group: &'static str,
    pub kind: Kind,
    /// `None` where leaving it out means something of its own.
    pub default: Option<Default>,
    /// Whether it must be given.
    pub is_required: bool,
}

/// Names that are known when they are asked for: those of a registry.
pub type Names = fn() -> Vec<&'static str>;

/// Which values a parameter takes.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Integer {
        min: i64,
        max: i64,
    },
    Number {
        min: f64,
        max: f64,
        step: f64,
    },
    Choice(&'static [&'static str]),
    /// One of what a registry lists.
    Registered(Names),
    /// A file, or one of what a registry lists.
    File(Names),
    /// Set or not.
    Flag,
    /// Any text but the empty one.
    Text,
    /// A text for every time it is given.
    Texts,
    /// `KEY.NAME=VALUE` for any name.
    Entries,
}

impl Parameter {
    pub const fn new(key: &'static str, title: &'static str, kind: Kind, help: &'static str) -> Parameter {
        Parameter { key, title, help, unit: None, group: "", kind, default: None, is_required: false }
    }

    pub const fn or(self, default: Default) -> Parameter {
        Parameter { default: Some(default), ..self }
    }

    pub const fn in_unit(self, unit: &'static str) -> Parameter {
        Parameter { unit: Some(unit), ..self }
    }

    pub const fn in_group(self, group: &'static str) -> Parameter {
        Parameter { group, ..self }
    }

    pub const fn required(self) -> Parameter {
        Parameter { is_required: true, ..self }
    }

    /// The value that a text stands for, if the parameter takes it; a flag alone has no text.
    pub fn read(&self, text: Option<&str>) -> Option<Value> {
        let value = match (self.kind, text) {
            (Kind::Flag, None | Some("true")) => Value::Flag(true),
            (Kind::Flag, Some("false")) => Value::Flag(false),
            (Kind::Integer { .. }, Some(text)) => Value::Integer(text.parse().ok()?),
            (Kind::Number { .. }, Some(text)) => Value::Number(text.parse().ok()?),
            (Kind::Flag, Some(_)) | (_, None) => return None,
            (_, Some(text)) => Value::Text(text.to_owned()),
        };
        self.takes(&value).then_some(value)
    }

    /// Whether the value is one of those that can be chosen. A whole number is a number too.
    pub fn takes(&self, value: &Value) -> bool {
        match (self.kind, value) {
            (Kind::Flag, Value::Flag(_)) => true,
            (Kind::Integer { min, max }, Value::Integer(number)) => (min..=max).contains(number),
            (Kind::Number { min, max, .. }, Value::Number(number)) => (min..=max).contains(number),
            (Kind::Number { min, max, .. }, Value::Integer(number)) => (min..=max).contains(&(*number as f64)),
            (Kind::Choice(choices), Value::Text(text)) => choices.contains(&text.as_str()),
            (Kind::Registered(names), Value::Text(text)) => names().contains(&text.as_str()),
            (Kind::File(_) | Kind::Text | Kind::Texts, Value::Text(text)) => !text.is_empty(),
            (Kind::Entries, Value::Text(_)) => true,
            _ => false,
        }
    }

    /// What it takes, in words: "a whole number from 1 to 12".
    pub fn values(&self) -> String {
        match self.kind {
            Kind::Integer { min, max } => format!("a whole number from {min} to {max}"),
            Kind::Number { min, max, .. } => format!("a number from {min} to {max}"),
            Kind::Choice(choices) => format!("one of {}", choices.join(", ")),
            Kind::Registered(names) => format!("one of {}", names().join(", ")),
            Kind::File(names) if names().is_empty() => "a file".to_owned(),
            Kind::File(names) => names().iter().map(|name| format!("{name}, ")).collect::<String>() + "or a file",
            Kind::Flag => "true or false".to_owned(),
            Kind::Text | Kind::Texts | Kind::Entries => "a text".to_owned(),
        }
    }

    /// How it is written on a command line: `depth=N (1 to 12)`, `quiescence`, `finished=known|evaluated`.
    pub fn usage(&self) -> String {
        let key = self.key;
        match self.kind {
            Kind::Integer { min, max } => format!("{key}=N ({min} to {max})"),
            Kind::Number { min, max, .. } => format!("{key}=X ({min} to {max})"),
            Kind::Choice(choices) => format!("{key}={}", choices.join("|")),
            Kind::Registered(names) => format!("{key}={}", names().join("|")),
            Kind::File(names) => format!("{key}={}", [names(), vec!["FILE"]].concat().join("|")),
            Kind::Flag => key.to_owned(),
            Kind::Text | Kind::Texts => format!("{key}=TEXT"),
            Kind::Entries => format!("{key}.NAME=VALUE"),
        }
    }
}
