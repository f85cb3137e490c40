//! One game a line, as [`TextGames`](crate::import::TextGames) reads it.

use std::io::{self, Write};

use hetman_rules::san;

use super::Format;
use crate::{Filters, GameEnd, ScoredGame};

/// In the place of a score.
pub const UNSCORED: &str = "-";
/// How the endings that are not by the rules end.
pub const BY_SCORES: &str = "by both players' scores";
pub const BY_LENGTH: &str = "by the limit of length";
pub const UNKNOWN_END: &str = "?";

pub static FORMAT: Format = Format {
    name: "text",
    help: "whole games, one a line: FEN | result | move score move score ... | ending; filters have no say",
    is_chess_only: false,
    write,
};

fn write(game: &ScoredGame, _: &Filters, output: &mut dyn Write) -> io::Result<u64> {
    let result = game.result.map_or("*".to_owned(), |result| result.to_string());
    let words = game.positions().flat_map(|here| {
        let score = here.score.map_or(UNSCORED.to_owned(), |score| score.to_string());
        [san(&here.position, here.played), score]
    });
    let words: Vec<String> = words.collect();
    let end = match game.end {
        GameEnd::Rules => "by the rules",
        GameEnd::Scores => BY_SCORES,
        GameEnd::Length => BY_LENGTH,
        GameEnd::Unknown => UNKNOWN_END,
    };
    writeln!(output, "{} | {result} | {} | {end}", game.start.fen(), words.join(" "))?;
    Ok(game.moves.len() as u64)
}
