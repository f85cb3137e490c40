//! How far something is, and how long it will go on.

use std::time::{Duration, Instant};

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
