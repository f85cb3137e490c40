//! The operations behind a position: `bm Nf3 e4; id "a name";`.

use std::iter::Peekable;
use std::str::Chars;

use super::Mistake;

/// A name with its operands, quotes and escapes resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    pub name: String,
    pub operands: Vec<String>,
}

impl Operation {
    /// The operands with blanks between them.
    pub fn text(&self) -> String {
        self.operands.join(" ")
    }
}

pub(super) fn read(text: &str) -> Result<Vec<Operation>, Mistake> {
    let mut letters = text.chars().peekable();
    let mut operations = Vec::new();
    while letters.peek().is_some() {
        let mut words = words(&mut letters)?.into_iter();
        // Nothing between two semicolons is nothing.
        let Some(name) = words.next() else { continue };
        if !name.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            return Err(Mistake::Operation(name.into()));
        }
        operations.push(Operation { name, operands: words.collect() });
    }
    Ok(operations)
}

/// The words up to the next semicolon or the end of the line.
fn words(letters: &mut Peekable<Chars>) -> Result<Vec<String>, Mistake> {
    let mut words: Vec<String> = Vec::new();
    while let Some(&letter) = letters.peek() {
        match letter {
            ';' => {
                letters.next();
                break;
            }
            '"' => {
                letters.next();
                let name = words.first().cloned().unwrap_or_default();
                words.push(quoted(letters).ok_or(Mistake::Unclosed(name.into()))?);
            }
            letter if letter.is_whitespace() => {
                letters.next();
            }
            _ => words.push(bare(letters)),
        }
    }
    Ok(words)
}

/// Up to the closing quote; a backslash protects a quote or another backslash.
fn quoted(letters: &mut Peekable<Chars>) -> Option<String> {
    let mut text = String::new();
    loop {
        match letters.next()? {
            '"' => return Some(text),
            '\\' => match letters.next()? {
                protected @ ('"' | '\\') => text.push(protected),
                other => text.extend(['\\', other]),
            },
            letter => text.push(letter),
        }
    }
}

fn bare(letters: &mut Peekable<Chars>) -> String {
    let mut text = String::new();
    while let Some(letter) = letters.next_if(|&letter| !letter.is_whitespace() && letter != ';') {
        text.push(letter);
    }
    text
}
