//! Playing below full strength, for opponents who want a fair game.
//!
//! Two handicaps grow together as the wanted rating falls: fewer nodes, so that less is seen, and a blurred eye, so
//! that what is seen is misjudged. The noise is a fixed number for each position and seed: the same seed plays the same
//! game. Ratings are meant to agree with Stockfish 15's UCI_Elo at a tenth of a second a move, its lowest being 1350;
//! `scripts/ladder.py` measures how well they do.

use crate::Limits;

/// Nodes a move at [`TOP_ELO`], about what a twentieth of a second gives on one core.
const TOP_NODES: f64 = 150_000.0;
/// The rating of the unblurred engine with that many nodes.
const TOP_ELO: f64 = 2000.0;
/// Rating points that halving the nodes costs.
const ELO_PER_HALVING: f64 = 90.0;
/// Below this rating the eye is blurred, by this share of a pawn for each point.
const SHARP_ELO: f64 = 1200.0;
const BLUR_PER_ELO: f64 = 0.005;

/// What keeps the engine at a rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handicap {
    pub nodes: u64,
    /// Greatest error of an evaluation, in pawns.
    pub noise: f64,
    pub seed: u64,
}

impl Handicap {
    pub fn new(elo: u32, seed: u64) -> Handicap {
        let elo = f64::from(elo);
        let halvings = (TOP_ELO - elo) / ELO_PER_HALVING;
        Handicap {
            nodes: (TOP_NODES / halvings.exp2()).max(1.0) as u64,
            noise: (BLUR_PER_ELO * (SHARP_ELO - elo)).max(0.0),
            seed,
        }
    }

    /// The limits, and fewer nodes.
    pub fn limit(&self, limits: &Limits) -> Limits {
        let nodes = limits.nodes.unwrap_or(u64::MAX).min(self.nodes);
        Limits { nodes: Some(nodes), ..limits.clone() }
    }

    /// How wrong the evaluation of a position is, in pawns.
    pub fn error(&self, key: u64) -> f64 {
        self.noise * noise(key ^ self.seed)
    }
}

/// A number from -1 to 1 that depends on every bit of its input (the finaliser of SplitMix64, Steele et al. 2014).
fn noise(input: u64) -> f64 {
    let mut bits = input.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^= bits >> 31;
    bits as f64 / u64::MAX as f64 * 2.0 - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lower_rating_sees_less_and_less_clearly() {
        let ratings = [500, 800, 1100, 1400, 1700, 2000];
        let handicaps = ratings.map(|elo| Handicap::new(elo, 1));
        assert!(handicaps.is_sorted_by(|lower, higher| lower.nodes < higher.nodes && lower.noise >= higher.noise));
        assert_eq!(handicaps[5], Handicap { nodes: 150_000, noise: 0.0, seed: 1 });
    }

    #[test]
    fn noise_is_even_and_repeatable() {
        let sum: f64 = (0..100_000).map(noise).sum();
        assert!(sum.abs() < 1000.0, "{sum}");
        assert_eq!(noise(7), noise(7));
        assert!((0..1000).all(|input| noise(input).abs() <= 1.0));
    }
}
