//! Openings that a file lists: positions, or games.

use std::path::Path;

use hetman_rules::shakmaty::Move;
use hetman_rules::{AnyPosition, GameRecord, Ruleset, epd, pgn};

use super::{OpeningError, Unusable, check_castling, has_extension, is_over};

/// A record without the positions between, of which a large book would hold too many.
#[derive(Clone, Debug)]
pub struct OpeningLine {
    start: AnyPosition,
    moves: Vec<Move>,
}

impl OpeningLine {
    pub fn record(&self) -> GameRecord {
        let mut record = GameRecord::new(self.start.clone());
        for &m in &self.moves {
            record.play(m).expect("the moves were played before");
        }
        record
    }
}

/// The lines, and how many of the text's were read as Latin-1.
pub fn read(
    file: &Path,
    ruleset: Ruleset,
    plies: Option<usize>,
    bytes: &[u8],
) -> Result<(Vec<OpeningLine>, u64), OpeningError> {
    let (lines, latin_1_lines) = match has_extension(file, "pgn") {
        true => games(file, bytes, ruleset, plies)?,
        false => (positions(file, bytes, ruleset)?, 0),
    };
    if lines.is_empty() { Err(OpeningError::Empty { file: file.to_owned() }) } else { Ok((lines, latin_1_lines)) }
}

fn positions(file: &Path, text: &[u8], ruleset: Ruleset) -> Result<Vec<OpeningLine>, OpeningError> {
    let read = epd::read(ruleset, text).map(|(number, line)| {
        let epd = line.map_err(|problem| OpeningError::Epd { file: file.to_owned(), problem })?;
        let unusable = |what| unusable(file, format!("line {number}"), what);
        check_castling(&epd.position, ruleset).map_err(unusable)?;
        if is_over(&GameRecord::new(epd.position.clone())) {
            return Err(unusable(Unusable::Over));
        }
        Ok(OpeningLine { start: epd.position, moves: Vec::new() })
    });
    read.collect()
}

fn games(
    file: &Path,
    text: &[u8],
    ruleset: Ruleset,
    plies: Option<usize>,
) -> Result<(Vec<OpeningLine>, u64), OpeningError> {
    let mut games = pgn::Games::new(text);
    let read = games.by_ref().enumerate().map(|(index, game)| {
        let game = game.map_err(|problem| OpeningError::Pgn { file: file.to_owned(), problem })?;
        opening_of(&game.record, ruleset, plies).map_err(|what| unusable(file, format!("game {}", index + 1), what))
    });
    let lines = read.collect::<Result<Vec<OpeningLine>, OpeningError>>()?;
    Ok((lines, games.latin_1_lines()))
}

/// The first half-moves of a game, short of its end.
fn opening_of(game: &GameRecord, ruleset: Ruleset, plies: Option<usize>) -> Result<OpeningLine, Unusable> {
    if game.variant() != ruleset.variant {
        return Err(Unusable::Variant { is: game.variant(), wanted: ruleset.variant });
    }
    check_castling(game.start(), ruleset)?;
    let start = game.start().with_castling(ruleset.castling).map_err(|_| Unusable::Castling)?;
    let mut record = GameRecord::new(start);
    for m in game.moves().take(plies.unwrap_or(usize::MAX)) {
        record.play(m).expect("castling is the same move in either notation");
    }
    while is_over(&record) {
        record.undo().ok_or(Unusable::Over)?;
    }
    Ok(OpeningLine { start: record.start().clone(), moves: record.moves().collect() })
}

fn unusable(file: &Path, place: String, what: Unusable) -> OpeningError {
    OpeningError::Unusable { file: file.to_owned(), place, what }
}
