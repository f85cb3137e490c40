//! The options a UCI engine offers.

use crate::options::{Offer, OptionKind, find};

/// The words that divide an `option` line.
const KEYS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];

/// The option that a line declares, if it does.
pub fn read(line: &str) -> Option<Offer> {
    let words = line.strip_prefix("option ")?;
    let fields = fields(words);
    let all = |key: &'static str| fields.iter().filter(move |(found, _)| *found == key).map(|(_, text)| text.clone());
    let number = |key: &'static str| all(key).next().and_then(|text| text.parse().ok());
    let kind = match all("type").next()?.as_str() {
        "check" => OptionKind::Check,
        "spin" => {
            OptionKind::Spin { least: number("min").unwrap_or(i64::MIN), most: number("max").unwrap_or(i64::MAX) }
        }
        "combo" => OptionKind::Combo(all("var").collect()),
        "button" => OptionKind::Button,
        _ => OptionKind::Text,
    };
    Some(Offer { name: all("name").next()?, kind, default: all("default").next() })
}

/// What stands between the words that divide the line; names and values may have several words.
fn fields(line: &str) -> Vec<(&str, String)> {
    let mut fields: Vec<(&str, String)> = Vec::new();
    for word in line.split_ascii_whitespace() {
        match fields.last_mut() {
            _ if KEYS.contains(&word) => fields.push((word, String::new())),
            Some((_, text)) if text.is_empty() => text.push_str(word),
            Some((_, text)) => *text = format!("{text} {word}"),
            None => {}
        }
    }
    fields
}

/// The command that sets it.
pub fn setting(offer: &Offer, value: &str) -> String {
    match offer.kind {
        OptionKind::Button => format!("setoption name {}", offer.name),
        _ => format!("setoption name {} value {value}", offer.name),
    }
}

/// The variants on offer; an engine without the option plays chess.
pub fn variants(offers: &[Offer]) -> Vec<&str> {
    match find(offers, "UCI_Variant").map(|offer| &offer.kind) {
        Some(OptionKind::Combo(choices)) => choices.iter().map(String::as_str).collect(),
        _ => Vec::new(),
    }
}
