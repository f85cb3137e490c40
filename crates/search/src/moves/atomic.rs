//! Atomic: staged move generation.
//!
//! Quiet moves are those of chess, except that a king may stand next to the other one, and there nothing is a check.
//! Kings take nothing. What a capture leaves on the board is best seen by making it on a copy: captures are few.

use hetman_rules::Playable;
use hetman_rules::shakmaty::{Bitboard, CastlingSide, Move, Role, Square, attacks};

use super::{GenType, Guard, blockers, found, normal, pawn_advances, pawn_captures, piece_moves};
use crate::table::PackedMove;

/// Moves whose origin is among `origins`.
pub fn of_atomic<P: Playable>(position: &P, gen_type: GenType, origins: Bitboard, each: &mut impl FnMut(Move)) {
    let (Some(king), Some(enemy)) = (position.our(Role::King).first(), position.their(Role::King).first()) else {
        return;
    };
    let guard = guard(position, king, enemy);
    let pawns = position.our(Role::Pawn) & origins;
    if gen_type == GenType::Noisy {
        captures(position, king, enemy, origins, each);
    } else {
        let empty = !position.board().occupied();
        piece_moves(position, &guard, origins, empty & guard.allowed, each);
        if origins.contains(king) {
            king_moves(position, king, enemy, each);
            castling(position, king, each);
        }
    }
    pawn_advances(position, &guard, gen_type, pawns, each);
}

/// The legal move that a packed one stands for.
pub fn found_in_atomic<P: Playable>(position: &P, packed: PackedMove) -> Option<Move> {
    found(position, packed, |gen_type, origins, each| of_atomic(position, gen_type, origins, &mut |m| each(m)))
}

fn touches(king: Square, enemy: Square) -> bool {
    attacks::king_attacks(king).contains(enemy)
}

fn guard<P: Playable>(position: &P, king: Square, enemy: Square) -> Guard {
    if touches(king, enemy) {
        return Guard { king, check: false, allowed: Bitboard::FULL, pinned: Bitboard::EMPTY };
    }
    let pinned = blockers(position, king, position.them()) & position.us();
    Guard::against(king, position.checkers(), pinned)
}

fn captures<P: Playable>(position: &P, king: Square, enemy: Square, origins: Bitboard, each: &mut impl FnMut(Move)) {
    let mut if_survived = |m: Move| {
        if survives(position, king, enemy, m) {
            each(m);
        }
    };
    let unguarded = Guard { king, check: false, allowed: Bitboard::FULL, pinned: Bitboard::EMPTY };
    let pawns = position.our(Role::Pawn) & origins;
    if let Some(to) = position.maybe_ep_square() {
        let takers = pawns & attacks::pawn_attacks(!position.turn(), to);
        takers.into_iter().for_each(|from| if_survived(Move::EnPassant { from, to }));
    }
    pawn_captures(position, &unguarded, pawns, &mut if_survived);
    piece_moves(position, &unguarded, origins, position.them(), &mut if_survived);
}

/// Whether the own king outlives a capture, and is then out of danger: it is if the other is gone.
fn survives<P: Playable>(position: &P, king: Square, enemy: Square, m: Move) -> bool {
    let blast = attacks::king_attacks(m.to()).with(m.to());
    if blast.contains(king) || blast.contains(enemy) {
        return !blast.contains(king);
    }
    let after = position.after(m);
    after.king_attackers(king, after.turn(), after.board().occupied()).is_empty()
}

fn king_moves<P: Playable>(position: &P, king: Square, enemy: Square, each: &mut impl FnMut(Move)) {
    let board = position.board();
    let occupied = board.occupied().without(king);
    for to in attacks::king_attacks(king) & !board.occupied() {
        if touches(to, enemy) || board.attacks_to(to, !position.turn(), occupied).is_empty() {
            each(normal(position, Role::King, king, to));
        }
    }
}

/// The king must be safe where it stands, on its way and at its end; next to the other king it always is.
fn castling<P: Playable>(position: &P, king: Square, each: &mut impl FnMut(Move)) {
    let (castles, turn, occupied) = (position.castles(), position.turn(), position.board().occupied());
    for side in CastlingSide::ALL {
        let Some(rook) = castles.rook(turn, side) else { continue };
        let (king_to, rook_to) = (side.king_to(turn), side.rook_to(turn));
        let is_safe = |square, occupied| position.king_attackers(square, !turn, occupied).is_empty();
        let mut way = attacks::between(king, king_to).with(king).into_iter();
        if (castles.path(turn, side) & occupied).is_empty()
            && way.all(|square| is_safe(square, occupied.without(king)))
            && is_safe(king_to, occupied.without(king).without(rook).with(rook_to))
        {
            each(Move::Castle { king, rook });
        }
    }
}
