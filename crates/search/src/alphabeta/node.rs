//! One node of the tree. The steps are numbered; the conditions of pruning and reductions are functions of `pruning`.

use hetman_eval::Evaluator;
use hetman_rules::shakmaty::{Move, Role};

use super::Worker;
use crate::history::Context;
use crate::line::Node;
use crate::ordering::{Hints, Picker, is_noisy};
use crate::score::{
    DRAW, INFINITE, TB_WIN, TB_WIN_IN_MAX_PLY, is_win_or_loss, lost_at, value_from_tt, value_to_tt, won_at,
};
use crate::table::{NO_EVALUATION, PackedMove, TableEntry};
use crate::{Bound, Searchable, Wdl};

/// The part of the tree a node belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeKind {
    /// On the principal variation: an exact value is wanted.
    Principal,
    /// Expected to fail high: one good move is enough.
    Cut,
    /// Expected to fail low: all moves must be shown bad.
    All,
}

impl NodeKind {
    /// What a child is expected to be when it is searched with a null window.
    fn child(self) -> NodeKind {
        match self {
            NodeKind::Cut => NodeKind::All,
            NodeKind::All | NodeKind::Principal => NodeKind::Cut,
        }
    }
}

/// Moves tried and found wanting before one cut the line off.
#[derive(Default)]
struct Tried {
    quiets: arrayvec::ArrayVec<Move, 64>,
    captures: arrayvec::ArrayVec<Move, 32>,
}

impl<P: Searchable, E: Evaluator> Worker<'_, P, E> {
    /// The value of a position to `depth` plies, exact inside (alpha, beta) and a bound outside.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn node(
        &mut self,
        here: &Node<P>,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: usize,
        kind: NodeKind,
    ) -> i32 {
        let principal = kind == NodeKind::Principal;
        let at_root = ply == 0;
        let tunables = &self.shared.tunables;
        let position = &here.position;

        // 1. Check extension: a side in check is not left hanging at the horizon.
        if here.in_check && ply < 2 * self.root_depth as usize {
            depth += 1;
        }
        if depth <= 0 {
            return self.quiescence(here, alpha, beta, ply, tunables.qs_plies);
        }
        self.frames[ply].line.clear();
        self.selective_depth = self.selective_depth.max(ply);

        if !at_root {
            // 2. Nothing to search?
            if let Some(value) = self.without_search(here, ply) {
                return value;
            }
            // 3. Mate-distance pruning: a win found elsewhere cannot be beaten by a slower one from here.
            alpha = alpha.max(lost_at(ply));
            beta = beta.min(won_at(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // 4. Transposition table cutoff; not near the fifty-move limit, of which the table knows nothing.
        let excluded = self.frames[ply].excluded;
        let entry = if excluded.is_some() { None } else { self.shared.table.probe(here.key) };
        if let Some(entry) = entry
            && !principal
            && entry.depth >= depth
            && (position.halfmoves() as i32) < tunables.tt_rule50
            && let Some(value) = entry.settles(alpha, beta, ply)
        {
            return value;
        }

        // 5. Endgame table cutoff, right after a capture or pawn move, where an oracle's word is final.
        if !at_root
            && excluded == PackedMove::NONE
            && position.halfmoves() == 0
            && let Some(value) = self.tablebase_value(position, ply)
        {
            return value;
        }

        // 6. Static evaluation, and whether it is improving: better than two plies ago.
        let forcing = position.is_forcing(here.in_check);
        let evaluation = self.static_evaluation(position, entry, forcing, ply);
        let judged = evaluation != NO_EVALUATION;
        let improving = judged && ply >= 2 && {
            let before = self.frames[ply - 2].evaluation;
            before == NO_EVALUATION || evaluation > before
        };
        self.frames[ply + 1].killers = [PackedMove::NONE; 2];

        if !principal && judged && excluded == PackedMove::NONE && !is_win_or_loss(beta) {
            // 7. Reverse futility pruning.
            if tunables.reverse_futility(depth, evaluation, beta, improving) && !is_win_or_loss(evaluation) {
                return evaluation;
            }
            // 8. Razoring.
            if tunables.razoring(depth, evaluation, alpha) {
                let value = self.quiescence(here, alpha, beta, ply, tunables.qs_plies);
                if value <= alpha {
                    return value;
                }
            }
            // 9. Null move pruning.
            if let Some(value) = self.null_move(here, evaluation, beta, depth, ply, kind) {
                return value;
            }
        }

        // 10. Internal iterative reduction: without a move of the table a shallower search, which finds one, is the
        // better investment.
        let tt_move = entry.map_or(PackedMove::NONE, |entry| entry.best);
        if depth >= tunables.iir_depth && !tt_move.is_some() && excluded == PackedMove::NONE && kind != NodeKind::All {
            depth -= 1;
        }

        // 11. The moves.
        let context = self.context(ply);
        let hints = Hints {
            tt_move,
            killers: self.frames[ply].killers,
            counter: self.histories.counter_move(context[0]),
            context,
            piece_values: self.shared.piece_values,
        };
        let mut picker = Picker::new(position, hints, true, &self.moves);
        let original_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut tried = Tried::default();
        let mut single_reply = false;
        let mut any = false;
        let mut number = 0;

        loop {
            // 12. Late move pruning and futility pruning: once something that does not lose has been found, late and
            // hopeless quiet moves are not even sorted.
            let may_prune = !at_root && best > -TB_WIN_IN_MAX_PLY && !forcing;
            let reduced = (depth - self.shared.reductions.get(depth, number + 1)).max(1);
            if may_prune
                && (number >= tunables.lmp_count(depth, improving) && depth <= tunables.lmp_depth
                    || judged && tunables.futility(reduced, evaluation, alpha) && !is_win_or_loss(alpha))
            {
                picker.only_checks(position, &mut self.moves);
            }
            let Some((m, losing)) = picker.next(position, self.histories, &mut self.moves) else { break };
            if !any {
                any = true;
                single_reply = forcing
                    && !at_root
                    && ply < 2 * self.root_depth as usize
                    && !picker.has_next(position, self.histories, &mut self.moves);
            }
            let packed = PackedMove::from(m);
            if packed == excluded || at_root && !self.is_candidate(m) {
                continue;
            }
            number += 1;
            let quiet = !is_noisy(m);
            let history = if quiet { self.histories.quiet_score(position.turn(), m, &context) } else { 0 };

            // 13. History pruning and pruning by exchanges: moves that have failed everywhere else, or lose too much
            // material for this depth, are not made.
            if may_prune {
                if quiet && tunables.history_pruning(reduced, history) && !position.checks().contain(position, m) {
                    continue;
                }
                if (losing || quiet)
                    && depth <= tunables.see_depth
                    && !position.see_ge(m, tunables.see_margin(reduced, quiet), &self.shared.piece_values)
                {
                    continue;
                }
            }

            // 14. Singular extension: of the table's move, if nothing else comes near it; multi-cut, if something does.
            let mut extension = i32::from(single_reply);
            if !at_root
                && depth >= tunables.se_depth
                && packed == tt_move
                && excluded == PackedMove::NONE
                && let Some(entry) = entry
                && entry.bound != Bound::Upper
                && entry.depth >= depth - tunables.se_tt_depth
                && !is_win_or_loss(entry.value)
                && ply < 2 * self.root_depth as usize
            {
                let tt_value = value_from_tt(entry.value, ply);
                let bound = tunables.singular_beta(tt_value, depth);
                self.frames[ply].excluded = packed;
                let value = self.node(here, bound - 1, bound, (depth - 1) / 2, ply, NodeKind::Cut);
                self.frames[ply].excluded = PackedMove::NONE;
                if self.stopped {
                    return DRAW;
                }
                if value < bound {
                    extension = 1 + i32::from(!principal && value < bound - tunables.se_double_margin);
                } else if bound >= beta {
                    // Several moves reach beta: one of them will do.
                    self.moves.truncate(picker.start());
                    return bound;
                } else if tt_value >= beta {
                    extension = -1;
                }
            }

            // 15. Make the move.
            let nodes_before = self.nodes;
            let child = self.make(here, m, ply);
            let new_depth = depth - 1 + extension;

            // 16. Late move reduction: late moves are searched shallower first, and again only if they surprise.
            let mut value = -INFINITE;
            let mut full_search = !principal || number > 1;
            if depth >= tunables.lmr_depth && number > 1 + usize::from(at_root) && !forcing && (quiet || losing) {
                let mut reduction = self.shared.reductions.get(depth, number);
                reduction += tunables.lmr_cut * i32::from(kind == NodeKind::Cut);
                reduction += tunables.lmr_not_improving * i32::from(!improving && quiet);
                reduction -= tunables.lmr_principal * i32::from(principal);
                reduction -= tunables.lmr_check * i32::from(child.in_check);
                let by_history = history / tunables.lmr_history_divisor;
                reduction -= by_history.clamp(-tunables.lmr_history_max, tunables.lmr_history_max);
                if !quiet {
                    reduction /= 2;
                }
                let reduced = (new_depth - reduction.max(0)).clamp(1, new_depth.max(1));
                value = -self.node(&child, -alpha - 1, -alpha, reduced, ply + 1, NodeKind::Cut);
                full_search = value > alpha && reduced < new_depth;
            }
            // 17. Principal variation search: a null window shows whether the move is better than what we have.
            if full_search && !self.stopped {
                value = -self.node(&child, -alpha - 1, -alpha, new_depth, ply + 1, kind.child());
            }
            // 18. On the principal variation its exact value is wanted.
            if principal && (number == 1 || value > alpha) && !self.stopped {
                value = -self.node(&child, -beta, -alpha, new_depth, ply + 1, NodeKind::Principal);
            }
            self.take_back();
            if self.stopped {
                return DRAW;
            }
            if at_root {
                self.record_root_move(m, value, number, alpha, self.nodes - nodes_before);
            }

            // 19. Better than before?
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(m);
                    alpha = value;
                    if principal {
                        self.extend_line(ply, m);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
            if quiet {
                let _ = tried.quiets.try_push(m);
            } else {
                let _ = tried.captures.try_push(m);
            }
        }

        self.moves.truncate(picker.start());

        // 20. The game is over, or every move but the excluded one was pruned away.
        if !any {
            return self.finished(position, ply);
        }
        if number == 0 {
            return alpha;
        }
        if let Some(m) = best_move.filter(|_| best >= beta) {
            self.update_histories(position, m, depth, ply, &context, &tried);
        }

        // 21. Remember.
        if excluded == PackedMove::NONE && !(at_root && self.pv_index > 0) {
            let bound = Bound::of(best, original_alpha, beta);
            let best_move = best_move.map_or(PackedMove::NONE, PackedMove::from);
            let value = value_to_tt(best, ply);
            self.shared.table.store(here.key, TableEntry { best: best_move, value, evaluation, depth, bound });
        }
        best
    }

    /// The evaluator's word, from the table if it is there. None where the position must be played on first.
    fn static_evaluation(&mut self, position: &P, entry: Option<TableEntry>, forcing: bool, ply: usize) -> i32 {
        let evaluation = if self.frames[ply].excluded.is_some() {
            self.frames[ply].evaluation
        } else if forcing {
            NO_EVALUATION
        } else {
            let known = entry.map(|entry| entry.evaluation).filter(|&evaluation| evaluation != NO_EVALUATION);
            known.unwrap_or_else(|| self.evaluate(position))
        };
        self.frames[ply].evaluation = evaluation;
        evaluation
    }

    /// Null move pruning: a free move for the opponent, who, if that does not bring us below beta, will not manage it
    /// after a real move. Not twice in a row, and not with pawns alone, where having to move can be the problem.
    fn null_move(
        &mut self,
        here: &Node<P>,
        evaluation: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        kind: NodeKind,
    ) -> Option<i32> {
        let tunables = &self.shared.tunables;
        let position = &here.position;
        let pieces = position.us() & !(position.our(Role::Pawn) | position.our(Role::King));
        let after_a_move = ply == 0 || self.frames[ply - 1].made.is_some();
        if P::CAPTURES_ARE_FORCED
            || depth < tunables.nmp_depth
            || evaluation < beta
            || pieces.is_empty()
            || !after_a_move
        {
            return None;
        }
        let (child, reversible_from) = self.do_null_move(here, ply)?;
        let reduced = depth - 1 - tunables.null_move_reduction(depth, evaluation, beta);
        let value = -self.node(&child, -beta, -beta + 1, reduced, ply + 1, kind.child());
        self.undo_null_move(reversible_from);
        if self.stopped {
            return Some(DRAW);
        }
        // A win found by passing is not proven.
        (value >= beta).then(|| if is_win_or_loss(value) { beta } else { value })
    }

    fn tablebase_value(&mut self, position: &P, ply: usize) -> Option<i32> {
        let wdl = self.shared.oracle?.probe(position)?;
        self.shared.tablebase_hits.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Some(match wdl {
            Wdl::Win => TB_WIN - ply as i32,
            Wdl::Draw => DRAW,
            Wdl::Loss => -TB_WIN + ply as i32,
        })
    }

    /// The line from here is the move and the line below it.
    pub(super) fn extend_line(&mut self, ply: usize, m: Move) {
        let (here, below) = self.frames.split_at_mut(ply + 1);
        let line = &mut here[ply].line;
        line.clear();
        line.push(m);
        line.extend_from_slice(&below[0].line);
    }

    /// History update: a bonus for the move that cut the line off, a malus for those tried before it.
    fn update_histories(&mut self, position: &P, m: Move, depth: i32, ply: usize, context: &Context, tried: &Tried) {
        let color = position.turn();
        let bonus = self.shared.tunables.history_bonus(depth);
        if is_noisy(m) {
            self.histories.update_capture(color, m, bonus);
        } else {
            self.histories.update_quiet(color, m, context, bonus);
            self.histories.set_counter_move(context[0], m);
            let killers = &mut self.frames[ply].killers;
            if killers[0] != m.into() {
                *killers = [m.into(), killers[0]];
            }
            for &other in &tried.quiets {
                self.histories.update_quiet(color, other, context, -bonus);
            }
        }
        for &other in &tried.captures {
            self.histories.update_capture(color, other, -bonus);
        }
    }
}
