//! The sums of a line: worked out when they are asked for, from what is nearest.
//!
//! Lazy update: `push` only notes what is to be seen. When a value is wanted, the last position of the line whose sums are
//! known is compared with the present one, and the inputs that differ are added and taken away, however many moves lie
//! between; the position before goes first, since others that follow it will want its sums too. Where a king's move has
//! changed what all inputs mean, the sums come from a refresh cache instead, which keeps for every view what it last showed
//! and is brought up to date in the same way.

use hetman_rules::Playable;
use hetman_rules::shakmaty::{Color, Move};
use smallvec::SmallVec;

use super::Network;
use super::inputs::{Fact, Sight, View};
use crate::kernels::integers::{Block, add, replace, subtract};
use crate::{SideValue, ThreadEvaluator};

/// The sums of one perspective.
#[derive(Clone, Debug)]
pub(super) struct Accumulator {
    view: View,
    sums: Vec<Block>,
}

impl Accumulator {
    /// Of an empty board.
    fn empty(network: &Network, view: View) -> Accumulator {
        Accumulator { view, sums: network.packed.biases().to_vec() }
    }

    /// From scratch.
    pub fn of(network: &Network, perspective: Color, sight: &Sight) -> Accumulator {
        let view = network.shape().view(perspective, sight);
        let mut accumulator = Accumulator::empty(network, view);
        let difference = Difference::between(network, &Sight::EMPTY, sight);
        accumulator.add(network, &difference);
        accumulator
    }

    pub fn sums(&self) -> &[Block] {
        &self.sums
    }

    /// Becomes another one with a difference, in one pass where it is a piece that moves.
    fn become_after(&mut self, network: &Network, before: &Accumulator, difference: &Difference) {
        self.view = before.view;
        match (difference.come.split_first(), difference.gone.split_first()) {
            (Some((&come, more)), Some((&gone, less))) => {
                let (added, removed) = (self.row(network, come), self.row(network, gone));
                replace(network.level, &before.sums, added, removed, &mut self.sums);
                self.add_rows(network, more, less);
            }
            _ => {
                self.sums.copy_from_slice(&before.sums);
                self.add(network, difference);
            }
        }
    }

    fn add(&mut self, network: &Network, difference: &Difference) {
        self.add_rows(network, &difference.come, &difference.gone);
    }

    fn add_rows(&mut self, network: &Network, come: &[Fact], gone: &[Fact]) {
        for &fact in come {
            add(network.level, &mut self.sums, network.packed.row(self.view.row(fact)));
        }
        for &fact in gone {
            subtract(network.level, &mut self.sums, network.packed.row(self.view.row(fact)));
        }
    }

    fn row<'a>(&self, network: &'a Network, fact: Fact) -> &'a [Block] {
        network.packed.row(self.view.row(fact))
    }
}

/// What one sight shows and another does not.
#[derive(Default)]
struct Difference {
    come: SmallVec<[Fact; USUAL_FACTS]>,
    gone: SmallVec<[Fact; USUAL_FACTS]>,
}

/// As many as two boards that have little in common differ by, mostly.
const USUAL_FACTS: usize = 32;

impl Difference {
    fn between(network: &Network, old: &Sight, new: &Sight) -> Difference {
        let mut difference = Difference::default();
        let Difference { come, gone } = &mut difference;
        network.shape().facts().differences(old, new, |fact| gone.push(fact), |fact| come.push(fact));
        difference
    }
}

/// The sums of both perspectives, of a position of the line.
#[derive(Clone, Debug)]
struct Computed {
    ply: usize,
    /// White's, then Black's.
    accumulators: [Accumulator; 2],
}

/// One thread's line.
pub struct NetworkThread<'a> {
    network: &'a Network,
    /// What is seen of each position of the line.
    sights: Vec<Sight>,
    /// Positions of the line whose sums are known, the first `known` of these; the others are memory to use again.
    line: Vec<Computed>,
    known: usize,
    /// Refresh cache: for each perspective and view what it last showed, and its sums.
    cache: [Vec<(Sight, Accumulator)>; 2],
}

impl<'a> NetworkThread<'a> {
    pub(super) fn new(network: &'a Network) -> NetworkThread<'a> {
        // The view is put right when an entry is used; the sums of an empty board are the same in all.
        let empty = |color| Accumulator::empty(network, network.shape().view(color, &Sight::EMPTY));
        let cache =
            [Color::White, Color::Black].map(|color| vec![(Sight::EMPTY, empty(color)); network.shape().views()]);
        NetworkThread { network, sights: Vec::new(), line: Vec::new(), known: 0, cache }
    }

    fn last_known(&self) -> Option<usize> {
        self.line[..self.known].last().map(|computed| computed.ply)
    }

    /// Works out the sums of a position that comes after all those whose sums are known.
    fn compute(&mut self, ply: usize) {
        let network = self.network;
        if self.known == self.line.len() {
            let empty = |color| Accumulator::empty(network, network.shape().view(color, &Sight::EMPTY));
            self.line.push(Computed { ply, accumulators: [Color::White, Color::Black].map(empty) });
        }
        let (known, free) = self.line.split_at_mut(self.known);
        let (before, here) = (known.last(), &mut free[0]);
        let sight = &self.sights[ply];
        let moved = before.map(|before| (before, Difference::between(network, &self.sights[before.ply], sight)));
        for (index, perspective) in [Color::White, Color::Black].into_iter().enumerate() {
            let number = network.shape().view_number(perspective, sight);
            let view = View::numbered(network.shape(), perspective, number);
            let accumulator = &mut here.accumulators[index];
            match &moved {
                Some((before, moved)) if before.accumulators[index].view == view => {
                    accumulator.become_after(network, &before.accumulators[index], moved);
                }
                _ => {
                    let (cached, sums) = &mut self.cache[index][number];
                    sums.view = view;
                    sums.add(network, &Difference::between(network, cached, sight));
                    cached.clone_from(sight);
                    accumulator.view = view;
                    accumulator.sums.copy_from_slice(&sums.sums);
                }
            }
        }
        here.ply = ply;
        self.known += 1;
    }
}

impl<P: Playable> ThreadEvaluator<P> for NetworkThread<'_> {
    fn reset(&mut self, root: &P) {
        self.known = 0;
        self.sights.clear();
        self.sights.push(Sight::of(root));
    }

    fn push(&mut self, _before: &P, _m: Option<Move>, after: &P) {
        self.sights.push(Sight::of(after));
    }

    fn pop(&mut self) {
        self.sights.pop();
        while self.last_known().is_some_and(|last| last >= self.sights.len()) {
            self.known -= 1;
        }
    }

    fn evaluate(&mut self, here: &P) -> SideValue {
        let ply = self.sights.len() - 1;
        if ply > 0 && self.last_known().is_none_or(|last| last + 1 < ply) {
            self.compute(ply - 1);
        }
        if self.last_known() != Some(ply) {
            self.compute(ply);
        }
        let [white, black] = &self.line[self.known - 1].accumulators;
        let (own, other) = here.turn().fold_wb((white, black), (black, white));
        SideValue(self.network.value(own, other, self.network.shape().output(&self.sights[ply])))
    }
}
