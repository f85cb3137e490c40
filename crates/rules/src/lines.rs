//! Texts read line by line, however long somebody has made their lines.

use std::io::{self, BufRead, Read};

/// A whole collection on one line is shorter; what is longer would only fill the memory.
const LONGEST_LINE: u64 = 16 << 20;
/// With all its comments and variations.
pub const LONGEST_GAME: u64 = 64 << 20;

/// Why reading ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LengthError {
    #[error("it has a line of more than {} MiB: this is no text of games or positions", LONGEST_LINE >> 20)]
    Line,
    #[error("it has a game of more than {} MiB: no game is that long", LONGEST_GAME >> 20)]
    Game,
}

impl From<LengthError> for io::Error {
    fn from(error: LengthError) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, error)
    }
}

/// Adds the next line to `line` with its end, and says how many bytes it has; none at the end of the text.
pub fn read_line(text: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<usize> {
    let length = text.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', line)?;
    if length as u64 > LONGEST_LINE { Err(LengthError::Line.into()) } else { Ok(length) }
}

/// The line as text. What is not UTF-8 is taken for Latin-1, which old collections are written in.
pub fn decoded(line: Vec<u8>) -> Line {
    match String::from_utf8(line) {
        Ok(text) => Line { text, is_latin_1: false },
        Err(error) => Line { text: error.as_bytes().iter().map(|&byte| char::from(byte)).collect(), is_latin_1: true },
    }
}

pub struct Line {
    pub text: String,
    pub is_latin_1: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_end_is_refused() {
        let endless = io::BufReader::new(io::repeat(b'x'));
        let refusal = read_line(&mut { endless }, &mut Vec::new()).unwrap_err();
        assert!(refusal.to_string().contains("more than 16 MiB"), "{refusal}");
    }

    #[test]
    fn each_line_is_read_in_its_own_encoding() {
        let mut text: &[u8] = b"K\xf6nig\nK\xc3\xb6nig";
        let mut next = || {
            let mut line = Vec::new();
            read_line(&mut text, &mut line).unwrap();
            decoded(line)
        };
        let (first, second) = (next(), next());
        assert_eq!((first.text.as_str(), first.is_latin_1), ("König\n", true));
        assert_eq!((second.text.as_str(), second.is_latin_1), ("König", false));
    }
}
