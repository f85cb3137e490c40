//! An evaluator that is never quite sure.
//!
//! Source: specification of the 2008 thesis, section 2 and V9: in tournaments with square tables values are changed at random
//! by up to one per cent, so that games do not repeat. v (1 + u) with u uniform, drawn for each position of a game, so
//! that a position has one value however it is reached.

use hetman_eval::{Evaluator, SideValue, ThreadEvaluator};
use hetman_rules::shakmaty::Move;
use hetman_rules::{Playable, key};

/// The least and the greatest factor lie this far from 1, in millionths.
pub struct Noisy<E> {
    pub evaluator: E,
    pub millionths: u32,
    pub seed: u64,
}

impl<E> Noisy<E> {
    fn change<P: Playable>(&self, value: SideValue, position: &P) -> SideValue {
        let unit = (mixed(key(position) ^ self.seed) >> 11) as f64 / (1u64 << 53) as f64;
        SideValue(value.0 * (1.0 + f64::from(self.millionths) / 1e6 * (2.0 * unit - 1.0)))
    }
}

/// Every bit of the answer depends on every bit of the number: the finaliser of SplitMix64 (Steele, Lea and Flood,
/// 2014).
fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

impl<E: Evaluator> Evaluator for Noisy<E> {
    type Thread<'a, P: Playable>
        = NoisyThread<'a, E, E::Thread<'a, P>>
    where
        E: 'a;

    const IS_SEEDED: bool = true;

    fn thread<P: Playable>(&self) -> NoisyThread<'_, E, E::Thread<'_, P>> {
        NoisyThread { noise: self, thread: self.evaluator.thread() }
    }

    fn centipawns_per_unit(&self) -> f64 {
        self.evaluator.centipawns_per_unit()
    }
}

/// A thread that is never quite sure. What a quiet move leads to is not foreseen: the position's key is not known.
pub struct NoisyThread<'a, E, T> {
    noise: &'a Noisy<E>,
    thread: T,
}

impl<P: Playable, E: Evaluator, T: ThreadEvaluator<P>> ThreadEvaluator<P> for NoisyThread<'_, E, T> {
    fn reset(&mut self, root: &P) {
        self.thread.reset(root);
    }

    fn push(&mut self, before: &P, m: Option<Move>, after: &P) {
        self.thread.push(before, m, after);
    }

    fn pop(&mut self) {
        self.thread.pop();
    }

    fn evaluate(&mut self, here: &P) -> SideValue {
        self.noise.change(self.thread.evaluate(here), here)
    }
}

#[cfg(test)]
mod tests {
    use hetman_rules::shakmaty::Chess;

    use super::*;
    use crate::players::Material;

    #[test]
    fn noise_is_small_the_same_again_and_different_in_another_game() {
        let position: Chess = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
            .parse::<hetman_rules::shakmaty::fen::Fen>()
            .unwrap()
            .into_position(hetman_rules::shakmaty::CastlingMode::Standard)
            .unwrap();
        let value = |seed| Noisy { evaluator: Material, millionths: 10_000, seed }.evaluate(&position).0;
        let values: Vec<f64> = (0..1000).map(value).collect();
        assert!(values.iter().all(|value| (0.99..=1.01).contains(value)));
        let mean = values.iter().sum::<f64>() / 1000.0;
        assert!((mean - 1.0).abs() < 0.001, "{mean}");
        assert!(values[0] != values[1] && values[0] == value(0));
    }
}
