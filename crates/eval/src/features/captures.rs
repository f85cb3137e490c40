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

/// The first feature that is no count of men, and how many follow.
pub const HANGING: usize = 6;
pub const EXCHANGES: usize = LEN - HANGING;

pub fn names() -> Vec<String> {
    let roles = || Role::ALL.iter().map(|role| format!("{role:?}").to_lowercase());
    let hanging = roles().map(|role| format!("{role} to be taken"));
    roles().chain(hanging).chain(["captures", "exactly one capture"].map(str::to_owned)).collect()
}

/// Names of the differences that [`exchanges`] counts.
pub fn exchange_names() -> Vec<String> {
    names().split_off(HANGING)
}

pub fn read<P: Playable>(position: &P, into: &mut FeatureVector) {
    let board = position.board();
    for (index, role) in Role::ALL.into_iter().enumerate() {
        let count = |color: Color| board.by_piece(role.of(color)).count() as f64;
        into.push(index, count(Color::White) - count(Color::Black));
    }
    for (index, difference) in exchanges(board).into_iter().enumerate() {
        into.push(HANGING + index, f64::from(difference));
    }
}

/// White minus Black: men to be taken by type, captures, and whether there is exactly one.
pub fn exchanges(board: &Board) -> [i32; EXCHANGES] {
    let white = Captures::of(board, Color::White);
    let black = Captures::of(board, Color::Black);
    let difference = |white: usize, black: usize| white as i32 - black as i32;
    let hanging = Role::ALL.map(|role| {
        let men = |color: Color| board.by_piece(role.of(color));
        difference((men(Color::White) & black.targets).count(), (men(Color::Black) & white.targets).count())
    });
    let [pawn, knight, bishop, rook, queen, king] = hanging;
    let captures = difference(white.number, black.number);
    let single = difference(usize::from(white.number == 1), usize::from(black.number == 1));
    [pawn, knight, bishop, rook, queen, king, captures, single]
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
            ("knight", -1.0),
            ("bishop", -1.0),
            ("king", 1.0),
            ("pawn to be taken", 1.0),
            ("knight to be taken", -1.0),
            ("bishop to be taken", -1.0),
            ("captures", 1.0),
            ("exactly one capture", -1.0),
        ];
        assert_eq!(named, expected.map(|(name, value)| (name.to_owned(), value)));
    }
}
