//! A game as plain data.

use std::time::Duration;

use hetman_eval::SideValue;
use hetman_rules::data::{DataError, line_from_uci, line_to_uci};
use hetman_rules::{AnyPosition, GameRecord};
use serde::{Deserialize, Serialize};

use crate::{Finish, Game, Remark, Thought, Turn};

#[derive(Serialize, Deserialize)]
pub struct GameData {
    record: GameRecord,
    opening_plies: usize,
    turns: Vec<TurnData>,
    finish: Finish,
}

#[derive(Serialize, Deserialize)]
struct TurnData {
    thought: Option<ThoughtData>,
    remark: Remark,
    elapsed: Duration,
}

/// Where the line leads follows from the moves.
#[derive(Serialize, Deserialize)]
struct ThoughtData {
    value: SideValue,
    line: Vec<String>,
    is_repetition: bool,
}

impl From<Game> for GameData {
    fn from(game: Game) -> GameData {
        let turns = game.turns.into_iter().enumerate().map(|(number, turn)| {
            let before = game.record.position_after(game.opening_plies + number).expect("a turn is a move played");
            let thought = turn.thought.map(|thought| ThoughtData::of(thought, before));
            TurnData { thought, remark: turn.remark, elapsed: turn.elapsed }
        });
        let turns = turns.collect();
        GameData { record: game.record, opening_plies: game.opening_plies, turns, finish: game.finish }
    }
}

impl TryFrom<GameData> for Game {
    type Error = DataError;

    fn try_from(data: GameData) -> Result<Game, DataError> {
        let turns = data.turns.into_iter().enumerate().map(|(number, turn)| {
            let before = data.record.position_after(data.opening_plies + number).ok_or(DataError::Unplayed)?;
            let thought = turn.thought.map(|thought| thought.from(before)).transpose()?;
            Ok(Turn { thought, remark: turn.remark, elapsed: turn.elapsed })
        });
        let turns = turns.collect::<Result<_, DataError>>()?;
        Ok(Game { record: data.record, opening_plies: data.opening_plies, turns, finish: data.finish })
    }
}

impl ThoughtData {
    fn of(thought: Thought, root: &AnyPosition) -> ThoughtData {
        let Thought { value, line, is_repetition, .. } = thought;
        ThoughtData { value, line: line_to_uci(root, line), is_repetition }
    }

    fn from(self, root: &AnyPosition) -> Result<Thought, DataError> {
        let line = line_from_uci(root, &self.line)?;
        Ok(Thought::at_the_end_of(line, root, self.value, self.is_repetition))
    }
}
