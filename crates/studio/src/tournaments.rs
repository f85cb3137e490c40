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
use crate::wire::Topic;
pub use hall::Hall;
pub use routes::*;

/// The topic of the list.
pub fn list_topic() -> Topic {
    Topic("tournaments".to_owned())
}

/// All tournaments, by number.
pub struct Tournaments(Mutex<BTreeMap<u64, Arc<Hall>>>);

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
        Ok(Tournaments(Mutex::new(halls)))
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Hall>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
