//! Clocks of a game: how much time a side gets, and how much it has left.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::Quote;

/// The clock of one side as it stands when that side is to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    pub remaining: Duration,
    pub increment: Duration,
    /// Moves until the next time control; `None` is sudden death.
    pub moves_to_go: Option<u32>,
}

/// The time each side gets for a game: `60+0.6` (a minute and six tenths a move), `40/60` (a minute for every forty
/// moves), `40/60+0.6` (both).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// For the first period, and added again for each that follows.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves of a period; `None` is sudden death.
    pub moves: Option<u32>,
}

/// The text names no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no time control: write seconds and increment like 60+0.6, or moves and seconds like 40/60")]
pub struct BadTimeControl(Quote);

impl TimeControl {
    /// The clock before the first move.
    pub fn start(&self) -> Clock {
        Clock { remaining: self.base, increment: self.increment, moves_to_go: self.moves }
    }

    /// The clock after a move that took this long; `None` if the flag fell, which it does a margin late.
    pub fn after_move(&self, clock: Clock, elapsed: Duration, margin: Duration) -> Option<Clock> {
        if elapsed > clock.remaining + margin {
            return None;
        }
        let left = clock.remaining.saturating_sub(elapsed) + self.increment;
        Some(match clock.moves_to_go {
            Some(1) => Clock { remaining: left + self.base, moves_to_go: self.moves, ..clock },
            moves => Clock { remaining: left, moves_to_go: moves.map(|moves| moves - 1), ..clock },
        })
    }
}

impl FromStr for TimeControl {
    type Err = BadTimeControl;

    fn from_str(text: &str) -> Result<TimeControl, BadTimeControl> {
        parse(text).ok_or_else(|| BadTimeControl(text.into()))
    }
}

fn parse(text: &str) -> Option<TimeControl> {
    let (moves, times) = match text.split_once('/') {
        Some((moves, times)) => (Some(moves.parse().ok().filter(|&moves| moves > 0)?), times),
        None => (None, text),
    };
    let (base, increment) = times.split_once('+').unwrap_or((times, "0"));
    let control = TimeControl { base: seconds(base)?, increment: seconds(increment)?, moves };
    (control.base > Duration::ZERO).then_some(control)
}

/// A plain decimal number of seconds: signs, exponents and words like "inf" are not times.
fn seconds(text: &str) -> Option<Duration> {
    let is_plain = !text.is_empty() && text.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
    is_plain.then(|| text.parse().ok()).flatten().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment > Duration::ZERO || self.moves.is_none() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
