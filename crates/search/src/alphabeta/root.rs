//! Iterative deepening: one ply more each time, each line of MultiPV in turn, in a window around the last value.

use std::sync::atomic::Ordering;
use std::time::Duration;

use hetman_eval::{Evaluator, ThreadEvaluator};
use hetman_rules::shakmaty::Move;

use super::Worker;
use super::node::NodeKind;
use crate::line::Node;
use crate::score::{DRAW, INFINITE, MATE, MATE_IN_MAX_PLY, MAX_PLY, TB_WIN, to_score};
use crate::{Bound, Decision, Info, OnInfo, Searchable, Wdl};

/// A root move and what is known of it.
#[derive(Clone, Debug)]
pub struct RootMove {
    pub m: Move,
    pub value: i32,
    /// What it was worth an iteration ago.
    previous_value: i32,
    pub line: Vec<Move>,
    pub selective_depth: u32,
    nodes: u64,
}

impl RootMove {
    pub fn new(m: Move) -> RootMove {
        RootMove { m, value: 0, previous_value: -INFINITE, line: vec![m], selective_depth: 0, nodes: 0 }
    }
}

impl<P: Searchable, E: Evaluator> Worker<'_, P, E> {
    /// Deepens until a limit is reached. `on_info` hears of every finished line.
    pub fn iterative_deepening(&mut self, root: &P, on_info: &mut OnInfo) {
        let deepest =
            self.shared.limits.depth.map_or(MAX_PLY as i32 - 1, |depth| depth.clamp(1, MAX_PLY as u32 - 1) as i32);
        self.evaluator.reset(root);
        let mut best_move_stability = 0;
        for depth in 1..=deepest {
            // Half of the other threads run a ply ahead, so that they do not all do the same.
            self.root_depth = (depth + (self.thread as i32 & 1)).min(deepest.max(1));
            let best_before = self.root_moves[0].m;
            self.search_lines(root, on_info);
            if self.stopped {
                break;
            }
            self.completed_depth = depth;
            best_move_stability = if self.root_moves[0].m == best_before { best_move_stability + 1 } else { 0 };
            if self.thread == 0 && self.is_enough(best_move_stability) {
                break;
            }
        }
        self.publish_nodes();
        if self.thread == 0 {
            self.shared.finished.store(true, Ordering::Relaxed);
        }
    }

    fn search_lines(&mut self, root: &P, on_info: &mut OnInfo) {
        let lines = self.shared.settings.multi_pv.clamp(1, self.root_moves.len());
        for root_move in &mut self.root_moves {
            root_move.nodes = 0;
            root_move.previous_value = root_move.value;
        }
        for line in 0..lines {
            self.pv_index = line;
            self.selective_depth = 0;
            let before = self.root_moves.clone();
            self.aspiration_search(root, on_info);
            if self.stopped && self.root_moves[line].value == -INFINITE {
                // Stopped before anything new was proven of the line: what was known of it stays.
                self.root_moves = before;
                break;
            }
            self.root_moves[line..].sort_by_key(|root_move| std::cmp::Reverse(root_move.value));
            self.root_moves[..=line].sort_by_key(|root_move| std::cmp::Reverse(root_move.value));
            if self.stopped {
                break;
            }
        }
        self.pv_index = 0;
        if self.thread == 0 {
            // Even a search stopped in its first iteration reports the line it decides by.
            for rank in 0..if self.stopped { usize::from(self.completed_depth == 0) } else { lines } {
                self.report(rank, Bound::Exact, on_info);
            }
        }
    }

    /// Aspiration window: searches one line in a narrow window around its value of an iteration ago, widened on the side
    /// where the value falls out.
    fn aspiration_search(&mut self, root: &P, on_info: &mut OnInfo) {
        let tunables = &self.shared.tunables;
        let previous = self.root_moves[self.pv_index].previous_value;
        let narrow = self.root_depth >= tunables.asp_depth && previous.abs() < MATE_IN_MAX_PLY;
        let root = Node::new(root.clone(), self.keys.root());
        let mut width = tunables.asp_width;
        let (mut alpha, mut beta) = if narrow { (previous - width, previous + width) } else { (-INFINITE, INFINITE) };
        loop {
            for root_move in &mut self.root_moves[self.pv_index..] {
                root_move.value = -INFINITE;
            }
            let value = self.node(&root, alpha, beta, self.root_depth, 0, NodeKind::Principal);
            self.root_moves[self.pv_index..].sort_by_key(|root_move| std::cmp::Reverse(root_move.value));
            if self.stopped || value > alpha && value < beta {
                return;
            }
            let bound = if value <= alpha { Bound::Upper } else { Bound::Lower };
            if self.thread == 0 && self.shared.control.elapsed() > Duration::from_secs(3) {
                self.root_moves[self.pv_index].value = value;
                self.report(self.pv_index, bound, on_info);
            }
            match bound {
                Bound::Upper => {
                    beta = (alpha + beta) / 2;
                    alpha = (value - width).max(-INFINITE);
                }
                _ => beta = (value + width).min(INFINITE),
            }
            width *= 2;
            if width > tunables.asp_max_width {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Whether a root move is searched now: allowed, and not the head of an earlier line.
    pub(super) fn is_candidate(&self, m: Move) -> bool {
        self.root_moves[self.pv_index..].iter().any(|root_move| root_move.m == m)
    }

    /// Only the first move and those that beat it have a value; the others have shown only that they do not.
    pub(super) fn record_root_move(&mut self, m: Move, value: i32, number: usize, alpha: i32, nodes: u64) {
        let line: Vec<Move> = std::iter::once(m).chain(self.frames[1].line.iter().copied()).collect();
        let selective_depth = self.selective_depth as u32;
        let Some(root_move) = self.root_moves.iter_mut().find(|root_move| root_move.m == m) else { return };
        root_move.nodes += nodes;
        if number == 1 || value > alpha {
            root_move.value = value;
            root_move.line = line;
            root_move.selective_depth = selective_depth;
        } else {
            root_move.value = -INFINITE;
        }
    }

    /// What the search has come to.
    pub fn decision(&self) -> Decision {
        let best = &self.root_moves[0];
        let score = to_score(self.proven(best.value));
        Decision {
            best: Some(best.m),
            ponder: best.line.get(1).copied(),
            value: score.into(),
            score: Some(score),
            depth: self.completed_depth as u32,
            nodes: self.shared.total_nodes(),
            line: best.line.clone(),
            is_repetition: false,
        }
    }

    /// The value, unless an oracle knows better. A mate that was seen says more than it does.
    fn proven(&self, value: i32) -> i32 {
        match self.shared.root_wdl {
            Some(Wdl::Win) => value.max(TB_WIN),
            Some(Wdl::Draw) => DRAW,
            Some(Wdl::Loss) => value.min(-TB_WIN),
            None => value,
        }
    }

    fn report(&self, rank: usize, bound: Bound, on_info: &mut OnInfo) {
        self.publish_nodes();
        let root_move = &self.root_moves[rank];
        on_info(&Info {
            depth: self.root_depth as u32,
            selective_depth: root_move.selective_depth.max(self.root_depth as u32),
            multi_pv: rank as u32 + 1,
            score: to_score(self.proven(root_move.value)),
            bound,
            nodes: self.shared.total_nodes(),
            time: self.shared.control.elapsed(),
            hash_full: self.shared.table.hashfull(),
            tablebase_hits: self.shared.tablebase_hits.load(Ordering::Relaxed)
                + u64::from(self.shared.root_wdl.is_some()),
            line: root_move.line.clone(),
        });
    }

    /// Whether another iteration is not worth beginning.
    fn is_enough(&self, best_move_stability: u32) -> bool {
        let value = self.root_moves[0].value;
        if let Some(moves) = self.shared.limits.mate
            && value > MATE - 2 * moves as i32
        {
            return true;
        }
        if self.shared.limits.soft_nodes.is_some_and(|most| self.shared.total_nodes() >= most) {
            return true;
        }
        let Some((budget, used)) = self.shared.budget.zip(self.shared.control.time_used()) else { return false };
        // With one move there is nothing to think about, with a mate nothing to add.
        let decided =
            self.root_moves.len() == 1 || value.abs() >= MATE_IN_MAX_PLY && self.root_depth > 2 * (MATE - value.abs());
        if decided && self.shared.limits.clock.is_some() && self.shared.limits.move_time.is_none() {
            return true;
        }
        let time_scale =
            if self.shared.limits.move_time.is_some() { 1.0 } else { self.time_scale(best_move_stability) };
        used >= budget.soft.mul_f64(time_scale).min(budget.hard)
    }

    /// Less time when the best move has long been the same and took most of the work, more when it just changed.
    fn time_scale(&self, best_move_stability: u32) -> f64 {
        let total: u64 = self.root_moves.iter().map(|root_move| root_move.nodes).sum();
        let share = self.root_moves[0].nodes as f64 / total.max(1) as f64;
        let tunables = &self.shared.tunables;
        let hundredths = |number: i32| f64::from(number) / 100.0;
        let by_stability = hundredths(match best_move_stability {
            0 => tunables.time_stability_0,
            1 => tunables.time_stability_1,
            2 => tunables.time_stability_2,
            _ => tunables.time_stability_3,
        });
        let (least, most) = (hundredths(tunables.time_nodes_min), hundredths(tunables.time_nodes_max));
        by_stability * (hundredths(tunables.time_nodes_base) - share).clamp(least, most)
    }
}
