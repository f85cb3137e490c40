//! What somebody wrote, as a message repeats it: short, on one line, and harmless to a terminal.
//!
//! An input may be megabytes on a single line, or hold what makes a terminal do things. A message about a mistake in it
//! keeps a [`Quote`], so that no message can be longer than a reader's patience; what others have worded, and may have
//! put an input into, is cut by [`passage`].

use std::fmt;

/// Bytes that tell an input from its neighbours.
const QUOTED: usize = 80;
/// A file's whole name, or a sentence.
const PASSAGE: usize = 320;
/// In the place of what is left out.
const LEFT_OUT: &str = "…";

/// A piece of input: at most eighty bytes of it, none of them a control character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote(String);

impl From<&str> for Quote {
    fn from(text: &str) -> Quote {
        Quote(shortened(text, QUOTED))
    }
}

impl From<String> for Quote {
    fn from(text: String) -> Quote {
        Quote::from(text.as_str())
    }
}

impl fmt::Display for Quote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The name of a file, or a sentence that somebody else has worded: at most 320 bytes, on one line.
pub fn passage(text: impl fmt::Display) -> String {
    shortened(&text.to_string(), PASSAGE)
}

/// The whole text, however long, with its control characters made visible.
pub fn visible(text: &str) -> String {
    text.chars().flat_map(escaped).collect()
}

/// Leaves out the middle of a long text, since its end often says what is wrong with it.
fn shortened(text: &str, most: usize) -> String {
    let whole = taken(text.chars(), most);
    if whole.len() == text.chars().take(most + 1).count() {
        return whole.concat();
    }
    let head = taken(text.chars(), most * 2 / 3);
    let mut tail = taken(text.chars().rev(), most - most * 2 / 3 - LEFT_OUT.len());
    tail.reverse();
    format!("{}{LEFT_OUT}{}", head.concat(), tail.concat())
}

/// The first letters, escaped, as many as fit.
fn taken(letters: impl Iterator<Item = char>, most: usize) -> Vec<String> {
    let mut length = 0;
    let escaped = letters.map(|letter| escaped(letter).collect::<String>());
    let fits = escaped.take_while(|letter| {
        length += letter.len();
        length <= most
    });
    fits.collect()
}

/// The letter, or how it is written in a program.
fn escaped(letter: char) -> impl Iterator<Item = char> {
    let hidden = is_hidden(letter).then(|| letter.escape_debug());
    let plain = hidden.is_none().then_some(letter);
    hidden.into_iter().flatten().chain(plain)
}

/// Control characters, and those that turn the direction of writing or cannot be seen.
fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_short_text_is_repeated_as_it_is() {
        for text in ["", "e2e5", "Kö's \\ \"name\"", &"x".repeat(80)] {
            assert_eq!(Quote::from(text).to_string(), text);
        }
    }

    #[test]
    fn of_a_long_text_both_ends_are_left() {
        let quote = Quote::from(format!("first{}last", "k".repeat(10_000_000))).to_string();
        assert_eq!(quote.len(), 80);
        assert!(quote.starts_with("firstkk") && quote.contains('…') && quote.ends_with("kklast"), "{quote}");
    }

    #[test]
    fn control_characters_are_written_out() {
        assert_eq!(Quote::from("a\n\u{1b}[31m\u{202e}b\0").to_string(), "a\\n\\u{1b}[31m\\u{202e}b\\0");
        assert_eq!(visible("a\r\n\u{9b}"), "a\\r\\n\\u{9b}");
    }

    proptest! {
        #[test]
        fn no_quote_is_long_or_breaks_a_line(text: String, times in 1_usize..200) {
            let quote = Quote::from(text.repeat(times)).to_string();
            prop_assert!(quote.len() <= 80 && !quote.chars().any(is_hidden), "{quote}");
        }
    }
}
