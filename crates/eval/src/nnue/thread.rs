//! The sums of a line: worked out when they are asked for, from what is nearest.
//!
//! Lazy update: `push` and `pop` only count plies. A value is wanted at a leaf; then the last position of the line whose
//! sums are known is compared with it, and the inputs that differ are added and taken away, however many moves lie
//! between. Where a king's move has changed what all inputs mean, the sums come from a refresh cache instead, which
//! keeps for every view what it last showed and is brought up to date in the same way.

use arrayvec::ArrayVec;
use hetman_rules::Playable;
use hetman_rules::shakmaty::{Color, Move};

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
    come: ArrayVec<Fact, MOST_FACTS>,
    gone: ArrayVec<Fact, MOST_FACTS>,
}

/// A board full of promoted pieces, two full pockets.
const MOST_FACTS: usize = 64 + 64 + 2 * 60;

impl Difference {
    fn between(network: &Network, old: &Sight, new: &Sight) -> Difference {
        let mut difference = Difference::default();
        let Difference { come, gone } = &mut difference;
        network.shape().facts().differences(old, new, |fact| gone.push(fact), |fact| come.push(fact));
        difference
    }
}

/// A sight with the sums of both perspectives.
#[derive(Clone, Debug)]
struct Computed {
    ply: usize,
    sight: Sight,
    /// White's, then Black's.
    accumulators: [Accumulator; 2],
}

/// One thread's line.
pub struct NetworkThread<'a> {
    network: &'a Network,
    ply: usize,
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
        NetworkThread { network, ply: 0, line: Vec::new(), known: 0, cache }
    }

    /// Works out the sums of the position at the end of the line.
    fn compute(&mut self, sight: Sight) {
        if self.known == self.line.len() {
            let empty = |color| Accumulator::empty(self.network, self.network.shape().view(color, &Sight::EMPTY));
            let accumulators = [empty(Color::White), empty(Color::Black)];
            self.line.push(Computed { ply: self.ply, sight: Sight::EMPTY, accumulators });
        }
        let (known, free) = self.line.split_at_mut(self.known);
        let (before, here) = (known.last(), &mut free[0]);
        let network = self.network;
        let moved = before.map(|before| Difference::between(network, &before.sight, &sight));
        for (index, perspective) in [Color::White, Color::Black].into_iter().enumerate() {
            let number = network.shape().view_number(perspective, &sight);
            let view = View::numbered(network.shape(), perspective, number);
            let accumulator = &mut here.accumulators[index];
            match before.map(|before| &before.accumulators[index]).zip(moved.as_ref()) {
                Some((before, moved)) if before.view == view => accumulator.become_after(network, before, moved),
                _ => {
                    let cached = &mut self.cache[index][number];
                    cached.1.view = view;
                    cached.1.add(network, &Difference::between(network, &cached.0, &sight));
                    cached.0 = sight.clone();
                    accumulator.view = view;
                    accumulator.sums.copy_from_slice(&cached.1.sums);
                }
            }
        }
        here.ply = self.ply;
        here.sight = sight;
        self.known += 1;
    }
}

impl<P: Playable> ThreadEvaluator<P> for NetworkThread<'_> {
    fn reset(&mut self, _root: &P) {
        (self.ply, self.known) = (0, 0);
    }

    fn push(&mut self, _before: &P, _m: Option<Move>, _after: &P) {
        self.ply += 1;
    }

    fn pop(&mut self) {
        self.ply -= 1;
        while self.line[..self.known].last().is_some_and(|last| last.ply > self.ply) {
            self.known -= 1;
        }
    }

    fn evaluate(&mut self, here: &P) -> SideValue {
        let is_known = self.line[..self.known].last().is_some_and(|last| last.ply == self.ply);
        if !is_known {
            self.compute(Sight::of(here));
        }
        let computed = &self.line[self.known - 1];
        let [white, black] = &computed.accumulators;
        let (own, other) = here.turn().fold_wb((white, black), (black, white));
        SideValue(self.network.value(own, other, self.network.shape().output(&computed.sight)))
    }
}
