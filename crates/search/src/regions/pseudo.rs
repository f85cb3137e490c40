//! Moves that may leave the king to be taken, and what they win.
//!
//! The board is scanned row by row from its upper left corner to the lower right one, and each piece met gives its moves,
//! whose goals are scanned in the same order (section 2). Castling is generated as the rules have it: a king that
//! would pass an attacked square cannot be taken there one move later.

use hetman_eval::classic::PIECE_VALUES;
use hetman_rules::shakmaty::variant::Chess;
use hetman_rules::shakmaty::{Bitboard, CastlingSide, Move, Position, Rank, Role, Square, attacks};

/// A promotion costs the pawn.
const PAWN: i32 = PIECE_VALUES[0];
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// A move and what it wins at once.
#[derive(Clone, Copy, Debug)]
pub struct Gainful {
    pub m: Move,
    pub gain: i32,
}

/// Which moves are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    All,
    /// Captures and promotions that win at least this.
    Gains(i32),
}

impl Wanted {
    fn takes(self, gain: i32) -> bool {
        match self {
            Wanted::All => true,
            Wanted::Gains(least) => gain > 0 && gain >= least,
        }
    }
}

/// Adds the moves of a position to a list: those that win most first, the others as they are met.
pub fn pseudo_moves(position: &Chess, wanted: Wanted, list: &mut Vec<Gainful>) {
    let start = list.len();
    let mut add = |m: Move| {
        let gain = gain(m);
        if wanted.takes(gain) {
            list.push(Gainful { m, gain });
        }
    };
    for from in scanned(position.us()) {
        let role = position.board().role_at(from).expect("the square is one of our pieces'");
        match role {
            Role::Pawn => pawn_moves(position, from, &mut add),
            _ => piece_moves(position, role, from, wanted, &mut add),
        }
        if role == Role::King && wanted == Wanted::All {
            CastlingSide::ALL.into_iter().flat_map(|side| position.castling_moves(side)).for_each(&mut add);
        }
    }
    list[start..].sort_by_key(|gainful| -gainful.gain);
}

/// From the upper left corner to the lower right one.
fn scanned(squares: Bitboard) -> impl Iterator<Item = Square> {
    squares.flip_vertical().into_iter().map(Square::flip_vertical)
}

/// The value of what is taken; of a promotion that of the new piece, less the pawn (section 2).
pub fn gain(m: Move) -> i32 {
    let value = |role: Role| PIECE_VALUES.get(usize::from(role) - 1).copied().unwrap_or_default();
    m.capture().map_or(0, value) + m.promotion().map_or(0, |promoted| value(promoted) - PAWN)
}

fn piece_moves(position: &Chess, role: Role, from: Square, wanted: Wanted, add: &mut impl FnMut(Move)) {
    let goals = match wanted {
        Wanted::All => !position.us(),
        Wanted::Gains(_) => position.them(),
    };
    let reached = position.board().attacks_from(from) & goals;
    for to in scanned(reached) {
        add(Move::Normal { role, from, capture: position.board().role_at(to), to, promotion: None });
    }
}

fn pawn_moves(position: &Chess, from: Square, add: &mut impl FnMut(Move)) {
    let (turn, empty) = (position.turn(), !position.board().occupied());
    let pawn = Bitboard::from(from);
    let single = pawn.shift(turn.fold_wb(8, -8)) & empty;
    let second = turn.fold_wb(Rank::Fourth, Rank::Fifth);
    let double = single.shift(turn.fold_wb(8, -8)) & empty & Bitboard::from(second);
    let attacked = attacks::pawn_attacks(turn, from);
    for to in scanned(single | double | attacked & position.them()) {
        let pawn_move =
            |promotion| Move::Normal { role: Role::Pawn, from, capture: position.board().role_at(to), to, promotion };
        match Bitboard::BACKRANKS.contains(to) {
            true => PROMOTIONS.into_iter().map(|role| pawn_move(Some(role))).for_each(&mut *add),
            false => add(pawn_move(None)),
        }
    }
    if let Some(to) = position.maybe_ep_square().filter(|&to| attacked.contains(to)) {
        add(Move::EnPassant { from, to });
    }
}

/// Whether the side to move can take the king: the move before was none.
pub fn can_take_king(position: &Chess) -> bool {
    let board = position.board();
    let king = board.king_of(!position.turn()).expect("a king is never taken");
    board.attacks_to(king, position.turn(), board.occupied()).any()
}
