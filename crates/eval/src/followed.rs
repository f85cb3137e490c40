//! A net as a search wants it: followed move by move where it is a sum over men, read from scratch where it is not.
//!
//! The tables of the engine ([`PieceSquare`](crate::PieceSquare)) round learned weights to a fraction of a hundredth of
//! a pawn, too coarse for a search whose ties and leaves somebody learns from. Here weights are whole multiples of a
//! power of two that is some 2^-46 of the largest of them. Sums of whole numbers do not depend on the order of the moves
//! that led to them, and those of a full board and full hands are small enough to be exact as `f64` too: a value differs
//! from the model's own by at most 2^-40 of the largest weight, which is what the rounding of the weights amounts to.

use std::ops::Neg;
use std::sync::Arc;

use hetman_rules::shakmaty::{Bitboard, Color, Move, Position, Role, Square};
use hetman_rules::{Playable, Variant};

use crate::features::{EXCHANGES, exchanges};
use crate::model::Shape;
use crate::phase::{FULL_BOARD, Phase, presence_of};
use crate::{Evaluator, Incremental, Net, SideValue};

/// Bits of the largest weight: seven less than an `f64` holds, for a sum over 128 men. What a blend of two sums adds, five
/// bits before it is divided again, an `i64` holds.
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
    white: [[Ends; 64]; 6],
    /// `white` seen from the other side of the board, negative.
    black: [[Ends; 64]; 6],
    hand: [i64; 6],
    checks_left: [i64; 4],
    exchanges: [i64; EXCHANGES],
    /// Value of 1, a power of two.
    grain: f64,
}

/// What a man adds on a full board and on a bare one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Ends {
    full: i64,
    bare: i64,
}

/// The men on the board, White's view, and how full it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MenState {
    full: i64,
    bare: i64,
    presence: i32,
}

impl MenState {
    fn blended(&self) -> i64 {
        let presence = i64::from(self.presence.min(FULL_BOARD));
        let full_board = i64::from(FULL_BOARD);
        (self.full * presence + self.bare * (full_board - presence)) / full_board
    }
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
        let at = |role, square, phase| features.of_man(variant, role, square, phase).map_or(f64::NAN, sum);
        let [full, bare] =
            Phase::ALL.map(|phase| Role::ALL.map(|role| Square::ALL.map(|square| at(role, square, phase))));
        let hand = Role::ALL.map(|role| features.of_man_in_hand(variant, role).map_or(f64::NAN, sum));
        let checks = [0, 1, 2, 3].map(|left| sum(features.of_checks_left(variant, left).into_iter().collect()));
        let exchanges: [f64; EXCHANGES] =
            std::array::from_fn(|exchange| sum(features.of_exchange(variant, exchange).into_iter().collect()));
        let weights = || full.iter().chain(&bare).flatten().chain(&hand).chain(&checks).chain(&exchanges);
        let largest = weights().fold(0.0, |largest: f64, weight| largest.max(weight.abs()));
        // A set that is no sum over men has said so with numbers that are none.
        weights().all(|weight| weight.is_finite()).then(|| {
            let grain = 2.0_f64.powi(exponent(largest) - WEIGHT_BITS);
            let grains = |weight: f64| (weight / grain).round() as i64;
            let ends = |role: usize, square: usize| Ends {
                full: grains(full[role][square]),
                bare: grains(bare[role][square]),
            };
            let white = std::array::from_fn(|role| std::array::from_fn(|square| ends(role, square)));
            let seen = |square| usize::from(variant.square_seen_by_black(square));
            let black = white.map(|table: [Ends; 64]| Square::ALL.map(|square| -table[seen(square)]));
            let (hand, checks_left, exchanges) = (hand.map(grains), checks.map(grains), exchanges.map(grains));
            MenSum { white, black, hand, checks_left, exchanges, grain }
        })
    }

    /// Adds the men of a colour and role on these squares, or takes them away.
    fn count(&self, state: &mut MenState, color: Color, role: Role, squares: Bitboard, sign: i32) {
        squares.into_iter().for_each(|square| self.count_one(state, color, role, square, sign));
    }

    fn count_one(&self, state: &mut MenState, color: Color, role: Role, square: Square, sign: i32) {
        let table = &color.fold_wb(&self.white, &self.black)[usize::from(role) - 1];
        let Ends { full, bare } = table[usize::from(square)];
        state.full += i64::from(sign) * full;
        state.bare += i64::from(sign) * bare;
        state.presence += sign * presence_of(role);
    }

    fn in_hand<P: Position>(&self, position: &P) -> i64 {
        let Some(pockets) = position.pockets() else { return 0 };
        let difference = |role| i64::from(*pockets.white.get(role)) - i64::from(*pockets.black.get(role));
        Role::ALL.iter().zip(self.hand).map(|(&role, worth)| worth * difference(role)).sum()
    }

    fn checks<P: Position>(&self, position: &P) -> i64 {
        let Some(remaining) = position.remaining_checks() else { return 0 };
        let worth = |color| self.checks_left[u32::from(*remaining.get(color)) as usize];
        worth(Color::White) - worth(Color::Black)
    }

    fn seen_by(&self, color: Color, white: i64) -> SideValue {
        SideValue(color.fold_wb(white, -white) as f64 * self.grain)
    }

    fn looks_at_captures<P: Playable>(&self) -> bool {
        P::VARIANT.is_losing_game() && self.exchanges != [0; EXCHANGES]
    }

    fn captures<P: Playable>(&self, position: &P) -> i64 {
        if !self.looks_at_captures::<P>() {
            return 0;
        }
        exchanges(position.board()).into_iter().zip(self.exchanges).map(|(count, worth)| i64::from(count) * worth).sum()
    }
}

impl Neg for Ends {
    type Output = Ends;

    fn neg(self) -> Ends {
        Ends { full: -self.full, bare: -self.bare }
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
    type State = MenState;

    fn begin(&self, position: &P) -> MenState {
        let mut state = MenState::default();
        let Followed::Men(sum) = self else { return state };
        for role in Role::ALL {
            for color in Color::ALL {
                sum.count(&mut state, color, role, position.board().by_piece(role.of(color)), 1);
            }
        }
        state
    }

    fn follow(&self, state: &MenState, before: &P, after: &P) -> MenState {
        let mut state = *state;
        let Followed::Men(sum) = self else { return state };
        let (before, after) = (before.board(), after.board());
        for role in Role::ALL {
            for color in Color::ALL {
                let (old, new) = (before.by_piece(role.of(color)), after.by_piece(role.of(color)));
                if old != new {
                    sum.count(&mut state, color, role, old & !new, -1);
                    sum.count(&mut state, color, role, new & !old, 1);
                }
            }
        }
        state
    }

    fn follow_move(&self, state: &MenState, before: &P, m: Move, after: &P) -> MenState {
        match (self, m) {
            (Followed::Men(sum), Move::Normal { role, from, capture, to, promotion })
                if capture.is_none() || P::VARIANT != Variant::Atomic =>
            {
                let color = before.turn();
                let mut state = *state;
                sum.count_one(&mut state, color, role, from, -1);
                sum.count_one(&mut state, color, promotion.unwrap_or(role), to, 1);
                if let Some(taken) = capture {
                    sum.count_one(&mut state, !color, taken, to, -1);
                }
                state
            }
            _ => self.follow(state, before, after),
        }
    }

    fn foresee(&self, state: &MenState, before: &P, m: Move) -> Option<SideValue> {
        let Followed::Men(sum) = self else { return None };
        if sum.looks_at_captures::<P>() {
            return None;
        }
        let color = before.turn();
        let (mut state, mut besides) = (*state, sum.in_hand(before) + sum.checks(before));
        match m {
            Move::Normal { role, from, to, .. } => {
                sum.count_one(&mut state, color, role, from, -1);
                sum.count_one(&mut state, color, role, to, 1);
            }
            Move::Put { role, to } => {
                sum.count_one(&mut state, color, role, to, 1);
                let worth = sum.hand[usize::from(role) - 1];
                besides -= color.fold_wb(worth, -worth);
            }
            Move::EnPassant { .. } | Move::Castle { .. } => return None,
        }
        Some(sum.seen_by(color, state.blended() + besides))
    }

    fn judge(&self, state: &MenState, position: &P) -> SideValue {
        match self {
            Followed::Read(net) => net.evaluate(position),
            Followed::Men(sum) => {
                let besides = sum.in_hand(position) + sum.checks(position) + sum.captures(position);
                sum.seen_by(position.turn(), state.blended() + besides)
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

    const SETS: [FeatureSet; 5] = [
        FeatureSet::Material,
        FeatureSet::PieceSquare,
        FeatureSet::HalfPieceSquare,
        FeatureSet::RanksAndRings,
        FeatureSet::TaperedPieceSquare,
    ];

    fn linear(variant: Variant, features: FeatureSet, radius: f64) -> Net {
        let mut model = Model::linear(features.len(variant), 1.0).unwrap();
        Initial::Uniform { radius }.apply(&mut model, &mut ChaCha8Rng::seed_from_u64(5)).unwrap();
        Net::new(variant, features, model, Default::default()).unwrap()
    }

    fn compare<P: Playable>(before: &P, m: Move, net: &Net, followed: &Followed, radius: f64) {
        let after = before.after(m);
        let begun = followed.begin(before);
        let state = followed.follow(&begun, before, &after);
        assert_eq!(state, followed.begin(&after), "followed = from scratch");
        assert_eq!(state, followed.follow_move(&begun, before, m, &after), "by the move = by the boards");
        let judged = followed.judge(&state, &after);
        if !m.is_capture() && !m.is_promotion() && !after.is_check() {
            let foreseen = followed.foresee(&begun, before, m);
            assert!(foreseen.is_none_or(|foreseen| foreseen.0 == -judged.0), "foreseen = judged");
            let is_silent = m.is_castle() || net.features() == FeatureSet::TaperedPieceSquare;
            assert!(foreseen.is_some() || is_silent, "{m} was not foreseen");
        }
        let difference = judged.0 - net.evaluate(&after).0;
        assert!(difference.abs() <= radius * 2.0_f64.powi(-38), "{difference} apart");
    }

    #[test]
    fn what_is_followed_is_what_the_model_says() {
        let mut generator = ChaCha8Rng::seed_from_u64(6);
        for variant in Variant::ALL {
            for (features, radius) in SETS.into_iter().zip([1e-3, 1.0, 30.0, 1e6, 2.0]) {
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
