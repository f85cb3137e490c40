//! How far a generation is, and how long its step will go on.

use std::time::{Duration, Instant};

use hetman_lab::improvement::{ImprovementEvent, Step};

use crate::wire::{ImprovementProgress, ImprovementStep};

/// Before that, nobody can say how long it will take.
const FIRST_GUESS: Duration = Duration::from_secs(1);

/// The step that is being taken.
pub struct StepProgress {
    generation: u64,
    step: Step,
    begun: Instant,
    /// Of an earlier session.
    before: u64,
    done: u64,
    of: u64,
    positions: u64,
}

impl StepProgress {
    /// After an event; `None` between generations.
    pub fn after(progress: Option<StepProgress>, event: &ImprovementEvent) -> Option<StepProgress> {
        match *event {
            ImprovementEvent::Step { generation, step, done, of } => {
                Some(StepProgress { generation, step, begun: Instant::now(), before: done, done, of, positions: 0 })
            }
            ImprovementEvent::Advanced { done, positions } => progress.map(|progress| {
                let positions = progress.positions + positions;
                StepProgress { done, positions, ..progress }
            }),
            ImprovementEvent::Ended(_) => None,
        }
    }

    pub fn shown(&self) -> ImprovementProgress {
        let seconds = self.begun.elapsed().as_secs_f64();
        let speed = self.done.saturating_sub(self.before) as f64 / seconds;
        let left = self.of.saturating_sub(self.done) as f64 / speed;
        ImprovementProgress {
            generation: self.generation,
            step: match self.step {
                Step::Playing => ImprovementStep::Playing,
                Step::Learning => ImprovementStep::Learning,
                Step::Matching => ImprovementStep::Matching,
            },
            done: self.done,
            of: self.of,
            positions_per_second: self.positions as f64 / seconds.max(0.001),
            seconds_left: Some(left).filter(|left| left.is_finite() && self.begun.elapsed() >= FIRST_GUESS),
        }
    }
}
