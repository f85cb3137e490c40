//! Clocks: what a side has left follows from the clock after its last move and from how long it has been thinking.

use std::time::Duration;

use hetman_rules::shakmaty::{ByColor, Color};
use hetman_rules::{Clock, TimeControl};
use tokio::time::Instant;

use super::kept::Kept;

/// Clocks run when both sides have made a move.
const FIRST_TIMED_PLY: usize = 2;

/// When the side to move began to think, and what it had used before.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    before: Duration,
    since: Option<Instant>,
}

impl Stopwatch {
    pub fn stopped_at(before: Duration) -> Stopwatch {
        Stopwatch { before, since: None }
    }

    pub fn start(&mut self) {
        self.since.get_or_insert_with(Instant::now);
    }

    pub fn stop(&mut self) {
        *self = Stopwatch::stopped_at(self.elapsed());
    }

    pub fn elapsed(&self) -> Duration {
        self.before + self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }
}

pub fn control(kept: &Kept) -> Option<TimeControl> {
    let milliseconds = |ms: u32| Duration::from_millis(ms.into());
    kept.clock.map(|clock| TimeControl {
        base: milliseconds(clock.initial_ms),
        increment: milliseconds(clock.increment_ms),
        moves: None,
    })
}

/// Whether the mover's time passes, as far as the moves tell.
pub fn is_timed(kept: &Kept) -> bool {
    kept.clock.is_some() && kept.cursor >= FIRST_TIMED_PLY
}

/// What a side's clock showed after its last move.
fn before_thinking(kept: &Kept, color: Color, start: Color) -> Option<Duration> {
    let clock = kept.clock?;
    let is_own = |ply: &usize| ply.is_multiple_of(2) == (color == start);
    let last = (0..kept.cursor).rev().filter(is_own).find_map(|ply| kept.moves[ply].clock_ms);
    Some(Duration::from_millis(last.unwrap_or(clock.initial_ms).into()))
}

/// What the clocks show.
pub fn remaining(kept: &Kept, start: Color, watch: &Stopwatch) -> Option<ByColor<Duration>> {
    let turn = if kept.cursor.is_multiple_of(2) { start } else { !start };
    let used = if is_timed(kept) { watch.elapsed() } else { Duration::ZERO };
    let of = |color| {
        let left = before_thinking(kept, color, start)?;
        Some(if color == turn { left.saturating_sub(used) } else { left })
    };
    Some(ByColor { white: of(Color::White)?, black: of(Color::Black)? })
}

/// The clocks as a player is told them.
pub fn clocks(kept: &Kept, start: Color, watch: &Stopwatch) -> Option<ByColor<Clock>> {
    let control = control(kept)?;
    let remaining = remaining(kept, start, watch)?;
    Some(remaining.map(|remaining| Clock { remaining, increment: control.increment, moves_to_go: None }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_stopwatch_goes_on_where_it_was_stopped() {
        let mut watch = Stopwatch::stopped_at(Duration::from_secs(5));
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!(watch.elapsed(), Duration::from_secs(5));
        watch.start();
        tokio::time::advance(Duration::from_secs(1)).await;
        watch.stop();
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!(watch.elapsed(), Duration::from_secs(6));
    }
}
