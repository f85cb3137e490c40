//! Players who stay from game to game.

use std::collections::BTreeMap;

use hetman_rules::Variant;

use crate::{Player, PlayerError, PlayerSpec};

/// Where they wait for the next game, by place. Making one takes its time: programs start, nets are read, and tables
/// are laid out.
#[derive(Default)]
pub struct Seats(BTreeMap<usize, Box<dyn Player>>);

impl Seats {
    /// The player of a place, as if it were made for this game: nothing but the seed decides what it leaves to chance.
    pub fn take(
        &mut self,
        place: usize,
        spec: &PlayerSpec,
        variant: Variant,
        seed: u64,
    ) -> Result<Box<dyn Player>, PlayerError> {
        let kept = self.0.remove(&place).and_then(|mut player| player.reseed(seed).then_some(player));
        kept.map_or_else(|| spec.build(variant, seed), Ok)
    }

    pub fn give_back(&mut self, place: usize, player: Box<dyn Player>) {
        self.0.insert(place, player);
    }
}
