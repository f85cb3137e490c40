//! Move probabilities out of a network: which moves are likely to be the best, as far as that can be seen at once.
//!
//! Source: specification of Giraffe, section 7. A move is more or less likely to be the best by what the others are, so
//! that its rank among them is an input. As ranks follow from probabilities, there are two passes: in the first all moves
//! have the rank of the best, in the second those that the first one has given them.

use std::cmp::Ordering;
use std::sync::Arc;

use hetman_eval::features::giraffe::{MOVE_INPUTS, MoveFacts};
use hetman_eval::kernels::Level;
use hetman_eval::model::Grouped;
use hetman_eval::model::grouped::{Batch, Weights};
use hetman_eval::{Evaluator, FeatureSet, Model, Net};
use hetman_rules::shakmaty::{Bitboard, Move, Position, Role, Square};
use hetman_rules::{AnyPosition, with_position};

use super::allocator::{Allocator, HandMade, share_out};
use super::candidate::{Candidate, MoveClass, sort};
use super::search::Split;
use crate::Searchable;
use crate::see::PieceValues;

/// Moves whose probabilities are worked out together.
const ROWS: usize = 64;

/// Why a net says nothing of moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is no net of move probabilities: that has a grouped network over giraffe-moves, and this one {0}")]
pub struct NoMoveNetError(String);

/// A network that says how likely a move is the best one.
#[derive(Clone, Debug)]
pub struct MoveNet {
    network: Grouped,
    weights: Weights,
}

impl MoveNet {
    pub fn new(net: &Net) -> Result<MoveNet, NoMoveNetError> {
        if net.features() != FeatureSet::GIRAFFE_MOVES {
            return Err(NoMoveNetError(format!("reads {}", net.features())));
        }
        MoveNet::of_model(net.model())
    }

    /// Of a model that reads giraffe-moves.
    pub fn of_model(model: &Model) -> Result<MoveNet, NoMoveNetError> {
        let other = || NoMoveNetError(format!("is a {}", model.architecture().description()));
        let network = model.architecture().as_grouped().ok_or_else(other)?.clone();
        Ok(MoveNet { weights: Weights::of_model(&network, model), network })
    }

    /// Room to work in.
    pub fn batch(&self) -> Batch {
        Batch::new(&self.network, ROWS, Level::detect())
    }

    /// The probability of each row of inputs.
    pub fn predict(&self, batch: &mut Batch, inputs: &[f32]) -> Vec<f32> {
        let chunks = inputs.chunks(ROWS * self.network.input_count());
        chunks.flat_map(|rows| batch.forward(&self.network, &self.weights, rows).to_vec()).collect()
    }
}

/// A position with what is known of its moves, whose ranks are those of the best.
#[derive(Clone, Debug)]
pub struct MoveInputs {
    /// Of the position, the move's left empty.
    position: Vec<f32>,
    pub facts: Vec<MoveFacts>,
}

impl MoveInputs {
    pub fn of<P: Searchable>(position: &P, moves: impl IntoIterator<Item = Move>, values: &PieceValues) -> MoveInputs {
        let set = FeatureSet::GIRAFFE_MOVES;
        let mut inputs = vec![0.0; set.len(P::VARIANT)];
        set.read_floats(P::VARIANT, position, &mut inputs);
        let (checks, threatened, in_check) = (position.checks(), threatened(position, values), position.is_check());
        let fact = |m: Move| MoveFacts {
            m,
            turn: position.turn(),
            exchange: exchange(position, m, values),
            gives_check: checks.contain(position, m),
            is_threatened: m.from().is_some_and(|from| threatened.contains(from)),
            rank: 0,
            moves: 0,
            in_check,
        };
        let mut facts: Vec<MoveFacts> = moves.into_iter().map(fact).collect();
        let moves = facts.len();
        facts.iter_mut().for_each(|fact| fact.moves = moves);
        MoveInputs { position: inputs, facts }
    }

    /// A row of inputs for each move.
    pub fn push_rows(&self, into: &mut Vec<f32>) {
        for fact in &self.facts {
            let start = into.len();
            into.extend_from_slice(&self.position);
            fact.write(&mut into[start..start + MOVE_INPUTS]);
        }
    }

    /// Gives the moves their ranks by probability, likely ones first; those that are alike in their order.
    pub fn rank(&mut self, probabilities: &[f32]) {
        let mut order: Vec<usize> = (0..self.facts.len()).collect();
        order.sort_by(|&one, &other| probabilities[other].total_cmp(&probabilities[one]));
        for (rank, index) in order.into_iter().enumerate() {
            self.facts[index].rank = rank;
        }
    }
}

/// The legal moves of a position, exchanges being worth what an evaluator says of pieces.
pub fn move_inputs(position: &AnyPosition, evaluator: &impl Evaluator) -> MoveInputs {
    let values = PieceValues::of(evaluator);
    with_position!(position, position => MoveInputs::of(position, position.legal_moves(), &values))
}

/// What the exchange that a move begins is worth, beside nothing.
fn exchange<P: Searchable>(position: &P, m: Move, values: &PieceValues) -> Ordering {
    if !position.see_ge(m, 0, values) {
        Ordering::Less
    } else if position.see_ge(m, 1, values) {
        Ordering::Greater
    } else {
        Ordering::Equal
    }
}

/// Pieces of the side to move that something cheaper attacks, or that nobody guards.
fn threatened<P: Searchable>(position: &P, values: &PieceValues) -> Bitboard {
    let (board, us) = (position.board(), position.turn());
    let is_lost = |&square: &Square| {
        let worth = board.role_at(square).map_or(0, |role| values.get(role));
        let attackers = board.attacks_to(square, !us, board.occupied());
        let is_cheaper = |role: &Role| values.get(*role) < worth && (attackers & board.by_role(*role)).any();
        attackers.any()
            && (board.attacks_to(square, us, board.occupied()).is_empty() || Role::ALL.iter().any(is_cheaper))
    };
    (board.by_color(us) & !board.kings()).into_iter().filter(is_lost).collect()
}

/// How often the network is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    /// All moves have the rank of the best.
    One,
    /// Then their own.
    Two,
}

/// Splits budgets by a network where they are large, and by hand below.
#[derive(Clone, Debug)]
pub struct Learned {
    net: Arc<MoveNet>,
    batch: Batch,
    rows: Vec<f32>,
    passes: Passes,
    /// The least budget for which the network is asked.
    threshold: f64,
}

impl Learned {
    pub fn new(net: Arc<MoveNet>, passes: Passes, threshold: f64) -> Learned {
        Learned { batch: net.batch(), net, rows: Vec::new(), passes, threshold }
    }

    /// How likely each move is the best, by itself: all together they need not come to 1.
    pub fn probabilities(&mut self, inputs: &mut MoveInputs) -> Vec<f32> {
        let first = self.pass(inputs);
        match self.passes {
            Passes::One => first,
            Passes::Two => {
                inputs.rank(&first);
                self.pass(inputs)
            }
        }
    }

    fn pass(&mut self, inputs: &MoveInputs) -> Vec<f32> {
        self.rows.clear();
        inputs.push_rows(&mut self.rows);
        self.net.predict(&mut self.batch, &self.rows)
    }
}

/// No move is so unlikely that it is never looked at.
const LEAST: f64 = 1e-4;
/// Orders are whole numbers.
const STEPS: f32 = 1e6;

impl Allocator for Learned {
    /// The table's move, gains and promotions keep their places; the network says how the others are ordered, and what
    /// each has to spend.
    fn split<P: Searchable>(&mut self, node: &Split<P>, candidates: &mut [Candidate]) {
        if node.budget < self.threshold {
            return HandMade.split(node, candidates);
        }
        let moves = candidates.iter().map(|candidate| candidate.m);
        let mut inputs = MoveInputs::of(node.position, moves, node.values);
        let probabilities = self.probabilities(&mut inputs);
        for (candidate, &probability) in candidates.iter_mut().zip(&probabilities) {
            if candidate.class > MoveClass::Gain {
                (candidate.class, candidate.order) = (MoveClass::Quiet, (probability * STEPS) as i32);
            }
            candidate.budget = f64::from(probability).max(LEAST);
        }
        sort(candidates);
        share_out(node.rest(), candidates, |candidate| candidate.budget);
    }
}
