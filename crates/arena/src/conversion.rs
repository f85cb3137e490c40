//! How well somebody converts an ending: won positions played out, and measured by the ending's table.
//!
//! Which positions there are, and what becomes of each, follows from the description and the position's number.

mod report;
#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Arc;

use hetman_endgame::{Outcome, Table, Tables};
use hetman_rules::shakmaty::{ByColor, Color, KnownOutcome};
use hetman_rules::{AnyPosition, DrawRules, GameRecord, InvalidPositionError, Variant};
use rand::seq::index;
use serde::{Deserialize, Serialize};

use crate::players::BestPlayer;
use crate::work::{Executor, NoThread, Switches, Work};
use crate::{Finish, GameRules, Player, PlayerError, PlayerSpec, Seats, Stop, game, generator};
pub use report::{ConversionReport, WorstConversion};

/// Fifty moves without a capture or a move of a pawn are a draw, and nobody claims another.
const RULES: DrawRules = DrawRules { repetitions: None, ..DrawRules::CLAIMED };

/// Somebody who plays: by exact tables, or any player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Participant {
    Best,
    Player(PlayerSpec),
}

const BEST: &str = "best";

impl FromStr for Participant {
    type Err = PlayerError;

    fn from_str(word: &str) -> Result<Participant, PlayerError> {
        if word == BEST { Ok(Participant::Best) } else { word.parse().map(Participant::Player) }
    }
}

impl TryFrom<String> for Participant {
    type Error = PlayerError;

    fn try_from(word: String) -> Result<Participant, PlayerError> {
        word.parse()
    }
}

impl From<Participant> for String {
    fn from(participant: Participant) -> String {
        participant.to_string()
    }
}

impl fmt::Display for Participant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Participant::Best => f.write_str(BEST),
            Participant::Player(spec) => spec.fmt(f),
        }
    }
}

/// Who plays, and what is left to chance.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ConversionDescription {
    /// Has White, the stronger side.
    pub player: Participant,
    pub against: Participant,
    pub seed: u64,
}

/// A position with White to move that White wins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WonPosition {
    /// Among those that are played.
    pub number: u64,
    pub fen: String,
    /// White's moves to mate.
    pub mate_in: u32,
}

/// How a position was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Converted {
    /// White's moves to mate, if there was one.
    pub moves: Option<u32>,
    pub finish: Finish,
}

/// Why an ending cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ConversionError {
    #[error(transparent)]
    Player(#[from] PlayerError),
    #[error(transparent)]
    Position(#[from] InvalidPositionError),
    #[error("nobody can play, because {0}")]
    NoThread(#[from] NoThread),
}

/// The positions that White wins, or so many of them, drawn without repetition.
pub fn won_positions(table: &Table, wanted: Option<usize>, seed: u64) -> Vec<WonPosition> {
    let won = || {
        table.positions(Color::White).filter_map(|(position, outcome)| match outcome {
            Outcome::Win(mate_in) => Some((position, mate_in)),
            _ => None,
        })
    };
    let count = won().count();
    let mut is_wanted = vec![wanted.is_none(); count];
    if let Some(wanted) = wanted {
        // Games are streams of the same seed, numbered from 0 on: the last stream is no game's.
        let chosen = index::sample(&mut generator(seed, u64::MAX), count, wanted.min(count));
        chosen.iter().for_each(|number| is_wanted[number] = true);
    }
    let wanted = won().zip(is_wanted).filter_map(|(found, is_wanted)| is_wanted.then_some(found));
    let numbered = wanted.enumerate().map(|(number, (position, mate_in))| {
        let position = AnyPosition::Chess(position.to_chess().expect("positions of tables are legal"));
        WonPosition { number: number as u64, fen: position.fen(), mate_in }
    });
    numbered.collect()
}

/// The games as work.
#[derive(Clone, Copy)]
pub struct Conversion<'a> {
    pub description: &'a ConversionDescription,
    /// Of the ending and of all that it leads to.
    pub tables: &'a Arc<Tables>,
}

impl Conversion<'_> {
    /// Whether everybody can play.
    pub fn check_players(&self) -> Result<(), PlayerError> {
        let ConversionDescription { player, against, .. } = self.description;
        [player, against].into_iter().try_for_each(|one| self.seated(one, &mut Seats::default(), 0, 0).map(drop))
    }

    /// Plays every position once; `played` hears how many there are already, on the caller's thread.
    pub fn play(
        &self,
        positions: Vec<WonPosition>,
        executor: &impl Executor,
        switches: Switches,
        mut played: impl FnMut(usize),
    ) -> Result<Vec<(WonPosition, Converted)>, ConversionError> {
        let mut games = Vec::with_capacity(positions.len());
        executor.execute(self, positions, switches, &mut |position, converted| {
            games.push((position, converted));
            played(games.len());
            Ok::<_, ConversionError>(ControlFlow::Continue(Vec::new()))
        })?;
        games.sort_by_key(|(position, _)| position.number);
        Ok(games)
    }

    fn seated(
        &self,
        participant: &Participant,
        seats: &mut Seats,
        place: usize,
        seed: u64,
    ) -> Result<Box<dyn Player>, PlayerError> {
        match participant {
            Participant::Best => Ok(Box::new(BestPlayer(Arc::clone(self.tables)))),
            Participant::Player(spec) => seats.take(place, spec, Variant::Chess, seed),
        }
    }
}

impl Work for Conversion<'_> {
    type Description = ConversionDescription;
    type Job = WonPosition;
    type Answer = Converted;
    type Error = ConversionError;

    fn description(&self) -> &ConversionDescription {
        self.description
    }

    /// The tables are here.
    fn is_bound(&self) -> bool {
        true
    }

    fn perform(
        &self,
        seats: &mut Seats,
        position: &WonPosition,
        stop: &Stop,
    ) -> Result<Option<Converted>, ConversionError> {
        let ConversionDescription { player, against, seed } = self.description;
        let seed_of = |color: Color| seed ^ (position.number << 1 | u64::from(color.is_black()));
        let mut white = self.seated(player, seats, 0, seed_of(Color::White))?;
        let mut black = self.seated(against, seats, 1, seed_of(Color::Black))?;
        let game = game::play(
            GameRecord::new(AnyPosition::from_fen(Variant::Chess, &position.fen)?),
            ByColor { white: white.as_mut(), black: black.as_mut() },
            &GameRules::from(RULES),
            &mut generator(*seed, position.number),
            stop,
            &mut game::unobserved,
        );
        for (place, participant, player) in [(0, player, white), (1, against, black)] {
            if *participant != Participant::Best {
                seats.give_back(place, player);
            }
        }
        let Some(outcome) = game.finish.outcome() else { return Ok(None) };
        let is_won = outcome == KnownOutcome::Decisive { winner: Color::White };
        let moves = is_won.then(|| game.record.plies().div_ceil(2) as u32);
        Ok(Some(Converted { moves, finish: game.finish }))
    }
}
