//! Parameters as their declarations describe them; forms are made from these.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Something that can be chosen. Forms are made from it; its checks are made where it is declared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Parameter {
    /// In settings, in player words and, with dots between tables, in experiment files.
    pub key: String,
    pub title: String,
    /// What it does, in a sentence.
    pub help: String,
    pub unit: Option<String>,
    /// Parameters with the same group stand together.
    pub group: String,
    pub kind: ParameterKind,
    /// What it is when nothing is set; `null` where leaving it out means something of its own.
    pub default: Option<Setting>,
    /// Whether it must be given.
    pub required: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ParameterKind {
    Integer {
        min: f64,
        max: f64,
    },
    Number {
        min: f64,
        max: f64,
        step: f64,
    },
    /// One of several words.
    Choice {
        choices: Vec<String>,
    },
    /// Set or not.
    Flag,
    /// Free text; the server says what is wrong with it.
    Text,
    /// One of several things that have names of their own.
    Pick {
        options: Vec<Pick>,
    },
    /// A word, or one with a number behind it.
    Pattern {
        patterns: Vec<Pattern>,
    },
    /// Whole numbers, written as a list: `[32, 16]`.
    Numbers {
        min: f64,
        max: f64,
        most: u32,
    },
    /// A player with its settings, as GET /api/players has them, written as a player is; or one of the words of the options.
    Player {
        options: Vec<Pick>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Pick {
    pub value: String,
    pub title: String,
}

/// `const_0.5` is the word `const_` with a number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Pattern {
    pub word: String,
    pub title: String,
    /// What the number behind the word may be; without, there is none.
    pub number: Option<Bounds>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Bounds {
    pub min: f64,
    pub max: f64,
    /// What a form offers first.
    pub usual: f64,
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(untagged)]
pub enum Setting {
    Flag(bool),
    Number(f64),
    Text(String),
}

/// Values by key. What is left out has its default.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(transparent)]
pub struct Settings(pub BTreeMap<String, Setting>);
