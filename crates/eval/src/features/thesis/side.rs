//! One side's view of the board, with everything that several features ask for computed once.
//!
//! Black sees the board mirrored rank-wise, so that ahead is up for both and each rule is written once. Colour symmetry
//! then holds by construction.

use hetman_rules::shakmaty::{Bitboard, Board, Color, Role, attacks};

use super::boards::{ENEMY_HALF, all_behind, beside, pawn_attacks, whole_files};
use super::legal::LegalMoves;
use super::lines::Lines;

/// The pieces of one colour, pawns among them, by type.
#[derive(Clone, Copy)]
pub struct PieceSets {
    pub pawns: Bitboard,
    pub knights: Bitboard,
    pub bishops: Bitboard,
    pub rooks: Bitboard,
    pub queens: Bitboard,
    pub kings: Bitboard,
    pub all: Bitboard,
}

impl PieceSets {
    pub fn of(board: &Board, color: Color) -> PieceSets {
        let all = board.by_color(color);
        PieceSets {
            pawns: board.pawns() & all,
            knights: board.knights() & all,
            bishops: board.bishops() & all,
            rooks: board.rooks() & all,
            queens: board.queens() & all,
            kings: board.kings() & all,
            all,
        }
    }

    /// The same pieces seen from the other end of the board.
    pub fn mirrored(self) -> PieceSets {
        PieceSets {
            pawns: self.pawns.flip_vertical(),
            knights: self.knights.flip_vertical(),
            bishops: self.bishops.flip_vertical(),
            rooks: self.rooks.flip_vertical(),
            queens: self.queens.flip_vertical(),
            kings: self.kings.flip_vertical(),
            all: self.all.flip_vertical(),
        }
    }

    /// All but the pawns.
    pub fn non_pawns(&self) -> Bitboard {
        self.all ^ self.pawns
    }

    /// Rooks and queens.
    pub fn heavy(&self) -> Bitboard {
        self.rooks | self.queens
    }

    /// The type of the piece on a square that holds one: pawn 0 to king 5.
    pub fn type_at(&self, square: Bitboard) -> usize {
        let types = [self.pawns, self.knights, self.bishops, self.rooks, self.queens];
        types.iter().position(|set| set.intersects(square)).unwrap_or(usize::from(Role::King) - 1)
    }
}

pub struct Side {
    pub own: PieceSets,
    pub enemy: PieceSets,
    pub occupied: Bitboard,
    pub pawn_attacks: Bitboard,
    /// Squares that any own piece attacks, those of its own included.
    pub attacks: Bitboard,
    /// Own knights that attack two enemy pieces or more.
    pub forks: usize,
    pub lines: Lines,
    /// All squares of the files without an own pawn.
    pub open_files: Bitboard,
    pub potential_outposts: Bitboard,
    pub passed: Bitboard,
    pub candidates: Bitboard,
    pub legal: LegalMoves,
}

impl Side {
    /// Everything but the legal moves, which need both sides.
    pub fn new(own: PieceSets, enemy: PieceSets) -> Side {
        let occupied = own.all | enemy.all;
        let pawn_attacks = pawn_attacks(own.pawns);
        let open_files = !whole_files(own.pawns);
        let met = all_behind(enemy.pawns);
        let met_beside = beside(met);
        let unopposed = own.pawns & !met;
        let mut side = Side {
            own,
            enemy,
            occupied,
            pawn_attacks,
            attacks: pawn_attacks,
            forks: 0,
            lines: Lines::of(&own, &enemy, occupied),
            open_files,
            potential_outposts: pawn_attacks & ENEMY_HALF & open_files,
            passed: unopposed & !met_beside,
            candidates: unopposed & met_beside,
            legal: LegalMoves::default(),
        };
        side.see_with_pieces();
        side
    }

    fn see_with_pieces(&mut self) {
        let targets = self.enemy.non_pawns();
        for knight in self.own.knights {
            let attacks = attacks::knight_attacks(knight);
            self.forks += usize::from((attacks & targets).more_than_one());
            self.attacks |= attacks;
        }
        for slider in self.own.bishops | self.own.queens {
            self.attacks |= attacks::bishop_attacks(slider, self.occupied);
        }
        for slider in self.own.heavy() {
            self.attacks |= attacks::rook_attacks(slider, self.occupied);
        }
        for king in self.own.kings {
            self.attacks |= attacks::king_attacks(king);
        }
    }
}
