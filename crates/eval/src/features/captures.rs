//! Men and what can be taken at once: fourteen weights for games in which captures follow captures.
//!
//! Source: the 2008 thesis reports, in its summary, that an evaluation of fourteen weights with "very simple recognition" of
//! chains of forced captures beats learned square tables in suicide nearly always. Its features are not printed; these
//! are the specification's reading (6.3): each side's men by type, those the other side could take, the number of
//! captures each side has, and whether it has exactly one. Both sides are looked at as if they were to move; a capture is
//! whatever a man attacks, pinned or not, and en passant is not seen.

use hetman_rules::Playable;
use hetman_rules::shakmaty::{Bitboard, Board, Color, Role, attacks};

use super::FeatureVector;

pub const LEN: usize = 14;

/// The first feature that is no count of men.
pub const HANGING: usize = 6;
const CAPTURES: usize = 12;
const SINGLE: usize = 13;

pub fn names() -> Vec<String> {
    let roles = || Role::ALL.iter().map(|role| format!("{role:?}").to_lowercase());
    let hanging = roles().map(|role| format!("{role} to be taken"));
    roles().chain(hanging).chain(["captures", "exactly one capture"].map(str::to_owned)).collect()
}

pub fn read<P: Playable>(position: &P, into: &mut FeatureVector) {
    let board = position.board();
    let white = Captures::of(board, Color::White);
    let black = Captures::of(board, Color::Black);
    let difference = |white: usize, black: usize| white as f64 - black as f64;
    for (index, role) in Role::ALL.into_iter().enumerate() {
        let men = |color: Color| board.by_piece(role.of(color));
        let (ours, theirs) = (men(Color::White), men(Color::Black));
        into.push(index, difference(ours.count(), theirs.count()));
        let hanging = difference((ours & black.targets).count(), (theirs & white.targets).count());
        into.push(HANGING + index, hanging);
    }
    into.push(CAPTURES, difference(white.number, black.number));
    into.push(SINGLE, difference(usize::from(white.number == 1), usize::from(black.number == 1)));
}

/// What one side could take.
struct Captures {
    number: usize,
    targets: Bitboard,
}

impl Captures {
    fn of(board: &Board, color: Color) -> Captures {
        let enemies = board.by_color(!color);
        let mut captures = Captures { number: 0, targets: Bitboard::EMPTY };
        for square in board.by_color(color) {
            let Some(piece) = board.piece_at(square) else { continue };
            let targets = attacks::attacks(square, piece, board.occupied()) & enemies;
            captures.number += targets.count();
            captures.targets |= targets;
        }
        captures
    }
}

#[cfg(test)]
mod tests {
    use hetman_rules::{AnyPosition, Variant, with_position};

    use super::*;

    #[test]
    fn captures_of_both_sides_are_seen() {
        // White's pawn takes the knight or the bishop, the black bishop takes the pawn; nothing else is in touch.
        let position = AnyPosition::from_fen(Variant::Suicide, "8/8/8/2n1b3/3P4/8/8/K7 w - - 0 1").unwrap();
        let mut vector = FeatureVector::default();
        with_position!(&position, position => read(position, &mut vector));
        let named: Vec<(String, f64)> = vector.iter().map(|(index, value)| (names()[index].clone(), value)).collect();
        let expected = [
            ("pawn", 1.0),
            ("pawn to be taken", 1.0),
            ("knight", -1.0),
            ("knight to be taken", -1.0),
            ("bishop", -1.0),
            ("bishop to be taken", -1.0),
            ("king", 1.0),
            ("captures", 1.0),
            ("exactly one capture", -1.0),
        ];
        assert_eq!(named, expected.map(|(name, value)| (name.to_owned(), value)));
    }
}
