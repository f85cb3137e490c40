//! Work as data, and the executor that performs it.
//!
//! A [`Work`] is described once and consists of jobs. Description, jobs and answers are plain data, and an answer follows
//! from the first two and nothing else: whatever machine performs a job, in whatever order, the answer is the same. An
//! [`Executor`] knows how jobs get to hands and answers back, and not what they are about; [`Local`] has the threads of
//! this machine.

mod files;
mod local;
mod queue;

use std::ops::ControlFlow;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Seats, Stop};
pub use files::{FileChanged, Files, content_hash};
pub use local::Local;

/// A kind of work.
pub trait Work: Sync {
    /// What all jobs have in common.
    type Description: Serialize + DeserializeOwned;
    type Job: Serialize + DeserializeOwned + Send;
    type Answer: Serialize + DeserializeOwned + Send;
    type Error: From<NoThread> + Send;

    fn description(&self) -> &Self::Description;

    /// Whether only this machine can do it, since the programs, people or tables that it takes are here.
    fn is_bound(&self) -> bool;

    /// Performs a job; `None` if it was stopped. The seats are kept from one job to the next.
    fn perform(&self, seats: &mut Seats, job: &Self::Job, stop: &Stop) -> Result<Option<Self::Answer>, Self::Error>;
}

/// Nobody can do anything.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the system starts no thread: {0}")]
pub struct NoThread(pub String);

/// Two ways to end work early.
#[derive(Clone, Copy)]
pub struct Switches<'a> {
    /// No new job begins; those that are being performed are finished.
    pub close: &'a Stop<'a>,
    /// Jobs that are being performed are abandoned.
    pub abandon: &'a Stop<'a>,
}

/// What follows from an answer: more jobs, or the end of the work.
pub type Following<Job> = ControlFlow<(), Vec<Job>>;

/// Hears of each job and its answer, on the caller's thread, in the order in which they come.
pub type AnswerObserver<'a, W, E> =
    dyn FnMut(<W as Work>::Job, <W as Work>::Answer) -> Result<Following<<W as Work>::Job>, E> + 'a;

/// Performs work: on this machine's threads, or elsewhere.
pub trait Executor: Sync {
    /// How many jobs it performs at the same time: with fewer than that, somebody has nothing to do.
    fn width(&self) -> usize;

    /// Has all jobs performed, and those that follow from answers, until none is left, somebody ends it, or a job or the
    /// observer fails.
    fn execute<W: Work, E: From<W::Error>>(
        &self,
        work: &W,
        jobs: Vec<W::Job>,
        switches: Switches,
        observer: &mut AnswerObserver<W, E>,
    ) -> Result<(), E>;
}
