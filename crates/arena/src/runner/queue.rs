//! Where workers get their games and where results are handed in.

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use hetman_rules::shakmaty::KnownOutcome;

use crate::Stop;
use crate::schedule::{Finished, Pairing, Schedule};

/// Games looked up at a time: a schedule may hold millions.
const BATCH: usize = 256;

/// How often somebody who waits for a game looks whether there will be one.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

pub struct GameQueue<'a> {
    schedule: &'a Schedule,
    games: u64,
    state: Mutex<QueueState>,
    changed: Condvar,
    /// Asked at every node of every search, and therefore outside the lock.
    is_closed: AtomicBool,
}

struct QueueState {
    waiting: VecDeque<Pairing>,
    being_played: BTreeSet<u64>,
    finished: Finished,
}

impl<'a> GameQueue<'a> {
    pub fn new(schedule: &'a Schedule, games: u64, finished: Finished) -> GameQueue<'a> {
        let state = QueueState { waiting: VecDeque::new(), being_played: BTreeSet::new(), finished };
        GameQueue {
            schedule,
            games,
            state: Mutex::new(state),
            changed: Condvar::new(),
            is_closed: AtomicBool::new(false),
        }
    }

    /// The next game, as soon as there is one; `None` when there will be none.
    pub fn next(&self, close: &Stop) -> Option<Pairing> {
        let mut state = self.lock();
        loop {
            if self.is_closed() || close() {
                return None;
            }
            if state.waiting.is_empty() {
                self.refill(&mut state);
            }
            if let Some(pairing) = state.waiting.pop_front() {
                state.being_played.insert(pairing.number);
                return Some(pairing);
            }
            // In a knock-out the next games depend on those that others are playing.
            if state.being_played.is_empty() {
                return None;
            }
            state = self.changed.wait_timeout(state, POLL_INTERVAL).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn refill(&self, state: &mut QueueState) {
        let QueueState { waiting, being_played, finished, .. } = state;
        let is_open = |pairing: &Pairing| pairing.number < self.games && !being_played.contains(&pairing.number);
        waiting.extend(self.schedule.ready(finished).filter(is_open).take(BATCH));
    }

    /// A game has ended with a result.
    pub fn hand_in(&self, pairing: &Pairing, outcome: KnownOutcome) {
        let mut state = self.lock();
        state.being_played.remove(&pairing.number);
        state.finished.insert(pairing.number, outcome);
        self.changed.notify_all();
    }

    /// A game that was abandoned.
    pub fn give_back(&self, pairing: &Pairing) {
        self.lock().being_played.remove(&pairing.number);
        self.changed.notify_all();
    }

    /// No more games; those being played are abandoned.
    pub fn close(&self) {
        let _state = self.lock();
        self.is_closed.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Closes the queue should its holder panic: what others wait for will then never be handed in.
    pub fn closed_by_panic(&self) -> ClosedByPanic<'_> {
        ClosedByPanic(self)
    }

    pub fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    /// A worker that panicked leaves the numbers as they were: they are still true.
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Held by everybody whom others wait for.
pub struct ClosedByPanic<'a>(&'a GameQueue<'a>);

impl Drop for ClosedByPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.close();
        }
    }
}
