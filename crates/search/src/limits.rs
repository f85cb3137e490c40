//! When a search must stop, and how it is told to.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hetman_rules::Clock;
use hetman_rules::shakmaty::Move;

/// What a search was asked for. The first limit reached ends it; none at all means until it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    pub depth: Option<u32>,
    /// Nodes of all threads together; a node is a move made.
    pub nodes: Option<u64>,
    pub move_time: Option<Duration>,
    pub clock: Option<Clock>,
    /// Stop when a win in this many moves is found.
    pub mate: Option<u32>,
    /// Report no best move before being stopped, whatever the other limits say.
    pub infinite: bool,
    /// Think on the opponent's time: clocks do not run until [`Control::ponder_hit`].
    pub ponder: bool,
    /// Consider only these root moves; empty means all.
    pub root_moves: Vec<Move>,
}

/// Two switches shared with whoever may end a search early.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
}

impl Control {
    /// A fresh control for a search with these limits.
    pub fn new(limits: &Limits) -> Control {
        Control { stop: AtomicBool::new(false), pondering: AtomicBool::new(limits.ponder) }
    }

    /// Ends the search as soon as it looks: after at most a few thousand nodes.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The opponent played the expected move: the clock runs from now.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}
