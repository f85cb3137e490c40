//! Values of parameters: as they are declared, and as they were chosen.

use std::fmt;

/// A value in a declaration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Default {
    Flag(bool),
    Integer(i64),
    Number(f64),
    Text(&'static str),
}

/// A value that was chosen.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Flag(bool),
    Integer(i64),
    Number(f64),
    Text(String),
}

impl Value {
    pub fn as_integer(&self) -> Option<i64> {
        match self {
            Value::Integer(number) => Some(*number),
            _ => None,
        }
    }
}

impl From<Default> for Value {
    fn from(declared: Default) -> Value {
        match declared {
            Default::Flag(is_set) => Value::Flag(is_set),
            Default::Integer(number) => Value::Integer(number),
            Default::Number(number) => Value::Number(number),
            Default::Text(text) => Value::Text(text.to_owned()),
        }
    }
}

/// As it is read again.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Flag(is_set) => write!(f, "{is_set}"),
            Value::Integer(number) => write!(f, "{number}"),
            Value::Number(number) => write!(f, "{number}"),
            Value::Text(text) => f.write_str(text),
        }
    }
}
