//! Positions that are worked on together: which inputs are active in each, and what it should come to.

use hetman_eval::nnue::{Shape, View};
use hetman_rules::shakmaty::Color;
use rayon::prelude::*;

use crate::Samples;

/// Positions of a part. Parts are filled side by side, and sums over positions are sums over parts, in their order.
const PART: usize = 1024;

/// Some positions of a batch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Part {
    /// Active inputs of all positions: of the side to move, of the other, of the side to move of the next one, ...
    active: Vec<u16>,
    /// Where each of those lists ends.
    ends: Vec<u32>,
    pub outputs: Vec<u8>,
    pub targets: Vec<f32>,
}

impl Part {
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// The active inputs of a position: of the side to move, and of the other.
    pub fn active(&self, position: usize) -> [&[u16]; 2] {
        let start = (2 * position).checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        let (own, other) = (self.ends[2 * position] as usize, self.ends[2 * position + 1] as usize);
        [&self.active[start..own], &self.active[own..other]]
    }
}

/// Positions of one step.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    pub(crate) parts: Vec<Part>,
}

impl Batch {
    /// The samples of these numbers. What they should come to is a mean of result and score, so much of it the result.
    pub fn of(shape: &Shape, samples: &Samples, numbers: &[u32], result_share: f32) -> Batch {
        let views = [Color::White, Color::Black]
            .map(|color| (0..shape.views()).map(|number| View::numbered(shape, color, number)).collect::<Vec<View>>());
        let part = |numbers: &[u32]| {
            let mut part = Part::default();
            for &number in numbers {
                let sample = samples.get(number as usize);
                for (color, view) in [sample.turn, !sample.turn].into_iter().zip(sample.views) {
                    let view = &views[color.fold_wb(0, 1)][view];
                    part.active.extend(sample.facts.iter().map(|&fact| view.row(fact) as u16));
                    part.ends.push(part.active.len() as u32);
                }
                part.outputs.push(sample.output as u8);
                let worth = sample.worth;
                part.targets.push(worth.score + result_share * (worth.result - worth.score));
            }
            part
        };
        Batch { parts: numbers.par_chunks(PART).map(part).collect() }
    }

    pub fn len(&self) -> usize {
        self.parts.iter().map(Part::len).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }
}
