//! The leaves of the tree: exchanges are played out before a position is judged.

use hetman_eval::{Evaluator, ThreadEvaluator};

use super::Worker;
use crate::line::Node;
use crate::ordering::{Hints, Picker};
use crate::score::{DRAW, INFINITE, TB_WIN_IN_MAX_PLY, is_win_or_loss, value_to_tt};
use crate::table::{NO_EVALUATION, PackedMove, TableEntry};
use crate::{Bound, Searchable};

impl<P: Searchable, E: Evaluator> Worker<'_, P, E> {
    /// The value of a position once nothing forces it to be played on. Chains longer than `plies_left` are cut: exchanges
    /// end by themselves long before, except where captures are forced, where a handful of choices at every step would
    /// grow into millions.
    pub(super) fn quiescence(&mut self, here: &Node<P>, mut alpha: i32, beta: i32, ply: usize, plies_left: i32) -> i32 {
        let tunables = &self.shared.tunables;
        let position = &here.position;
        self.frames[ply].line.clear();
        self.selective_depth = self.selective_depth.max(ply);

        // 1. Nothing to search?
        if let Some(value) = self.without_search(here, ply) {
            return value;
        }
        if plies_left <= 0 {
            return self.evaluate(position);
        }

        // 2. Unless something forces the side to move, it may leave things as they are. The table is asked first only
        // by evaluators that cost more than the look.
        let forcing = position.is_forcing(here.in_check);
        let table = self.shared.table;
        let early = if self.evaluator.is_cheap() { None } else { table.probe(here.key) };
        let evaluation = match early.map(|entry| entry.evaluation) {
            _ if forcing => NO_EVALUATION,
            None | Some(NO_EVALUATION) => self.evaluate(position),
            Some(known) => known,
        };
        let mut best = if forcing { -INFINITE } else { evaluation };
        if best >= beta {
            return best;
        }

        // 3. The table may know.
        let entry = early.or_else(|| table.probe(here.key));
        if let Some(entry) = entry
            && beta - alpha == 1
            && let Some(value) = entry.settles(alpha, beta, ply)
        {
            return value;
        }
        let original_alpha = alpha;
        alpha = alpha.max(best);

        // 4. Captures and promotions, or every move when forced. Where captures are forced, a position that is not
        // forcing has none.
        if P::CAPTURES_ARE_FORCED && !forcing {
            return best;
        }
        let hints = Hints {
            tt_move: entry.map_or(PackedMove::NONE, |entry| entry.best),
            killers: [PackedMove::NONE; 2],
            counter: PackedMove::NONE,
            context: self.context(ply),
            piece_values: self.shared.piece_values,
        };
        let mut picker = Picker::new(position, hints, forcing, &self.moves);
        let values = &self.shared.piece_values;
        let mut best_move = PackedMove::NONE;
        let mut any = false;
        while let Some((m, losing)) = picker.next(position, self.histories, &mut self.moves) {
            any = true;
            // 5. What cannot help is not tried.
            let hopeless = match forcing {
                true => losing && best > -TB_WIN_IN_MAX_PLY,
                false => !is_win_or_loss(alpha) && tunables.delta_pruning(evaluation, position.gain(m, values), alpha),
            };
            if hopeless {
                continue;
            }

            // 6. Try it.
            let child = self.make(here, m, ply);
            let value = -self.quiescence(&child, -beta, -alpha, ply + 1, plies_left - 1);
            self.take_back();
            if self.stopped {
                return DRAW;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = m.into();
                    self.extend_line(ply, m);
                    if value >= beta {
                        break;
                    }
                }
            }
        }

        self.moves.truncate(picker.start());
        if forcing && !any {
            return self.finished(position, ply);
        }

        // 7. Remember.
        let bound = Bound::of(best, original_alpha, beta);
        self.shared.table.store(
            here.key,
            TableEntry { best: best_move, value: value_to_tt(best, ply), evaluation, depth: 0, bound },
        );
        best
    }
}
