//! Endgames: tables of small endings, what is learned from them, and positions as both see them.
//!
//! Two kinds of jobs: one works tables out and keeps them on the [`shelf`](Shelf), the other learns from a table by a
//! method of [`METHODS`](hetman_endgame::induction::METHODS). Requests only look things up.

mod learned;
mod lessons;
mod pace;
mod probe;
mod rules;
mod shelf;
mod table_job;

pub use lessons::LessonJob;
pub use shelf::Shelf;
pub use table_job::TableJob;

use crate::jobs::{Action, Status};

/// What can be done with a table or a lesson: what has ended, can be begun again.
fn actions(status: Status) -> &'static [Action] {
    match status {
        Status::Running | Status::Ending => &[Action::Stop, Action::Delete],
        _ => &[Action::Start, Action::Delete],
    }
}
