//! Labelled positions as the network sees them.

use hetman_eval::AnyEvaluator;
use hetman_learn::Examples;
use hetman_search::budget::{MoveInputs, MoveNet, hand_made_shares, move_inputs};

use super::shards::Labelled;

/// A position with its moves, and which of them is the best.
pub struct Case {
    inputs: MoveInputs,
    best: usize,
    /// The share of the best move by the weights made by hand, and its rank by them.
    by_hand: (f64, usize),
}

impl Case {
    /// `None` if the best move is none of its moves.
    pub fn of((position, best): &Labelled, evaluator: &AnyEvaluator) -> Option<Case> {
        let inputs = move_inputs(position, evaluator);
        let best_index = inputs.facts.iter().position(|fact| fact.m == *best)?;
        let shares = hand_made_shares(position, evaluator);
        let (_, share) = shares.iter().find(|(m, _)| m == best).copied()?;
        let rank = shares.iter().position(|(m, _)| m == best)?;
        Some(Case { inputs, best: best_index, by_hand: (share, rank) })
    }

    pub fn by_hand(&self) -> (f64, usize) {
        self.by_hand
    }

    /// The share of the best move and its rank, if probabilities say so.
    fn foreseen(&self, probabilities: &[f32]) -> (f64, usize) {
        let best = probabilities[self.best];
        let sum: f64 = probabilities.iter().map(|&probability| f64::from(probability)).sum();
        let rank = probabilities.iter().filter(|&&other| other > best).count();
        (f64::from(best) / sum.max(f64::MIN_POSITIVE), rank)
    }
}

/// Rows of inputs and what they should be said to be.
#[derive(Default)]
pub struct Rows {
    inputs: Vec<f32>,
    targets: Vec<f32>,
}

impl Rows {
    pub fn clear(&mut self) {
        self.inputs.clear();
        self.targets.clear();
    }

    pub fn examples(&self) -> Examples<'_> {
        Examples { inputs: &self.inputs, targets: &self.targets }
    }

    fn push(&mut self, inputs: &MoveInputs, best: usize) {
        inputs.push_rows(&mut self.inputs);
        self.targets.extend((0..inputs.facts.len()).map(|index| f32::from(u8::from(index == best))));
    }
}

/// Asks a network about cases.
pub struct Asker<'a> {
    net: &'a MoveNet,
    batch: hetman_eval::model::grouped::Batch,
    rows: Vec<f32>,
}

impl Asker<'_> {
    pub fn new(net: &MoveNet) -> Asker<'_> {
        Asker { net, batch: net.batch(), rows: Vec::new() }
    }

    fn predict(&mut self, inputs: &MoveInputs) -> Vec<f32> {
        self.rows.clear();
        inputs.push_rows(&mut self.rows);
        self.net.predict(&mut self.batch, &self.rows)
    }

    /// The moves with the ranks that the first pass gives them.
    fn ranked(&mut self, case: &Case) -> MoveInputs {
        let mut inputs = case.inputs.clone();
        let first = self.predict(&inputs);
        inputs.rank(&first);
        inputs
    }

    /// Both passes of a case as examples: all moves with the rank of the best, then with their own.
    pub fn push_examples(&mut self, case: &Case, into: &mut Rows) {
        into.push(&case.inputs, case.best);
        let ranked = self.ranked(case);
        into.push(&ranked, case.best);
    }

    /// The share of the best move and its rank.
    pub fn foresee(&mut self, case: &Case) -> (f64, usize) {
        let ranked = self.ranked(case);
        case.foreseen(&self.predict(&ranked))
    }
}
