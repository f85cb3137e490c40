//! What can be chosen of the search. Without its refinements it is the naive search of the published comparison.

use hetman_parameters::{Default as Declared, Kind, Parameter, Settings};

/// How much more the root has in each iteration; a depth of d is a budget of this to the power of d.
pub const GROWTH: f64 = 4.0;
/// Beyond this ply there is only quiescence.
pub const MOST_PLIES: usize = 64;
/// Aspiration: half the width of the first window, and of the last before it is fully open.
pub const ASPIRATION: [i32; 2] = [400, 1600];
/// Aspiration: how much wider the window is in the next attempt.
pub const WIDENING: i32 = 4;
/// Principal variation search: a scout with a null window pays above this budget.
pub const LEAST_SCOUTED: f64 = 16.0;
/// Internal iterative deepening: above this budget, with this share of it.
pub const LEAST_DEEPENED: f64 = 1024.0;
pub const DEEPENED_SHARE: f64 = 0.1;
/// Null move: its share of the budget.
pub const NULL_MOVE_SHARE: f64 = 0.0003;

const NULL_MOVE: Parameter = Parameter::new(
    "null-move",
    "Null move",
    Kind::Flag,
    "Gives a node up if the opponent, moving twice, is not seen to mend it with 0.03 % of its budget.",
)
.or(Declared::Flag(true));

const CHECKS: Parameter = Parameter::new(
    "checks",
    "Checks extended",
    Kind::Flag,
    "A position in check is searched, however little of the budget is left for it.",
)
.or(Declared::Flag(true));

const DEEPENING: Parameter = Parameter::new(
    "deepening",
    "Internal deepening",
    Kind::Flag,
    "Looks for a first move with a tenth of the budget where none is remembered on the line of best play.",
)
.or(Declared::Flag(true));

/// The refinements; all are usual, none of them is in the naive search.
pub const BUDGET_PARAMETERS: [Parameter; 3] = [NULL_MOVE, CHECKS, DEEPENING];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BudgetSettings {
    /// Null move pruning.
    pub null_move: bool,
    /// Check extension: a child in check has a budget of at least 1.
    pub checks: bool,
    /// Internal iterative deepening.
    pub deepening: bool,
    /// Size of the transposition table; without one every node is searched.
    pub hash_mib: usize,
}

impl BudgetSettings {
    /// Without the refinements.
    pub const NAIVE: BudgetSettings =
        BudgetSettings { null_move: false, checks: false, deepening: false, hash_mib: 16 };
}

impl Default for BudgetSettings {
    fn default() -> BudgetSettings {
        BudgetSettings { null_move: true, checks: true, deepening: true, hash_mib: 16 }
    }
}

impl From<&Settings> for BudgetSettings {
    fn from(settings: &Settings) -> BudgetSettings {
        BudgetSettings {
            null_move: settings.flag(NULL_MOVE.key),
            checks: settings.flag(CHECKS.key),
            deepening: settings.flag(DEEPENING.key),
            ..BudgetSettings::default()
        }
    }
}
