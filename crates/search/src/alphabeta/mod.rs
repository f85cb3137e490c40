//! The engine's search: iterative deepening, principal variation search, lazy SMP.
//!
//! `root` deepens, `node` is the tree, `quiescence` its leaves, `pruning` the conditions of pruning and reductions. A
//! [`Worker`] is one thread's view; all of them share the transposition table and what is in [`Shared`].

mod node;
pub mod pruning;
mod quiescence;
mod root;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use hetman_eval::{Evaluator, ThreadEvaluator};
use hetman_rules::shakmaty::Move;
use hetman_rules::{Playable, key};

use crate::handicap::Handicap;
use crate::history::{Context, Histories, PieceSquare};
use crate::line::{LineKeys, Node, value_of_outcome};
use crate::ordering::Scored;
use crate::score::{DRAW, EVALUATION_BOUND, MAX_PLY};
use crate::see::PieceValues;
use crate::table::{PackedMove, TranspositionTable};
use crate::time::Budget;
use crate::{Control, Limits, Oracle, Searchable, Settings, Tunables, Wdl};
use pruning::Reductions;
pub use root::RootMove;

/// Nodes between two looks at the clock: a fraction of a millisecond.
const NODES_BETWEEN_LOOKS: u64 = 512;

/// Everything the threads of one search share.
pub struct Shared<'a, E> {
    pub evaluator: &'a E,
    pub handicap: Option<Handicap>,
    pub piece_values: PieceValues,
    pub table: &'a TranspositionTable<'a>,
    pub oracle: Option<&'a dyn Oracle>,
    /// What the oracle says of the root.
    pub root_wdl: Option<Wdl>,
    pub tunables: Tunables,
    pub reductions: &'a Reductions,
    pub settings: &'a Settings,
    pub limits: &'a Limits,
    pub control: &'a Control<'a>,
    pub budget: Option<Budget>,
    /// Nodes of each thread, written now and then.
    pub nodes: Vec<AtomicU64>,
    pub tablebase_hits: AtomicU64,
    /// Set by the first thread when it has reached a limit.
    pub finished: AtomicBool,
}

impl<E> Shared<'_, E> {
    pub fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }
}

/// What is remembered about each ply of the line being searched.
struct Frame {
    evaluation: i32,
    killers: [PackedMove; 2],
    /// The move made here, unless it was a null move.
    made: Option<PieceSquare>,
    /// A move left out to see how the others fare without it.
    excluded: PackedMove,
    /// Principal variation from here on.
    line: Vec<Move>,
}

impl Default for Frame {
    fn default() -> Frame {
        Frame {
            evaluation: 0,
            killers: [PackedMove::NONE; 2],
            made: None,
            excluded: PackedMove::NONE,
            line: Vec::new(),
        }
    }
}

/// One thread's search.
pub struct Worker<'a, P: Playable, E: Evaluator + 'a> {
    shared: &'a Shared<'a, E>,
    evaluator: E::Thread<'a, P>,
    centipawns_per_unit: f64,
    histories: &'a mut Histories,
    /// Number of the thread; the first keeps time and reports.
    thread: usize,
    frames: Vec<Frame>,
    /// Moves still to be tried, of all nodes of the line (see [`Picker`](crate::ordering::Picker)).
    moves: Vec<Scored>,
    /// Of the game so far and of the line being searched.
    keys: LineKeys,
    pub root_moves: Vec<RootMove>,
    /// The line of MultiPV that is searched: root moves before it have theirs.
    pv_index: usize,
    root_depth: i32,
    pub completed_depth: i32,
    selective_depth: usize,
    nodes: u64,
    stopped: bool,
}

impl<'a, P: Searchable, E: Evaluator> Worker<'a, P, E> {
    pub fn new(
        shared: &'a Shared<'a, E>,
        histories: &'a mut Histories,
        thread: usize,
        game_keys: &[u64],
        root_moves: Vec<RootMove>,
    ) -> Worker<'a, P, E> {
        Worker {
            shared,
            evaluator: shared.evaluator.thread(),
            centipawns_per_unit: shared.evaluator.centipawns_per_unit(),
            histories,
            thread,
            frames: std::iter::repeat_with(Frame::default).take(MAX_PLY + 4).collect(),
            moves: Vec::with_capacity(1024),
            keys: LineKeys::new(game_keys, MAX_PLY + 8),
            root_moves,
            pv_index: 0,
            root_depth: 0,
            completed_depth: 0,
            selective_depth: 0,
            nodes: 0,
            stopped: false,
        }
    }

    /// Counts a node and looks, now and then, whether it is time to stop.
    fn count_node(&mut self) {
        self.nodes += 1;
        let look = self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS);
        if look {
            self.publish_nodes();
        }
        self.stopped |= self.shared.control.is_stopped() || self.shared.finished.load(Ordering::Relaxed);
        if self.thread == 0 && !self.stopped {
            self.stopped = self.node_limit_reached() || look && self.out_of_time();
        }
    }

    fn publish_nodes(&self) {
        self.shared.nodes[self.thread].store(self.nodes, Ordering::Relaxed);
    }

    /// Exact with one thread, so that a node limit means the same search every time.
    fn node_limit_reached(&self) -> bool {
        let Some(limit) = self.shared.limits.nodes else { return false };
        let others: u64 = self.shared.nodes[1..].iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum();
        self.nodes + others >= limit
    }

    fn out_of_time(&self) -> bool {
        let used = self.shared.control.time_used();
        self.shared.budget.zip(used).is_some_and(|(budget, used)| used >= budget.hard)
    }

    /// The value of the position at the end of the line.
    fn evaluate(&mut self, position: &P) -> i32 {
        let mut value = self.evaluator.evaluate(position).0;
        if let Some(handicap) = &self.shared.handicap {
            let pawn = 100.0 / self.centipawns_per_unit;
            value += pawn * handicap.error(key(position));
        }
        let centipawns = value * self.centipawns_per_unit;
        // To the nearest whole number, without the call that `round` costs where the processor has no instruction for it.
        ((centipawns + 0.5_f64.copysign(centipawns)) as i32).clamp(-EVALUATION_BOUND, EVALUATION_BOUND)
    }

    /// The moves before this ply that continuations are judged by.
    fn context(&self, ply: usize) -> Context {
        let made = |back: usize| ply.checked_sub(back).and_then(|earlier| self.frames[earlier].made);
        [made(1), made(2)]
    }

    /// Makes a move, which counts as a node; its key joins the line until [`take_back`](Worker::take_back).
    fn make(&mut self, here: &Node<P>, m: Move, ply: usize) -> Node<P> {
        self.count_node();
        let child = here.after(m, |key| self.shared.table.prefetch(key));
        self.keys.push(child.key);
        self.frames[ply].made = Some(PieceSquare::of(here.position.turn(), m));
        self.evaluator.push(&here.position, Some(m), &child.position);
        child
    }

    fn take_back(&mut self) {
        self.evaluator.pop();
        self.keys.pop();
    }

    /// Passes the move, where that is legal; undone by [`undo_null_move`](Worker::undo_null_move).
    fn do_null_move(&mut self, here: &Node<P>, ply: usize) -> Option<(Node<P>, usize)> {
        let child = here.passed()?;
        self.shared.table.prefetch(child.key);
        let reversible_from = self.keys.pass(child.key);
        self.frames[ply].made = None;
        self.evaluator.push(&here.position, None, &child.position);
        Some((child, reversible_from))
    }

    fn undo_null_move(&mut self, reversible_from: usize) {
        self.evaluator.pop();
        self.keys.unpass(reversible_from);
    }

    /// The value where there is nothing to search: the search was stopped, the game is over or drawn, or the line is
    /// as long as a line can be.
    fn without_search(&mut self, here: &Node<P>, ply: usize) -> Option<i32> {
        let position = &here.position;
        if self.stopped {
            return Some(DRAW);
        }
        if position.is_variant_end() {
            return Some(value_of_outcome(position.variant_outcome().known(), position, ply));
        }
        if self.keys.is_drawn(here) {
            return Some(DRAW);
        }
        (ply >= MAX_PLY).then(|| self.evaluate(position))
    }

    /// The value of a position without legal moves.
    fn finished(&self, position: &P, ply: usize) -> i32 {
        value_of_outcome(position.outcome().known(), position, ply)
    }
}
