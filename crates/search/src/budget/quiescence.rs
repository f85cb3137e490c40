//! What the budget does not reach: captures and promotions that lose nothing are played out, and a side may stop at any.

use hetman_eval::Evaluator;

use super::allocator::Allocator;
use super::tree::Tree;
use crate::line::{Node, value_of_outcome};
use crate::ordering::{Hints, Picker};
use crate::score::{DRAW, INFINITE, value_to_tt};
use crate::table::{NO_EVALUATION, PackedMove, TableEntry};
use crate::{Bound, Searchable};

impl<P: Searchable, E: Evaluator, A: Allocator> Tree<'_, P, E, A> {
    /// The value of a position beyond the budget. In check too a side may leave things as they are; not so where
    /// captures are forced, while there is one and plies are left: choices at every step would grow into millions.
    pub(super) fn quiescence(&mut self, here: &Node<P>, mut alpha: i32, beta: i32, ply: usize, plies: i32) -> i32 {
        let position = &here.position;
        self.lines.clear(ply);
        self.longest = self.longest.max(ply);
        if let Some(value) = self.without_search(here, ply) {
            return value;
        }
        let entry = self.probe(here.key);
        if let Some(entry) = entry
            && let Some(value) = entry.settles(alpha, beta, ply)
            && (value <= alpha || value >= beta)
        {
            return value;
        }
        let is_forced = P::CAPTURES_ARE_FORCED && position.is_forcing(here.in_check);
        let known = entry.map_or(NO_EVALUATION, |entry| entry.evaluation);
        if is_forced && plies <= 0 {
            return self.static_value(position, known);
        }
        let evaluation = if is_forced { NO_EVALUATION } else { self.static_value(position, known) };
        let mut best = if is_forced { -INFINITE } else { evaluation };
        if best >= beta || P::CAPTURES_ARE_FORCED && !is_forced {
            return best;
        }
        let floor = alpha;
        alpha = alpha.max(best);
        let hints = Hints {
            tt_move: entry.map_or(PackedMove::NONE, |entry| entry.best),
            killers: [PackedMove::NONE; 2],
            counter: PackedMove::NONE,
            context: [None, None],
            piece_values: self.search.piece_values,
        };
        let mut picker = Picker::new(position, hints, is_forced, &self.noisy);
        let mut best_move = PackedMove::NONE;
        while let Some((m, _)) = picker.next(position, self.histories, &mut self.noisy) {
            let child = self.make(here, m);
            let value = -self.quiescence(&child, -beta, -alpha, ply + 1, plies - 1);
            self.take_back();
            if self.is_stopped {
                return DRAW;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                best_move = m.into();
                self.lines.extend(ply, m);
            }
            if alpha >= beta {
                break;
            }
        }
        self.noisy.truncate(picker.start());
        if best == -INFINITE {
            return value_of_outcome(position.outcome().known(), position, ply);
        }
        let bound = Bound::of(best, floor, beta);
        self.store(
            here.key,
            TableEntry { best: best_move, value: value_to_tt(best, ply), evaluation, depth: 0, bound },
        );
        best
    }
}
