//! How a node's budget is split among its moves.

use hetman_eval::Evaluator;
use hetman_rules::shakmaty::Move;
use hetman_rules::{AnyPosition, with_position};

use super::candidate::{Candidate, Hints, MoveClass, push_candidates, sort};
use super::learned::Learned;
use super::search::Split;
use super::settings::GROWTH;
use crate::Searchable;
use crate::history::Histories;
use crate::see::PieceValues;
use crate::table::PackedMove;

/// Splits what a node has left among its moves.
pub trait Allocator: Send {
    /// Sets each candidate's budget, and the order in which they are tried if it knows a better one. They come most
    /// promising first, and there is at least one.
    fn split<P: Searchable>(&mut self, node: &Split<P>, candidates: &mut [Candidate]);
}

/// Without any knowledge: each of n moves is the best one with a probability of 1 / n.
#[derive(Clone, Copy, Debug)]
pub struct Uniform;

impl Allocator for Uniform {
    fn split<P: Searchable>(&mut self, node: &Split<P>, candidates: &mut [Candidate]) {
        share_out(node.rest(), candidates, |_| 1.0);
    }
}

/// The weights that were made by hand before any were learned.
#[derive(Clone, Copy, Debug)]
pub struct HandMade;

impl HandMade {
    fn weight(candidate: &Candidate) -> f64 {
        match candidate.class {
            MoveClass::Hash => 3.0,
            MoveClass::Gain => 2.0,
            MoveClass::Killer => 1.1,
            MoveClass::Quiet => 1.0,
            MoveClass::LosingCapture => 0.1,
            MoveClass::Losing => 0.01,
        }
    }
}

impl Allocator for HandMade {
    fn split<P: Searchable>(&mut self, node: &Split<P>, candidates: &mut [Candidate]) {
        // A frontier node: no move can have as much as 1, and a quiet move need not be told from a blunder.
        if node.rest() < 1.0 {
            return share_out(node.rest(), candidates, HandMade::weight);
        }
        for candidate in &mut *candidates {
            let is_blunder = candidate.class == MoveClass::Quiet && !node.position.see_ge(candidate.m, 0, node.values);
            if is_blunder {
                candidate.class = MoveClass::Losing;
            }
        }
        sort(candidates);
        share_out(node.rest(), candidates, HandMade::weight);
    }
}

/// Each gets its part of the budget by its weight.
pub fn share_out(budget: f64, candidates: &mut [Candidate], weight: impl Fn(&Candidate) -> f64) {
    let sum: f64 = candidates.iter().map(&weight).sum();
    for candidate in candidates {
        candidate.budget = budget * (weight(candidate) / sum);
    }
}

/// The moves of a position by the weights made by hand, the most promising first, each with its share of all; where
/// nothing is remembered and nothing has cut off yet.
pub fn hand_made_shares(position: &AnyPosition, evaluator: &impl Evaluator) -> Vec<(Move, f64)> {
    let piece_values = PieceValues::of(evaluator);
    let hints = Hints { tt_move: PackedMove::NONE, killers: [PackedMove::NONE; 2], piece_values };
    let mut candidates = Vec::new();
    with_position!(position, position => {
        push_candidates(position, &hints, &Histories::default(), &mut candidates);
        // What is left of such a budget is 1.
        HandMade.split(&Split { position, budget: 2.0, values: &piece_values }, &mut candidates);
    });
    candidates.into_iter().map(|candidate| (candidate.m, candidate.budget)).collect()
}

/// The names of those that need nothing.
pub const UNIFORM: &str = "uniform";
pub const WEIGHTS: &str = "weights";
pub const DEPTH: &str = "depth";

/// Whichever was chosen.
#[derive(Clone, Debug)]
pub enum AnyAllocator {
    Uniform,
    HandMade,
    /// Depth-limited search: every child has a quarter, which is a half-move less.
    Depth,
    Learned(Box<Learned>),
}

impl AnyAllocator {
    /// The one of that name, of those that need nothing.
    pub fn named(name: &str) -> Option<AnyAllocator> {
        Some(match name {
            UNIFORM => AnyAllocator::Uniform,
            WEIGHTS => AnyAllocator::HandMade,
            DEPTH => AnyAllocator::Depth,
            _ => return None,
        })
    }
}

impl Allocator for AnyAllocator {
    fn split<P: Searchable>(&mut self, node: &Split<P>, candidates: &mut [Candidate]) {
        match self {
            AnyAllocator::Uniform => Uniform.split(node, candidates),
            AnyAllocator::HandMade => HandMade.split(node, candidates),
            AnyAllocator::Learned(learned) => learned.split(node, candidates),
            AnyAllocator::Depth => candidates.iter_mut().for_each(|candidate| candidate.budget = node.budget / GROWTH),
        }
    }
}
