//! Time controls as XBoard names them: `level`, `st`, `sd`, and the clock that `time` sets.

use std::time::Duration;

use hetman_search::{Clock, Limits};

/// For a program that asks for a move and never named a time control.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(2);

/// No clock shows more than a year; arithmetic on longer times could overflow.
const LONGEST_SECONDS: f64 = 366.0 * 24.0 * 3600.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTime {
    #[error("write it as: level MOVES MINUTES[:SECONDS] INCREMENT")]
    Level,
    #[error("a number of seconds is missing")]
    MoveTime,
    #[error("a number of plies is missing")]
    Depth,
    #[error("a number of hundredths of a second is missing")]
    Remaining,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Control {
    #[default]
    Unspecified,
    PerMove(Duration),
    Level {
        /// In each session; 0 for the whole game.
        moves: u32,
        base: Duration,
        increment: Duration,
    },
}

/// How long the engine may think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    control: Control,
    depth: Option<u32>,
    /// On the engine's clock.
    remaining: Duration,
}

impl TimeControl {
    /// `level 40 5 0`, `level 0 2:30 5`, `level 0 1 0.5`.
    pub fn set_level(&mut self, arguments: &str) -> Result<(), BadTime> {
        let words: Vec<_> = arguments.split_ascii_whitespace().collect();
        let [moves, base, increment] = words[..] else { return Err(BadTime::Level) };
        let moves = moves.parse().map_err(|_| BadTime::Level)?;
        let base = minutes(base).ok_or(BadTime::Level)?;
        let increment = seconds(increment).ok_or(BadTime::Level)?;
        self.control = Control::Level { moves, base, increment };
        self.remaining = base;
        Ok(())
    }

    /// `st 5`, `st 0.25`.
    pub fn set_move_time(&mut self, arguments: &str) -> Result<(), BadTime> {
        self.control = Control::PerMove(seconds(arguments).ok_or(BadTime::MoveTime)?);
        Ok(())
    }

    pub fn set_depth(&mut self, arguments: &str) -> Result<(), BadTime> {
        let plies: u32 = arguments.parse().map_err(|_| BadTime::Depth)?;
        self.depth = (plies > 0).then_some(plies.min(1000));
        Ok(())
    }

    /// Hundredths of a second; less than none when the flag has fallen.
    pub fn set_remaining(&mut self, arguments: &str) -> Result<(), BadTime> {
        let hundredths: f64 = arguments.parse().map_err(|_| BadTime::Remaining)?;
        self.remaining = duration(hundredths / 100.0);
        Ok(())
    }

    /// A new game: full clocks, and no longer a limited depth.
    pub fn start_game(&mut self) {
        self.depth = None;
        if let Control::Level { base, .. } = self.control {
            self.remaining = base;
        }
    }

    /// The clock after a move, until the other side tells it. `moves_made` counts that move.
    pub fn spend(&mut self, time: Duration, moves_made: usize) {
        let Control::Level { moves, base, increment } = self.control else { return };
        self.remaining = self.remaining.saturating_sub(time) + increment;
        if moves > 0 && moves_made.is_multiple_of(moves as usize) {
            self.remaining += base;
        }
    }

    /// The limits of our next move.
    pub fn limits(&self, moves_made: usize) -> Limits {
        let limits = Limits { depth: self.depth, ..Limits::default() };
        match self.control {
            Control::Unspecified if self.depth.is_some() => limits,
            Control::Unspecified => Limits { move_time: Some(DEFAULT_MOVE_TIME), ..limits },
            Control::PerMove(time) => Limits { move_time: Some(time), ..limits },
            Control::Level { moves, increment, .. } => {
                let moves_to_go = (moves > 0).then(|| moves - (moves_made % moves.max(1) as usize) as u32);
                Limits { clock: Some(Clock { remaining: self.remaining, increment, moves_to_go }), ..limits }
            }
        }
    }
}

/// `5` or `2:30`.
fn minutes(text: &str) -> Option<Duration> {
    let (minutes, rest) = text.split_once(':').unwrap_or((text, "0"));
    Some(duration(minutes.parse::<f64>().ok()? * 60.0) + seconds(rest)?)
}

fn seconds(text: &str) -> Option<Duration> {
    text.parse().ok().map(duration)
}

/// Anything a text can say as a number becomes a time: less than none is none.
fn duration(seconds: f64) -> Duration {
    Duration::from_secs_f64(if seconds.is_nan() { 0.0 } else { seconds.clamp(0.0, LONGEST_SECONDS) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(arguments: &str) -> TimeControl {
        let mut time = TimeControl::default();
        time.set_level(arguments).unwrap();
        time
    }

    fn clock(time: &TimeControl, moves_made: usize) -> Clock {
        time.limits(moves_made).clock.unwrap()
    }

    #[test]
    fn levels_are_read_in_every_form() {
        let conventional = level("40 5 0");
        assert_eq!(
            clock(&conventional, 0),
            Clock { remaining: Duration::from_secs(300), increment: Duration::ZERO, moves_to_go: Some(40) }
        );
        assert_eq!(clock(&conventional, 39).moves_to_go, Some(1));
        assert_eq!(clock(&conventional, 40).moves_to_go, Some(40));
        let incremental = level("0 2:30 0.5");
        assert_eq!(
            clock(&incremental, 7),
            Clock { remaining: Duration::from_secs(150), increment: Duration::from_millis(500), moves_to_go: None }
        );
    }

    #[test]
    fn the_clock_runs_when_nobody_tells_the_time() {
        let mut time = level("2 1 1");
        time.spend(Duration::from_secs(11), 1);
        assert_eq!(clock(&time, 1).remaining, Duration::from_secs(50));
        time.spend(Duration::from_secs(1), 2);
        assert_eq!(clock(&time, 2).remaining, Duration::from_secs(110));
        time.set_remaining("-3").unwrap();
        assert_eq!(clock(&time, 2).remaining, Duration::ZERO);
        time.set_remaining("1234").unwrap();
        assert_eq!(clock(&time, 2).remaining, Duration::from_millis(12340));
    }

    #[test]
    fn fixed_times_and_depths_combine() {
        let mut time = TimeControl::default();
        time.set_depth("6").unwrap();
        assert_eq!(time.limits(0), Limits { depth: Some(6), ..Limits::default() });
        time.set_move_time("0.25").unwrap();
        assert_eq!(
            time.limits(3),
            Limits { depth: Some(6), move_time: Some(Duration::from_millis(250)), ..Limits::default() }
        );
        assert_eq!(TimeControl::default().limits(0).move_time, Some(DEFAULT_MOVE_TIME));
    }

    #[test]
    fn nonsense_is_refused_and_changes_nothing() {
        let mut time = TimeControl::default();
        for level in ["", "40", "40 5", "x 5 0", "40 five 0", "40 5:x 0", "-1 5 0", "1 2 3 4"] {
            assert_eq!(time.set_level(level), Err(BadTime::Level), "{level}");
        }
        assert_eq!(time.set_move_time("soon"), Err(BadTime::MoveTime));
        assert_eq!(time.set_depth("-1"), Err(BadTime::Depth));
        assert_eq!(time.set_remaining(""), Err(BadTime::Remaining));
        assert_eq!(time, TimeControl::default());
        time.set_move_time("1e300").unwrap();
        time.set_move_time("-inf").unwrap();
        time.set_move_time("nan").unwrap();
        assert_eq!(time.limits(0).move_time, Some(Duration::ZERO));
    }
}
