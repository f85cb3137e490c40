//! Iterative deepening by budget: four times as much in each iteration, in a window around the last value.

use std::cell::Cell;
use std::time::Duration;

use hetman_eval::{Evaluator, SideValue};
use hetman_rules::Playable;
use hetman_rules::shakmaty::Move;

use super::allocator::Allocator;
use super::settings::{ASPIRATION, GROWTH, WIDENING};
use super::tree::Tree;
use crate::line::{Node, value_of_outcome};
use crate::score::{INFINITE, MATE, MATE_IN_MAX_PLY, is_win_or_loss, to_score};
use crate::time::Budget as TimeBudget;
use crate::{Bound, Control, Decision, Info, Limits, OnInfo, Score, Searchable, Tunables};

/// Between the search and the keeper of its clock.
const OVERHEAD: Duration = Duration::from_millis(10);
/// The clock is looked at once in so many moves.
const BETWEEN_LOOKS: u64 = 64;
/// Iterations at most: budgets beyond are of no use.
const MOST_ITERATIONS: u32 = 30;

/// The limits of one search, and who may end it.
pub struct WhenToStop<'a> {
    limits: &'a Limits,
    control: &'a Control<'a>,
    time: Option<TimeBudget>,
    /// Once a limit is reached it stays so.
    is_over: Cell<bool>,
}

impl<'a> WhenToStop<'a> {
    pub fn of(limits: &'a Limits, control: &'a Control<'a>, tunables: &Tunables) -> WhenToStop<'a> {
        let time = TimeBudget::of(limits, OVERHEAD, tunables);
        WhenToStop { limits, control, time, is_over: Cell::new(false) }
    }

    /// Whether the search must end, so many moves having been made.
    pub fn is_over(&self, nodes: u64) -> bool {
        let is_late = || nodes.is_multiple_of(BETWEEN_LOOKS) && self.has_used(|time| time.hard);
        let is_over = self.is_over.get()
            || self.control.is_stopped()
            || self.limits.nodes.is_some_and(|most| nodes >= most)
            || is_late();
        self.is_over.set(is_over);
        is_over
    }

    fn has_used(&self, limit: impl Fn(TimeBudget) -> Duration) -> bool {
        self.time.zip(self.control.time_used()).is_some_and(|(time, used)| used >= limit(time))
    }

    /// Whether another iteration is not worth beginning: there is no time for it, or nothing to think about.
    fn is_enough(&self, iteration: u32, value: i32, moves: usize) -> bool {
        let plies_to_win = MATE - value.abs();
        let is_seen = value.abs() >= MATE_IN_MAX_PLY && iteration as i32 > 2 * plies_to_win;
        let is_wanted = self.limits.mate.is_some_and(|moves| value > MATE - 2 * moves as i32);
        let is_timed = self.limits.clock.is_some() && self.limits.move_time.is_none();
        is_wanted || is_timed && (is_seen || moves == 1) || self.has_used(|time| time.soft)
    }
}

pub struct Iterations<'a, P: Playable, E: Evaluator + 'a, A> {
    tree: Tree<'a, P, E, A>,
    root: Node<P>,
    when: &'a WhenToStop<'a>,
    decision: Decision,
    value: i32,
}

impl<'a, P: Searchable, E: Evaluator, A: Allocator> Iterations<'a, P, E, A> {
    pub fn new(tree: Tree<'a, P, E, A>, root: &P, when: &'a WhenToStop<'a>) -> Iterations<'a, P, E, A> {
        let root = Node::new(root.clone(), tree.keys.root());
        Iterations { tree, root, when, decision: Decision::default(), value: 0 }
    }

    /// Searches with more and more until a limit is reached, and says what it has come to.
    pub fn run(mut self, on_info: &mut OnInfo) -> Decision {
        let Some(&first) = self.tree.root_moves().first() else {
            let position = &self.root.position;
            self.decide(None, value_of_outcome(position.outcome().known(), position, 0), 0);
            return self.decision;
        };
        // Stopped before anything is known: any move is better than none.
        self.decision.best = Some(first);
        self.tree.begin(&self.root.position);
        let last = self.when.limits.depth.unwrap_or(MOST_ITERATIONS).min(MOST_ITERATIONS);
        for iteration in 0..=last {
            self.aspire(iteration);
            self.decision.nodes = self.tree.nodes;
            if let Some(score) = self.decision.score
                && (iteration > 0 || last == 0 || self.tree.is_stopped)
            {
                self.tell(score, on_info);
            }
            if self.tree.is_stopped || self.when.is_enough(iteration, self.value, self.tree.root_moves().len()) {
                break;
            }
        }
        self.decision
    }

    /// Aspiration window: narrow around the last value, wider where the value falls out, and open in the end.
    fn aspire(&mut self, iteration: u32) {
        let budget = GROWTH.powi(iteration as i32);
        let [mut width, widest] = ASPIRATION;
        let is_first = iteration == 0 || is_win_or_loss(self.value);
        let around = |width: i32, value: i32| (value - width, value + width);
        let mut window = if is_first { (-INFINITE, INFINITE) } else { around(width, self.value) };
        loop {
            let (alpha, beta) = window;
            self.tree.best = None;
            let value = self.tree.node(&self.root, budget, alpha, beta, 0);
            if let Some((best, value)) = self.tree.best {
                self.tree.likely = best.into();
                self.decide(Some(best), value, iteration);
            }
            if self.tree.is_stopped || value > alpha && value < beta {
                return;
            }
            width *= WIDENING;
            window = if width > widest { (-INFINITE, INFINITE) } else { around(width, self.value) };
        }
    }

    fn decide(&mut self, best: Option<Move>, value: i32, iteration: u32) {
        let line = self.tree.lines.get(0).to_vec();
        let score = self.score(value);
        self.value = value;
        self.decision = Decision {
            best,
            ponder: line.get(1).copied(),
            value: SideValue(f64::from(value)),
            score: Some(score),
            depth: iteration.max(1),
            nodes: self.tree.nodes,
            line,
            is_repetition: false,
        };
    }

    /// Full moves to a mate, or hundredths of a pawn.
    fn score(&self, value: i32) -> Score {
        if is_win_or_loss(value) {
            return to_score(value);
        }
        Score::Centipawns((f64::from(value) / self.tree.points_per_centipawn()).round() as i32)
    }

    fn tell(&self, score: Score, on_info: &mut OnInfo) {
        on_info(&Info {
            depth: self.decision.depth,
            selective_depth: self.tree.longest as u32,
            multi_pv: 1,
            score,
            bound: Bound::Exact,
            nodes: self.tree.nodes,
            time: self.when.control.elapsed(),
            hash_full: self.tree.hash_full(),
            tablebase_hits: 0,
            line: self.decision.line.clone(),
        });
    }
}
