//! What can be chosen, declared once: command lines, files and forms are made from such declarations.

/// Something that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// In a player's word or, with dots between tables, in an experiment's file.
    pub key: &'static str,
    pub title: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    pub unit: Option<&'static str>,
    /// Those with the same group stand together in a form.
    pub group: &'static str,
    pub kind: Kind,
    /// `None` where leaving it out means something of its own.
    pub default: Option<Value>,
    /// Whether it must be given.
    pub is_required: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Integer { min: u64, max: u64 },
    Number { min: f64, max: f64, step: f64 },
    Choice(&'static [&'static str]),
    Flag,
    Text,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    Integer(u64),
    Number(f64),
    Word(&'static str),
    Flag(bool),
}

impl Parameter {
    pub const fn new(key: &'static str, title: &'static str, kind: Kind, help: &'static str) -> Parameter {
        Parameter { key, title, help, unit: None, group: "", kind, default: None, is_required: false }
    }

    pub const fn or(self, default: Value) -> Parameter {
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
}
