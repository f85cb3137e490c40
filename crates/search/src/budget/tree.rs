//! The tree: values of positions by alpha-beta, as far as the node budget goes.

use hetman_eval::{Evaluator, ThreadEvaluator};
use hetman_rules::Playable;
use hetman_rules::shakmaty::{Move, Role};

use super::allocator::Allocator;
use super::candidate::{Candidate, Hints, push_candidates};
use super::settings::{
    BudgetSettings, DEEPENED_SHARE, GROWTH, LEAST_DEEPENED, LEAST_SCOUTED, MOST_PLIES, NULL_MOVE_SHARE,
};
use crate::history::Histories;
use crate::line::{LineKeys, Lines, Node, value_of_outcome};
use crate::ordering::{Scored, is_noisy};
use crate::score::{DRAW, EVALUATION_BOUND, INFINITE, MAX_PLY, is_win_or_loss, value_to_tt};
use crate::see::PieceValues;
use crate::table::{NO_EVALUATION, PackedMove, TableEntry, TranspositionTable};
use crate::{Bound, Searchable, Tunables};

/// A bounded evaluator counts up to this; for another, so many are a hundredth of a pawn.
const BOUND: f64 = 10_000.0;
const POINTS_PER_CENTIPAWN: f64 = 5.0;

/// A node whose budget is split.
pub struct Split<'a, P> {
    pub position: &'a P,
    pub budget: f64,
    pub values: &'a PieceValues,
}

impl<P> Split<'_, P> {
    /// What is left once the node has paid for itself.
    pub fn rest(&self) -> f64 {
        self.budget - 1.0
    }
}

/// What an evaluator's values are counted in.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    points_per_unit: f64,
    pub points_per_centipawn: f64,
}

impl Scale {
    pub fn of(evaluator: &impl Evaluator) -> Scale {
        let unit = evaluator.centipawns_per_unit();
        let points_per_unit = evaluator.bound().map_or(POINTS_PER_CENTIPAWN * unit, |bound| BOUND / bound);
        Scale { points_per_unit, points_per_centipawn: points_per_unit / unit }
    }
}

/// What one search is about.
pub struct Search<'a, A> {
    pub settings: &'a BudgetSettings,
    pub allocator: &'a mut A,
    pub tunables: &'a Tunables,
    pub piece_values: PieceValues,
    pub scale: Scale,
    /// None at all where nothing is to be remembered.
    pub table: Option<TranspositionTable<'a>>,
    /// The only moves at the root.
    pub root_moves: &'a [Move],
    /// Asked at every node whether the search must end; told how many moves have been made.
    pub should_stop: &'a dyn Fn(u64) -> bool,
}

pub struct Tree<'a, P: Playable, E: Evaluator + 'a, A> {
    pub(super) search: Search<'a, A>,
    pub(super) evaluator: E::Thread<'a, P>,
    pub(super) histories: &'a mut Histories,
    pub keys: LineKeys,
    pub lines: Lines,
    /// Hears of every inner node.
    visit: &'a mut dyn FnMut(&P),
    /// By ply, quiet moves that have cut off.
    killers: Vec<[PackedMove; 2]>,
    /// The moves of every node between the root and the present one.
    candidates: Vec<Candidate>,
    /// The same in quiescence.
    pub(super) noisy: Vec<Scored>,
    /// Moves made.
    pub nodes: u64,
    pub is_stopped: bool,
    /// The longest line, captures at its end included.
    pub longest: usize,
    /// What is tried first at the root: the best of the iteration before.
    pub likely: PackedMove,
    /// The best root move that this iteration has found, and its value.
    pub best: Option<(Move, i32)>,
}

impl<'a, P: Searchable, E: Evaluator, A: Allocator> Tree<'a, P, E, A> {
    pub fn new(
        search: Search<'a, A>,
        evaluator: &'a E,
        histories: &'a mut Histories,
        game: &[u64],
        visit: &'a mut dyn FnMut(&P),
    ) -> Tree<'a, P, E, A> {
        Tree {
            search,
            evaluator: evaluator.thread(),
            histories,
            keys: LineKeys::new(game, MAX_PLY + 8).with_root_in_tree(),
            lines: Lines::default(),
            visit,
            killers: vec![[PackedMove::NONE; 2]; MAX_PLY + 2],
            candidates: Vec::new(),
            noisy: Vec::new(),
            nodes: 0,
            is_stopped: false,
            longest: 0,
            likely: PackedMove::NONE,
            best: None,
        }
    }

    pub fn root_moves(&self) -> &'a [Move] {
        self.search.root_moves
    }

    pub fn points_per_centipawn(&self) -> f64 {
        self.search.scale.points_per_centipawn
    }

    pub fn hash_full(&self) -> u32 {
        self.search.table.as_ref().map_or(0, TranspositionTable::hashfull)
    }

    /// Lines begin here.
    pub fn begin(&mut self, root: &P) {
        self.evaluator.reset(root);
    }

    /// The value of a position with this budget: exact inside (alpha, beta), a bound outside.
    pub fn node(&mut self, here: &Node<P>, budget: f64, alpha: i32, beta: i32, ply: usize) -> i32 {
        if budget < 1.0 || ply > MOST_PLIES {
            return self.quiescence(here, alpha, beta, ply, self.search.tunables.qs_plies);
        }
        self.lines.clear(ply);
        self.longest = self.longest.max(ply);
        if ply > 0
            && let Some(value) = self.without_search(here, ply)
        {
            return value;
        }
        (self.visit)(&here.position);

        // Transposition table cutoff: an entry of no smaller budget. On the principal variation only what lies outside
        // the window cuts off, so that the line is found again.
        let principal = beta - alpha > 1;
        let entry = self.probe(here.key);
        if let Some(entry) = entry
            && ply > 0
            && entry.depth >= budget_class(budget)
            && (here.position.halfmoves() as i32) < self.search.tunables.tt_rule50
            && let Some(value) = entry.settles(alpha, beta, ply)
            && (!principal || value <= alpha || value >= beta)
        {
            return value;
        }
        let known = entry.map_or(NO_EVALUATION, |entry| entry.evaluation);
        let asks = self.search.settings.null_move && ply > 0 && !here.in_check && !P::CAPTURES_ARE_FORCED;
        let evaluation = if asks { self.static_value(&here.position, known) } else { known };
        if asks
            && evaluation >= beta
            && let Some(value) = self.null_move(here, budget, beta, ply)
        {
            return value;
        }

        let mut tt_move = entry.map_or(PackedMove::NONE, |entry| entry.best);
        if ply == 0 && self.likely.is_some() {
            tt_move = self.likely;
        }
        // Internal iterative deepening: a first move for the principal variation.
        let deepens = self.search.settings.deepening && principal && ply > 0 && budget > LEAST_DEEPENED;
        if deepens && !tt_move.is_some() {
            self.node(here, budget * DEEPENED_SHARE, alpha, beta, ply);
            tt_move = self.lines.get(ply).first().map_or(PackedMove::NONE, |&m| m.into());
            self.lines.clear(ply);
        }
        if self.is_stopped {
            return DRAW;
        }
        self.moves(here, tt_move, evaluation, budget, alpha, beta, ply)
    }

    /// Tries the moves, each with its share of the budget.
    #[allow(clippy::too_many_arguments)]
    fn moves(
        &mut self,
        here: &Node<P>,
        tt_move: PackedMove,
        evaluation: i32,
        budget: f64,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        let start = self.candidates.len();
        self.push_moves(here, tt_move, budget, ply);
        let end = self.candidates.len();
        if start == end {
            return value_of_outcome(here.position.outcome().known(), &here.position, ply);
        }
        let (floor, mut best, mut best_move) = (alpha, -INFINITE, PackedMove::NONE);
        for index in start..end {
            let candidate = self.candidates[index];
            let value = self.child(here, candidate, alpha, beta, ply, index == start);
            if self.is_stopped {
                break;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                best_move = candidate.m.into();
                self.lines.extend(ply, candidate.m);
                if ply == 0 {
                    self.best = Some((candidate.m, value));
                }
            }
            if alpha >= beta {
                self.reward(&here.position, start, index, budget, ply);
                break;
            }
        }
        self.candidates.truncate(start);
        if self.is_stopped {
            return DRAW;
        }
        let bound = Bound::of(best, floor, beta);
        self.store(
            here.key,
            TableEntry {
                best: best_move,
                value: value_to_tt(best, ply),
                evaluation,
                depth: budget_class(budget),
                bound,
            },
        );
        best
    }

    /// Puts the moves of a node with their budgets behind those of the line.
    fn push_moves(&mut self, here: &Node<P>, tt_move: PackedMove, budget: f64, ply: usize) {
        let start = self.candidates.len();
        let Search { piece_values, allocator, root_moves, .. } = &mut self.search;
        let hints = Hints { tt_move, killers: self.killers[ply], piece_values: *piece_values };
        push_candidates(&here.position, &hints, self.histories, &mut self.candidates);
        if self.candidates.len() > start {
            let split = Split { position: &here.position, budget, values: piece_values };
            allocator.split(&split, &mut self.candidates[start..]);
        }
        if ply == 0 {
            self.candidates.retain(|candidate| root_moves.contains(&candidate.m));
        }
    }

    /// The value of a move. Principal variation search: where that pays, a scout with a null window shows first whether
    /// a move is better than what there is.
    fn child(
        &mut self,
        here: &Node<P>,
        candidate: Candidate,
        alpha: i32,
        beta: i32,
        ply: usize,
        is_first: bool,
    ) -> i32 {
        let child = self.make(here, candidate.m);
        // Check extension: a side in check keeps what one node costs.
        let least = if self.search.settings.checks && child.in_check { 1.0 } else { 0.0 };
        let budget = candidate.budget.max(least);
        let scouts = !is_first && budget > LEAST_SCOUTED && beta - alpha > 1;
        let mut value = alpha + 1;
        if scouts {
            value = -self.node(&child, budget, -alpha - 1, -alpha, ply + 1);
        }
        if !scouts || value > alpha && value < beta && !self.is_stopped {
            value = -self.node(&child, budget, -beta, -alpha, ply + 1);
        }
        self.take_back();
        value
    }

    /// Null move pruning: a free move for the opponent who, if a few nodes do not find how to mend the position with it,
    /// will not manage with a real one. Not twice in a row, and not with pawns alone, where having to move can be the
    /// problem (zugzwang).
    fn null_move(&mut self, here: &Node<P>, budget: f64, beta: i32, ply: usize) -> Option<i32> {
        let position = &here.position;
        let pieces = position.us() & !(position.our(Role::Pawn) | position.our(Role::King));
        if pieces.is_empty() || is_win_or_loss(beta) || self.keys.is_after_pass() {
            return None;
        }
        let child = here.passed()?;
        let reversible_from = self.keys.pass(child.key);
        self.evaluator.push(position, None, &child.position);
        let value = -self.node(&child, budget * NULL_MOVE_SHARE, -beta, 1 - beta, ply + 1);
        self.evaluator.pop();
        self.keys.unpass(reversible_from);
        // A win found by passing is not proven.
        (!self.is_stopped && value >= beta).then(|| if is_win_or_loss(value) { beta } else { value })
    }

    /// History and killers: a move that has cut off is tried early from now on, those that were tried before it later.
    fn reward(&mut self, position: &P, start: usize, cutting: usize, budget: f64, ply: usize) {
        let bonus = self.search.tunables.history_bonus(1 + budget.log(GROWTH) as i32);
        for index in start..=cutting {
            let (m, bonus) = (self.candidates[index].m, if index == cutting { bonus } else { -bonus });
            match is_noisy(m) {
                true => self.histories.update_capture(position.turn(), m, bonus),
                false => self.histories.update_quiet(position.turn(), m, &[None, None], bonus),
            }
        }
        let m = self.candidates[cutting].m;
        let killers = &mut self.killers[ply];
        if !is_noisy(m) && killers[0] != m.into() {
            *killers = [m.into(), killers[0]];
        }
    }

    /// The value where there is nothing to search: the search was stopped, the game is over or drawn, or the line is as
    /// long as a line can be.
    pub(super) fn without_search(&mut self, here: &Node<P>, ply: usize) -> Option<i32> {
        let position = &here.position;
        if self.is_stopped {
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

    /// Makes a move, which counts as a node, until [`take_back`](Tree::take_back).
    pub(super) fn make(&mut self, here: &Node<P>, m: Move) -> Node<P> {
        self.nodes += 1;
        self.is_stopped = self.is_stopped || (self.search.should_stop)(self.nodes);
        let child = here.after(m, |key| {
            if let Some(table) = &self.search.table {
                table.prefetch(key);
            }
        });
        self.keys.push(child.key);
        self.evaluator.push(&here.position, Some(m), &child.position);
        child
    }

    pub(super) fn take_back(&mut self) {
        self.evaluator.pop();
        self.keys.pop();
    }

    pub(super) fn probe(&self, key: u64) -> Option<TableEntry> {
        self.search.table.as_ref().and_then(|table| table.probe(key))
    }

    pub(super) fn store(&self, key: u64, entry: TableEntry) {
        if let Some(table) = &self.search.table {
            table.store(key, entry);
        }
    }

    /// The evaluator's word, unless the table had it.
    pub(super) fn static_value(&mut self, position: &P, known: i32) -> i32 {
        if known == NO_EVALUATION { self.evaluate(position) } else { known }
    }

    fn evaluate(&mut self, position: &P) -> i32 {
        let points = self.evaluator.evaluate(position).0 * self.search.scale.points_per_unit;
        (points.round() as i32).clamp(-EVALUATION_BOUND, EVALUATION_BOUND)
    }
}

/// Budgets as the table compares them, rounded down to an eighth of a doubling; quiescence has none.
pub fn budget_class(budget: f64) -> i32 {
    if budget < 1.0 { 0 } else { 1 + (8.0 * budget.log2()) as i32 }
}
