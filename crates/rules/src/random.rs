//! Random positions and games, drawn from the caller's generator so that a seed repeats them.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};
use shakmaty::{
    Board, CastlingMode, Chess, Color, File, FromSetup, Piece, Position, PositionError, Rank, Role, Setup, Square,
};

use crate::{AnyPosition, GameRecord};

#[cfg(test)]
mod tests;

/// A number for which no position exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RandomError {
    #[error("a position cannot have {0} pieces: choose 2 (the kings) to 64 (a full board)")]
    Pieces(usize),
    #[error("there is no Chess960 start position {0}: choose 0 to 959 (518 is the usual one)")]
    StartNumber(u32),
}

/// A random legal chess position with this many pieces, without castling rights, either side to move.
///
/// The pieces come out of chess sets: up to 32 out of one, beyond that whole sets are used up before the next is opened.
pub fn position_with_pieces<R: Rng + ?Sized>(pieces: usize, rng: &mut R) -> Result<Chess, RandomError> {
    if !(2..=64).contains(&pieces) {
        return Err(RandomError::Pieces(pieces));
    }
    // About one draw in three is legal, even on a full board.
    loop {
        let board = random_board(pieces, rng);
        let turn = if rng.random() { Color::White } else { Color::Black };
        let setup = Setup { board, turn, ..Setup::empty() };
        let position = Chess::from_setup(setup, CastlingMode::Standard);
        if let Ok(position) = position.or_else(PositionError::ignore_too_much_material) {
            return Ok(position);
        }
    }
}

/// Kings first, then pawns, which may not stand on the edge ranks, then the pieces.
fn random_board<R: Rng + ?Sized>(pieces: usize, rng: &mut R) -> Board {
    let mut pieces = random_pieces(pieces - 2, rng);
    pieces.sort_by_key(|piece| piece.role != Role::Pawn);
    let mut free: Vec<Square> = Square::ALL.to_vec();
    free.shuffle(rng);
    let mut board = Board::empty();
    for color in Color::ALL {
        board.set_piece_at(free.pop().expect("the board is empty"), color.king());
    }
    for piece in pieces {
        let allowed =
            |square: &Square| piece.role != Role::Pawn || !matches!(square.rank(), Rank::First | Rank::Eighth);
        let place = free.iter().position(allowed).expect("a full board has room for the pawns of two sets");
        board.set_piece_at(free.swap_remove(place), piece);
    }
    board
}

fn random_pieces<R: Rng + ?Sized>(count: usize, rng: &mut R) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(count);
    while pieces.len() < count {
        let mut set = chess_set_without_kings();
        set.shuffle(rng);
        set.truncate(count - pieces.len());
        pieces.append(&mut set);
    }
    pieces
}

fn chess_set_without_kings() -> Vec<Piece> {
    Board::new().iter().map(|(_, piece)| piece).filter(|piece| piece.role != Role::King).collect()
}

/// King and rook against king, White to move: `None` where two pieces share a square, the kings touch or Black is in
/// check.
pub fn krk_position(white_king: Square, rook: Square, black_king: Square) -> Option<Chess> {
    if white_king == rook || rook == black_king || white_king == black_king {
        return None;
    }
    let mut board = Board::empty();
    board.set_piece_at(white_king, Color::White.king());
    board.set_piece_at(rook, Color::White.rook());
    board.set_piece_at(black_king, Color::Black.king());
    Chess::from_setup(Setup { board, ..Setup::empty() }, CastlingMode::Standard).ok()
}

/// One of the 175 168 positions of [`krk_position`], each with the same chance.
pub fn krk<R: Rng + ?Sized>(rng: &mut R) -> Chess {
    loop {
        let mut square = || *Square::ALL.choose(rng).expect("the board has squares");
        if let Some(position) = krk_position(square(), square(), square()) {
            return position;
        }
    }
}

/// A game of at most `plies` random moves from a position; shorter where it ends by the rules.
pub fn playout<R: Rng + ?Sized>(start: AnyPosition, plies: usize, rng: &mut R) -> GameRecord {
    let mut record = GameRecord::new(start);
    for _ in 0..plies {
        let Some(&m) = record.position().legal_moves().choose(rng) else { break };
        record.play(m).expect("a generated move is legal");
    }
    record
}

/// The Chess960 start position of this number in Scharnagl's order; 518 is the usual one.
pub fn chess960_start(number: u32) -> Result<AnyPosition, RandomError> {
    if number >= 960 {
        return Err(RandomError::StartNumber(number));
    }
    let mut board = Board::empty();
    for (file, role) in File::ALL.into_iter().zip(back_rank(number)) {
        board.set_piece_at(Square::from_coords(file, Rank::First), role.of(Color::White));
        board.set_piece_at(Square::from_coords(file, Rank::Second), Color::White.pawn());
        board.set_piece_at(Square::from_coords(file, Rank::Seventh), Color::Black.pawn());
        board.set_piece_at(Square::from_coords(file, Rank::Eighth), role.of(Color::Black));
    }
    let setup = Setup { castling_rights: board.rooks(), board, ..Setup::empty() };
    let position = Chess::from_setup(setup, CastlingMode::Chess960).expect("start positions are legal");
    Ok(AnyPosition::Chess(position))
}

/// Any of the 960, each with the same chance.
pub fn random_chess960_start<R: Rng + ?Sized>(rng: &mut R) -> AnyPosition {
    chess960_start(rng.random_range(0..960)).expect("numbers below 960 have a position")
}

/// Bishops by colour of square, then the queen, then the knights on what is free; rook, king, rook fill up.
fn back_rank(number: u32) -> [Role; 8] {
    const KNIGHTS: [(usize, usize); 10] =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let number = number as usize;
    let mut files: [Option<Role>; 8] = [None; 8];
    files[number % 4 * 2 + 1] = Some(Role::Bishop);
    files[number / 4 % 4 * 2] = Some(Role::Bishop);
    put(&mut files, number / 16 % 6, Role::Queen);
    let (first, second) = KNIGHTS[number / 96];
    put(&mut files, first, Role::Knight);
    put(&mut files, second - 1, Role::Knight);
    for role in [Role::Rook, Role::King, Role::Rook] {
        put(&mut files, 0, role);
    }
    files.map(|role| role.expect("eight pieces fill eight files"))
}

/// Puts a piece on the n-th free file.
fn put(files: &mut [Option<Role>; 8], nth_free: usize, role: Role) {
    let file = files.iter_mut().filter(|file| file.is_none()).nth(nth_free);
    *file.expect("fewer pieces were placed than there are files") = Some(role);
}
