//! Ctrl-C, counted: each press asks for a quicker end than the one before.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a shell expects of a program that Ctrl-C ended at once.
const INTERRUPTED: i32 = 130;

/// How often the user has asked for an end.
#[derive(Clone, Debug, Default)]
pub struct Interrupts(Arc<AtomicUsize>);

impl Interrupts {
    /// Counts from now on. After `most` presses the next one ends the program without a word.
    pub fn count(most: usize) -> Result<Interrupts, ctrlc::Error> {
        let interrupts = Interrupts::default();
        let counted = interrupts.clone();
        ctrlc::set_handler(move || {
            if counted.0.fetch_add(1, Ordering::Relaxed) >= most {
                std::process::exit(INTERRUPTED);
            }
        })?;
        Ok(interrupts)
    }

    pub fn presses(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}
