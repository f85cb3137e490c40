//! The inputs of move probabilities: those of a move, and behind them those of the position that it is made in.
//!
//! Source: specification of Giraffe, section 7.1. A move's inputs are of the group of the position as a whole.

use std::cmp::Ordering;

use hetman_parameters::Named;
use hetman_rules::Variant;
use hetman_rules::shakmaty::{Color, Move, Position, Role, Square};

use super::layout::{self, PIECES, POSITION, SQUARES};
use super::push_all;
use crate::features::{Feature, FeatureVector, Features};

/// How many inputs are of the move.
pub const MOVE_INPUTS: usize = 23;
/// In the order of the types' inputs.
const PROMOTIONS: [(Role, &str); 4] =
    [(Role::Queen, "queen"), (Role::Rook, "rook"), (Role::Bishop, "bishop"), (Role::Knight, "knight")];
const LAST: f32 = 7.0;
/// Ranks beyond are alike to one of the inputs.
const MOST_RANKS: usize = 20;
/// So many legal moves count as 1.
const MANY_MOVES: f32 = 40.0;

/// What is known of a move before it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveFacts {
    pub m: Move,
    pub turn: Color,
    /// What the exchange that it begins is worth, beside nothing.
    pub exchange: Ordering,
    pub gives_check: bool,
    /// Whether the piece would be lost if it stayed.
    pub is_threatened: bool,
    /// Its place among the moves when they are ordered, the best 0.
    pub rank: usize,
    /// How many legal moves there are.
    pub moves: usize,
    pub in_check: bool,
}

impl MoveFacts {
    /// Writes the move's inputs.
    pub fn write(&self, into: &mut [f32]) {
        let mut next = into[..MOVE_INPUTS].iter_mut();
        let mut push = |value: f32| *next.next().expect("there is room for every input") = value;
        let (from, to) = (self.m.from().unwrap_or(self.m.to()), self.m.to());
        Role::ALL.iter().for_each(|&role| push(mark(self.m.role() == role)));
        for square in [from, to] {
            push(square.file() as usize as f32 / LAST);
            push(self.rank_seen(square));
        }
        PROMOTIONS.iter().for_each(|&(role, _)| push(mark(self.m.promotion() == Some(role))));
        push(mark(self.m.is_capture() || self.m.promotion() == Some(Role::Queen)));
        push(mark(self.exchange == Ordering::Greater));
        push(mark(self.exchange == Ordering::Less));
        push(mark(self.gives_check));
        push(mark(self.is_threatened));
        push(self.rank as f32 / self.moves.max(1) as f32);
        push(self.rank.min(MOST_RANKS) as f32 / MOST_RANKS as f32);
        push(self.moves as f32 / MANY_MOVES);
        push(mark(self.in_check));
    }

    /// From the mover's side of the board.
    fn rank_seen(&self, square: Square) -> f32 {
        let rank = square.rank() as usize as f32 / LAST;
        self.turn.fold_wb(rank, 1.0 - rank)
    }
}

fn mark(is_so: bool) -> f32 {
    f32::from(u8::from(is_so))
}

/// The names of the move's inputs, in order.
fn move_names() -> impl Iterator<Item = String> {
    let pieces = Role::ALL.iter().map(|&role| format!("move of a {}", layout::word(role)));
    let squares = ["from x", "from y", "to x", "to y"].map(|what| format!("move {what}"));
    let promotions = PROMOTIONS.map(|(_, name)| format!("move promotes to a {name}"));
    let flags = [
        "move takes or promotes to a queen",
        "move wins material",
        "move loses material",
        "move gives check",
        "move saves a piece",
        "move rank of all",
        "move rank of twenty",
        "legal moves",
        "in check",
    ];
    pieces.chain(squares).chain(promotions).chain(flags.map(str::to_owned))
}

pub struct GiraffeMoves;

impl Named for GiraffeMoves {
    fn name(&self) -> &str {
        "giraffe-moves"
    }
}

impl Features for GiraffeMoves {
    fn description(&self) -> &'static str {
        "The inputs of Giraffe's move probabilities: of a move its piece, squares from 0 to 1 with ranks seen by the mover, \
         promotion, exchange, check, whether the piece is threatened, its rank among the moves, how many there are, and \
         whether the mover is in check (23); then giraffe-363. Of a position alone the first are 0 (2015)."
    }

    fn features(&self, _: Variant) -> Vec<Feature> {
        move_names().chain(layout::names()).map(|name| Feature::Other(name.into())).collect()
    }

    fn len(&self, _: Variant) -> usize {
        MOVE_INPUTS + SQUARES.end
    }

    fn groups(&self, _: Variant) -> Vec<usize> {
        vec![MOVE_INPUTS + POSITION.len(), PIECES.len(), SQUARES.len()]
    }

    fn read(&self, _: Variant, position: &dyn Position, into: &mut FeatureVector) {
        push_all(position, |index, value| into.push(MOVE_INPUTS + index, value));
    }

    fn read_floats(&self, _: Variant, position: &dyn Position, into: &mut [f32]) {
        into.fill(0.0);
        push_all(position, |index, value| into[MOVE_INPUTS + index] = value as f32);
    }
}

#[cfg(test)]
mod tests {
    use hetman_rules::AnyPosition;

    use super::*;

    #[test]
    fn a_moves_inputs_by_hand() {
        let facts = MoveFacts {
            m: Move::Normal {
                role: Role::Pawn,
                from: Square::B2,
                capture: Some(Role::Rook),
                to: Square::A1,
                promotion: Some(Role::Knight),
            },
            turn: Color::Black,
            exchange: Ordering::Greater,
            gives_check: false,
            is_threatened: true,
            rank: 5,
            moves: 20,
            in_check: true,
        };
        let mut inputs = [9.0; MOVE_INPUTS];
        facts.write(&mut inputs);
        // A pawn; from b, the seventh rank of Black; to a, its last.
        assert_eq!(inputs[..6], [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(inputs[6..10], [1.0 / 7.0, 1.0 - 1.0 / 7.0, 0.0, 1.0]);
        assert_eq!(inputs[10..14], [0.0, 0.0, 0.0, 1.0]);
        assert_eq!(inputs[14..], [1.0, 1.0, 0.0, 0.0, 1.0, 0.25, 0.25, 0.5, 1.0]);
    }

    #[test]
    fn the_positions_inputs_lie_behind_the_moves() {
        let position = AnyPosition::start(Variant::Chess);
        let mut inputs = vec![7.0; GiraffeMoves.len(Variant::Chess)];
        GiraffeMoves.read_floats(Variant::Chess, &position, &mut inputs);
        let mut alone = vec![0.0; SQUARES.end];
        super::super::Giraffe363.read_floats(Variant::Chess, &position, &mut alone);
        assert_eq!(inputs[..MOVE_INPUTS], [0.0; MOVE_INPUTS]);
        assert_eq!(inputs[MOVE_INPUTS..], alone);
        assert_eq!(GiraffeMoves.features(Variant::Chess).len(), inputs.len());
        assert_eq!(GiraffeMoves.groups(Variant::Chess).iter().sum::<usize>(), inputs.len());
    }
}
