//! One game a line: `FEN | result | move score move score ... | ending`. A score is that of the position before its move,
//! for White; `-` is none. Lines that begin with `#` are remarks.

use std::io::BufRead;

use hetman_rules::shakmaty::{Color, KnownOutcome, Position};
use hetman_rules::{AnyPosition, Variant, parse_move};

use super::{ImportError, LineError};
use crate::export::{BY_LENGTH, BY_SCORES, UNKNOWN_END, UNSCORED};
use crate::{GameEnd, ScoredGame, ScoredMove};

const FIELD_END: &str = " | ";

/// The games of a text.
pub struct TextGames<R> {
    text: R,
    variant: Variant,
    line: u64,
}

impl<R: BufRead> TextGames<R> {
    pub fn new(text: R, variant: Variant) -> TextGames<R> {
        TextGames { text, variant, line: 0 }
    }

    /// The next line that is no remark.
    fn next_line(&mut self) -> Result<Option<String>, ImportError> {
        loop {
            let mut line = String::new();
            self.line += 1;
            if self.text.read_line(&mut line)? == 0 {
                return Ok(None);
            }
            if !line.starts_with('#') && !line.trim().is_empty() {
                return Ok(Some(line));
            }
        }
    }
}

impl<R: BufRead> Iterator for TextGames<R> {
    type Item = Result<ScoredGame, ImportError>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = self.next_line().transpose()?;
        Some(line.and_then(|text| {
            parse_game(self.variant, &text).map_err(|reason| ImportError::Line { line: self.line, reason })
        }))
    }
}

fn parse_game(variant: Variant, line: &str) -> Result<ScoredGame, LineError> {
    let fields: Vec<&str> = line.trim_end().splitn(4, FIELD_END).collect();
    let [fen, result, moves, end] = fields[..] else { return Err(LineError::Fields) };
    let start = AnyPosition::from_fen(variant, fen)?;
    Ok(ScoredGame { moves: parse_moves(&start, moves)?, start, result: parse_result(result)?, end: parse_end(end) })
}

fn parse_moves(start: &AnyPosition, text: &str) -> Result<Vec<ScoredMove>, LineError> {
    let mut position = start.clone();
    let mut words = text.split_ascii_whitespace();
    let mut moves = Vec::new();
    while let Some(word) = words.next() {
        let score = words.next().ok_or_else(|| LineError::Unpaired(word.into()))?;
        let score = match score {
            UNSCORED => None,
            score => Some(score.parse().map_err(|_| LineError::Score(score.into()))?),
        };
        let m = parse_move(&position, word)?;
        position.play_unchecked(m);
        moves.push(ScoredMove { m, score });
    }
    Ok(moves)
}

fn parse_result(text: &str) -> Result<Option<KnownOutcome>, LineError> {
    Ok(match text {
        "1-0" => Some(KnownOutcome::Decisive { winner: Color::White }),
        "0-1" => Some(KnownOutcome::Decisive { winner: Color::Black }),
        "1/2-1/2" => Some(KnownOutcome::Draw),
        "*" => None,
        _ => return Err(LineError::Result(text.into())),
    })
}

fn parse_end(text: &str) -> GameEnd {
    match text {
        _ if text.ends_with(BY_SCORES) => GameEnd::Scores,
        _ if text.ends_with(BY_LENGTH) => GameEnd::Length,
        UNKNOWN_END => GameEnd::Unknown,
        _ => GameEnd::Rules,
    }
}
