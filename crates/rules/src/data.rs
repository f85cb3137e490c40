//! Positions and games as plain data: what another machine can be sent, and reads again as it was.

use serde::{Deserialize, Serialize};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Move, Position};

use crate::{AnyPosition, GameRecord, IllegalMove, InvalidPositionError, Quote, UnknownVariant, Variant, uci};

/// A position as data.
#[derive(Serialize, Deserialize)]
pub struct PositionData {
    variant: Variant,
    /// How castling is written, which a FEN without rights does not show.
    chess960: bool,
    fen: String,
}

/// A game as data, without what was taken back or declared.
#[derive(Serialize, Deserialize)]
pub struct RecordData {
    start: AnyPosition,
    moves: Vec<String>,
}

/// Why data is no game.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    #[error(transparent)]
    Position(#[from] InvalidPositionError),
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    #[error("{} is no legal move there", Quote::from(.0.as_str()))]
    Move(String),
    #[error("more is said of moves than were played")]
    Unplayed,
}

impl From<AnyPosition> for PositionData {
    fn from(position: AnyPosition) -> PositionData {
        let chess960 = position.castles().mode() == CastlingMode::Chess960;
        PositionData { variant: position.variant(), chess960, fen: position.fen() }
    }
}

impl TryFrom<PositionData> for AnyPosition {
    type Error = InvalidPositionError;

    fn try_from(data: PositionData) -> Result<AnyPosition, InvalidPositionError> {
        let position = AnyPosition::from_fen(data.variant, &data.fen)?;
        position.with_castling(CastlingMode::from_chess960(data.chess960))
    }
}

impl From<GameRecord> for RecordData {
    fn from(record: GameRecord) -> RecordData {
        RecordData { start: record.start().clone(), moves: line_to_uci(record.start(), record.moves()) }
    }
}

impl TryFrom<RecordData> for GameRecord {
    type Error = DataError;

    fn try_from(data: RecordData) -> Result<GameRecord, DataError> {
        let mut record = GameRecord::new(data.start);
        for text in data.moves {
            let m = move_from_uci(record.position(), &text)?;
            record.play(m)?;
        }
        Ok(record)
    }
}

/// The moves from a position on, in UCI notation.
pub fn line_to_uci(start: &AnyPosition, moves: impl IntoIterator<Item = Move>) -> Vec<String> {
    let mut position = start.clone();
    let mut written = |m: Move| {
        let text = uci(&position, m);
        position.play_unchecked(m);
        text
    };
    moves.into_iter().map(&mut written).collect()
}

/// The reverse of [`line_to_uci`].
pub fn line_from_uci(start: &AnyPosition, texts: &[String]) -> Result<Vec<Move>, DataError> {
    let mut position = start.clone();
    let mut read = |text: &String| {
        let m = move_from_uci(&position, text)?;
        position.play_unchecked(m);
        Ok(m)
    };
    texts.iter().map(&mut read).collect()
}

/// One legal move.
pub fn move_from_uci(position: &AnyPosition, text: &str) -> Result<Move, DataError> {
    let m = text.parse::<UciMove>().ok().and_then(|m| m.to_move(position).ok());
    m.ok_or_else(|| DataError::Move(text.to_owned()))
}

impl From<Variant> for String {
    fn from(variant: Variant) -> String {
        variant.to_string()
    }
}

impl TryFrom<String> for Variant {
    type Error = UnknownVariant;

    fn try_from(text: String) -> Result<Variant, UnknownVariant> {
        text.parse()
    }
}

/// White or Black.
pub mod color {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use shakmaty::Color;

    pub fn serialize<S: Serializer>(color: &Color, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(color)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// A result like `1-0`.
pub mod outcome {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use shakmaty::{KnownOutcome, Outcome};

    pub fn serialize<S: Serializer>(outcome: &KnownOutcome, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(outcome)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<KnownOutcome, D::Error> {
        let text = String::deserialize(deserializer)?;
        let outcome = Outcome::from_ascii(text.as_bytes()).map_err(D::Error::custom)?;
        outcome.known().ok_or_else(|| D::Error::custom("a game that has ended has a result"))
    }
}

#[cfg(test)]
mod tests;
