//! What each rule of a strategy does, beside the table.

use hetman_rules::shakmaty::Color;

use super::Strategy;
use super::symmetry::Placements;
use crate::small::SmallPosition;
use crate::table::{Outcome, Table};

/// What a rule does in all positions that White wins, mirror images counted.
#[derive(Clone, Debug, Default)]
pub struct RuleAccount {
    /// Positions in which it drops moves.
    pub fires: u64,
    /// Those of them in which it leaves one of the best of the moves that it was given.
    pub exact: u64,
    /// A position in which it drops them all: the one that it costs most moves.
    pub counter_example: Option<CounterExample>,
}

/// Where a rule drops the best moves, and how many moves longer the way to mate becomes at least.
#[derive(Clone, Debug)]
pub struct CounterExample {
    pub position: SmallPosition,
    pub cost: u32,
}

/// An account of each rule, and the number of positions that they are about.
pub fn accounts(strategy: &Strategy, table: &Table, told: &mut dyn FnMut(u64, u64)) -> (Vec<RuleAccount>, u64) {
    let placements = Placements::new(strategy.material);
    let codes: Vec<_> = placements.codes(Color::White).collect();
    let (mut accounts, mut positions) = (vec![RuleAccount::default(); strategy.rules.len()], 0);
    for (index, &(code, multiplicity)) in codes.iter().enumerate() {
        let position = placements.position(code, Color::White).expect("only legal positions have codes");
        if let Some(Outcome::Win(_)) = table.outcome(&position) {
            positions += multiplicity;
            count(strategy, table, &position, multiplicity, &mut accounts);
        }
        told(index as u64 + 1, codes.len() as u64);
    }
    (accounts, positions)
}

fn count(
    strategy: &Strategy,
    table: &Table,
    position: &SmallPosition,
    multiplicity: u64,
    accounts: &mut [RuleAccount],
) {
    let mut best = table.outcome(position).and_then(Outcome::moves).map_or(u32::MAX, |moves| moves - 1);
    strategy.follow(position, |ruling, left| {
        let best_left = left.map(|after| moves_after(table, after)).min().unwrap_or(u32::MAX);
        let account = &mut accounts[ruling.rule];
        account.fires += multiplicity;
        account.exact += if best_left == best { multiplicity } else { 0 };
        let cost = best_left - best;
        if cost > account.counter_example.as_ref().map_or(0, |example| example.cost) {
            account.counter_example = Some(CounterExample { position: position.clone(), cost });
        }
        best = best_left;
    });
}

/// White's moves to mate after a move; as good as endless where the win is gone.
fn moves_after(table: &Table, after: &SmallPosition) -> u32 {
    match table.outcome(after) {
        Some(Outcome::Loss(moves)) => moves,
        _ => u32::MAX,
    }
}
