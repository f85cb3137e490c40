//! The studio's threads. One that cannot be started is a refusal, worded for what the user can do.

use std::thread::{Builder, JoinHandle};

use hetman_arena::crew::STACK_BYTES;

use crate::problem::Problem;

/// Starts a thread on which anybody may play or search.
pub fn start<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<JoinHandle<T>, Problem> {
    let refused =
        |reason| Problem::Internal(format!("the system starts no more threads: end something first ({reason})"));
    Builder::new().stack_size(STACK_BYTES).spawn(work).map_err(refused)
}
