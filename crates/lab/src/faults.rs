//! Failures on demand, so that tests can see what is left when a disk or the power fails at any moment.
//!
//! Whatever changes a disk passes a [`point`] before it does so, and those of the store one after it, too. In builds
//! with debug assertions the environment variable `HETMAN_FAULT` makes one of them fail, counted from 1: at `kill:7`
//! the program ends there without cleaning up, at `error:7` that step has an I/O error, and from `full:7` on the disk is
//! full. In other builds a point is nothing.

#[cfg(not(debug_assertions))]
#[inline(always)]
pub fn point(_: &'static str) -> std::io::Result<()> {
    Ok(())
}

/// What is written at a time: all of it, unless failures are wanted, which may come in the middle.
#[cfg(not(debug_assertions))]
#[inline(always)]
pub fn parts(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::once(bytes)
}

#[cfg(debug_assertions)]
pub use wanted::{parts, point};

#[cfg(debug_assertions)]
mod wanted {
    use std::io::{self, Write};
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, Ordering};

    const VARIABLE: &str = "HETMAN_FAULT";

    /// What the system calls an I/O error, and a full disk.
    const INPUT_OUTPUT_ERROR: i32 = 5;
    const NO_SPACE: i32 = 28;

    #[derive(Clone, Copy)]
    enum Fault {
        Kill(u64),
        Error(u64),
        Full(u64),
    }

    static FAULT: OnceLock<Option<Fault>> = OnceLock::new();

    pub fn parts(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
        let size = if FAULT.get_or_init(wanted).is_some() { bytes.len() / 2 } else { bytes.len() };
        bytes.chunks(size.max(1))
    }

    pub fn point(step: &'static str) -> io::Result<()> {
        static PASSED: AtomicU64 = AtomicU64::new(0);
        let Some(fault) = FAULT.get_or_init(wanted) else { return Ok(()) };
        let number = PASSED.fetch_add(1, Ordering::Relaxed) + 1;
        match *fault {
            Fault::Kill(at) if number == at => {
                let _ = writeln!(io::stderr(), "killed at point {number}: {step}");
                std::process::abort();
            }
            Fault::Error(at) if number == at => Err(io::Error::from_raw_os_error(INPUT_OUTPUT_ERROR)),
            Fault::Full(from) if number >= from => Err(io::Error::from_raw_os_error(NO_SPACE)),
            _ => Ok(()),
        }
    }

    fn wanted() -> Option<Fault> {
        let text = std::env::var(VARIABLE).ok()?;
        let read = text.split_once(':').and_then(|(kind, number)| {
            let number = number.parse().ok()?;
            match kind {
                "kill" => Some(Fault::Kill(number)),
                "error" => Some(Fault::Error(number)),
                "full" => Some(Fault::Full(number)),
                _ => None,
            }
        });
        Some(read.unwrap_or_else(|| panic!("{VARIABLE}={text}: write it like kill:7, error:7 or full:7")))
    }
}
