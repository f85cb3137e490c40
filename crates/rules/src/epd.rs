//! Positions with remarks, one to a line: Extended Position Description.
//!
//! A line is a position of four fields, or a whole FEN with its counters, then operations: a name, operands, a semicolon.
//! Test suites say with `bm` and `am` which moves are best and which are to be avoided, in any notation that
//! [`parse_move`] reads; books of openings are lines without operations. Format: "Standard: Portable Game Notation
//! Specification and Implementation Guide", 1994, section 16.2, read as leniently as the suites in circulation need: the
//! last semicolon may be missing, moves may be separated by commas, remarks need not be UTF-8, and lines that begin with
//! `#` or hold nothing are passed over.

mod operations;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead};

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Move, Position};

use crate::lines::{decoded, read_line};
use crate::{AnyPosition, InvalidPositionError, MoveError, Quote, Ruleset, Variant, parse_move};

pub use operations::Operation;

/// One line of a file.
#[derive(Clone, Debug)]
pub struct Epd {
    pub position: AnyPosition,
    /// In the order they were read.
    pub operations: Vec<Operation>,
    /// The moves of `bm`.
    pub best: Vec<Move>,
    /// The moves of `am`.
    pub avoid: Vec<Move>,
}

/// A line that could not be read.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct EpdError {
    /// From 1.
    pub line: u64,
    pub what: Mistake,
}

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
pub enum Mistake {
    #[error("'{0}' is no position: one has four fields, like '8/8/8/4k3/8/8/4P3/4K3 w - -'")]
    Fields(Quote),
    #[error(transparent)]
    Position(#[from] InvalidPositionError),
    #[error("this is a position of {is}, not of {wanted}")]
    Variant { is: Variant, wanted: Variant },
    #[error("'{0}' is no operation: one is written like bm e4; or id \"name\";")]
    Operation(Quote),
    #[error("the text of '{0}' opened here with '\"' is never closed")]
    Unclosed(Quote),
    #[error("'{0}' names no move")]
    NoMoves(Quote),
    #[error("'{operation}' should be a number and is '{text}'")]
    Number { operation: Quote, text: Quote },
    #[error("in '{operation}': {problem}")]
    Move { operation: Quote, problem: MoveError },
    /// Nothing after it can be read.
    #[error("reading failed: {0}")]
    Unreadable(#[from] io::Error),
}

impl Epd {
    /// Reads one line.
    pub fn parse(ruleset: Ruleset, line: &str) -> Result<Epd, Mistake> {
        let (fields, rest) = split_position(line)?;
        let operations = operations::read(rest)?;
        let position = read_position(ruleset, fields, &operations)?;
        let best = moves(&position, &operations, "bm")?;
        let avoid = moves(&position, &operations, "am")?;
        Ok(Epd { position, operations, best, avoid })
    }

    /// The operands of an operation with blanks between them: of `c0 "a remark"` the remark.
    pub fn text(&self, name: &str) -> Option<String> {
        find(&self.operations, name).map(Operation::text)
    }

    pub fn id(&self) -> Option<String> {
        self.text("id")
    }
}

/// The lines of a plain text, with their numbers.
pub fn read(ruleset: Ruleset, mut text: impl BufRead) -> impl Iterator<Item = (u64, Result<Epd, EpdError>)> {
    let mut number = 0;
    let mut is_over = false;
    std::iter::from_fn(move || {
        while !is_over {
            number += 1;
            let line = match next_line(&mut text) {
                Ok(Some(line)) => line,
                Ok(None) => break,
                Err(error) => {
                    is_over = true;
                    return Some((number, Err(EpdError { line: number, what: error.into() })));
                }
            };
            let line = line.trim_start_matches('\u{feff}').trim();
            if !line.is_empty() && !line.starts_with('#') {
                return Some((number, Epd::parse(ruleset, line).map_err(|what| EpdError { line: number, what })));
            }
        }
        None
    })
}

/// A remark in another encoding is no reason to refuse a position, which is ASCII.
fn next_line(text: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let length = read_line(text, &mut bytes)?;
    Ok((length > 0).then(|| decoded(bytes).text))
}

/// Four fields and what else of a position follows them; then the operations.
fn split_position(line: &str) -> Result<(Vec<&str>, &str), Mistake> {
    let mut fields = Vec::new();
    let mut rest = line.trim_start();
    while let Some(field) = rest.split([' ', '\t', ';']).next().filter(|field| !field.is_empty()) {
        if fields.len() >= 4 && !is_counter(field) && !is_checks(field) {
            break;
        }
        fields.push(field);
        rest = rest[field.len()..].trim_start();
    }
    if fields.len() < 4 { Err(Mistake::Fields(line.trim().into())) } else { Ok((fields, rest)) }
}

fn is_counter(field: &str) -> bool {
    field.bytes().all(|letter| letter.is_ascii_digit())
}

/// Three-check's fifth field, `3+3` or `+0+0`.
fn is_checks(field: &str) -> bool {
    field.contains('+') && field.bytes().all(|letter| letter.is_ascii_digit() || letter == b'+')
}

fn read_position(ruleset: Ruleset, fields: Vec<&str>, operations: &[Operation]) -> Result<AnyPosition, Mistake> {
    let mut text = fields.join(" ");
    if !fields.iter().any(|field| is_counter(field)) {
        let halfmoves = counter(operations, "hmvc")?.unwrap_or(0);
        let fullmoves = counter(operations, "fmvn")?.unwrap_or(1);
        text.push_str(&format!(" {halfmoves} {fullmoves}"));
    }
    refuse_other_variant(ruleset.variant, &text)?;
    let position = AnyPosition::from_fen(ruleset.variant, &text)?;
    match ruleset.castling {
        CastlingMode::Chess960 if position.castles().mode() == CastlingMode::Standard => {
            Ok(position.with_castling(CastlingMode::Chess960)?)
        }
        _ => Ok(position),
    }
}

/// Pockets and checks to be given belong to one variant each; elsewhere they would be dropped without a word.
fn refuse_other_variant(wanted: Variant, fen: &str) -> Result<(), Mistake> {
    let Ok(fen) = fen.parse::<Fen>() else { return Ok(()) };
    let setup = fen.into_setup();
    let pockets = setup.pockets.map(|_| Variant::Crazyhouse);
    let checks = setup.remaining_checks.map(|_| Variant::ThreeCheck);
    match pockets.or(checks).filter(|&is| is != wanted) {
        Some(is) => Err(Mistake::Variant { is, wanted }),
        None => Ok(()),
    }
}

fn counter(operations: &[Operation], name: &str) -> Result<Option<u32>, Mistake> {
    let Some(text) = find(operations, name).map(Operation::text) else { return Ok(None) };
    text.parse().map(Some).map_err(|_| Mistake::Number { operation: name.into(), text: text.into() })
}

fn moves(position: &AnyPosition, operations: &[Operation], name: &str) -> Result<Vec<Move>, Mistake> {
    let Some(operation) = find(operations, name) else { return Ok(Vec::new()) };
    let words = operation.operands.iter().flat_map(|operand| operand.split([',', ' ']));
    let moves: Result<Vec<Move>, MoveError> =
        words.filter(|word| !word.is_empty()).map(|word| parse_move(position, word)).collect();
    match moves {
        Ok(moves) if moves.is_empty() => Err(Mistake::NoMoves(name.into())),
        Ok(moves) => Ok(moves),
        Err(problem) => Err(Mistake::Move { operation: name.into(), problem }),
    }
}

fn find<'a>(operations: &'a [Operation], name: &str) -> Option<&'a Operation> {
    operations.iter().find(|operation| operation.name == name)
}
