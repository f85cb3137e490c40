//! One job: its state machine.

use std::ops::{Deref, DerefMut};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use hetman_arena::notice;

use super::{Action, DesiredState, End, Status, Work};
use crate::problem::Problem;
use crate::slots::Permit;
use crate::store::{Item, RecordKind};
use crate::studio::{Data, Studio};
use crate::threads;
use crate::wire::{Event, Topic};

/// How often it is looked whether a job has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

pub struct Job<T> {
    pub id: u64,
    pub created: String,
    pub folder: PathBuf,
    pub topic: Topic,
    list: Option<Topic>,
    /// It shall end; and what it has begun shall not be ended properly.
    stop: AtomicBool,
    abandon: AtomicBool,
    state: Mutex<JobState<T>>,
    worker: Mutex<Option<JoinHandle<()>>>,
}

/// What may change about a job; it is used like its work.
pub struct JobState<T> {
    work: T,
    pub desired: DesiredState,
    is_running: bool,
    /// What is desired when it has ended early, if it was asked to.
    after: Option<DesiredState>,
    is_deleted: bool,
}

impl<T> Deref for JobState<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.work
    }
}

impl<T> DerefMut for JobState<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.work
    }
}

impl<T: Work> JobState<T> {
    pub fn status(&self) -> Status {
        match (&self.desired, self.is_running, &self.after) {
            (_, true, None) => Status::Running,
            (_, true, Some(_)) => Status::Ending,
            (DesiredState::Running, false, _) => Status::Interrupted,
            (DesiredState::New, false, _) => Status::New,
            (DesiredState::Paused, false, _) => Status::Paused,
            (DesiredState::Stopped, false, _) => Status::Stopped,
            (DesiredState::Finished, false, _) => Status::Finished,
            (DesiredState::Failed(_), false, _) => Status::Failed,
        }
    }

    pub fn is_running(&self) -> bool {
        self.is_running
    }

    pub fn actions(&self) -> Vec<String> {
        T::actions(self.status()).iter().map(|action| action.name()).collect()
    }

    /// Whether one of these actions is possible.
    fn must_allow(&self, actions: &[Action]) -> Result<(), Problem> {
        if T::actions(self.status()).iter().any(|action| actions.contains(action)) {
            return Ok(());
        }
        let now = format!("{:?}", self.status()).to_lowercase();
        let wanted = actions.iter().map(|action| action.name()).collect::<Vec<_>>().join(" or ");
        Err(Problem::Conflict(format!("the {} is {now} and cannot {wanted}", T::NAME)))
    }
}

impl<T: Work> Job<T> {
    pub fn new(item: &Item, work: T, desired: DesiredState, data: &Data) -> Job<T> {
        let (is_running, after, is_deleted) = (false, None, false);
        Job {
            id: item.id,
            created: item.created.clone(),
            folder: data.job(T::NAME, item.id),
            topic: T::topic(item.id),
            list: T::LIST.map(|list| Topic(list.to_owned())),
            stop: AtomicBool::new(false),
            abandon: AtomicBool::new(false),
            state: Mutex::new(JobState { work, desired, is_running, after, is_deleted }),
            worker: Mutex::new(None),
        }
    }

    pub fn lock(&self) -> MutexGuard<'_, JobState<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The switch that is on when it shall end.
    pub fn switch(&self) -> &AtomicBool {
        &self.stop
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether what it has begun shall be left as it is.
    pub fn is_abandoned(&self) -> bool {
        self.abandon.load(Ordering::Relaxed)
    }

    /// Stores what is desired now, and tells it; nothing has changed if it cannot be stored.
    fn desire(&self, studio: &Studio, state: &mut JobState<T>, desired: DesiredState) -> Result<(), Problem> {
        if let Some(data) = json(&state.work, &desired) {
            studio.store.update(RecordKind(T::NAME), self.id, &data)?;
        }
        state.desired = desired;
        self.show(studio, state);
        Ok(())
    }

    /// Changes what is kept of it, whatever it is doing, and tells it.
    pub fn change(&self, studio: &Studio, change: impl FnOnce(&mut T)) -> Result<(), Problem> {
        let mut state = self.lock();
        change(&mut state.work);
        let desired = state.desired.clone();
        self.desire(studio, &mut state, desired)
    }

    /// Tells its state.
    pub fn show(&self, studio: &Studio, state: &JobState<T>) {
        self.tell(state, T::changed(self, state), |topic, event| studio.log.publish(topic, event));
    }

    /// Tells its state, as often as that is worth telling.
    pub fn show_soon(&self, studio: &Studio, state: &JobState<T>) {
        let name = self.id.to_string();
        self.tell(state, T::changed(self, state), |topic, event| studio.log.publish_soon(topic, &name, event));
    }

    /// Tells on its own topic and on that of the list.
    fn tell(&self, state: &JobState<T>, event: Option<Event>, publish: impl Fn(&Topic, Event)) {
        let Some(event) = event.filter(|_| !state.is_deleted) else { return };
        std::iter::once(&self.topic).chain(&self.list).for_each(|topic| publish(topic, event.clone()));
    }

    /// Starts it, or goes on with it.
    pub fn start(
        self: &Arc<Job<T>>,
        studio: &Arc<Studio>,
        permit: impl FnOnce() -> Result<Permit, Problem>,
    ) -> Result<(), Problem> {
        let mut state = self.lock();
        state.must_allow(&[Action::Start, Action::Resume])?;
        let permit = permit()?;
        self.stop.store(false, Ordering::Relaxed);
        self.abandon.store(false, Ordering::Relaxed);
        (state.is_running, state.after) = (true, None);
        state.begin();
        self.desire(studio, &mut state, DesiredState::Running).inspect_err(|_| state.is_running = false)?;
        let (job, at) = (Arc::clone(self), Arc::clone(studio));
        match threads::start(move || job.work(&at, permit)) {
            Ok(worker) => *self.worker.lock().unwrap_or_else(PoisonError::into_inner) = Some(worker),
            Err(problem) => {
                self.settle(studio, &mut state, Err(problem.to_string()));
                return Err(problem);
            }
        }
        Ok(())
    }

    fn work(self: Arc<Job<T>>, studio: &Arc<Studio>, _permit: Permit) {
        // Threads that are started from here are as modest as this one. Without the right to be so, it does without.
        let _ = rustix::process::nice(T::NICENESS);
        let ended = catch_unwind(AssertUnwindSafe(|| T::run(&self, studio)));
        let ended = ended.unwrap_or_else(|_| Err("the studio made a mistake".to_owned()));
        self.settle(studio, &mut self.lock(), ended);
    }

    /// What becomes of it when it does not run any more. One that nobody asked to end is desired to run as before.
    fn settle(&self, studio: &Studio, state: &mut JobState<T>, ended: Result<End, String>) {
        let desired = match ended {
            Ok(End::Finished) => DesiredState::Finished,
            Ok(End::Stopped) => state.after.take().unwrap_or(DesiredState::Running),
            Err(message) => DesiredState::Failed(message),
        };
        (state.is_running, state.after) = (false, None);
        T::end(self, studio, state, &desired);
        if let Err(problem) = self.desire(studio, state, desired) {
            notice(format!("{} {}: {problem}", T::NAME, self.id));
            self.show(studio, state);
        }
    }

    /// Ends it, to be resumed.
    pub fn pause(&self, studio: &Studio) -> Result<(), Problem> {
        let mut state = self.lock();
        state.must_allow(&[Action::Pause])?;
        self.end(studio, &mut state, DesiredState::Paused);
        Ok(())
    }

    /// Ends it; asked again, at once.
    pub fn stop(&self, studio: &Studio) -> Result<(), Problem> {
        let mut state = self.lock();
        state.must_allow(&[Action::Stop])?;
        if !state.is_running {
            return self.desire(studio, &mut state, DesiredState::Stopped);
        }
        self.end(studio, &mut state, DesiredState::Stopped);
        Ok(())
    }

    /// Asks it to end.
    pub fn end(&self, studio: &Studio, state: &mut JobState<T>, after: DesiredState) {
        let asked_before = state.after.replace(after.clone());
        self.abandon.store(asked_before == Some(after), Ordering::Relaxed);
        self.stop.store(true, Ordering::Relaxed);
        T::stop(state);
        self.show(studio, state);
    }

    /// Ends it because the studio ends; what is desired stays.
    pub fn interrupt(&self) {
        self.abandon.store(true, Ordering::Relaxed);
        self.stop.store(true, Ordering::Relaxed);
        T::stop(&self.lock());
    }

    /// Returns when it is not running any more, or after this time.
    pub fn wait(&self, at_most: Duration) {
        let worker = self.worker.lock().unwrap_or_else(PoisonError::into_inner).take();
        let begun = Instant::now();
        while worker.as_ref().is_some_and(|worker| !worker.is_finished()) && begun.elapsed() < at_most {
            thread::sleep(POLL_INTERVAL);
        }
    }

    /// Ends it, and nothing more is told of it but that it was deleted.
    pub fn forget(&self) {
        self.lock().is_deleted = true;
        self.interrupt();
        self.wait(Duration::MAX);
    }

    pub fn tell_deleted(&self, studio: &Studio) {
        let Some(event) = T::deleted(self.id.to_string()) else { return };
        std::iter::once(&self.topic).chain(&self.list).for_each(|topic| studio.log.publish(topic, event.clone()));
    }

    /// Tells what is new.
    pub fn tick(&self, studio: &Studio, number: u64) {
        let mut state = self.lock();
        if state.is_running && !state.is_deleted {
            T::tick(self, studio, &mut state, number);
        }
    }
}

/// What is stored of a job.
pub fn json<T: Work>(work: &T, desired: &DesiredState) -> Option<String> {
    let kept = work.kept(desired)?;
    Some(serde_json::to_string(&kept).expect("what is kept of a job is plain data"))
}
