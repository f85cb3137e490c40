//! Jobs: whatever goes on in the background for long, is watched, ended and taken up again.
//!
//! The state machine of all of them is [`Job`]: it starts, pauses, resumes, stops and fails, tells what happens to it, and
//! survives the end of the studio, because the state that is desired for it is stored: a job that should be running and is
//! not was interrupted. What a kind of job does is its [`Work`]; a new kind is a folder of its own and a line in [`Jobs`].

mod board;
mod job;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::analysis::AnalysisJob;
use crate::endgames::{LessonJob, TableJob};
use crate::experiments::TrainingJob;
use crate::improvements::ImprovementJob;
use crate::problem::Problem;
use crate::route::Route;
use crate::store::Store;
use crate::studio::{Data, OpenError, Studio};
use crate::suites::SuiteJob;
use crate::tournaments::TournamentJob;
use crate::wire::{Event, Topic, WorkState};
pub use board::JobBoard;
pub use job::{Job, JobState};

/// What a kind of job is and does.
pub trait Work: Sized + Send + 'static {
    const NAME: &'static str;
    /// The topic of the list.
    const LIST: Option<&'static str> = None;
    /// Jobs that run at the same time, and what a request for one more is told.
    const AT_ONCE: usize;
    const CROWDED: &'static str;
    /// Jobs that are remembered; beyond, the oldest of those that have ended are forgotten.
    const REMEMBERED: usize = usize::MAX;
    /// How long the studio waits for such a job when it ends.
    const CLOSE_TIMEOUT: Duration = Duration::MAX;
    /// By how much its threads give way to those that play, watch or ask.
    const NICENESS: i32 = 0;

    /// What is stored of it; a job of which nothing is ([`NotStored`]) lives no longer than the studio.
    type Kept: Serialize + DeserializeOwned;
    fn kept(&self, desired: &DesiredState) -> Option<Self::Kept>;
    fn restore(kept: Self::Kept, folder: &Path) -> Result<(Self, DesiredState), Problem>;

    /// Where a job's events are told, besides in the list.
    fn topic(id: u64) -> Topic {
        Topic(format!("{}:{id}", Self::NAME))
    }

    /// What can be done with it; everything else is refused.
    fn actions(status: Status) -> &'static [Action];

    /// Called when it is about to run.
    fn begin(&mut self) {}

    /// Runs it, on a thread of its own, until it has finished or [`Job::is_stopped`].
    fn run(job: &Arc<Job<Self>>, studio: &Arc<Studio>) -> Result<End, String>;

    /// Called when it is to end early.
    fn stop(&self) {}

    /// Called when it does not run any more, before it is stored and told what is now desired.
    fn end(_job: &Job<Self>, _studio: &Studio, _state: &mut JobState<Self>, _desired: &DesiredState) {}

    /// Called about twenty times a second while it runs.
    fn tick(_job: &Job<Self>, _studio: &Studio, _state: &mut JobState<Self>, _number: u64) {}

    /// What is told when its state has changed, and when it was deleted.
    fn changed(job: &Job<Self>, state: &JobState<Self>) -> Option<Event>;
    fn deleted(_id: String) -> Option<Event> {
        None
    }

    /// What can be asked of such jobs.
    fn routes() -> Vec<Route>;
}

/// The state that is desired for a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DesiredState {
    New,
    Running,
    Paused,
    Stopped,
    /// Not desired: it is done.
    Finished,
    Failed(String),
}

impl DesiredState {
    /// Why it could not go on.
    pub fn failure(&self) -> Option<String> {
        match self {
            DesiredState::Failed(message) => Some(message.clone()),
            _ => None,
        }
    }
}

/// What a kind of job stores, and the state that is desired.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Stored<K> {
    #[serde(flatten)]
    pub kept: K,
    #[serde(rename = "wish")]
    pub desired: DesiredState,
}

/// For jobs that are not stored.
#[derive(Debug, Serialize, Deserialize)]
pub enum NotStored {}

/// What a job does: the state that is desired, and how far that is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    New,
    Running,
    /// It still runs, and was asked not to.
    Ending,
    Paused,
    Stopped,
    Finished,
    /// It should be running: the studio ended while it was.
    Interrupted,
    Failed,
}

impl From<Status> for WorkState {
    fn from(status: Status) -> WorkState {
        match status {
            Status::Running => WorkState::Running,
            Status::Ending => WorkState::Stopping,
            Status::Stopped => WorkState::Stopped,
            Status::Finished => WorkState::Finished,
            Status::Failed => WorkState::Failed,
            Status::New | Status::Paused | Status::Interrupted => WorkState::Interrupted,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Start,
    Resume,
    Pause,
    Stop,
    Clone,
    Delete,
}

impl Action {
    pub fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }
}

/// How a run of a job has ended, if it has not failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Finished,
    /// It was stopped.
    Stopped,
}

macro_rules! kinds {
    ($($board:ident: $work:ty),+ $(,)?) => {
        /// All jobs, by their kinds.
        pub struct Jobs {
            $(pub $board: JobBoard<$work>,)+
        }

        impl Jobs {
            pub fn load(store: &Store, data: &Data) -> Result<Jobs, OpenError> {
                Ok(Jobs { $($board: JobBoard::load(store, data)?,)+ })
            }

            /// Tells what is new.
            pub fn tick(&self, studio: &Studio, number: u64) {
                $(self.$board.tick(studio, number);)+
            }

            /// Ends what is running, to be resumed after the next start.
            pub fn interrupt(&self) {
                $(self.$board.all().iter().for_each(|job| job.interrupt());)+
            }

            /// Returns when nothing is running any more, or was waited for long enough.
            pub fn wait(&self) {
                $(self.$board.all().iter().for_each(|job| job.wait(<$work>::CLOSE_TIMEOUT));)+
            }

            /// What can be asked of jobs.
            pub fn routes() -> Vec<Route> {
                [$(<$work>::routes(),)+].into_iter().flatten().collect()
            }
        }
    };
}

kinds! {
    analyses: AnalysisJob,
    suites: SuiteJob,
    tournaments: TournamentJob,
    experiments: TrainingJob,
    tables: TableJob,
    lessons: LessonJob,
    improvements: ImprovementJob,
}
