//! A few slots for searches, learning and games: more at once would only slow each other down.

use std::sync::Arc;
use std::time::Duration;

/// A slot; it is free again when this is dropped.
pub use tokio::sync::OwnedSemaphorePermit as Permit;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::problem::Problem;

/// How long a quick search waits for a slot before it is refused.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Clone)]
pub struct SearchSlots(Arc<Semaphore>);

impl SearchSlots {
    pub fn new(slots: usize) -> SearchSlots {
        SearchSlots(Arc::new(Semaphore::new(slots)))
    }

    /// Waits a little for a free slot.
    pub async fn acquire(&self) -> Result<Permit, Problem> {
        let acquired = timeout(ACQUIRE_TIMEOUT, Arc::clone(&self.0).acquire_owned()).await;
        acquired.ok().and_then(Result::ok).ok_or(Problem::Busy)
    }

    /// A slot if one is free now.
    pub fn try_acquire(&self) -> Option<Permit> {
        Arc::clone(&self.0).try_acquire_owned().ok()
    }

    /// Whether a slot is free now.
    pub fn has_room(&self) -> bool {
        self.0.available_permits() > 0
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn who_finds_no_slot_is_refused_after_a_while_or_given_one_that_is_left() {
        let slots = SearchSlots::new(1);
        let permit = slots.acquire().await.unwrap();
        assert!(slots.try_acquire().is_none() && !slots.has_room());
        let asked = Instant::now();
        assert!(matches!(slots.acquire().await, Err(Problem::Busy)));
        assert_eq!(asked.elapsed().as_secs(), ACQUIRE_TIMEOUT.as_secs());
        drop(permit);
        assert!(slots.has_room() && slots.acquire().await.is_ok());
    }
}
