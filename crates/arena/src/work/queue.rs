//! Where threads get their jobs.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::Stop;

/// How often somebody who waits for a job looks whether there will be one.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

pub struct JobQueue<Job> {
    state: Mutex<QueueState<Job>>,
    changed: Condvar,
    /// Asked at every node of every search, and therefore outside the lock.
    is_closed: AtomicBool,
}

struct QueueState<Job> {
    waiting: VecDeque<Job>,
    /// Jobs that wait or are being performed: while there are any, more may follow.
    unanswered: usize,
}

impl<Job> JobQueue<Job> {
    pub fn new(jobs: Vec<Job>) -> JobQueue<Job> {
        let state = QueueState { unanswered: jobs.len(), waiting: jobs.into() };
        JobQueue { state: Mutex::new(state), changed: Condvar::new(), is_closed: AtomicBool::new(false) }
    }

    /// The next job, as soon as there is one; `None` when there will be none.
    pub fn next(&self, close: &Stop) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if self.is_closed() || close() {
                return None;
            }
            if let Some(job) = state.waiting.pop_front() {
                return Some(job);
            }
            if state.unanswered == 0 {
                return None;
            }
            state = self.changed.wait_timeout(state, POLL_INTERVAL).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// A job was answered, and these follow from it.
    pub fn answered(&self, following: Vec<Job>) {
        let mut state = self.lock();
        state.unanswered = state.unanswered + following.len() - 1;
        state.waiting.extend(following);
        self.changed.notify_all();
    }

    /// No more jobs; those being performed are abandoned.
    pub fn close(&self) {
        let _state = self.lock();
        self.is_closed.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    pub fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    /// Closes the queue should its holder panic: what others wait for will then never be answered.
    pub fn closed_by_panic(&self) -> ClosedByPanic<'_, Job> {
        ClosedByPanic(self)
    }

    /// A thread that panicked left the numbers as they were: they are still true.
    fn lock(&self) -> MutexGuard<'_, QueueState<Job>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Held by everybody whom others wait for.
pub struct ClosedByPanic<'a, Job>(&'a JobQueue<Job>);

impl<Job> Drop for ClosedByPanic<'_, Job> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.close();
        }
    }
}
