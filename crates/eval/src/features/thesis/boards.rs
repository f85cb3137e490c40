//! Sets of squares moved and spread. Every board here is seen from the side it belongs to: ahead is up.

use hetman_rules::shakmaty::Bitboard;

const A_FILE: Bitboard = Bitboard(0x0101_0101_0101_0101);
const H_FILE: Bitboard = Bitboard(0x8080_8080_8080_8080);
const FIRST_RANK: Bitboard = Bitboard(0xff);

/// The far half of the board.
pub const ENEMY_HALF: Bitboard = Bitboard(0xffff_ffff_0000_0000);

/// The squares of some files: `"de"` for the two in the middle.
pub const fn on_files(letters: &str) -> Bitboard {
    let mut squares = 0;
    let mut index = 0;
    while index < letters.len() {
        squares |= A_FILE.0 << (letters.as_bytes()[index] - b'a');
        index += 1;
    }
    Bitboard(squares)
}

/// The squares of some ranks: `"78"` for the last two.
pub const fn on_ranks(digits: &str) -> Bitboard {
    let mut squares = 0;
    let mut index = 0;
    while index < digits.len() {
        squares |= FIRST_RANK.0 << (8 * (digits.as_bytes()[index] - b'1'));
        index += 1;
    }
    Bitboard(squares)
}

/// One step ahead.
pub fn ahead(squares: Bitboard) -> Bitboard {
    Bitboard(squares.0 << 8)
}

/// One step back.
pub fn behind(squares: Bitboard) -> Bitboard {
    Bitboard(squares.0 >> 8)
}

/// One or two steps ahead.
pub fn just_ahead(squares: Bitboard) -> Bitboard {
    ahead(squares) | ahead(ahead(squares))
}

/// Everything strictly ahead, to the end of the file.
pub fn all_ahead(squares: Bitboard) -> Bitboard {
    let mut fill = squares.0 << 8;
    fill |= fill << 8;
    fill |= fill << 16;
    fill |= fill << 32;
    Bitboard(fill)
}

/// Everything strictly behind, to the beginning of the file.
pub fn all_behind(squares: Bitboard) -> Bitboard {
    let mut fill = squares.0 >> 8;
    fill |= fill >> 8;
    fill |= fill >> 16;
    fill |= fill >> 32;
    Bitboard(fill)
}

/// The same squares one file to the left and one to the right.
pub fn beside(squares: Bitboard) -> Bitboard {
    Bitboard((squares.without(A_FILE)).0 >> 1 | (squares.without(H_FILE)).0 << 1)
}

/// All squares of every file that has one of these.
pub fn whole_files(squares: Bitboard) -> Bitboard {
    squares | all_ahead(squares) | all_behind(squares)
}

/// How many files have one of these squares.
pub fn count_files(squares: Bitboard) -> usize {
    ((squares | all_behind(squares)) & FIRST_RANK).count()
}

/// The squares that pawns here attack.
pub fn pawn_attacks(pawns: Bitboard) -> Bitboard {
    beside(ahead(pawns))
}
