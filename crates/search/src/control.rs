//! The way into a running search: to stop it, to tell it that the opponent has moved, and to ask how long it has had.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::Limits;

/// Says whether everybody should stop. It is asked at every node of a search, so that it must not take long.
pub type Stop<'a> = dyn Fn() -> bool + Sync + 'a;

/// What the time is; a test sets it by hand.
pub type Time<'a> = dyn Fn() -> Instant + Sync + 'a;

/// One search's switches and its clock, shared with those who may end it early.
pub struct Control<'a> {
    stopped: AtomicBool,
    /// Somebody else's switch, which ends the search as ours does.
    watched: Option<&'a Stop<'a>>,
    now: &'a Time<'a>,
    begun: Instant,
    /// When our own clock began to run; never yet while pondering.
    ours_since: OnceLock<Instant>,
}

impl<'a> Control<'a> {
    /// Of a search that begins now.
    pub fn new(limits: &Limits) -> Control<'static> {
        Control::since(Instant::now(), limits)
    }

    /// Of a search that was asked for at some instant: its clock has run since then, unless it ponders.
    pub fn since(begun: Instant, limits: &Limits) -> Control<'static> {
        let ours_since = if limits.ponder { OnceLock::new() } else { OnceLock::from(begun) };
        Control { stopped: AtomicBool::new(false), watched: None, now: &Instant::now, begun, ours_since }
    }

    /// Of a search that begins now, by a clock of its own.
    pub fn timed(now: &'a Time<'a>, limits: &Limits) -> Control<'a> {
        Control { now, ..Control::since(now(), limits) }
    }

    /// Of a search that begins now and ends when the switch says so.
    pub fn watching(switch: &'a Stop<'a>) -> Control<'a> {
        Control { watched: Some(switch), ..Control::default() }
    }

    /// Ends the search at its next node.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether the search must end. What was stopped once stays so.
    pub fn is_stopped(&self) -> bool {
        if !self.stopped.load(Ordering::Relaxed) && self.watched.is_some_and(|switch| switch()) {
            self.stop();
        }
        self.stopped.load(Ordering::Relaxed)
    }

    /// The opponent played the expected move at this instant: our clock has run since then.
    pub fn ponder_hit(&self, at: Instant) {
        // A clock that runs already goes on.
        let _ = self.ours_since.set(at);
    }

    /// Time since the search was asked for.
    pub fn elapsed(&self) -> Duration {
        (self.now)().saturating_duration_since(self.begun)
    }

    /// Time on our own clock; none while pondering.
    pub fn time_used(&self) -> Option<Duration> {
        self.ours_since.get().map(|&since| (self.now)().saturating_duration_since(since))
    }
}

impl Default for Control<'_> {
    fn default() -> Self {
        Control::new(&Limits::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_runs_since_the_search_was_asked_for() {
        let asked = Instant::now() - Duration::from_secs(5);
        let control = Control::since(asked, &Limits::default());
        assert!(control.time_used().is_some_and(|used| used >= Duration::from_secs(5)));
    }

    #[test]
    fn pondering_costs_nothing_until_the_expected_move_is_played() {
        let limits = Limits { ponder: true, ..Limits::default() };
        let begun = Instant::now() - Duration::from_secs(60);
        let control = Control::since(begun, &limits);
        assert_eq!(control.time_used(), None);
        control.ponder_hit(begun + Duration::from_secs(30));
        let used = control.time_used().unwrap();
        assert!((30..60).contains(&used.as_secs()), "{used:?}");
        assert!(control.elapsed() >= Duration::from_secs(60));
    }

    #[test]
    fn either_switch_stops_and_none_starts_again() {
        let elsewhere = AtomicBool::new(false);
        let switch = || elsewhere.load(Ordering::Relaxed);
        let control = Control::watching(&switch);
        assert!(!control.is_stopped());
        elsewhere.store(true, Ordering::Relaxed);
        assert!(control.is_stopped());
        elsewhere.store(false, Ordering::Relaxed);
        assert!(control.is_stopped());
        let control = Control::watching(&switch);
        control.stop();
        assert!(control.is_stopped());
    }
}
