//! What the exact search remembers of positions it has seen: bounds on their values, and a move to begin with.
//!
//! The value of a position searched to a depth is a function of the two and of nothing else: the exact search knows
//! neither repetitions nor clocks. A bound found once therefore holds wherever the position comes up again in the same
//! search. Positions are compared whole, not by their keys alone, so that no collision can make the search inexact.

use hetman_rules::Playable;
use hetman_rules::shakmaty::Move;

/// Entries of a search to this depth at most: about as many inner nodes as it has.
fn slots(depth: u32) -> usize {
    1 << (3 * depth + 3).clamp(9, 17)
}

struct ExactEntry<P> {
    position: P,
    depth: u32,
    /// The value lies between these.
    lower: f64,
    upper: f64,
    likely: Move,
}

/// What the table knows of a position.
#[derive(Clone, Copy)]
pub struct Known {
    /// Bounds of the value at the depth asked for.
    pub lower: f64,
    pub upper: f64,
    /// The move that was best or good enough, at whatever depth.
    pub likely: Option<Move>,
}

pub const NOTHING_KNOWN: Known = Known { lower: f64::NEG_INFINITY, upper: f64::INFINITY, likely: None };

/// Entries lie in the order they came in, so that a small search touches little memory.
pub struct ExactTable<P> {
    /// For each slot the number of its entry, counted from 1.
    numbers: Vec<u32>,
    entries: Vec<ExactEntry<P>>,
}

/// Where a position belongs.
#[derive(Clone, Copy)]
pub struct Slot(usize);

impl<P: Playable> ExactTable<P> {
    pub fn new(depth: u32) -> ExactTable<P> {
        ExactTable { numbers: vec![0; slots(depth)], entries: Vec::new() }
    }

    /// The slot of the position with this key.
    pub fn slot(&self, key: u64) -> Slot {
        Slot(key as usize & (self.numbers.len() - 1))
    }

    pub fn look_up(&self, slot: Slot, position: &P, depth: u32) -> Known {
        let number = self.numbers[slot.0] as usize;
        match number.checked_sub(1).map(|index| &self.entries[index]).filter(|entry| entry.position == *position) {
            None => NOTHING_KNOWN,
            Some(entry) if entry.depth == depth => {
                Known { lower: entry.lower, upper: entry.upper, likely: Some(entry.likely) }
            }
            Some(entry) => Known { likely: Some(entry.likely), ..NOTHING_KNOWN },
        }
    }

    /// Keeps what a search found, in place of whatever else had the slot.
    pub fn keep(&mut self, slot: Slot, position: &P, depth: u32, found: Found) {
        let Found { lower, upper, likely } = found;
        let number = &mut self.numbers[slot.0];
        let Some(index) = (*number as usize).checked_sub(1) else {
            self.entries.push(ExactEntry { position: position.clone(), depth, lower, upper, likely });
            *number = self.entries.len() as u32;
            return;
        };
        let entry = &mut self.entries[index];
        if entry.depth == depth && entry.position == *position {
            entry.lower = entry.lower.max(lower);
            entry.upper = entry.upper.min(upper);
            entry.likely = likely;
        } else {
            *entry = ExactEntry { position: position.clone(), depth, lower, upper, likely };
        }
    }
}

/// What a node's search found.
pub struct Found {
    pub lower: f64,
    pub upper: f64,
    pub likely: Move,
}

impl Found {
    /// What the best value seen says about the true one, given the window it was looked for in.
    pub fn within(best: f64, alpha: f64, beta: f64, likely: Move) -> Found {
        let lower = if best > alpha { best } else { f64::NEG_INFINITY };
        let upper = if best < beta { best } else { f64::INFINITY };
        Found { lower, upper, likely }
    }
}
