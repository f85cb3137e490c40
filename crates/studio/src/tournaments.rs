//! Tournaments: begun, watched, stopped and resumed; `lab` holds them.

mod hall;
mod routes;
mod tables;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hetman_arena::notice;

use crate::problem::Problem;
use crate::store::{Kind, Store};
use crate::studio::{Data, OpenProblem};
use crate::thinkers::{Chair, Thinkers};
use crate::wire::Topic;
pub use hall::Hall;
pub use routes::*;

/// The topic of the list.
pub fn list_topic() -> Topic {
    Topic("tournaments".to_owned())
}

/// Tournaments that are held at the same time.
const AT_ONCE: usize = 4;

/// All tournaments.
pub struct Tournaments {
    /// By number.
    halls: Mutex<BTreeMap<u64, Arc<Hall>>>,
    /// For those that are held.
    chairs: Thinkers,
}

impl Tournaments {
    pub fn load(store: &Store, data: &Data) -> Result<Tournaments, OpenProblem> {
        let mut halls = BTreeMap::new();
        for item in store.all(Kind::Tournament)? {
            // One that cannot be read must not keep the others from being seen.
            match Hall::restore(&item, data) {
                Ok(hall) => drop(halls.insert(item.id, Arc::new(hall))),
                Err(problem) => notice(problem),
            }
        }
        Ok(Tournaments { halls: Mutex::new(halls), chairs: Thinkers::new(AT_ONCE) })
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Hall>>> {
        self.halls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for one that is to be held.
    fn sit_down(&self) -> Result<Chair, Problem> {
        let crowded =
            || Problem::Crowded(format!("{AT_ONCE} tournaments are being held already: stop one of them first"));
        self.chairs.sit_down_now().ok_or_else(crowded)
    }

    /// All of them, the newest first.
    pub fn all(&self) -> Vec<Arc<Hall>> {
        self.lock().values().rev().cloned().collect()
    }

    pub fn find(&self, id: &str) -> Result<Arc<Hall>, Problem> {
        let number = id.parse::<u64>().ok();
        let found = number.and_then(|number| self.lock().get(&number).cloned());
        found.ok_or_else(|| Problem::unknown("tournament", id))
    }

    fn add(&self, hall: Arc<Hall>) {
        self.lock().insert(hall.id, hall);
    }

    fn remove(&self, id: u64) {
        self.lock().remove(&id);
    }

    /// Ends what is running; unfinished games are played again after the next start.
    pub fn close(&self) {
        let all = self.all();
        all.iter().for_each(|hall| hall.interrupt());
        all.iter().for_each(|hall| hall.wait());
    }
}
