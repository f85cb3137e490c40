//! A few chairs for those who think on behalf of somebody: more at once would only slow each other down.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::problem::Problem;

/// How long somebody waits for a chair before being sent away.
const PATIENCE: Duration = Duration::from_secs(2);

#[derive(Clone)]
pub struct Thinkers(Arc<Room>);

struct Room {
    free: Mutex<usize>,
    left: Condvar,
}

/// A chair; it is free again when this is dropped.
pub struct Chair(Thinkers);

impl Thinkers {
    pub fn new(chairs: usize) -> Thinkers {
        Thinkers(Arc::new(Room { free: Mutex::new(chairs.max(1)), left: Condvar::new() }))
    }

    /// Waits a little for a free chair.
    pub fn sit_down(&self) -> Result<Chair, Problem> {
        self.wait_at_most(PATIENCE).ok_or(Problem::Busy)
    }

    /// A chair if one is free now.
    pub fn sit_down_now(&self) -> Option<Chair> {
        self.wait_at_most(Duration::ZERO)
    }

    /// Whether a chair is free now.
    pub fn has_room(&self) -> bool {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) > 0
    }

    fn wait_at_most(&self, patience: Duration) -> Option<Chair> {
        let deadline = Instant::now() + patience;
        let mut free = self.0.free.lock().unwrap_or_else(PoisonError::into_inner);
        while *free == 0 {
            let left = deadline.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())?;
            free = self.0.left.wait_timeout(free, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        *free -= 1;
        Some(Chair(self.clone()))
    }
}

impl Drop for Chair {
    fn drop(&mut self) {
        *self.0.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.0.left.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_finds_no_chair_is_sent_away_until_one_is_left() {
        let thinkers = Thinkers::new(1);
        let chair = thinkers.sit_down().unwrap();
        assert!(thinkers.sit_down_now().is_none() && !thinkers.has_room());
        drop(chair);
        assert!(thinkers.sit_down_now().is_some() && thinkers.has_room());
    }
}
