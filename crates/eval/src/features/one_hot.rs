//! A mark for every piece on its square: the 768 inputs of the 2006 network (section 2.1 of its specification).
//!
//! The program printed in that work forgets to multiply the square by twelve, so that squares collide and only the
//! first 75 inputs are ever touched. Its published scores most likely come from that program: both are offered.

use hetman_parameters::Named;
use hetman_rules::Variant;
use hetman_rules::shakmaty::{Color, Piece, Position, Role, Square};

use super::{Feature, FeatureVector, Features, Place};

const LEN: usize = 64 * PIECES.len();

/// The order of pieces within a square's block; Black's six follow White's.
const PIECES: [Piece; 12] = {
    const ORDER: [Role; 6] = [Role::Pawn, Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::King];
    let mut pieces = [Piece { color: Color::White, role: Role::Pawn }; 12];
    let mut index = 0;
    while index < 12 {
        let color = if index < 6 { Color::White } else { Color::Black };
        pieces[index] = Piece { color, role: ORDER[index % 6] };
        index += 1;
    }
    pieces
};

/// The inputs that the printed program reaches: 63 for the square and 11 for the piece at most.
const PRINTED_LEN: usize = 63 + 11 + 1;

fn index(square: Square, piece: usize) -> usize {
    usize::from(square) * PIECES.len() + piece
}

fn printed_index(square: Square, piece: usize) -> usize {
    usize::from(square) + piece
}

fn for_each_piece(position: &dyn Position, mut visit: impl FnMut(Square, usize)) {
    let board = position.board();
    for (index, piece) in PIECES.into_iter().enumerate() {
        for square in board.by_piece(piece) {
            visit(square, index);
        }
    }
}

pub struct OneHot768;

impl Named for OneHot768 {
    fn name(&self) -> &str {
        "one-hot-768"
    }
}

impl Features for OneHot768 {
    fn description(&self) -> &'static str {
        "A mark for every piece on its square: 64 squares of twelve inputs, White's pawn, rook, knight, bishop, queen \
         and king, then Black's. Nothing else: not the side to move, not what is in hand (2006)."
    }

    fn features(&self, _: Variant) -> Vec<Feature> {
        let of_square = |square| {
            PIECES.map(|Piece { color, role }| Feature::Piece {
                color: Some(color),
                role,
                place: Place::Square(square),
                phase: None,
            })
        };
        Square::ALL.into_iter().flat_map(of_square).collect()
    }

    fn len(&self, _: Variant) -> usize {
        LEN
    }

    fn read(&self, _: Variant, position: &dyn Position, into: &mut FeatureVector) {
        for_each_piece(position, |square, piece| into.push(index(square, piece), 1.0));
    }
}

pub struct OneHot768Printed;

impl Named for OneHot768Printed {
    fn name(&self) -> &str {
        "one-hot-768-printed"
    }
}

impl Features for OneHot768Printed {
    fn description(&self) -> &'static str {
        "The same as the program printed in that work computes it: it forgets to multiply the square by twelve, so \
         pieces on neighbouring squares meet on one input, where they add up, and inputs from 75 on stay zero. Kept \
         because the published scores were most likely made with it (2006)."
    }

    /// A colliding input means up to twelve things, so its number is its name.
    fn features(&self, _: Variant) -> Vec<Feature> {
        let name = |index: usize| match index {
            0..PRINTED_LEN => format!("printed input {index}"),
            _ => format!("untouched input {index}"),
        };
        (0..LEN).map(|index| Feature::Other(name(index).into())).collect()
    }

    fn len(&self, _: Variant) -> usize {
        LEN
    }

    /// Pieces that meet on one input add up.
    fn read(&self, _: Variant, position: &dyn Position, into: &mut FeatureVector) {
        let mut counts = [0_u8; PRINTED_LEN];
        for_each_piece(position, |square, piece| counts[printed_index(square, piece)] += 1);
        for (index, count) in counts.into_iter().enumerate() {
            into.push(index, f64::from(count));
        }
    }
}
