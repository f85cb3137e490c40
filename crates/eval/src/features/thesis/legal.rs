//! The legal moves of a side, whether it is to move or not, as sets of squares.
//!
//! The features count moves and the squares that moves leave and reach, for both sides of every position. The rules
//! library generates moves of the side to move only, and refuses to turn a position in which that side is in check, so
//! these come from the attack maps: a move is legal when it answers the checks and stays on the line of its pin. The
//! waiting side has no en passant capture, and the enemy king is a target like any other. Every game is read as chess
//! here: drops, explosions and compulsory captures are not seen.

use hetman_rules::shakmaty::{Bitboard, Square, attacks};

use super::boards::{ahead, behind, beside, on_ranks};
use super::side::{PieceSets, Side};

const THIRD_RANK: Bitboard = on_ranks("3");

/// What of the position, besides the pieces, a side's moves depend on. Squares are seen from that side.
#[derive(Clone, Copy, Default)]
pub struct Circumstances {
    /// The king that must not be left attacked: none for a horde, nor where kings are pieces like any other.
    pub king: Option<Square>,
    pub en_passant: Option<Square>,
    /// Where the king may go by castling, its path and the attacks on it not yet looked at.
    pub castlings: [Option<Castling>; 2],
}

#[derive(Clone, Copy)]
pub struct Castling {
    pub rook: Square,
    pub king_to: Square,
    pub rook_to: Square,
    /// Squares that must be empty.
    pub path: Bitboard,
}

#[derive(Clone, Copy, Default)]
pub struct LegalMoves {
    /// Squares that some move leaves.
    pub from: Bitboard,
    /// Squares that some move reaches.
    pub to: Bitboard,
    /// Moves of knights, bishops, rooks and queens.
    pub by_piece: [u32; 4],
}

/// What keeps the king safe.
struct Guard {
    king: Option<Square>,
    /// Where a piece other than the king must go: anywhere, or between king and checker, or nowhere.
    answers: Bitboard,
    pinned: Bitboard,
    /// Where the king must not go.
    danger: Bitboard,
}

impl Guard {
    fn new(side: &Side, enemy: &Side, king: Option<Square>) -> Guard {
        let unbound = Guard { king, answers: Bitboard::FULL, pinned: Bitboard::EMPTY, danger: Bitboard::EMPTY };
        let Some(square) = king else { return unbound };
        let mut guard = Guard {
            pinned: enemy.lines.pinned_to_king.flip_vertical(),
            danger: enemy.attacks.flip_vertical(),
            ..unbound
        };
        if guard.danger.contains(square) {
            guard.answer_checks(side, square);
        }
        guard
    }

    fn answer_checks(&mut self, side: &Side, king: Square) {
        let checkers = attackers(&side.enemy, king, side.occupied);
        self.answers = match checkers.single_square() {
            Some(checker) => attacks::between(king, checker).with(checker),
            None if checkers.is_empty() => Bitboard::FULL,
            None => Bitboard::EMPTY,
        };
        // A slider also sees the square to which the king would retreat along its line.
        for slider in checkers & (side.enemy.bishops | side.enemy.heavy()) {
            self.danger |= attacks::ray(king, slider).without(slider);
        }
    }

    fn allows(&self, from: Square) -> Bitboard {
        match self.king {
            Some(king) if self.pinned.contains(from) => self.answers & attacks::ray(king, from),
            _ => self.answers,
        }
    }
}

/// PieceSets that attack a square, kings left out.
fn attackers(pieces: &PieceSets, square: Square, occupied: Bitboard) -> Bitboard {
    let pawns = beside(ahead(Bitboard::from(square))) & pieces.pawns;
    pawns | (attacks::knight_attacks(square) & pieces.knights) | sliding_attackers(pieces, square, occupied)
}

fn sliding_attackers(pieces: &PieceSets, square: Square, occupied: Bitboard) -> Bitboard {
    (attacks::bishop_attacks(square, occupied) & (pieces.bishops | pieces.queens))
        | (attacks::rook_attacks(square, occupied) & pieces.heavy())
}

impl LegalMoves {
    pub fn of(side: &Side, enemy: &Side, circumstances: &Circumstances) -> LegalMoves {
        let guard = Guard::new(side, enemy, circumstances.king);
        let occupied = side.occupied;
        let mut moves = LegalMoves::default();
        moves.by_piece = [
            moves.add_pieces(side, &guard, side.own.knights, attacks::knight_attacks),
            moves.add_pieces(side, &guard, side.own.bishops, |from| attacks::bishop_attacks(from, occupied)),
            moves.add_pieces(side, &guard, side.own.rooks, |from| attacks::rook_attacks(from, occupied)),
            moves.add_pieces(side, &guard, side.own.queens, |from| attacks::queen_attacks(from, occupied)),
        ];
        moves.add_kings(side, &guard);
        moves.add_pawns(side, side.own.pawns & !guard.pinned, guard.answers);
        for pawn in side.own.pawns & guard.pinned {
            moves.add_pawns(side, Bitboard::from(pawn), guard.allows(pawn));
        }
        if let Some(target) = circumstances.en_passant {
            moves.add_en_passant(side, circumstances.king, target);
        }
        for castling in circumstances.castlings.iter().flatten() {
            moves.add_castling(side, &guard, castling);
        }
        moves
    }

    /// The squares a side has a hand on: those that its moves leave or reach.
    pub fn controlled(&self) -> Bitboard {
        self.from | self.to
    }

    fn add_pieces(
        &mut self,
        side: &Side,
        guard: &Guard,
        movers: Bitboard,
        attacks: impl Fn(Square) -> Bitboard,
    ) -> u32 {
        let mut count = 0;
        for from in movers {
            let targets = attacks(from) & !side.own.all & guard.allows(from);
            count += targets.count() as u32;
            self.add(from, targets);
        }
        count
    }

    fn add_kings(&mut self, side: &Side, guard: &Guard) {
        for king in side.own.kings {
            self.add(king, attacks::king_attacks(king) & !side.own.all & !guard.danger);
        }
    }

    fn add(&mut self, from: Square, targets: Bitboard) {
        if targets.any() {
            self.from |= Bitboard::from(from);
            self.to |= targets;
        }
    }

    fn add_pawns(&mut self, side: &Side, pawns: Bitboard, allowed: Bitboard) {
        let one = ahead(pawns) & !side.occupied;
        let two = ahead(one & THIRD_RANK) & !side.occupied & allowed;
        let one = one & allowed;
        let targets = side.enemy.all & allowed;
        let captures = beside(ahead(pawns)) & targets;
        self.from |= behind(one) | behind(behind(two)) | (beside(behind(targets)) & pawns);
        self.to |= one | two | captures;
    }

    /// Two pieces leave their squares at once, so the king is looked at afterwards.
    fn add_en_passant(&mut self, side: &Side, king: Option<Square>, target: Square) {
        let captured = behind(Bitboard::from(target));
        for pawn in beside(captured) & side.own.pawns {
            let occupied = (side.occupied ^ Bitboard::from(pawn) ^ captured) | Bitboard::from(target);
            let enemy = PieceSets { pawns: side.enemy.pawns & !captured, ..side.enemy };
            if king.is_none_or(|king| attackers(&enemy, king, occupied).is_empty()) {
                self.add(pawn, Bitboard::from(target));
            }
        }
    }

    fn add_castling(&mut self, side: &Side, guard: &Guard, castling: &Castling) {
        let Some(king) = guard.king else { return };
        let crossed = attacks::between(king, castling.king_to).with(king).with(castling.king_to);
        let afterwards = side.occupied.without(king).without(castling.rook).with(castling.rook_to);
        let unseen = sliding_attackers(&side.enemy, castling.king_to, afterwards).is_empty();
        if (castling.path & side.occupied).is_empty() && (crossed & guard.danger).is_empty() && unseen {
            self.add(king, Bitboard::from(castling.king_to));
        }
    }
}
