//! Which opening a pair of games is played from.

use rand::seq::SliceRandom;

use super::{Chance, OpeningOrder, Settings, generator};

#[derive(Clone, Debug)]
pub struct Openings {
    number: usize,
    /// The order of shuffled openings. Kept, since a book may have millions.
    shuffled: Option<Vec<u32>>,
}

impl Openings {
    pub fn new(settings: &Settings) -> Openings {
        let shuffle = || {
            let mut order: Vec<u32> = (0..settings.openings.min(u32::MAX as usize) as u32).collect();
            order.shuffle(&mut generator(settings.seed, Chance::Openings, 0));
            order
        };
        let is_shuffled = settings.opening_order == OpeningOrder::Shuffled;
        Openings { number: settings.openings, shuffled: is_shuffled.then(shuffle) }
    }

    pub fn of_pair(&self, pair: u64) -> usize {
        match &self.shuffled {
            None => (pair % self.number as u64) as usize,
            Some(order) => order[(pair % order.len() as u64) as usize] as usize,
        }
    }
}
