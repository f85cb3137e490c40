//! Sets of squares moved and spread. Every board here is seen from the side it belongs to: ahead is up.

use hetman_rules::shakmaty::{Bitboard, File, Rank};

pub const A_FILE: Bitboard = Bitboard::from_file(File::A);
pub const H_FILE: Bitboard = Bitboard::from_file(File::H);

/// The far half of the board.
pub const ENEMY_HALF: Bitboard = Bitboard(0xffff_ffff_0000_0000);

/// The squares of some files; letters from a to h.
pub const fn on_files(files: &[File]) -> Bitboard {
    let mut squares = Bitboard::EMPTY;
    let mut index = 0;
    while index < files.len() {
        squares = squares.with_const(Bitboard::from_file(files[index]));
        index += 1;
    }
    squares
}

pub const fn on_ranks(ranks: &[Rank]) -> Bitboard {
    let mut squares = Bitboard::EMPTY;
    let mut index = 0;
    while index < ranks.len() {
        squares = squares.with_const(Bitboard::from_rank(ranks[index]));
        index += 1;
    }
    squares
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
    ((squares | all_behind(squares)) & Bitboard::from_rank(Rank::First)).count()
}

/// The squares that pawns here attack.
pub fn pawn_attacks(pawns: Bitboard) -> Bitboard {
    beside(ahead(pawns))
}
