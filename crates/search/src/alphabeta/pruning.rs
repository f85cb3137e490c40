//! Pruning and reductions, one function for each technique.
//!
//! Margins are in hundredths of a pawn and depths in plies; all numbers come from the table of [`Tunables`].

use crate::Tunables;

/// Late move reductions by depth and number of the move: the logarithm of each.
pub struct Reductions {
    plies: [[u8; 64]; 64],
    /// The numbers it was made from.
    of: (i32, i32),
}

impl Reductions {
    pub fn new(tunables: &Tunables) -> Reductions {
        let (base, divisor) = (f64::from(tunables.lmr_base) / 100.0, f64::from(tunables.lmr_divisor) / 100.0);
        let plies = |depth: usize, number: usize| match depth.min(number) {
            0 => 0,
            _ => (base + (depth as f64).ln() * (number as f64).ln() / divisor) as u8,
        };
        Reductions {
            plies: std::array::from_fn(|depth| std::array::from_fn(|number| plies(depth, number))),
            of: (tunables.lmr_base, tunables.lmr_divisor),
        }
    }

    /// Whether these are the reductions of such numbers.
    pub fn fit(&self, tunables: &Tunables) -> bool {
        self.of == (tunables.lmr_base, tunables.lmr_divisor)
    }

    pub fn get(&self, depth: i32, number: usize) -> i32 {
        i32::from(self.plies[depth.clamp(0, 63) as usize][number.min(63)])
    }
}

impl Tunables {
    /// Reverse futility pruning: even a loss of some material for each ply leaves the position above beta.
    pub fn reverse_futility(&self, depth: i32, evaluation: i32, beta: i32, improving: bool) -> bool {
        depth <= self.rfp_depth && evaluation - self.rfp_margin * (depth - i32::from(improving)) >= beta
    }

    /// Razoring: the position is so bad that only captures can mend it, so that quiescence is enough.
    pub fn razoring(&self, depth: i32, evaluation: i32, alpha: i32) -> bool {
        depth <= self.razor_depth && evaluation + self.razor_base + self.razor_margin * depth <= alpha
    }

    /// Null move pruning: how many plies shallower the opponent is searched after a move that was passed.
    pub fn null_move_reduction(&self, depth: i32, evaluation: i32, beta: i32) -> i32 {
        let by_evaluation = ((evaluation - beta) / self.nmp_eval_divisor).min(self.nmp_eval_max);
        self.nmp_base + depth / self.nmp_depth_divisor + by_evaluation
    }

    /// Late move pruning: quiet moves tried at this depth before the rest is given up.
    pub fn lmp_count(&self, depth: i32, improving: bool) -> usize {
        let limit = self.lmp_base + depth * depth;
        (if improving { limit } else { limit / 2 }) as usize
    }

    /// Futility pruning: a quiet move cannot lift this position to alpha.
    pub fn futility(&self, depth: i32, evaluation: i32, alpha: i32) -> bool {
        depth <= self.futility_depth && evaluation + self.futility_base + self.futility_margin * depth <= alpha
    }

    /// History pruning: a quiet move that has failed everywhere else.
    pub fn history_pruning(&self, depth: i32, history: i32) -> bool {
        depth <= self.history_pruning_depth && history < -self.history_pruning_margin * depth
    }

    /// The least that a move's exchange must be worth to be searched at this depth.
    pub fn see_margin(&self, depth: i32, quiet: bool) -> i32 {
        -depth * if quiet { self.see_quiet_margin } else { self.see_noisy_margin }
    }

    /// Delta pruning, in quiescence: even winning this much does not reach alpha.
    pub fn delta_pruning(&self, evaluation: i32, gain: i32, alpha: i32) -> bool {
        evaluation + gain + self.delta_margin <= alpha
    }

    /// Below this value every other move must fall for the table's move to be called singular.
    pub fn singular_beta(&self, tt_value: i32, depth: i32) -> i32 {
        tt_value - self.se_margin * depth
    }

    /// Credit for a move that cut a line off.
    pub fn history_bonus(&self, depth: i32) -> i32 {
        (self.history_bonus_factor * depth - self.history_bonus_offset).min(self.history_bonus_max)
    }
}
