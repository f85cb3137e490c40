//! The words of a PGN text, with the lines they stand on.

use std::io::{self, BufRead};

use super::Mistake;
use crate::lines::{LONGEST_GAME, LengthError, decoded, read_line};

/// What comes next in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Tag,
    Text,
    End,
}

/// A piece of movetext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Word(&'a str),
    Comment(String),
    /// A numeric or typed annotation glyph.
    Glyph(&'a str),
    Open,
    Close,
}

/// A mistake and the line it was made on.
pub(super) type Misread = (u64, Mistake);

/// Splits a text into tags and tokens, a line at a time.
pub(super) struct Tokens<R> {
    input: R,
    line: String,
    at: usize,
    number: u64,
    /// Nothing but tags has been taken from this line.
    only_tags_so_far: bool,
    /// Lines so far that were not UTF-8.
    latin_1_lines: u64,
    bytes_of_game: u64,
}

impl<R: BufRead> Tokens<R> {
    pub(super) fn new(input: R) -> Tokens<R> {
        Tokens {
            input,
            line: String::new(),
            at: 0,
            number: 0,
            only_tags_so_far: true,
            latin_1_lines: 0,
            bytes_of_game: 0,
        }
    }

    pub(super) fn line_number(&self) -> u64 {
        self.number
    }

    /// What comes now belongs to another game.
    pub(super) fn begin_game(&mut self) {
        self.bytes_of_game = 0;
    }

    pub(super) fn latin_1_lines(&self) -> u64 {
        self.latin_1_lines
    }

    /// Skips blanks and escaped lines up to the next thing, and says what it is.
    pub(super) fn upcoming(&mut self) -> Result<Next, Misread> {
        loop {
            let rest = &self.line[self.at..];
            let blanks = rest.len() - rest.trim_start().len();
            self.at += blanks;
            let is_escape = self.at == 0 && self.line.starts_with('%');
            if self.at < self.line.len() && !is_escape {
                return Ok(if self.at_tag() { Next::Tag } else { Next::Text });
            }
            if !self.load()? {
                return Ok(Next::End);
            }
        }
    }

    fn at_tag(&self) -> bool {
        let mut letters = self.line[self.at..].chars();
        self.only_tags_so_far
            && letters.next() == Some('[')
            && letters.find(|letter| !letter.is_whitespace()).is_some_and(|letter| letter.is_ascii_alphanumeric())
    }

    /// Takes the next line, which may be Latin-1.
    fn load(&mut self) -> Result<bool, Misread> {
        let mut bytes = std::mem::take(&mut self.line).into_bytes();
        bytes.clear();
        self.at = 0;
        let length = read_line(&mut self.input, &mut bytes).map_err(|error| self.unreadable(error))?;
        if length == 0 {
            return Ok(false);
        }
        self.bytes_of_game += length as u64;
        if self.bytes_of_game > LONGEST_GAME {
            return Err(self.unreadable(LengthError::Game.into()));
        }
        self.number += 1;
        self.only_tags_so_far = true;
        let line = decoded(bytes);
        self.latin_1_lines += u64::from(line.is_latin_1);
        self.line = line.text;
        if self.number == 1 && self.line.starts_with('\u{feff}') {
            self.at = '\u{feff}'.len_utf8();
        }
        Ok(true)
    }

    fn unreadable(&self, error: io::Error) -> Misread {
        (self.number + 1, Mistake::Unreadable(error))
    }

    /// Takes the tag that is [`upcoming`](Self::upcoming).
    pub(super) fn tag(&mut self) -> Result<(String, String), Misread> {
        let rest = &self.line[self.at..];
        match parse_tag(rest) {
            Some((name, value, after)) => {
                self.at = self.line.len() - after.len();
                Ok((name, value))
            }
            None => {
                let text = rest.trim_end().into();
                self.at = self.line.len();
                Err((self.number, Mistake::Tag(text)))
            }
        }
    }

    /// Takes the piece of movetext that is [`upcoming`](Self::upcoming).
    pub(super) fn text(&mut self) -> Result<Token<'_>, Misread> {
        self.only_tags_so_far = false;
        let rest = &self.line[self.at..];
        let first = rest.chars().next().unwrap_or(' ');
        match first {
            '{' => {
                self.at += 1;
                self.comment().map(Token::Comment)
            }
            ';' => {
                let comment = rest[1..].trim().to_owned();
                self.at = self.line.len();
                Ok(Token::Comment(comment))
            }
            '(' | ')' => {
                self.at += 1;
                Ok(if first == '(' { Token::Open } else { Token::Close })
            }
            '$' | '!' | '?' => {
                let end = rest[1..].find(|letter: char| !matches!(letter, '0'..='9' | '!' | '?'));
                let length = end.map_or(rest.len(), |end| end + 1);
                self.at += length;
                Ok(Token::Glyph(&self.line[self.at - length..self.at]))
            }
            _ => {
                let is_end = |letter: char| letter.is_whitespace() || "{}();$".contains(letter);
                let length = rest[first.len_utf8()..].find(is_end).map_or(rest.len(), |end| end + first.len_utf8());
                self.at += length;
                Ok(Token::Word(&self.line[self.at - length..self.at]))
            }
        }
    }

    /// The text up to the closing brace. A line that starts a game shows that the brace was forgotten.
    fn comment(&mut self) -> Result<String, Misread> {
        let opened = self.number;
        let mut text = String::new();
        loop {
            let rest = &self.line[self.at..];
            if let Some(length) = rest.find('}') {
                text.push_str(&rest[..length]);
                self.at += length + 1;
                return Ok(text);
            }
            text.push_str(rest);
            if !self.load()? || self.line.starts_with("[Event ") {
                return Err((opened, Mistake::UnclosedComment));
            }
            self.only_tags_so_far = false;
        }
    }
}

/// Name, value and the text after `[Name "value"]`; a backslash protects a quote or another backslash.
fn parse_tag(text: &str) -> Option<(String, String, &str)> {
    let inner = text.strip_prefix('[')?.trim_start();
    let name_end = inner.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')?;
    let (name, rest) = inner.split_at(name_end);
    let mut letters = rest.trim_start().strip_prefix('"')?.chars();
    let mut value = String::new();
    loop {
        match letters.next()? {
            '"' => break,
            '\\' => value.push(letters.next()?),
            letter => value.push(letter),
        }
    }
    let after = letters.as_str().trim_start().strip_prefix(']')?;
    Some((name.to_owned(), value, after))
}
