//! Experiments: started, watched, paused and resumed; `lab` runs them.
//!
//! An experiment's folder belongs to `lab`, and whatever was learned is there. The studio keeps its text, where it came
//! from and what was last wished for it: an experiment that was wished to run and does not was interrupted.

mod bench;
mod check;
mod curve;
mod files;
mod person;
mod routes;
mod show;
mod sink;
mod weights;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hetman_arena::notice;

use crate::problem::Problem;
use crate::store::{Kind, Store};
use crate::studio::{Data, OpenProblem, Studio};
use crate::thinkers::{Chair, Thinkers};
use crate::wire::Topic;
use bench::Bench;
pub use files::*;
pub use routes::*;
pub use show::board_of;

/// The topic of the list.
pub fn list_topic() -> Topic {
    Topic("experiments".to_owned())
}

/// Experiments that run at the same time.
const AT_ONCE: usize = 6;

/// All experiments.
pub struct Experiments {
    /// By number.
    benches: Mutex<BTreeMap<u64, Arc<Bench>>>,
    /// For those that run.
    chairs: Thinkers,
}

impl Experiments {
    pub fn load(store: &Store, data: &Data) -> Result<Experiments, OpenProblem> {
        let mut benches = BTreeMap::new();
        for item in store.all(Kind::Experiment)? {
            // One that cannot be read must not keep the others from being seen.
            match Bench::restore(&item, data) {
                Ok(bench) => drop(benches.insert(item.id, Arc::new(bench))),
                Err(problem) => notice(problem),
            }
        }
        Ok(Experiments { benches: Mutex::new(benches), chairs: Thinkers::new(AT_ONCE) })
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Bench>>> {
        self.benches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for one that is to run.
    fn sit_down(&self) -> Result<Chair, Problem> {
        let crowded =
            || Problem::Crowded(format!("{AT_ONCE} experiments are running already: pause one of them first"));
        self.chairs.sit_down_now().ok_or_else(crowded)
    }

    /// All of them, the newest first.
    fn all(&self) -> Vec<Arc<Bench>> {
        self.lock().values().rev().cloned().collect()
    }

    fn find(&self, id: &str) -> Result<Arc<Bench>, Problem> {
        let number = id.parse::<u64>().ok();
        let found = number.and_then(|number| self.lock().get(&number).cloned());
        found.ok_or_else(|| Problem::unknown("experiment", id))
    }

    fn add(&self, bench: Arc<Bench>) {
        self.lock().insert(bench.id, bench);
    }

    fn remove(&self, id: u64) {
        self.lock().remove(&id);
    }

    /// Numbers and names, for the library.
    pub fn names(&self) -> Vec<(u64, String)> {
        self.all().iter().map(|bench| (bench.id, bench.name())).collect()
    }

    /// Tells what is new.
    pub fn beat(&self, studio: &Arc<Studio>, beat: u64) {
        self.all().iter().for_each(|bench| bench.beat(studio, beat));
    }

    /// Ends what is running, at a checkpoint, to be resumed after the next start.
    pub fn close(&self) {
        let all = self.all();
        all.iter().for_each(|bench| bench.interrupt());
        all.iter().for_each(|bench| bench.wait());
    }
}
