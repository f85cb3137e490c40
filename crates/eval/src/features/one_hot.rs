//! A mark for every man on its square: the 768 inputs of the 2006 network (section 2.1 of its specification).
//!
//! The program printed in that work forgets to multiply the square by twelve, so that squares collide and only the
//! first 75 inputs are ever touched. Its published scores most likely come from that program: both are offered.

use hetman_rules::Playable;
use hetman_rules::shakmaty::{Color, Piece, Role, Square};

use super::FeatureVector;

pub const LEN: usize = 64 * MEN.len();

/// The order of men within a square's block; Black's six follow White's.
const MEN: [Piece; 12] = {
    const ORDER: [Role; 6] = [Role::Pawn, Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::King];
    let mut men = [Piece { color: Color::White, role: Role::Pawn }; 12];
    let mut index = 0;
    while index < 12 {
        let color = if index < 6 { Color::White } else { Color::Black };
        men[index] = Piece { color, role: ORDER[index % 6] };
        index += 1;
    }
    men
};

/// The inputs that the printed program reaches: 63 for the square and 11 for the man at most.
const PRINTED_LEN: usize = 63 + 11 + 1;

fn index(square: Square, man: usize) -> usize {
    usize::from(square) * MEN.len() + man
}

fn printed_index(square: Square, man: usize) -> usize {
    usize::from(square) + man
}

pub fn names() -> Vec<String> {
    let mut names = vec![String::new(); LEN];
    for square in Square::ALL {
        for (man, piece) in MEN.into_iter().enumerate() {
            names[index(square, man)] = format!("{:?} {:?} {square}", piece.color, piece.role).to_lowercase();
        }
    }
    names
}

/// A colliding input means up to twelve things, so its number is its name.
pub fn printed_names() -> Vec<String> {
    let name = |index: usize| match index {
        0..PRINTED_LEN => format!("printed input {index}"),
        _ => format!("untouched input {index}"),
    };
    (0..LEN).map(name).collect()
}

pub fn read<P: Playable>(position: &P, into: &mut FeatureVector) {
    for_each_man(position, |square, man| into.push(index(square, man), 1.0));
}

/// Men that meet on one input add up.
pub fn read_printed<P: Playable>(position: &P, into: &mut FeatureVector) {
    let mut counts = [0_u8; PRINTED_LEN];
    for_each_man(position, |square, man| counts[printed_index(square, man)] += 1);
    for (index, count) in counts.into_iter().enumerate() {
        into.push(index, f64::from(count));
    }
}

fn for_each_man<P: Playable>(position: &P, mut visit: impl FnMut(Square, usize)) {
    for (man, piece) in MEN.into_iter().enumerate() {
        for square in position.board().by_piece(piece) {
            visit(square, man);
        }
    }
}
