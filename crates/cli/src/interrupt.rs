//! Ctrl-C, counted: each press asks for a quicker end than the one before.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use hetman_arena::notice;

/// What a shell expects of a program that Ctrl-C ended at once.
const INTERRUPTED: i32 = 130;

/// How often the user has asked for an end.
#[derive(Clone, Debug, Default)]
pub struct Interrupts(Arc<AtomicUsize>);

impl Interrupts {
    /// Counts from now on. Each press is answered with its sentence; when there are no more, the next one ends the
    /// program.
    pub fn count(answers: &'static [&'static str]) -> Result<Interrupts, ctrlc::Error> {
        let interrupts = Interrupts::default();
        let counted = interrupts.clone();
        on_interrupt(move || {
            let answer = answers.get(counted.0.fetch_add(1, Ordering::Relaxed));
            answer.inspect(|answer| notice(answer)).is_some()
        })?;
        Ok(interrupts)
    }

    pub fn presses(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// A switch that the first press turns; the second ends the program without a word.
pub fn stop_on_interrupt() -> Result<Arc<AtomicBool>, ctrlc::Error> {
    let stop = Arc::new(AtomicBool::new(false));
    let switch = Arc::clone(&stop);
    on_interrupt(move || !switch.swap(true, Ordering::Relaxed))?;
    Ok(stop)
}

/// Lets a press be answered; one that is not ends the program at once.
fn on_interrupt(mut answer: impl FnMut() -> bool + Send + 'static) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || {
        if !answer() {
            std::process::exit(INTERRUPTED);
        }
    })
}
