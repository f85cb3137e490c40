//! Iterative deepening of the base region.

use std::time::Duration;

use hetman_eval::SideValue;
use hetman_eval::classic::Classic;
use hetman_rules::AnyPosition;
use hetman_rules::shakmaty::Move;
use hetman_rules::shakmaty::variant::Chess;
use rand::Rng;

use super::pseudo::{Wanted, pseudo_moves};
use super::tree::{KING, Tree, Window};
use super::{LEAST_DEPTH, MOST_DEPTH, Regions};
use crate::time::Budget;
use crate::{Bound, Control, Decision, Info, Limits, OnInfo, Score, SearchTask, Thinker, Tunables};

/// Between the search and the keeper of its clock.
const OVERHEAD: Duration = Duration::from_millis(10);
/// The clock is looked at once in so many moves.
const BETWEEN_LOOKS: u64 = 64;
/// No line is longer: values beyond this are mates.
const MATE: i32 = KING - 1000;

/// The search of 2005 with its evaluation.
pub struct RegionSearcher {
    evaluator: Classic,
    regions: Regions,
}

impl RegionSearcher {
    pub fn new(evaluator: Classic, regions: Regions) -> RegionSearcher {
        RegionSearcher { evaluator, regions }
    }
}

impl Thinker for RegionSearcher {
    fn think(&mut self, task: SearchTask, _: &mut dyn Rng, on_info: &mut OnInfo) -> Decision {
        let SearchTask { game, limits, control } = task;
        let AnyPosition::Chess(root) = game.position() else { return Decision::default() };
        let is_first = std::cell::Cell::new(true);
        let budget = Budget::of(limits, OVERHEAD, &Tunables::default());
        let is_over = |nodes: u64| {
            let is_late = || budget.is_some_and(|budget| control.time_used().is_some_and(|used| used >= budget.hard));
            limits.nodes.is_some_and(|most| nodes >= most) || nodes.is_multiple_of(BETWEEN_LOOKS) && is_late()
        };
        let should_stop = |nodes: u64| control.is_stopped() || !is_first.get() && is_over(nodes);
        let mut deepening = Deepening {
            root,
            moves: root_moves(root, limits),
            tree: Tree::new(self.regions, self.evaluator.start(), &should_stop),
            decision: Decision::default(),
        };
        deepening.tree.begin(root);
        let deepest = limits.depth.unwrap_or(MOST_DEPTH).clamp(LEAST_DEPTH, MOST_DEPTH);
        for depth in LEAST_DEPTH..=deepest {
            let is_tired = |budget: Budget| control.time_used().is_some_and(|used| used >= budget.soft);
            if deepening.tree.is_stopped || depth > LEAST_DEPTH && budget.is_some_and(is_tired) {
                break;
            }
            deepening.iterate(depth);
            is_first.set(false);
            deepening.tell(control, on_info);
        }
        deepening.decision
    }

    /// Nothing is left to chance, and nothing is remembered.
    fn reseed(&mut self, _seed: u64) -> bool {
        true
    }
}

/// The moves of the root in the order of the base region, those that are asked for.
fn root_moves(root: &Chess, limits: &Limits) -> Vec<Move> {
    let mut moves = Vec::new();
    pseudo_moves(root, Wanted::All, &mut moves);
    let is_wanted = |m: &Move| limits.root_moves.is_empty() || limits.root_moves.contains(m);
    moves.into_iter().map(|gainful| gainful.m).filter(is_wanted).collect()
}

struct Deepening<'a> {
    root: &'a Chess,
    /// The best of the last iteration first.
    moves: Vec<Move>,
    tree: Tree<'a>,
    decision: Decision,
}

impl Deepening<'_> {
    /// Searches every move to a depth, as long as that is allowed. The first that was searched to its end is the best of
    /// the iteration before, so that whatever is better is a better decision.
    fn iterate(&mut self, depth: u32) {
        let mut window = Window::WHOLE;
        let mut best = None;
        for index in 0..self.moves.len() {
            let m = self.moves[index];
            let value = self.tree.root_move(self.root, m, depth, window);
            if self.tree.is_stopped {
                break;
            }
            let Some(value) = value.filter(|&value| value > window.alpha) else { continue };
            window.alpha = value;
            best = Some(index);
            self.decide(m, value, depth);
        }
        self.decision.nodes = self.tree.nodes;
        if let Some(index) = best {
            self.moves[..=index].rotate_right(1);
        }
    }

    fn decide(&mut self, m: Move, value: i32, depth: u32) {
        let line: Vec<Move> = std::iter::once(m).chain(self.tree.expected().iter().copied()).collect();
        self.decision = Decision {
            best: Some(m),
            ponder: line.get(1).copied(),
            value: SideValue(f64::from(value)),
            score: Some(score(value)),
            depth,
            nodes: self.tree.nodes,
            line,
            is_repetition: false,
        };
    }

    fn tell(&self, control: &Control, on_info: &mut OnInfo) {
        let Some(score) = self.decision.score else { return };
        on_info(&Info {
            depth: self.decision.depth,
            selective_depth: self.tree.longest as u32,
            multi_pv: 1,
            score,
            bound: Bound::Exact,
            nodes: self.tree.nodes,
            time: control.elapsed(),
            hash_full: 0,
            tablebase_hits: 0,
            line: self.decision.line.clone(),
        });
    }
}

/// Full moves to a mate, or hundredths of a pawn.
fn score(value: i32) -> Score {
    match value {
        MATE.. => Score::Mate((KING - value + 1) / 2),
        _ if value <= -MATE => Score::Mate(-(KING + value + 1) / 2),
        _ => Score::Centipawns(value),
    }
}
