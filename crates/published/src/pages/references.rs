//! Numbers in texts are those of the archive: `{row: quantity}` is what was measured there, with its interval.

use crate::archive::Archive;
use crate::catalogue::Catalogue;
use crate::table::numbers;

/// A text names a number that nobody has measured.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{{{0}}} is named in a text, but has no result in the archive: repeat the row, or leave the sentence away")]
pub struct UnknownNumber(pub String);

/// The text with its numbers.
pub fn filled(text: &str, archive: &Archive) -> Result<String, UnknownNumber> {
    let Some((before, rest)) = text.split_once('{') else { return Ok(text.to_owned()) };
    let Some((name, after)) = rest.split_once('}') else { return Ok(text.to_owned()) };
    let number = number(name, archive).ok_or_else(|| UnknownNumber(name.to_owned()))?;
    Ok(format!("{before}{number}{}", filled(after, archive)?))
}

fn number(name: &str, archive: &Archive) -> Option<String> {
    let (row, quantity) = name.split_once(": ")?;
    let published = &Catalogue::built_in().row(row)?.published;
    let decimals = published.iter().find(|published| published.label() == quantity)?.quantity.decimals();
    let [value, interval] = numbers(Some(archive.measured(row, quantity)?), decimals);
    Some(if interval == "-" { value } else { format!("{value} ({interval})") })
}
