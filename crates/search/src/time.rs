//! How long to think.

use std::time::Duration;

use crate::{Clock, Limits, Tunables};

/// Budgets of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Begin no new iteration after this, scaled by how settled the best move is.
    pub soft: Duration,
    /// Stop wherever the search is.
    pub hard: Duration,
}

impl Budget {
    /// The budget, or `None` when time is no limit. A time given for the move is used whole, as GUIs and match runners
    /// expect: what is lost on the way to them costs nothing there. The overhead is kept in reserve on a clock only.
    pub fn of(limits: &Limits, overhead: Duration, tunables: &Tunables) -> Option<Budget> {
        if limits.infinite {
            return None;
        }
        let given = limits.move_time.map(|time| Budget { soft: time, hard: time });
        given.or_else(|| limits.clock.map(|clock| Budget::by_clock(clock, overhead, tunables)))
    }

    fn by_clock(clock: Clock, overhead: Duration, tunables: &Tunables) -> Budget {
        let hundredths = |number: i32| f64::from(number) / 100.0;
        let usable = spare(clock.remaining, overhead).as_secs_f64();
        let moves =
            clock.moves_to_go.map_or(f64::from(tunables.time_moves), |moves| f64::from(moves.clamp(1, 50)) + 0.5);
        let share = usable / moves + hundredths(tunables.time_increment) * clock.increment.as_secs_f64();
        let last_move = clock.moves_to_go == Some(1);
        // A single move never takes more than this share of the clock.
        let ceiling = usable * hundredths(if last_move { tunables.time_last } else { tunables.time_most });
        Budget {
            soft: Duration::from_secs_f64((hundredths(tunables.time_soft) * share).min(ceiling)),
            hard: Duration::from_secs_f64((hundredths(tunables.time_hard) * share).min(ceiling)),
        }
    }
}

/// What is left after the overhead; when that is nothing, half of what there is.
fn spare(time: Duration, overhead: Duration) -> Duration {
    time.saturating_sub(overhead).max(time / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(remaining: u64, increment: u64, moves_to_go: Option<u32>, overhead: u64) -> Budget {
        let clock = Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        Budget::of(&limits, Duration::from_millis(overhead), &Tunables::default()).unwrap()
    }

    #[test]
    fn a_move_never_costs_the_clock() {
        for remaining in [1, 5, 20, 100, 1_000, 60_000, 3_600_000] {
            for increment in [0, 10, 1_000, 30_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(1000)] {
                    let budget = budget(remaining, increment, moves_to_go, 10);
                    assert!(budget.soft <= budget.hard);
                    let left = Duration::from_millis(remaining).saturating_sub(Duration::from_millis(10));
                    assert!(budget.hard <= left.max(Duration::from_millis(remaining) / 2));
                }
            }
        }
    }

    #[test]
    fn a_time_given_for_the_move_is_used_whole() {
        for time in [4, 20, 100, 60_000].map(Duration::from_millis) {
            let limits = Limits { move_time: Some(time), ..Limits::default() };
            let whole = Budget { soft: time, hard: time };
            for overhead in [0, 10, 5_000].map(Duration::from_millis) {
                assert_eq!(Budget::of(&limits, overhead, &Tunables::default()), Some(whole));
            }
        }
        assert_eq!(Budget::of(&Limits::default(), Duration::ZERO, &Tunables::default()), None);
    }

    #[test]
    fn more_time_is_planned_with_an_increment_or_a_near_control() {
        let plain = budget(60_000, 0, None, 10);
        assert!(budget(60_000, 1_000, None, 10).soft > plain.soft);
        assert!(budget(60_000, 0, Some(5), 10).soft > plain.soft);
    }
}
