//! The theme of a position, from its name.
//!
//! Names number the positions of a theme: `STS(v1.0) Undermine.001`, `WAC.001`, `ERET 001 - Relief`. What remains without
//! the number is the theme.

use std::collections::HashMap;

/// For names that number nothing.
const OTHERS: &str = "others";

/// The themes seen so far.
#[derive(Debug, Default)]
pub struct Themes {
    /// The Strategic Test Suite numbers its themes; some of its names are spelled in two ways.
    by_version: HashMap<String, String>,
}

impl Themes {
    pub fn of(&mut self, id: &str) -> String {
        let Some(theme) = without_number(id) else { return OTHERS.to_owned() };
        match theme.strip_prefix("STS(").and_then(|rest| rest.split_once(") ")) {
            Some((version, name)) => self.by_version.entry(version.to_owned()).or_insert(name.to_owned()).clone(),
            None => theme.to_owned(),
        }
    }
}

fn without_number(id: &str) -> Option<&str> {
    let id = id.trim();
    let theme = match id.split_once(" - ") {
        Some((number, theme)) if number.ends_with(|letter: char| letter.is_ascii_digit()) => theme,
        _ => {
            let rest = id.trim_end_matches(|letter: char| letter.is_ascii_digit());
            if rest.len() == id.len() { "" } else { rest.trim_end_matches(['.', ' ', '-', '_', '#', ':']) }
        }
    };
    Some(theme.trim()).filter(|theme| !theme.is_empty())
}
