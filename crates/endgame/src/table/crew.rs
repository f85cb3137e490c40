//! Work on many numbers, shared among threads.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, scope};

/// Numbers that a thread takes at a time.
const CHUNK: usize = 1 << 12;

/// Has every part of `0..len` worked on once, by so many threads, the caller's own among them: it goes on alone where
/// the system gives no others. `tell` is called from time to time.
pub(crate) fn share(threads: usize, len: usize, work: impl Fn(Range<usize>) + Sync, tell: &(dyn Fn() + Sync)) {
    let next = AtomicUsize::new(0);
    let go_on = || {
        loop {
            let begin = next.fetch_add(CHUNK, Ordering::Relaxed);
            if begin >= len {
                return;
            }
            work(begin..len.min(begin + CHUNK));
            tell();
        }
    };
    scope(|scope| {
        let others = threads.saturating_sub(1).min(len / CHUNK);
        // A thread that cannot be started leaves its work to the others.
        let _helpers: Vec<_> = (0..others).map_while(|_| Builder::new().spawn_scoped(scope, go_on).ok()).collect();
        go_on();
    });
}
