//! How far something is, and how long it will go on.

use std::time::{Duration, Instant};

use hetman_endgame::Progress;

use crate::jobs::{Job, Work};
use crate::studio::Studio;
use crate::wire::EndgameProgress;

/// Before that, nobody can say how long it will take.
const FIRST_GUESS: Duration = Duration::from_secs(1);

pub struct Pace {
    begun: Instant,
    doing: String,
    share: Option<f64>,
}

impl Pace {
    pub fn new(doing: &str) -> Pace {
        Pace { begun: Instant::now(), doing: doing.to_owned(), share: None }
    }

    /// The same work, so far.
    pub fn note(&mut self, doing: &str, share: f64) {
        if self.doing != doing {
            doing.clone_into(&mut self.doing);
        }
        self.share = Some(share.clamp(0.0, 1.0));
    }

    pub fn progress(&self) -> EndgameProgress {
        let elapsed = self.begun.elapsed();
        let share = self.share.filter(|share| *share > 0.0 && elapsed >= FIRST_GUESS);
        let seconds_left = share.map(|share| elapsed.as_secs_f64() * (1.0 - share) / share);
        EndgameProgress { doing: self.doing.clone(), share: self.share, seconds_left }
    }
}

/// A job that tells how far it is.
pub trait Paced: Work {
    fn pace(&mut self) -> &mut Pace;
}

/// Notes how far a job is, and shows it soon.
pub fn note<T: Paced>(job: &Job<T>, studio: &Studio, doing: &str, share: f64) {
    let mut state = job.lock();
    state.pace().note(doing, share);
    job.show_soon(studio, &state);
}

/// A part of a job's work, which says how far the whole is and asks whether that is still wanted.
pub struct Part<'a, T: Paced> {
    job: &'a Job<T>,
    studio: &'a Studio,
    doing: String,
    /// The share of the work that comes before it, and its own.
    before: f64,
    share: f64,
}

impl<'a, T: Paced> Part<'a, T> {
    /// Work that nothing comes before, and whose time is counted from now on.
    pub fn whole(job: &'a Job<T>, studio: &'a Studio, doing: &str) -> Part<'a, T> {
        *job.lock().pace() = Pace::new(doing);
        Part { job, studio, doing: doing.to_owned(), before: 0.0, share: 1.0 }
    }

    pub fn of(job: &'a Job<T>, studio: &'a Studio, doing: String, [before, share]: [f64; 2]) -> Part<'a, T> {
        Part { job, studio, doing, before, share }
    }
}

impl<T: Paced> Progress for Part<'_, T> {
    fn advance(&self, done: u64, of: u64) {
        note(self.job, self.studio, &self.doing, self.before + self.share * done as f64 / of.max(1) as f64);
    }

    fn is_stopped(&self) -> bool {
        self.job.is_stopped()
    }
}
