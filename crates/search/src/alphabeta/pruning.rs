//! The rules by which the search looks away, one function each.
//!
//! Margins are in hundredths of a pawn and depths in plies. They are round numbers that work; tuning them is for
//! when there is a learned evaluation to tune them to.

/// Reductions of late moves by depth and number of the move: the logarithm of each.
pub struct Reductions([[u8; 64]; 64]);

impl Default for Reductions {
    fn default() -> Reductions {
        Reductions(std::array::from_fn(|depth| {
            std::array::from_fn(|number| match depth.min(number) {
                0 => 0,
                _ => (0.8 + (depth as f64).ln() * (number as f64).ln() / 2.3) as u8,
            })
        }))
    }
}

impl Reductions {
    pub fn get(&self, depth: i32, number: usize) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][number.min(63)])
    }
}

/// The position is so good that even a loss of some material per ply keeps it above beta.
pub fn reverse_futility(depth: i32, evaluation: i32, beta: i32, improving: bool) -> bool {
    depth <= 8 && evaluation - 80 * (depth - i32::from(improving)) >= beta
}

/// The position is so bad that only captures can mend it: leave it to quiescence.
pub fn razoring(depth: i32, evaluation: i32, alpha: i32) -> bool {
    depth <= 3 && evaluation + 150 + 200 * depth <= alpha
}

/// How many plies shallower the opponent is searched when he is given a free move.
pub fn null_move_reduction(depth: i32, evaluation: i32, beta: i32) -> i32 {
    3 + depth / 4 + ((evaluation - beta) / 200).min(3)
}

/// Quiet moves tried at this depth before the rest is given up.
pub fn late_move_limit(depth: i32, improving: bool) -> usize {
    let limit = 4 + depth * depth;
    (if improving { limit } else { limit / 2 }) as usize
}

/// A quiet move cannot lift this position to alpha.
pub fn futility(depth: i32, evaluation: i32, alpha: i32) -> bool {
    depth <= 7 && evaluation + 100 + 90 * depth <= alpha
}

/// A quiet move that has failed everywhere else.
pub fn history_pruning(depth: i32, history: i32) -> bool {
    depth <= 4 && history < -3000 * depth
}

/// The least a move's exchange must be worth to be searched at this depth.
pub fn exchange_floor(depth: i32, quiet: bool) -> i32 {
    if quiet { -50 * depth } else { -90 * depth }
}

/// In quiescence: even winning this much does not reach alpha.
pub fn delta(evaluation: i32, gain: i32, alpha: i32) -> bool {
    evaluation + gain + 200 <= alpha
}

/// Below this value every other move must fall for the table's move to be called singular.
pub fn singular_bound(table_value: i32, depth: i32) -> i32 {
    table_value - 2 * depth
}

/// Credit for a move that cut a line off.
pub fn history_bonus(depth: i32) -> i32 {
    (160 * depth - 100).min(2000)
}
