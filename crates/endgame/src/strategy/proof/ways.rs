//! Every way that play can go: from position to position, each with White to move.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use hetman_rules::shakmaty::Color;

use super::Proof;
use crate::small::SmallPosition;
use crate::strategy::Strategy;
use crate::strategy::symmetry::{Code, Placements};
use crate::table::{Progress, share};

/// A position with White to move, and all its mirror images.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    pub code: Code,
    pub multiplicity: u64,
}

/// Which positions follow on which when White plays by the strategy and Black plays anything.
#[derive(Debug)]
pub(super) struct Ways {
    pub positions: Vec<Position>,
    /// The most moves, after White's, of the ways that end outside of `positions`: none of a mate, those of another
    /// ending's proof. `None` if one of them does not end in a mate.
    outside: Vec<Option<u32>>,
    /// Where the followers of each position begin, and where the last ones end.
    starts: Vec<usize>,
    followers: Vec<u32>,
}

/// What White's move and Black's replies make of one position.
#[derive(Clone, Debug)]
pub(super) struct Next {
    outside: Option<u32>,
    followers: Vec<u32>,
}

/// What a longest way is known to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Longest {
    Unknown,
    /// It is being followed.
    Open,
    Known(Option<u32>),
}

impl Ways {
    pub fn of(
        strategy: &Strategy,
        others: &[&Proof],
        placements: &Placements,
        threads: NonZeroUsize,
        progress: &dyn Progress,
    ) -> Option<Ways> {
        let positions: Vec<Position> =
            placements.codes(Color::White).map(|(code, multiplicity)| Position { code, multiplicity }).collect();
        let parts: Mutex<Vec<(usize, Vec<Next>)>> = Mutex::default();
        let follower = Follower { strategy, others, placements, positions: &positions };
        let done = AtomicUsize::new(0);
        let work = |range: Range<usize>| {
            // What is not wanted any more is left as it is.
            let range = if progress.is_stopped() { 0..0 } else { range };
            let begin = range.start;
            let count = range.len();
            let next = range.map(|index| follower.follow(index)).collect();
            done.fetch_add(count, Ordering::Relaxed);
            parts.lock().expect("no thread panics while it holds the lock").push((begin, next));
        };
        let tell = || progress.advance(done.load(Ordering::Relaxed) as u64, positions.len() as u64);
        share(threads.get(), positions.len(), work, &tell);
        let mut parts = parts.into_inner().expect("all threads have ended well");
        parts.sort_by_key(|(begin, _)| *begin);
        let all = parts.into_iter().flat_map(|(_, next)| next);
        (!progress.is_stopped()).then(|| Ways::from_next(all, positions))
    }

    fn from_next(all: impl Iterator<Item = Next>, positions: Vec<Position>) -> Ways {
        let (mut outside, mut starts, mut followers) = (Vec::new(), vec![0], Vec::new());
        for next in all {
            outside.push(next.outside);
            followers.extend(next.followers);
            starts.push(followers.len());
        }
        Ways { positions, outside, starts, followers }
    }

    pub fn index(&self, code: Code) -> Option<usize> {
        index(&self.positions, code)
    }

    pub fn followers(&self, index: usize) -> &[u32] {
        &self.followers[self.starts[index]..self.starts[index + 1]]
    }

    /// A way from here ends at once, and not in a mate.
    pub fn fails_at(&self, index: usize) -> bool {
        self.outside[index].is_none()
    }

    /// White's moves on the longest way from each position; `None` where some way has no end, or a bad one.
    pub fn longest(&self) -> Vec<Option<u32>> {
        let mut longest = vec![Longest::Unknown; self.positions.len()];
        for index in 0..longest.len() {
            self.follow_from(index, &mut longest);
        }
        let known = |longest| if let Longest::Known(moves) = longest { moves } else { None };
        longest.into_iter().map(known).collect()
    }

    /// Depth-first search: a way that comes back to a position that is still open has no end.
    fn follow_from(&self, start: usize, longest: &mut [Longest]) {
        let mut open: Vec<(usize, usize, Option<u32>)> = Vec::new();
        let enter = |index: usize, longest: &mut [Longest], open: &mut Vec<_>| {
            if longest[index] == Longest::Unknown {
                longest[index] = Longest::Open;
                open.push((index, 0, self.outside[index]));
            }
        };
        enter(start, longest, &mut open);
        while let Some((index, next, so_far)) = open.last_mut() {
            let follower = self.followers(*index).get(*next).map(|&follower| follower as usize);
            match (follower, *so_far) {
                (Some(follower), Some(moves)) => match longest[follower] {
                    Longest::Unknown => enter(follower, longest, &mut open),
                    Longest::Open => *so_far = None,
                    Longest::Known(known) => {
                        *so_far = known.map(|known| known.max(moves));
                        *next += 1;
                    }
                },
                (_, so_far) => {
                    longest[*index] = Longest::Known(so_far.map(|moves| moves + 1));
                    open.pop();
                }
            }
        }
    }
}

fn index(positions: &[Position], code: Code) -> Option<usize> {
    positions.binary_search_by_key(&code, |position| position.code).ok()
}

struct Follower<'a> {
    strategy: &'a Strategy,
    others: &'a [&'a Proof],
    placements: &'a Placements,
    positions: &'a [Position],
}

impl Follower<'_> {
    fn follow(&self, index: usize) -> Next {
        let code = self.positions[index].code;
        let position = self.placements.position(code, Color::White).expect("only legal positions are listed");
        let moves = self.strategy.choose(&position).moves;
        let mut next = Next { outside: (!moves.is_empty()).then_some(0), followers: Vec::new() };
        for after in moves {
            self.add_replies(&after, &mut next);
        }
        next.followers.sort_unstable();
        next.followers.dedup();
        next
    }

    fn add_replies(&self, after: &SmallPosition, next: &mut Next) {
        let replies = after.successors();
        if replies.is_empty() && !after.is_check() {
            next.outside = None;
        }
        for reply in &replies {
            if reply.material() == (self.strategy.material, false) {
                let index = index(self.positions, self.placements.code(reply));
                next.followers.push(index.expect("a legal move leads to a legal position") as u32);
            } else {
                let known = self.others.iter().find_map(|proof| proof.moves(reply));
                next.outside = next.outside.zip(known).map(|(most, moves)| most.max(moves));
            }
        }
    }
}
