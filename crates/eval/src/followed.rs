//! A net as a search wants it: followed move by move where it is a sum over men, read from scratch where it is not.
//!
//! The tables of the engine ([`PieceSquare`](crate::PieceSquare)) round learned weights to a fraction of a hundredth of
//! a pawn, too coarse for a search whose ties and leaves somebody learns from. Here weights are whole multiples of a
//! power of two that is some 2^-46 of the largest of them. Sums of whole numbers do not depend on the order of the moves
//! that led to them, and those of a full board and full hands are small enough to be exact as `f64` too: a value differs
//! from the model's own by at most 2^-40 of the largest weight, which is what the rounding of the weights amounts to.

use std::sync::Arc;

use hetman_rules::shakmaty::{Bitboard, Color, Move, Position, Role, Square};
use hetman_rules::{Playable, Variant};

use crate::model::Shape;
use crate::{Evaluator, Incremental, Net, SideValue};

/// Bits of the largest weight: seven less than an `f64` holds, for a sum over 128 men.
const WEIGHT_BITS: i32 = 46;

/// A grain of weights below this could not be written as a number.
const SMALLEST: f64 = 1e-200;

/// A net that knows whether it can follow moves.
#[derive(Clone, Debug)]
pub enum Followed {
    Men(Box<MenSum>),
    Read(Arc<Net>),
}

/// The sum over men that a linear net is, in whole numbers.
#[derive(Clone, Debug)]
pub struct MenSum {
    /// One entry per role (pawn first, king last) and square.
    white: [[i64; 64]; 6],
    /// `white` seen from the other side of the board, negative.
    black: [[i64; 64]; 6],
    hand: [i64; 6],
    /// Value of 1, a power of two.
    grain: f64,
}

impl From<Arc<Net>> for Followed {
    fn from(net: Arc<Net>) -> Followed {
        MenSum::of(&net).map_or_else(|| Followed::Read(net), |sum| Followed::Men(Box::new(sum)))
    }
}

impl From<Net> for Followed {
    fn from(net: Net) -> Followed {
        Arc::new(net).into()
    }
}

impl MenSum {
    fn of(net: &Net) -> Option<MenSum> {
        let Shape::Linear { .. } = net.model().shape() else { return None };
        let (features, variant) = (net.features(), net.variant());
        let sum = |indices: Vec<usize>| indices.iter().map(|&index| net.model().parameters()[index]).sum::<f64>();
        let men = Role::ALL
            .map(|role| Square::ALL.map(|square| features.of_man(variant, role, square).map_or(f64::NAN, sum)));
        let hand = Role::ALL.map(|role| features.of_man_in_hand(variant, role).map_or(f64::NAN, sum));
        let largest = men.iter().flatten().chain(&hand).fold(0.0, |largest: f64, weight| largest.max(weight.abs()));
        // A set that is no sum over men has said so with numbers that are none.
        let is_sum = men.iter().flatten().chain(&hand).all(|weight| weight.is_finite());
        is_sum.then(|| {
            let grain = 2.0_f64.powi(exponent(largest) - WEIGHT_BITS);
            let grains = |weight: f64| (weight / grain).round() as i64;
            let white = men.map(|table| table.map(grains));
            let black = white.map(|table| std::array::from_fn(|square| -table[square ^ 56]));
            MenSum { white, black, hand: hand.map(grains), grain }
        })
    }

    fn count(&self, color: Color, role: Role, squares: Bitboard) -> i64 {
        let table = &color.fold_wb(&self.white, &self.black)[usize::from(role) - 1];
        squares.into_iter().map(|square| table[usize::from(square)]).sum()
    }

    fn in_hand<P: Position>(&self, position: &P) -> i64 {
        let Some(pockets) = position.pockets() else { return 0 };
        let difference = |role| i64::from(*pockets.white.get(role)) - i64::from(*pockets.black.get(role));
        Role::ALL.iter().zip(self.hand).map(|(&role, worth)| worth * difference(role)).sum()
    }
}

/// The power of two above a number. Weights smaller than any that was ever learned are taken for nothing.
fn exponent(number: f64) -> i32 {
    if number < SMALLEST { 0 } else { number.log2().floor() as i32 + 1 }
}

impl<P: Playable> Evaluator<P> for Followed {
    fn evaluate(&self, position: &P) -> SideValue {
        self.judge(&self.begin(position), position)
    }
}

impl<P: Playable> Incremental<P> for Followed {
    /// The men on the board, White's view.
    type State = i64;

    fn begin(&self, position: &P) -> i64 {
        let Followed::Men(sum) = self else { return 0 };
        let board = position.board();
        Color::ALL
            .into_iter()
            .flat_map(|color| Role::ALL.map(|role| sum.count(color, role, board.by_piece(role.of(color)))))
            .sum()
    }

    fn follow(&self, state: &i64, before: &P, after: &P) -> i64 {
        let Followed::Men(sum) = self else { return 0 };
        let (before, after) = (before.board(), after.board());
        let mut state = *state;
        for role in Role::ALL {
            for color in Color::ALL {
                let (old, new) = (before.by_piece(role.of(color)), after.by_piece(role.of(color)));
                if old != new {
                    state += sum.count(color, role, new & !old) - sum.count(color, role, old & !new);
                }
            }
        }
        state
    }

    fn follow_move(&self, state: &i64, before: &P, m: Move, after: &P) -> i64 {
        match (self, m) {
            (Followed::Men(sum), Move::Normal { role, from, capture, to, promotion })
                if capture.is_none() || P::VARIANT != Variant::Atomic =>
            {
                let ours = before.turn().fold_wb(&sum.white, &sum.black);
                let theirs = before.turn().fold_wb(&sum.black, &sum.white);
                let at = |table: &[[i64; 64]; 6], role: Role, square: Square| {
                    table[usize::from(role) - 1][usize::from(square)]
                };
                let taken = capture.map_or(0, |taken| at(theirs, taken, to));
                state + at(ours, promotion.unwrap_or(role), to) - at(ours, role, from) - taken
            }
            _ => self.follow(state, before, after),
        }
    }

    fn judge(&self, state: &i64, position: &P) -> SideValue {
        match self {
            Followed::Read(net) => net.evaluate(position),
            Followed::Men(sum) => {
                let white = state + sum.in_hand(position);
                SideValue(position.turn().fold_wb(white, -white) as f64 * sum.grain)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use hetman_rules::{AnyPosition, random, with_position};
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::model::Initial;
    use crate::{FeatureSet, Model};

    const SETS: [FeatureSet; 4] =
        [FeatureSet::Material, FeatureSet::PieceSquare, FeatureSet::HalfPieceSquare, FeatureSet::RanksAndRings];

    fn linear(variant: Variant, features: FeatureSet, radius: f64) -> Net {
        let mut model = Model::linear(features.len(variant), 1.0).unwrap();
        Initial::Uniform { radius }.apply(&mut model, &mut ChaCha8Rng::seed_from_u64(5)).unwrap();
        Net::new(variant, features, model, Default::default()).unwrap()
    }

    fn compare<P: Playable>(before: &P, m: Move, net: &Net, followed: &Followed, radius: f64) {
        let after = before.after(m);
        let state = followed.follow(&followed.begin(before), before, &after);
        assert_eq!(state, followed.begin(&after), "followed = from scratch");
        assert_eq!(
            state,
            followed.follow_move(&followed.begin(before), before, m, &after),
            "by the move = by the boards"
        );
        let difference = followed.judge(&state, &after).0 - net.evaluate(&after).0;
        assert!(difference.abs() <= radius * 2.0_f64.powi(-38), "{difference} apart");
    }

    #[test]
    fn what_is_followed_is_what_the_model_says() {
        let mut generator = ChaCha8Rng::seed_from_u64(6);
        for variant in Variant::ALL {
            for (features, radius) in SETS.into_iter().zip([1e-3, 1.0, 30.0, 1e6]) {
                let net = linear(variant, features, radius);
                let followed = Followed::from(net.clone());
                assert!(matches!(followed, Followed::Men(_)), "{variant} {features}");
                let record = random::playout(AnyPosition::start(variant), 80, &mut generator);
                for (ply, m) in record.moves().enumerate() {
                    let before = record.position_after(ply).unwrap();
                    with_position!(before, before => compare(before, m, &net, &followed, radius));
                }
            }
        }
    }

    #[test]
    fn other_nets_are_read() {
        let net = Model::linear(FeatureSet::Thesis45.len(Variant::Chess), 1.0).unwrap();
        let net = Net::new(Variant::Chess, FeatureSet::Thesis45, net, Default::default()).unwrap();
        assert!(matches!(Followed::from(net), Followed::Read(_)));
    }
}
