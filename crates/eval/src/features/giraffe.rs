//! The 363 inputs of Giraffe (Lai 2015).
//!
//! Source: specification of Giraffe, section 2.1, with the readings of section 10. Similar positions are to have similar
//! inputs: a list of pieces with coordinates, how far they reach, and who controls each square by what, instead of a bit
//! for each piece on each square. Three groups, which the network keeps apart at first: the position as a whole, its
//! pieces, its squares. Nothing is turned round for Black: that the colours are alike has to be learned.

mod attacks;
mod layout;
pub(super) mod moves;
mod slots;

use hetman_parameters::Named;
use hetman_rules::Variant;
use hetman_rules::shakmaty::{CastlingSide, Color, Position, Role, Square};

use super::{Feature, FeatureVector, Features};
use attacks::AttackMaps;
use layout::{PIECES, SQUARES};

pub use layout::{GROUPS, Group};
pub use moves::{MOVE_INPUTS, MoveFacts};

/// Files and ranks from 0 to 1, and the longest way across the board as 1.
const LINES: f64 = 7.0;
/// No piece reaches so many squares that a share of them exceeded 2.
const MOST_TARGETS: f64 = 16.0;
/// The order of counts, and of which a full set is 1.
const COUNTED: [(Role, f64); 5] =
    [(Role::Queen, 1.0), (Role::Rook, 2.0), (Role::Bishop, 2.0), (Role::Knight, 2.0), (Role::Pawn, 8.0)];
const RIGHTS: [CastlingSide; 2] = [CastlingSide::KingSide, CastlingSide::QueenSide];

pub struct Giraffe363;

impl Named for Giraffe363 {
    fn name(&self) -> &str {
        "giraffe-363"
    }
}

impl Features for Giraffe363 {
    fn description(&self) -> &'static str {
        "The inputs of Giraffe, in three groups. Position: how many of each type, who is to move, where the kings stand, \
         castling rights (19). Pieces: in slots, eight pawns, a queen and two of each other type a side, with presence, \
         coordinates from 0 to 1, how far rooks, bishops and queens reach, the share of safe squares, and how cheap each \
         side's cheapest attacker of its square is (216). Squares: the same control of all 64 (128). Control is \
         (2250 - value) / 3000 with 100, 325, 325, 500, 975 and 1500 for pawn to king, 0 without an attacker. A square is \
         safe for a piece if no enemy attacks it, or none that is worth less while its own side attacks it twice. They \
         are not White minus Black: both colours have inputs of their own (2015)."
    }

    fn features(&self, _: Variant) -> Vec<Feature> {
        layout::names().map(|name| Feature::Other(name.into())).collect()
    }

    fn len(&self, _: Variant) -> usize {
        SQUARES.end
    }

    fn groups(&self, _: Variant) -> Vec<usize> {
        GROUPS.iter().map(|group| group.inputs.len()).collect()
    }

    fn read(&self, _: Variant, position: &dyn Position, into: &mut FeatureVector) {
        push_all(position, |index, value| into.push(index, value));
    }

    fn read_floats(&self, _: Variant, position: &dyn Position, into: &mut [f32]) {
        into.fill(0.0);
        push_all(position, |index, value| into[index] = value as f32);
    }
}

/// Pushes the inputs of a position, whatever becomes of them.
fn push_all(position: &dyn Position, push: impl FnMut(usize, f64)) {
    let maps = AttackMaps::of(position.board());
    let mut writer = Writer { next: 0, push };
    push_position(position, &mut writer);
    debug_assert_eq!(writer.next, PIECES.start);
    slots::push_pieces(position, &maps, &mut writer);
    debug_assert_eq!(writer.next, SQUARES.start);
    for square in Square::ALL {
        writer.push_all(maps.control(square));
    }
    debug_assert_eq!(writer.next, SQUARES.end);
}

/// Pushes inputs in their order.
struct Writer<F> {
    next: usize,
    push: F,
}

impl<F: FnMut(usize, f64)> Writer<F> {
    fn push(&mut self, value: f64) {
        (self.push)(self.next, value);
        self.next += 1;
    }

    fn push_all(&mut self, values: impl IntoIterator<Item = f64>) {
        values.into_iter().for_each(|value| self.push(value));
    }

    /// Leaves inputs at nothing.
    fn skip(&mut self, inputs: usize) {
        self.next += inputs;
    }

    fn push_square(&mut self, square: Square) {
        self.push_all([square.file() as usize as f64 / LINES, square.rank() as usize as f64 / LINES]);
    }

    fn push_rights(&mut self, position: &dyn Position, color: Color) {
        self.push_all(RIGHTS.map(|side| mark(position.castles().has(color, side))));
    }
}

fn mark(is_so: bool) -> f64 {
    f64::from(u8::from(is_so))
}

/// What is of the position as a whole.
fn push_position(position: &dyn Position, writer: &mut Writer<impl FnMut(usize, f64)>) {
    let board = position.board();
    for color in Color::ALL {
        writer.push_all(COUNTED.map(|(role, full)| board.by_piece(role.of(color)).count() as f64 / full));
    }
    writer.push(mark(position.turn().is_white()));
    for color in Color::ALL {
        match board.by_piece(Role::King.of(color)).first() {
            Some(king) => writer.push_square(king),
            None => writer.skip(2),
        }
        writer.push_rights(position, color);
    }
}

#[cfg(test)]
mod tests;
