//! The five phases of a game, and which one a position belongs to (section 5.1, with A7, A8, A21 and A26).

use std::fmt;

use hetman_rules::shakmaty::{Board, Color, Role};

use super::{ClassicSettings, Material};

/// So many pieces at home make an opening.
const AT_HOME: usize = 14;
/// From this much material on it is the middlegame.
const FULL: i32 = 4300;
/// With less than this it is an endgame.
const BARE: i32 = 2800;
/// A lead to mate with.
const WINNING_LEAD: i32 = 450;

/// What the terms of an evaluation depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GamePhase {
    Opening,
    Middlegame,
    EarlyEndgame,
    Endgame,
    Mating,
}

impl GamePhase {
    pub const ALL: [GamePhase; 5] =
        [GamePhase::Opening, GamePhase::Middlegame, GamePhase::EarlyEndgame, GamePhase::Endgame, GamePhase::Mating];

    /// The opening is asked for first, then mating, then how much is left.
    pub fn of(board: &Board, settings: &ClassicSettings) -> GamePhase {
        let material = Material::of(board);
        match material.on_board() {
            _ if at_home(board) >= AT_HOME => GamePhase::Opening,
            on_board if is_mating(&material) && !(settings.is_mating_late && on_board >= FULL) => GamePhase::Mating,
            FULL.. => GamePhase::Middlegame,
            BARE.. => GamePhase::EarlyEndgame,
            _ => GamePhase::Endgame,
        }
    }

    /// As answers and files write it.
    pub fn name(self) -> &'static str {
        match self {
            GamePhase::Opening => "opening",
            GamePhase::Middlegame => "middlegame",
            GamePhase::EarlyEndgame => "early_endgame",
            GamePhase::Endgame => "endgame",
            GamePhase::Mating => "mating",
        }
    }

    /// A factor for each phase but mating, which none of the usual terms applies in.
    pub fn factor(self, [opening, middlegame, early_endgame, endgame]: [i32; 4]) -> i32 {
        match self {
            GamePhase::Opening => opening,
            GamePhase::Middlegame => middlegame,
            GamePhase::EarlyEndgame => early_endgame,
            GamePhase::Endgame => endgame,
            GamePhase::Mating => 0,
        }
    }

    /// Either endgame: kings and pawns go forward.
    pub fn is_endgame(self) -> bool {
        matches!(self, GamePhase::EarlyEndgame | GamePhase::Endgame)
    }
}

impl fmt::Display for GamePhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Pieces and pawns, kings left out, on squares where such a piece begins, wherever it has been meanwhile.
fn at_home(board: &Board) -> usize {
    let start = Board::new();
    let pieces = Role::ALL.into_iter().filter(|&role| role != Role::King);
    let at_home = |role: Role| {
        let both = Color::ALL.map(|color| board.by_piece(role.of(color)) & start.by_piece(role.of(color)));
        both.into_iter().map(|squares| squares.count()).sum::<usize>()
    };
    pieces.map(at_home).sum()
}

/// Whether a side leads by enough, and with what mates: a heavy piece, or else pieces alone. With minor pieces and pawns it
/// is easier to promote first.
fn is_mating(material: &Material) -> bool {
    let Some(ahead) = material.side_ahead() else { return false };
    let has_heavy = material.count(ahead, Role::Rook) + material.count(ahead, Role::Queen) > 0;
    material.balance().abs() >= WINNING_LEAD && (has_heavy || material.count(ahead, Role::Pawn) == 0)
}
