//! What players make of single positions of chess: how they judge them, and where they go.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use hetman_arena::{Control, Player, PlayerError, PlayerSpec, Question, generator};
use hetman_eval::Evaluator;
use hetman_rules::quote::passage;
use hetman_rules::{AnyPosition, GameRecord, Variant, uci, with_position};
use serde::Deserialize;

use super::{Numbered, Numbers, NumbersKind, Workplace};
use crate::runner::ReproduceError;
use crate::spread::Measured;

pub static POSITIONS: NumbersKind =
    NumbersKind { name: "positions", read: |table| Ok(Arc::new(table.try_into::<PositionsSettings>()?)) };

/// Why a player says nothing of a position.
#[derive(Debug, thiserror::Error)]
pub enum PositionsError {
    #[error("{player} cannot be asked: {error}")]
    Player { player: String, error: PlayerError },
    #[error("{player} does not say what material and position are worth")]
    Silent { player: String },
    #[error("the position {fen} cannot be asked about: {reason}", fen = passage(.fen))]
    Position { fen: String, reason: String },
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionsSettings {
    asked: Vec<Probe>,
}

/// A question to players. All answers to those of the same quantity are added up.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Probe {
    quantity: String,
    fen: String,
    /// As on the command line.
    players: Vec<String>,
    ask: Ask,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Ask {
    /// The material's part of its evaluation, White's view.
    Material,
    /// The other part.
    Positional,
    /// One if the evaluation puts the position into this phase, otherwise zero.
    Phase(String),
    /// One if it plays this move, otherwise zero.
    Move(String),
}

impl Numbered for PositionsSettings {
    fn measure(&self, at: &Workplace) -> Result<Numbers, ReproduceError> {
        let mut numbers = Numbers::new();
        for probe in &self.asked {
            if at.stop.load(Ordering::Relaxed) {
                return Err(ReproduceError::Stopped);
            }
            for player in &probe.players {
                let answer = f64::from(probe.answer(player, at.seed)?);
                let sum = numbers.get(&probe.quantity).map_or(0.0, |sum| sum.value);
                numbers.insert(probe.quantity.clone(), Measured::exact(sum + answer));
            }
        }
        Ok(numbers)
    }
}

impl Probe {
    fn answer(&self, player: &str, seed: u64) -> Result<i32, PositionsError> {
        let refused = |error| PositionsError::Player { player: player.to_owned(), error };
        let wrong =
            |reason: &dyn ToString| PositionsError::Position { fen: self.fen.clone(), reason: reason.to_string() };
        let position = AnyPosition::from_fen(Variant::Chess, &self.fen).map_err(|error| wrong(&error))?;
        let spec: PlayerSpec = player.parse().map_err(refused)?;
        let breakdown = || {
            let evaluator = spec.evaluator(position.variant()).map_err(refused)?;
            let explained = evaluator.and_then(|evaluator| with_position!(&position, here => evaluator.explain(here)));
            let breakdown = explained.and_then(|explanation| explanation.breakdown);
            breakdown.ok_or_else(|| PositionsError::Silent { player: player.to_owned() })
        };
        Ok(match &self.ask {
            Ask::Material => breakdown()?.material,
            Ask::Positional => breakdown()?.positional,
            Ask::Phase(phase) => i32::from(breakdown()?.phase == phase),
            Ask::Move(expected) => {
                let record = GameRecord::new(position.clone());
                let (generator, control) = (&mut generator(seed, 0), &Control::default());
                let question = Question { record: &record, clocks: None, allowed: None, generator, control };
                let chosen = spec.build(position.variant(), seed).map_err(refused)?.choose(question).chosen();
                i32::from(chosen.is_some_and(|m| uci(&position, m) == *expected))
            }
        })
    }
}
