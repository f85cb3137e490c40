//! One side's view of the board: ahead is up for both, so that each term is written once.

use hetman_rules::shakmaty::{Bitboard, Board, Color, Square};

use super::{ClassicSettings, GamePhase, Material};
use crate::features::thesis::side::PieceSets;

/// What a side's terms are read off.
pub struct View {
    pub own: PieceSets,
    pub enemy: PieceSets,
    pub occupied: Bitboard,
    /// Of the line's first position.
    pub phase: GamePhase,
    pub settings: ClassicSettings,
    /// Promotions this side has played on the way here.
    pub promotions: i32,
    /// Whether this side has more material here.
    pub is_ahead: bool,
}

/// What of a position does not follow from its board.
#[derive(Clone, Copy, Debug)]
pub struct Circumstances {
    pub phase: GamePhase,
    pub settings: ClassicSettings,
    /// White's and Black's.
    pub promotions: [i32; 2],
}

impl View {
    pub fn both(board: &Board, material: &Material, circumstances: &Circumstances) -> [View; 2] {
        let white = PieceSets::of(board, Color::White);
        let black = PieceSets::of(board, Color::Black);
        let ahead = material.side_ahead();
        let view = |own: PieceSets, enemy: PieceSets, color: Color| View {
            own,
            enemy,
            occupied: own.all | enemy.all,
            phase: circumstances.phase,
            settings: circumstances.settings,
            promotions: circumstances.promotions[color.fold_wb(0, 1)],
            is_ahead: ahead == Some(color),
        };
        [view(white, black, Color::White), view(black.mirrored(), white.mirrored(), Color::Black)]
    }

    /// Where the own king stands; in other games there may be none.
    pub fn king(&self) -> Option<Square> {
        self.own.kings.first()
    }

    pub fn enemy_king(&self) -> Option<Square> {
        self.enemy.kings.first()
    }

    pub fn is(&self, phase: GamePhase) -> bool {
        self.phase == phase
    }
}
