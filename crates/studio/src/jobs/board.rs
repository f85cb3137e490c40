//! All jobs of a kind.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hetman_arena::notice;

use super::job::json;
use super::{DesiredState, Job, Work};
use crate::problem::Problem;
use crate::slots::{Permit, SearchSlots};
use crate::store::{Item, RecordKind, Store};
use crate::studio::{Data, OpenError, Studio};

pub struct JobBoard<T> {
    /// By number.
    jobs: Mutex<BTreeMap<u64, Arc<Job<T>>>>,
    /// For those that run.
    slots: SearchSlots,
    /// The number of the last one that was not stored.
    last: AtomicU64,
}

impl<T: Work> JobBoard<T> {
    pub fn load(store: &Store, data: &Data) -> Result<JobBoard<T>, OpenError> {
        let mut jobs = BTreeMap::new();
        for item in store.all(RecordKind(T::NAME))? {
            // One that cannot be read must not keep the others from being seen.
            match restore::<T>(&item, data) {
                Ok(job) => drop(jobs.insert(item.id, Arc::new(job))),
                Err(problem) => notice(problem),
            }
        }
        Ok(JobBoard { jobs: Mutex::new(jobs), slots: SearchSlots::new(T::AT_ONCE), last: AtomicU64::new(0) })
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Job<T>>>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All of them, the newest first.
    pub fn all(&self) -> Vec<Arc<Job<T>>> {
        self.lock().values().rev().cloned().collect()
    }

    pub fn find(&self, id: &str) -> Result<Arc<Job<T>>, Problem> {
        let number = id.parse::<u64>().ok();
        let found = number.and_then(|number| self.lock().get(&number).cloned());
        found.ok_or_else(|| Problem::unknown(T::NAME, id))
    }

    /// A slot for one that is to run.
    fn permit(&self) -> Result<Permit, Problem> {
        self.slots.try_acquire().ok_or_else(|| Problem::Crowded(format!("{} {}", T::AT_ONCE, T::CROWDED)))
    }

    /// Makes a new one.
    pub fn add(&self, studio: &Studio, work: T) -> Result<Arc<Job<T>>, Problem> {
        let job = self.make(studio, work)?;
        job.show(studio, &job.lock());
        Ok(job)
    }

    /// Makes a new one that runs at once; nothing is made if there is no room for it.
    pub fn add_and_start(&self, studio: &Arc<Studio>, work: T) -> Result<Arc<Job<T>>, Problem> {
        let permit = self.permit()?;
        let job = self.make(studio, work)?;
        job.start(studio, || Ok(permit))?;
        Ok(job)
    }

    fn make(&self, studio: &Studio, work: T) -> Result<Arc<Job<T>>, Problem> {
        let desired = DesiredState::New;
        let item = match json(&work, &desired) {
            Some(data) => studio.store.add(RecordKind(T::NAME), &data)?,
            None => Item::unstored(self.last.fetch_add(1, Ordering::Relaxed) + 1),
        };
        let job = Arc::new(Job::new(&item, work, desired, &studio.data));
        let mut jobs = self.lock();
        let over = jobs.values().filter(|job| !job.lock().is_running()).map(|job| job.id);
        let over: Vec<u64> = over.take((jobs.len() + 1).saturating_sub(T::REMEMBERED)).collect();
        over.iter().for_each(|id| drop(jobs.remove(id)));
        jobs.insert(job.id, Arc::clone(&job));
        Ok(job)
    }

    /// Starts one, or goes on with it.
    pub fn start(&self, studio: &Arc<Studio>, job: &Arc<Job<T>>) -> Result<(), Problem> {
        job.start(studio, || self.permit())
    }

    /// Deletes one with its folder.
    pub fn delete(&self, studio: &Studio, id: &str) -> Result<(), Problem> {
        let job = self.find(id)?;
        job.forget();
        studio.store.delete(RecordKind(T::NAME), job.id)?;
        self.lock().remove(&job.id);
        if let Err(reason) = fs::remove_dir_all(&job.folder)
            && reason.kind() != ErrorKind::NotFound
        {
            return Err(Problem::Internal(format!("the folder {} is left over: {reason}", job.folder.display())));
        }
        job.tell_deleted(studio);
        Ok(())
    }

    /// Tells what is new.
    pub fn tick(&self, studio: &Studio, number: u64) {
        self.all().iter().for_each(|job| job.tick(studio, number));
    }
}

fn restore<T: Work>(item: &Item, data: &Data) -> Result<Job<T>, Problem> {
    let unreadable =
        |reason: serde_json::Error| Problem::Internal(format!("{} {} cannot be read: {reason}", T::NAME, item.id));
    let kept = serde_json::from_str(&item.data).map_err(unreadable)?;
    let (work, desired) = T::restore(kept, &data.job(T::NAME, item.id))?;
    Ok(Job::new(item, work, desired, data))
}
