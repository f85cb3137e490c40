//! What a program can do wrong.

use std::time::Duration;

/// How a program fails to play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    #[error("it gave no move")]
    NoMove,
    #[error("it played the illegal move {0}")]
    IllegalMove(String),
    #[error("it claimed {0}, which is false")]
    FalseClaim(String),
    #[error("it did not answer within {} s", .0.as_secs_f64())]
    Stall(Duration),
    #[error("it crashed: {0}")]
    Crash(String),
    #[error("it flooded its output: {0}")]
    Flood(String),
    #[error("{0}")]
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
