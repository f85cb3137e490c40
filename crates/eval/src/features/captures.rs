//! Pieces and what can be taken at once: fourteen weights for games in which captures follow captures.
//!
//! Source: the 2008 thesis reports, in its summary, that an evaluation of fourteen weights with "very simple recognition" of
//! chains of forced captures beats learned square tables in suicide nearly always. Its features are not printed; these
//! are the specification's reading (6.3): each side's pieces by type, those the other side could take, the number of
//! captures each side has, and whether it has exactly one. Both sides are looked at as if they were to move; a capture is
//! whatever a piece attacks, pinned or not, and en passant is not seen.

use hetman_parameters::Named;
use hetman_rules::Variant;
use hetman_rules::shakmaty::{Bitboard, Board, Color, Position, Role, attacks};

use super::{Feature, FeatureVector, Features, Place};

/// The first feature that is no count of pieces, and how many follow.
const HANGING: usize = 6;
pub const EXCHANGES: usize = 8;

/// Names of the differences that [`exchanges`] counts.
pub fn exchange_names() -> Vec<String> {
    let hanging = Role::ALL.iter().map(|role| format!("{role:?} to be taken").to_lowercase());
    hanging.chain(["captures", "exactly one capture"].map(str::to_owned)).collect()
}

pub struct Suicide14;

impl Named for Suicide14 {
    fn name(&self) -> &str {
        "suicide-14"
    }
}

impl Features for Suicide14 {
    fn description(&self) -> &'static str {
        "Pieces by type, king included; of each type those that the other side could take at once; the number of \
         captures a side has; and whether it has exactly one. Both sides are looked at as if they were to move, pins and \
         en passant are not seen. A reading of an evaluation whose features were never printed (2008, summary)."
    }

    /// What can be taken goes by its name here: nets over this set are searched with as they stand, tables never made.
    fn features(&self, _: Variant) -> Vec<Feature> {
        let pieces = Role::ALL.map(|role| Feature::piece(role, Place::Board));
        pieces.into_iter().chain(exchange_names().into_iter().map(|name| Feature::Other(name.into()))).collect()
    }

    fn len(&self, _: Variant) -> usize {
        HANGING + EXCHANGES
    }

    fn read(&self, _: Variant, position: &dyn Position, into: &mut FeatureVector) {
        let board = position.board();
        for (index, role) in Role::ALL.into_iter().enumerate() {
            let count = |color: Color| board.by_piece(role.of(color)).count() as f64;
            into.push(index, count(Color::White) - count(Color::Black));
        }
        for (index, difference) in exchanges(board).into_iter().enumerate() {
            into.push(HANGING + index, f64::from(difference));
        }
    }
}

/// White minus Black: pieces to be taken by type, captures, and whether there is exactly one.
pub fn exchanges(board: &Board) -> [i32; EXCHANGES] {
    let white = Captures::of(board, Color::White);
    let black = Captures::of(board, Color::Black);
    let difference = |white: usize, black: usize| white as i32 - black as i32;
    let hanging = Role::ALL.map(|role| {
        let pieces = |color: Color| board.by_piece(role.of(color));
        difference((pieces(Color::White) & black.targets).count(), (pieces(Color::Black) & white.targets).count())
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
    use hetman_rules::{AnyPosition, with_position};

    use super::*;
    use crate::FeatureSet;

    #[test]
    fn captures_of_both_sides_are_seen() {
        // White's pawn takes the knight or the bishop, the black bishop takes the pawn; nothing else is in touch.
        let position = AnyPosition::from_fen(Variant::Suicide, "8/8/8/2n1b3/3P4/8/8/K7 w - - 0 1").unwrap();
        let mut vector = FeatureVector::default();
        with_position!(&position, position => FeatureSet::SUICIDE_14.read(position, &mut vector));
        let names = FeatureSet::SUICIDE_14.names(Variant::Suicide);
        let named: Vec<(String, f64)> = vector.iter().map(|(index, value)| (names[index].clone(), value)).collect();
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
