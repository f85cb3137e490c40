//! The state machine, with a kind of job that counts.

use std::thread;

use super::*;
use crate::studio::Options;

const ENOUGH: u32 = 1_000_000_000;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Count {
    begun: u32,
    /// At most this often it is begun before it has finished or fails.
    finishes: u32,
    fails: u32,
    panics: bool,
}

impl Work for Count {
    const NAME: &'static str = "count";
    const AT_ONCE: usize = 1;
    const CROWDED: &'static str = "counts: no more";

    type Kept = Stored<Count>;

    fn kept(&self, desired: &DesiredState) -> Option<Stored<Count>> {
        Some(Stored { kept: self.clone(), desired: desired.clone() })
    }

    fn restore(stored: Stored<Count>, _: &Path) -> Result<(Count, DesiredState), Problem> {
        Ok((stored.kept, stored.desired))
    }

    fn actions(status: Status) -> &'static [Action] {
        match status {
            Status::New => &[Action::Start],
            Status::Running => &[Action::Pause, Action::Stop],
            Status::Ending => &[Action::Stop],
            Status::Paused | Status::Interrupted | Status::Failed => &[Action::Resume, Action::Stop],
            Status::Stopped | Status::Finished => &[],
        }
    }

    fn begin(&mut self) {
        self.begun += 1;
    }

    fn run(job: &Arc<Job<Count>>, _: &Arc<Studio>) -> Result<End, String> {
        let count = job.lock().clone();
        assert!(!count.panics, "as it was asked to");
        if count.begun == count.fails {
            return Err("no more fingers".to_owned());
        }
        if count.begun == count.finishes {
            return Ok(End::Finished);
        }
        while !job.is_stopped() {
            thread::yield_now();
        }
        Ok(End::Stopped)
    }

    fn changed(_: &Job<Count>, _: &JobState<Count>) -> Option<Event> {
        None
    }

    fn routes() -> Vec<Route> {
        Vec::new()
    }
}

fn open(folder: &Path) -> (Arc<Studio>, JobBoard<Count>) {
    let studio = Studio::open(&Options::in_folder(folder)).unwrap();
    let board = JobBoard::load(&studio.store, &studio.data).unwrap();
    (studio, board)
}

fn count() -> Count {
    Count { begun: 0, finishes: ENOUGH, fails: ENOUGH, panics: false }
}

fn status(job: &Job<Count>) -> Status {
    job.lock().status()
}

#[test]
fn a_job_is_started_paused_resumed_and_stopped_and_what_is_not_possible_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (studio, board) = open(folder.path());
    let job = board.add(&studio, count()).unwrap();
    assert_eq!((status(&job), job.lock().actions()), (Status::New, vec!["start".to_owned()]));
    assert!(job.pause(&studio).unwrap_err().to_string().contains("the count is new and cannot pause"));
    board.start(&studio, &job).unwrap();
    assert_eq!(status(&job), Status::Running);
    assert!(board.start(&studio, &job).is_err(), "it runs already");
    let crowded = board.add_and_start(&studio, count()).err().unwrap();
    assert_eq!((crowded.to_string(), board.all().len()), ("1 counts: no more".to_owned(), 1), "nothing was made");
    job.pause(&studio).unwrap();
    job.wait(Duration::MAX);
    assert_eq!(status(&job), Status::Paused);
    board.start(&studio, &job).unwrap();
    job.stop(&studio).unwrap();
    job.wait(Duration::MAX);
    assert_eq!((status(&job), job.lock().begun), (Status::Stopped, 2));
    assert!(board.start(&studio, &job).is_err() && job.stop(&studio).is_err());
    board.delete(&studio, "1").unwrap();
    assert!(board.find("1").is_err() && board.all().is_empty());
}

#[test]
fn asked_twice_to_stop_it_is_abandoned() {
    let folder = tempfile::tempdir().unwrap();
    let (studio, board) = open(folder.path());
    let job = board.add_and_start(&studio, count()).unwrap();
    let mut state = job.lock();
    job.end(&studio, &mut state, DesiredState::Paused);
    job.end(&studio, &mut state, DesiredState::Stopped);
    assert!(job.is_stopped() && !job.is_abandoned() && state.status() == Status::Ending);
    job.end(&studio, &mut state, DesiredState::Stopped);
    assert!(job.is_abandoned());
    drop(state);
    job.forget();
}

#[test]
fn a_job_that_fails_or_panics_says_so_and_can_be_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let (studio, board) = open(folder.path());
    let job = board.add_and_start(&studio, Count { fails: 1, finishes: 2, ..count() }).unwrap();
    job.wait(Duration::MAX);
    assert_eq!((status(&job), job.lock().desired.failure()), (Status::Failed, Some("no more fingers".to_owned())));
    board.start(&studio, &job).unwrap();
    job.wait(Duration::MAX);
    assert_eq!((status(&job), job.lock().desired.failure()), (Status::Finished, None));
    let job = board.add_and_start(&studio, Count { panics: true, ..count() }).unwrap();
    job.wait(Duration::MAX);
    assert_eq!(status(&job), Status::Failed);
}

#[test]
fn a_job_that_ran_when_the_studio_ended_was_interrupted_and_the_others_are_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let (studio, board) = open(folder.path());
    let running = board.add_and_start(&studio, count()).unwrap();
    board.add(&studio, count()).unwrap();
    running.interrupt();
    running.wait(Duration::MAX);
    assert_eq!(status(&running), Status::Interrupted);
    // As after a restart.
    let board = JobBoard::<Count>::load(&studio.store, &studio.data).unwrap();
    let all: Vec<(u64, Status)> = board.all().iter().map(|job| (job.id, status(job))).collect();
    assert_eq!(all, [(2, Status::New), (1, Status::Interrupted)]);
    let job = board.find("1").unwrap();
    board.start(&studio, &job).unwrap();
    job.forget();
    assert_eq!(job.lock().begun, 2);
}
