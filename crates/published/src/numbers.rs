//! Rows whose numbers are worked out rather than played for: what an ending's table holds, how large a tree is, what a
//! program says of a position.
//!
//! A kind of them is a file with a [`NumbersKind`] and its line in [`KINDS`]. A row names its kind (`numbers.of`); whatever
//! else its table says are that kind's settings.

mod endings;
mod positions;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use hetman_lab::folder::write_atomically;
use hetman_parameters::{Named, Registry};
use hetman_rules::Quote;
use toml::Table;

use crate::runner::ReproduceError;
use crate::spread::Measured;
pub use positions::PositionsError;

/// Quantities by name.
pub type Numbers = BTreeMap<String, Measured>;

/// Where and how numbers are worked out.
pub struct Workplace<'a> {
    /// What the row is called.
    pub name: &'a str,
    /// Is there, for what somebody may want to look into afterwards.
    pub folder: &'a Path,
    pub threads: usize,
    pub seed: u64,
    /// Hears of games that are finished.
    pub played: &'a (dyn Fn(u64) + Sync),
    pub stop: &'a AtomicBool,
}

/// Something that has numbers.
pub trait Numbered: fmt::Debug + Send + Sync {
    fn measure(&self, at: &Workplace) -> Result<Numbers, ReproduceError>;

    /// Games that are played for them.
    fn games(&self) -> u64 {
        0
    }
}

/// A kind of such rows.
pub struct NumbersKind {
    name: &'static str,
    read: fn(Table) -> Result<Arc<dyn Numbered>, toml::de::Error>,
}

impl Named for NumbersKind {
    fn name(&self) -> &str {
        self.name
    }
}

static KINDS: Registry<NumbersKind> =
    Registry::new(&[&endings::SET, &endings::TREE, &endings::PLAY, &positions::POSITIONS]);

/// Why a row's table names no numbers.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NumbersError {
    #[error("it says not what its numbers are of: of = one of {}", KINDS.names().join(", "))]
    NoKind,
    #[error("there are no numbers of '{0}': choose one of {names}", names = KINDS.names().join(", "))]
    UnknownKind(Quote),
    #[error(transparent)]
    Settings(#[from] toml::de::Error),
}

/// What a row's numbers are of.
#[derive(Clone, Debug)]
pub struct NumbersSettings(Arc<dyn Numbered>);

/// What was worked out, in a row's folder.
const NUMBERS: &str = "numbers.json";

impl NumbersSettings {
    pub fn read(mut table: Table) -> Result<NumbersSettings, NumbersError> {
        let Some(toml::Value::String(name)) = table.remove("of") else { return Err(NumbersError::NoKind) };
        let kind = KINDS.find(&name).ok_or_else(|| NumbersError::UnknownKind(name.as_str().into()))?;
        Ok(NumbersSettings((kind.read)(table)?))
    }

    pub fn games(&self) -> u64 {
        self.0.games()
    }

    /// Works the numbers out and keeps them.
    pub fn work_out(&self, at: &Workplace) -> Result<(), ReproduceError> {
        let numbers = serde_json::to_string_pretty(&self.0.measure(at)?).expect("numbers are plain data");
        Ok(write_atomically(&at.folder.join(NUMBERS), numbers.as_bytes())?)
    }
}

/// What a folder keeps; nothing as long as it is not worked out.
pub fn kept(folder: &Path) -> Option<Numbers> {
    serde_json::from_slice(&std::fs::read(folder.join(NUMBERS)).ok()?).ok()
}
