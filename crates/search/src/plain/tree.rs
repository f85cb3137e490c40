//! The tree of the plain search: values of positions, by alpha-beta.
//!
//! Every function here is fail-soft and exact: a result inside the window is the minimax value, one at or beyond its
//! edge is a bound on it. Moves are ordered, shallower passes and a table say which to try first, and windows are as
//! narrow as the question asked; none of that can change a value.

use std::collections::HashSet;

use hetman_eval::Incremental;
use hetman_rules::key;
use hetman_rules::shakmaty::Move;

use super::Plain;
use super::frontier::Frontier;
use super::order::{Memory, Picker, Scored, Wanted};
use super::table::{Found, NOTHING_KNOWN, Table};
use crate::Searchable;

/// Nodes between two looks at the switch: well under a millisecond with any evaluator.
const PATIENCE_NODES: u64 = 1024;

pub struct Tree<'a, P, E> {
    pub plain: Plain,
    pub nodes: u64,
    /// Somebody wants the search to end: whatever it returns from now on means nothing.
    pub is_stopped: bool,
    pub evaluator: &'a E,
    stop: &'a dyn Fn() -> bool,
    next_look: u64,
    pub past: Past,
    table: Table<P>,
    /// What is known below the leaves, by the plies left. Only where men taken come back, or must be taken, does this
    /// save more than it costs: exchanges and checks go on for long there, and in many orders.
    exchanges: Table<P>,
    memory: Memory,
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

/// A position and what the evaluator carries along the line to it.
pub struct Place<P, S> {
    pub position: P,
    pub state: S,
}

impl<'a, P: Searchable, E: Incremental<P>> Tree<'a, P, E> {
    pub fn new(plain: Plain, past: Past, evaluator: &'a E, stop: &'a dyn Fn() -> bool) -> Tree<'a, P, E> {
        let (table, memory) = (Table::new(plain.depth), Memory::new(plain.depth));
        Tree {
            plain,
            nodes: 0,
            is_stopped: false,
            evaluator,
            stop,
            next_look: 0,
            past,
            table,
            exchanges: Table::new(plain.depth),
            memory,
            moves: Vec::new(),
        }
    }

    pub fn place(&self, position: &P) -> Place<P, E::State> {
        Place { position: position.clone(), state: self.evaluator.begin(position) }
    }

    pub fn after(&self, place: &Place<P, E::State>, m: Move) -> Place<P, E::State> {
        // Built where it will lie: a position is large to carry about.
        let mut after = Place { position: place.position.clone(), state: E::State::default() };
        after.position.play_unchecked(m);
        after.state = self.evaluator.follow_move(&place.state, &place.position, m, &after.position);
        after
    }

    /// The value of a position searched to a depth.
    pub fn node(&mut self, place: &Place<P, E::State>, depth: u32, mut alpha: f64, beta: f64) -> f64 {
        if depth == 0 {
            return self.quiescence(place, self.plain.quiescence, alpha, beta);
        }
        if self.should_stop() {
            return 0.0;
        }
        let position = &place.position;
        let key = key(position);
        if self.past.contains(key) {
            return self.plain.terminals.draw.unwrap_or(0.0);
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
        let mut frontier = Frontier::of(place, self.evaluator);
        let mut picker = Picker::new(position, Wanted::All { depth }, known.likely, &self.moves);
        let may_leave_out = depth == 1 && !self.follows_compulsion();
        let mut leaves_out = |m, alpha| may_leave_out && frontier.leaves_out(m, alpha);
        while let Some(m) = picker.next(position, &self.memory, &mut self.moves, |m| leaves_out(m, alpha)) {
            let value = self.child(&self.after(place, m), depth - 1, alpha, beta, likely.is_none());
            if self.is_stopped {
                return 0.0;
            }
            if value > best {
                (best, likely) = (value, Some(m));
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                self.memory.praise(position.turn(), m, depth);
                break;
            }
        }
        self.moves.truncate(picker.start());
        if let Some((ceiling, m)) = frontier.best.filter(|&(ceiling, _)| ceiling > best) {
            (best, likely) = (ceiling, Some(m));
        }
        let Some(likely) = likely else { return self.leaf(place) };
        self.nodes += 1;
        self.table.keep(slot, position, depth, Found::within(best, floor, beta, likely));
        best
    }

    /// The value after a move, seen by the mover. Moves after the first are expected to be no better, which is cheaper
    /// to prove than their value is to find.
    fn child(&mut self, place: &Place<P, E::State>, depth: u32, alpha: f64, beta: f64, is_first: bool) -> f64 {
        let scout = alpha.next_up();
        if is_first || scout >= beta {
            return -self.node(place, depth, -beta, -alpha);
        }
        let value = -self.node(place, depth, -scout, -alpha);
        if value <= alpha || value >= beta { value } else { -self.node(place, depth, -beta, -alpha) }
    }

    /// Whether positions below the leaves are not judged while a capture must be made.
    fn follows_compulsion(&self) -> bool {
        self.plain.compulsory && P::VARIANT.is_losing_game()
    }

    /// Whether a position below the leaves cannot be judged as it stands.
    pub fn must_move(&self, position: &P) -> bool {
        position.is_check() || self.follows_compulsion() && !position.capture_moves().is_empty()
    }

    /// Whether moves that give check are tried with so many plies of quiescence left.
    pub fn tries_checks(&self, plies: u32) -> bool {
        plies + self.plain.checks > self.plain.quiescence
    }

    /// The value of a position from which only exchanges are played out: captures, and everything where one must move.
    pub fn quiescence(&mut self, place: &Place<P, E::State>, plies: u32, mut alpha: f64, beta: f64) -> f64 {
        if plies == 0 {
            return self.leaf(place);
        }
        if self.should_stop() {
            return 0.0;
        }
        let must_move = self.must_move(&place.position);
        let mut best = if must_move { f64::NEG_INFINITY } else { self.leaf(place) };
        if best >= beta {
            return best;
        }
        let position = &place.position;
        let is_long = position.pockets().is_some() || self.follows_compulsion();
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
        while let Some(m) = picker.next(position, &self.memory, &mut self.moves, |_| false) {
            let value = -self.quiescence(&self.after(place, m), plies - 1, -beta, -alpha);
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
            (None, _) if must_move => return self.leaf(place),
            (Some(likely), Some(slot)) => {
                self.exchanges.keep(slot, position, plies, Found::within(best, floor, beta, likely));
            }
            _ => {}
        }
        best
    }

    /// The value of a position that is not searched further.
    pub fn leaf(&mut self, place: &Place<P, E::State>) -> f64 {
        self.nodes += 1;
        let known = self.plain.terminals.value(&place.position);
        known.unwrap_or_else(|| self.evaluator.judge(&place.state, &place.position).0)
    }

    fn should_stop(&mut self) -> bool {
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + PATIENCE_NODES;
            self.is_stopped = self.is_stopped || (self.stop)();
        }
        self.is_stopped
    }
}
