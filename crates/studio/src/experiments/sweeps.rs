//! Sweeps: several experiments that are one object, trained one after another.
//!
//! A sweep has no record of its own: it is the experiments that name it. Each of them uses all threads, so that the next
//! one waits until none of the sweep is going on. One that was paused, or interrupted by a restart, is somebody's to
//! resume: until then the sweep waits too.

use std::collections::BTreeSet;
use std::sync::Arc;

use hetman_arena::notice;
use rand::RngExt;

use super::routes::{self, wanted};
use super::training::{Kept, TrainingJob};
use crate::jobs::{Job, Status};
use crate::problem::Problem;
use crate::route::Call;
use crate::studio::Studio;
use crate::wire::{ExperimentList, NewSweep, SweepPlace};

const MOST_EXPERIMENTS: usize = 200;
const LONGEST_NAME: usize = 80;

/// POST /api/sweeps: all of it is made, or nothing.
pub fn create(studio: &Arc<Studio>, call: &Call, wish: NewSweep) -> Result<ExperimentList, Problem> {
    if !(1..=MOST_EXPERIMENTS).contains(&wish.experiments.len()) {
        return Err(Problem::Unfit(format!("a sweep has 1 to {MOST_EXPERIMENTS} experiments")));
    }
    let name: String = wish.name.trim().chars().filter(|letter| !letter.is_control()).take(LONGEST_NAME).collect();
    let name = if name.is_empty() { "Sweep".to_owned() } else { name };
    let place = SweepPlace { id: studio.chance().random::<u32>().to_string(), name };
    let member = |kept: Kept| TrainingJob::new(Kept { sweep: Some(place.clone()), is_waiting: wish.start, ..kept });
    let wanted: Vec<TrainingJob> =
        wish.experiments.iter().map(|wish| member(wanted(studio, wish)?)).collect::<Result<_, _>>()?;
    for work in wanted {
        studio.jobs.experiments.add(studio, work)?;
    }
    start_waiting(studio);
    routes::list(studio, call)
}

/// The experiments of a sweep, the oldest first.
fn members(studio: &Studio, id: &str) -> Result<Vec<Arc<Job<TrainingJob>>>, Problem> {
    let mut members = studio.jobs.experiments.all();
    members.retain(|job| job.lock().kept.sweep.as_ref().is_some_and(|sweep| sweep.id == id));
    members.reverse();
    if members.is_empty() { Err(Problem::unknown("sweep", id)) } else { Ok(members) }
}

fn set_waiting(studio: &Studio, job: &Job<TrainingJob>, is_waiting: bool) -> Result<(), Problem> {
    job.change(studio, |state| state.kept.is_waiting = is_waiting)
}

/// POST /api/sweeps/ID/stop
pub fn stop(studio: &Arc<Studio>, call: &Call) -> Result<ExperimentList, Problem> {
    for job in members(studio, &call.id)? {
        let status = job.lock().status();
        match status {
            Status::New => set_waiting(studio, &job, false)?,
            Status::Running => job.pause(studio)?,
            _ => {}
        }
    }
    routes::list(studio, call)
}

/// POST /api/sweeps/ID/resume
pub fn resume(studio: &Arc<Studio>, call: &Call) -> Result<ExperimentList, Problem> {
    for job in members(studio, &call.id)? {
        let status = job.lock().status();
        match status {
            Status::New => set_waiting(studio, &job, true)?,
            Status::Paused | Status::Interrupted => studio.jobs.experiments.start(studio, &job)?,
            _ => {}
        }
    }
    start_waiting(studio);
    routes::list(studio, call)
}

/// Starts the next experiment of every sweep of which none is going on.
pub fn start_waiting(studio: &Arc<Studio>) {
    let mut busy = BTreeSet::new();
    let mut waiting = Vec::new();
    for job in studio.jobs.experiments.all().into_iter().rev() {
        let state = job.lock();
        let Some(sweep) = state.kept.sweep.as_ref().map(|sweep| sweep.id.clone()) else { continue };
        match state.status() {
            Status::New if state.kept.is_waiting => waiting.push((sweep, Arc::clone(&job))),
            Status::Running | Status::Ending | Status::Paused | Status::Interrupted => drop(busy.insert(sweep)),
            _ => {}
        }
    }
    for (sweep, job) in waiting {
        if !busy.insert(sweep) {
            continue;
        }
        match studio.jobs.experiments.start(studio, &job) {
            // Its turn comes when another experiment has ended, or was started by a person just now.
            Ok(()) | Err(Problem::Crowded(_) | Problem::Conflict(_)) => {}
            Err(problem) => notice(format!("experiment {}: {problem}", job.id)),
        }
    }
}
