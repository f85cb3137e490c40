//! What a program can do wrong.

use std::time::Duration;

use hetman_rules::Quote;
use hetman_rules::quote::passage;

/// How a program fails to play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    #[error("it gave no move")]
    NoMove,
    #[error("it played the illegal move {}", Quote::from(.0.as_str()))]
    IllegalMove(String),
    #[error("it claimed {}, which is false", Quote::from(.0.as_str()))]
    FalseClaim(String),
    #[error("it did not answer within {} s", .0.as_secs_f64())]
    Stall(Duration),
    #[error("it crashed: {}", passage(.0))]
    Crash(String),
    #[error("it flooded its output: {}", passage(.0))]
    Flood(String),
    #[error("{}", passage(.0))]
    Start(String),
}

impl Failure {
    /// Whether the process cannot be talked to any more.
    pub fn is_fatal(&self) -> bool {
        matches!(self, Failure::Stall(_) | Failure::Crash(_) | Failure::Flood(_) | Failure::Start(_))
    }

    /// The same, when it happened before the program had said that it is ready.
    pub(crate) fn at_start(self, awaited: &str) -> Failure {
        match self {
            Failure::Start(_) => self,
            Failure::Stall(limit) => Failure::Start(format!("it did not {awaited} within {} s", limit.as_secs_f64())),
            other => Failure::Start(format!("it did not {awaited}: {other}")),
        }
    }
}
