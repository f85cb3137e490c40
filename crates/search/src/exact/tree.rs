//! The tree of the exact search: values of positions, by alpha-beta.
//!
//! Every function here is fail-soft and exact: a result inside the window is the minimax value, one at or beyond its
//! edge is a bound on it. Moves are ordered, shallower passes and a table say which to try first, and windows are as
//! narrow as the question asked; none of that can change a value.

use std::collections::HashSet;

use hetman_eval::ThreadEvaluator;
use hetman_rules::key;
use hetman_rules::shakmaty::Move;

use super::ExactSearch;
use super::frontier::Frontier;
use super::order::{Picker, QuietHistories, Scored, Wanted};
use super::table::{ExactTable, Found, NOTHING_KNOWN};
use crate::{Control, Searchable};

pub struct Tree<'a, P, T> {
    pub exact: ExactSearch,
    pub nodes: u64,
    /// Somebody wants the search to end: whatever it returns from now on means nothing.
    pub is_stopped: bool,
    /// Told of every move of the line.
    evaluator: T,
    control: &'a Control<'a>,
    pub past: Past,
    table: ExactTable<P>,
    /// What is known below the leaves, by the plies left. Only where pieces taken come back does this save more than it
    /// costs: exchanges and checks go on for long there, and in many orders.
    exchanges: ExactTable<P>,
    histories: QuietHistories,
    /// The moves of every node between the root and the present one.
    moves: Vec<Scored>,
}

/// The positions that are drawn if they come up again, by their keys.
#[derive(Default)]
pub struct Past(HashSet<u64>);

impl Past {
    pub fn of(game: &[u64]) -> Past {
        Past(game.iter().copied().collect())
    }

    pub fn contains(&self, key: u64) -> bool {
        !self.0.is_empty() && self.0.contains(&key)
    }
}

impl<'a, P: Searchable, T: ThreadEvaluator<P>> Tree<'a, P, T> {
    pub fn new(exact: ExactSearch, past: Past, evaluator: T, control: &'a Control<'a>) -> Tree<'a, P, T> {
        let (table, histories) = (ExactTable::new(exact.depth), QuietHistories::new(exact.depth));
        Tree {
            exact,
            nodes: 0,
            is_stopped: false,
            evaluator,
            control,
            past,
            table,
            exchanges: ExactTable::new(exact.depth),
            histories,
            moves: Vec::new(),
        }
    }

    /// The line begins here.
    pub fn begin(&mut self, root: &P) {
        self.evaluator.reset(root);
    }

    /// Goes on with the line for good.
    pub fn advance(&mut self, position: &P, m: Move) -> P {
        let mut after = position.clone();
        after.play_unchecked(m);
        self.evaluator.push(position, Some(m), &after);
        after
    }

    /// Asks something about the position after a move, and takes the move back.
    pub fn after<A>(&mut self, position: &P, m: Move, ask: impl FnOnce(&mut Self, &P) -> A) -> A {
        let after = self.advance(position, m);
        let answer = ask(self, &after);
        self.evaluator.pop();
        answer
    }

    /// The value of a position searched to a depth.
    pub fn node(&mut self, position: &P, depth: u32, mut alpha: f64, beta: f64) -> f64 {
        if depth == 0 {
            return self.quiescence(position, self.exact.quiescence, alpha, beta);
        }
        if self.should_stop() {
            return 0.0;
        }
        let key = key(position);
        if self.past.contains(key) {
            return self.exact.terminals.draw.unwrap_or(0.0);
        }
        let slot = self.table.slot(key);
        let known = self.table.look_up(slot, position, depth);
        if known.lower >= beta {
            return known.lower;
        }
        if known.upper <= alpha {
            return known.upper;
        }
        let (floor, mut best, mut likely) = (alpha, f64::NEG_INFINITY, None);
        let mut frontier = Frontier::of(position);
        let mut picker = Picker::new(position, Wanted::All { depth }, known.likely, &self.moves);
        let may_leave_out = depth == 1;
        loop {
            let leaves_out = |m| may_leave_out && frontier.leaves_out(&self.evaluator, m, alpha);
            let Some(m) = picker.next(position, &self.histories, &mut self.moves, leaves_out) else { break };
            let is_first = likely.is_none();
            let value = self.after(position, m, |tree, child| tree.child(child, depth - 1, alpha, beta, is_first));
            if self.is_stopped {
                return 0.0;
            }
            if value > best {
                (best, likely) = (value, Some(m));
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                self.histories.update(position.turn(), m, depth);
                break;
            }
        }
        self.moves.truncate(picker.start());
        if let Some((ceiling, m)) = frontier.best.filter(|&(ceiling, _)| ceiling > best) {
            (best, likely) = (ceiling, Some(m));
        }
        let Some(likely) = likely else { return self.leaf(position) };
        self.nodes += 1;
        self.table.keep(slot, position, depth, Found::within(best, floor, beta, likely));
        best
    }

    /// The value after a move, seen by the mover. Moves after the first are expected to be no better, which is cheaper
    /// to prove than their value is to find.
    fn child(&mut self, position: &P, depth: u32, alpha: f64, beta: f64, is_first: bool) -> f64 {
        let scout = alpha.next_up();
        if is_first || scout >= beta {
            return -self.node(position, depth, -beta, -alpha);
        }
        let value = -self.node(position, depth, -scout, -alpha);
        if value <= alpha || value >= beta { value } else { -self.node(position, depth, -beta, -alpha) }
    }

    /// Whether moves that give check are tried with so many plies of quiescence left.
    pub fn tries_checks(&self, plies: u32) -> bool {
        plies + self.exact.check_plies > self.exact.quiescence
    }

    /// The value of a position from which only exchanges are played out: captures, and everything where one must move.
    pub fn quiescence(&mut self, position: &P, plies: u32, mut alpha: f64, beta: f64) -> f64 {
        if self.should_stop() {
            return 0.0;
        }
        if plies == 0 {
            return self.leaf(position);
        }
        let must_move = position.is_check();
        let mut best = if must_move { f64::NEG_INFINITY } else { self.leaf(position) };
        if best >= beta {
            return best;
        }
        let is_long = position.pockets().is_some();
        let slot = is_long.then(|| self.exchanges.slot(key(position)));
        let known = slot.map_or(NOTHING_KNOWN, |slot| self.exchanges.look_up(slot, position, plies));
        if known.lower >= beta {
            return known.lower;
        }
        if known.upper <= alpha {
            return known.upper;
        }
        let (floor, mut likely) = (alpha, None);
        alpha = alpha.max(best);
        let wanted = match must_move {
            true => Wanted::Evasions,
            false if self.tries_checks(plies) => Wanted::Forcing,
            false => Wanted::Captures,
        };
        let mut picker = Picker::new(position, wanted, known.likely, &self.moves);
        while let Some(m) = picker.next(position, &self.histories, &mut self.moves, |_| false) {
            let value = self.after(position, m, |tree, child| -tree.quiescence(child, plies - 1, -beta, -alpha));
            if value > best || likely.is_none() {
                likely = Some(m);
            }
            best = best.max(value);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.moves.truncate(picker.start());
        match (likely, slot) {
            (None, _) if must_move => return self.leaf(position),
            (Some(likely), Some(slot)) => {
                self.exchanges.keep(slot, position, plies, Found::within(best, floor, beta, likely));
            }
            _ => {}
        }
        best
    }

    /// The value of a position that is not searched further.
    pub fn leaf(&mut self, position: &P) -> f64 {
        self.nodes += 1;
        let known = self.exact.terminals.value(position);
        known.unwrap_or_else(|| self.evaluator.evaluate(position).0)
    }

    fn should_stop(&mut self) -> bool {
        self.is_stopped = self.is_stopped || self.control.is_stopped();
        self.is_stopped
    }
}
