//! Staged move generation, noisy moves and quiet ones: a node that is cut off by its first capture never pays for the
//! quiet moves.
//!
//! For variants where the king moves and is guarded as in chess, and for [`atomic`], moves are generated here, straight to
//! their users, from shakmaty's attack tables: its own lists know no stages, and are large to carry about. Every
//! other variant filters shakmaty's list. A test holds both against that list.

mod atomic;

use hetman_rules::Playable;
use hetman_rules::shakmaty::{Bitboard, ByRole, CastlingSide, Move, Position, Role, Square, attacks};

pub use atomic::{found_in_atomic, of_atomic};

use crate::ordering::is_noisy;
use crate::table::PackedMove;

/// Which of the legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GenType {
    /// Captures and promotions to the best piece.
    Noisy,
    /// All others.
    Quiet,
}

impl GenType {
    fn holds(self, m: Move) -> bool {
        is_noisy(m) == (self == GenType::Noisy)
    }
}

/// Those of a kind out of whatever list the variant makes.
pub fn filtered<P: Position>(position: &P, gen_type: GenType, each: &mut impl FnMut(Move)) {
    position.legal_moves().into_iter().filter(|&m| gen_type.holds(m)).for_each(each);
}

/// What the king of the side to move has to fear, and what that leaves to the others.
struct Guard {
    king: Square,
    check: bool,
    /// Where a piece other than the king may go: anywhere, or into the way of a single check.
    allowed: Bitboard,
    /// Pieces that may move only in line with their king.
    pinned: Bitboard,
}

impl Guard {
    fn of<P: Position>(position: &P) -> Guard {
        let king = position.our(Role::King).first().expect("in these variants both sides have a king");
        Guard::against(king, position.checkers(), blockers(position, king, position.them()) & position.us())
    }

    fn against(king: Square, checkers: Bitboard, pinned: Bitboard) -> Guard {
        let allowed = match checkers.first() {
            None => Bitboard::FULL,
            Some(_) if checkers.more_than_one() => Bitboard::EMPTY,
            Some(checker) => attacks::between(king, checker).with(checker),
        };
        Guard { king, check: checkers.any(), allowed, pinned }
    }

    fn permits(&self, from: Square, to: Square) -> bool {
        self.allowed.contains(to) && (!self.pinned.contains(from) || attacks::aligned(from, to, self.king))
    }
}

/// Pieces that stand alone between a king and a line piece among `snipers`.
fn blockers<P: Position>(position: &P, king: Square, snipers: Bitboard) -> Bitboard {
    let board = position.board();
    let straight = attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens();
    let diagonal = attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens();
    let mut blockers = Bitboard::EMPTY;
    for sniper in (straight | diagonal) & snipers {
        let between = attacks::between(king, sniper) & board.occupied();
        if !between.more_than_one() {
            blockers |= between;
        }
    }
    blockers
}

/// Moves of chess whose origin is among `origins`.
pub fn of_chess<P: Position>(position: &P, gen_type: GenType, origins: Bitboard, each: &mut impl FnMut(Move)) {
    let guard = Guard::of(position);
    let pawns = position.our(Role::Pawn) & origins;
    let goal = match gen_type {
        GenType::Noisy => {
            en_passant(position, &guard, pawns, each);
            pawn_captures(position, &guard, pawns, each);
            position.them()
        }
        GenType::Quiet => {
            castling(position, &guard, origins, each);
            !position.board().occupied()
        }
    };
    pawn_advances(position, &guard, gen_type, pawns, each);
    piece_moves(position, &guard, origins, goal & guard.allowed, each);
    if origins.contains(guard.king) {
        king_moves(position, &guard, goal, each);
    }
}

/// The legal move of chess, or drop, that a packed one stands for; none where it belongs to another position.
pub fn found_in_chess<P: Position>(position: &P, packed: PackedMove) -> Option<Move> {
    found(position, packed, |gen_type, origins, each| of_chess(position, gen_type, origins, &mut |m| each(m)))
}

/// The one among the moves that `generate` makes, given a kind and origins, or among drops.
fn found<P: Position>(
    position: &P,
    packed: PackedMove,
    generate: impl FnOnce(GenType, Bitboard, &mut dyn FnMut(Move)),
) -> Option<Move> {
    let mut found = None;
    let mut compare = |m: Move| {
        if packed == m.into() {
            found = Some(m);
        }
    };
    match packed.origin() {
        None => drops(position, &mut compare),
        Some(from) => {
            let (origin, to) = (Bitboard::from(from), packed.target());
            let en_passant = position.maybe_ep_square() == Some(to) && position.our(Role::Pawn).contains(from);
            let noisy = position.them().contains(to) || en_passant || packed.promotion() == Some(Role::Queen);
            generate(if noisy { GenType::Noisy } else { GenType::Quiet }, origin, &mut compare);
        }
    }
    found
}

/// Pieces put on the board from the hand (crazyhouse).
pub fn drops<P: Position>(position: &P, each: &mut impl FnMut(Move)) {
    let Some(pockets) = position.pockets() else { return };
    let squares = Guard::of(position).allowed & !position.board().occupied();
    for role in Role::ALL {
        if *pockets.get(position.turn()).get(role) > 0 {
            let squares = if role == Role::Pawn { squares & !Bitboard::BACKRANKS } else { squares };
            squares.into_iter().for_each(|to| each(Move::Put { role, to }));
        }
    }
}

fn normal<P: Position>(position: &P, role: Role, from: Square, to: Square) -> Move {
    Move::Normal { role, from, capture: position.board().role_at(to), to, promotion: None }
}

fn king_moves<P: Position>(position: &P, guard: &Guard, goal: Bitboard, each: &mut impl FnMut(Move)) {
    // Seen without the king: a square behind it on a checker's line is no refuge.
    let occupied = position.board().occupied().without(guard.king);
    for to in attacks::king_attacks(guard.king) & goal {
        if position.board().attacks_to(to, !position.turn(), occupied).is_empty() {
            each(normal(position, Role::King, guard.king, to));
        }
    }
}

fn castling<P: Position>(position: &P, guard: &Guard, origins: Bitboard, each: &mut impl FnMut(Move)) {
    if guard.check || !origins.contains(guard.king) {
        return;
    }
    for side in CastlingSide::ALL {
        if position.castles().has(position.turn(), side) {
            position.castling_moves(side).into_iter().for_each(&mut *each);
        }
    }
}

fn piece_moves<P: Position>(
    position: &P,
    guard: &Guard,
    origins: Bitboard,
    goal: Bitboard,
    each: &mut impl FnMut(Move),
) {
    let occupied = position.board().occupied();
    let mut moves_of = |role: Role, reach: fn(Square, Bitboard) -> Bitboard| {
        for from in position.our(role) & origins {
            let mut squares = goal & reach(from, occupied);
            if guard.pinned.contains(from) {
                squares &= attacks::ray(guard.king, from);
            }
            squares.into_iter().for_each(|to| each(normal(position, role, from, to)));
        }
    };
    moves_of(Role::Knight, |from, _| attacks::knight_attacks(from));
    moves_of(Role::Bishop, attacks::bishop_attacks);
    moves_of(Role::Rook, attacks::rook_attacks);
    moves_of(Role::Queen, attacks::queen_attacks);
}

fn pawn_captures<P: Position>(position: &P, guard: &Guard, pawns: Bitboard, each: &mut impl FnMut(Move)) {
    let forward = position.turn().fold_wb(8, -8);
    for (corner, sideways) in [(Square::A1, -1), (Square::H1, 1)] {
        let step = forward + sideways;
        let reached = (pawns & !Bitboard::from(corner.file())).shift(step) & position.them() & guard.allowed;
        for to in reached {
            let from = origin(to, step);
            if guard.permits(from, to) {
                let capture = position.board().role_at(to);
                promoted_or_not(from, to, capture, &[Role::Queen, Role::Rook, Role::Bishop, Role::Knight], each);
            }
        }
    }
}

/// Steps forward; a noisy one is a promotion to a queen.
fn pawn_advances<P: Position>(
    position: &P,
    guard: &Guard,
    gen_type: GenType,
    pawns: Bitboard,
    each: &mut impl FnMut(Move),
) {
    let step = position.turn().fold_wb(8, -8);
    let empty = !position.board().occupied();
    let single = pawns.shift(step) & empty;
    let (single, double, promotions) = match gen_type {
        GenType::Noisy => (single & Bitboard::BACKRANKS, Bitboard::EMPTY, &[Role::Queen][..]),
        GenType::Quiet => {
            let half = position.turn().fold_wb(Bitboard::SOUTH, Bitboard::NORTH);
            (single, single.shift(step) & empty & half, &[Role::Rook, Role::Bishop, Role::Knight][..])
        }
    };
    for (reached, step) in [(single, step), (double, 2 * step)] {
        for to in reached & guard.allowed {
            let from = origin(to, step);
            if guard.permits(from, to) {
                promoted_or_not(from, to, None, promotions, each);
            }
        }
    }
}

fn origin(to: Square, step: i32) -> Square {
    to.offset(-step).expect("a pawn came from somewhere")
}

fn promoted_or_not(from: Square, to: Square, capture: Option<Role>, promotions: &[Role], each: &mut impl FnMut(Move)) {
    let pawn_move = |promotion| Move::Normal { role: Role::Pawn, from, capture, to, promotion };
    if Bitboard::BACKRANKS.contains(to) {
        promotions.iter().for_each(|&role| each(pawn_move(Some(role))));
    } else {
        each(pawn_move(None));
    }
}

/// Two pieces leave the board's rank at once: only looking at the king afterwards tells whether it stays safe.
fn en_passant<P: Position>(position: &P, guard: &Guard, pawns: Bitboard, each: &mut impl FnMut(Move)) {
    let Some(to) = position.maybe_ep_square() else { return };
    let board = position.board();
    for from in pawns & attacks::pawn_attacks(!position.turn(), to) {
        let taken = Square::from_coords(to.file(), from.rank());
        let occupied = board.occupied().without(from).without(taken).with(to);
        if board.attacks_to(guard.king, !position.turn(), occupied).without(taken).is_empty() {
            each(Move::EnPassant { from, to });
        }
    }
}

/// Which moves give check, without making them.
pub enum Checks {
    /// As in chess.
    Foreseen {
        king: Square,
        /// From where each piece attacks the king.
        from: ByRole<Bitboard>,
        /// Own pieces that stand between the king and a line piece.
        covers: Bitboard,
    },
    /// By making the move after all.
    Tried,
}

impl Checks {
    /// For variants where the enemy king is attacked as in chess.
    pub fn of_chess<P: Position>(position: &P) -> Checks {
        let board = position.board();
        let Some(king) = position.their(Role::King).first() else { return Checks::Tried };
        let occupied = board.occupied();
        let (straight, diagonal) = (attacks::rook_attacks(king, occupied), attacks::bishop_attacks(king, occupied));
        let from = ByRole {
            pawn: attacks::pawn_attacks(!position.turn(), king),
            knight: attacks::knight_attacks(king),
            bishop: diagonal,
            rook: straight,
            queen: straight | diagonal,
            king: Bitboard::EMPTY,
        };
        Checks::Foreseen { king, from, covers: blockers(position, king, position.us()) & position.us() }
    }

    pub fn contain<P: Playable>(&self, position: &P, m: Move) -> bool {
        match (self, m) {
            (
                Checks::Foreseen { king, from: squares, covers },
                Move::Normal { role, from, to, promotion: None, .. },
            ) => squares.get(role).contains(to) || covers.contains(from) && !attacks::aligned(from, to, *king),
            (Checks::Foreseen { from: squares, .. }, Move::Put { role, to }) => squares.get(role).contains(to),
            _ => position.after(m).is_check(),
        }
    }
}

#[cfg(test)]
mod tests;
