//! What a piece adds by its square alone. A sum over pieces, kept as such while a line goes on.

use hetman_rules::shakmaty::{Bitboard, Color, Rank, Role, Square};

use super::super::distances::centre;
use super::super::view::View;
use super::super::{ClassicSettings, GamePhase};
use super::{PLACEMENT, term_group};
use crate::features::thesis::boards::{on_files, on_ranks};

/// d4, d5, e4, e5, and the squares around them.
const MIDDLE: Bitboard = Bitboard(on_files("de").0 & on_ranks("45").0);
const AROUND: Bitboard = Bitboard((on_files("cf").0 & on_ranks("45").0) | (on_files("de").0 & on_ranks("36").0));

/// The king's squares on its first two ranks, file by file; e1 is a setting.
const FIRST_RANK: [i32; 8] = [15, 25, 10, -5, 0, 5, 25, 15];
const SECOND_RANK: [i32; 8] = [10, 15, -40, -40, -40, -40, 15, 10];

term_group! {
    /// - Measures: how near the middle the pawns stand.
    /// - Why it matters: pawns in the middle take squares from the enemy and make room for their own pieces.
    /// - Formula: the nearness of each pawn's square to the middle, 0 (a corner) to 6 (d4, d5, e4, e5), which is
    ///   7 - (|3.5 - file| + |3.5 - rank|), counted from 0; 15 more on d4, d5, e4, e5; 10 more on c4, c5, d3, d6, e3, e6,
    ///   f4, f5. In the opening and the middlegame.
    /// - Range: 0 to 144 a side.
    /// - Example: `rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1` gives 17.
    /// - Source: section 5.3, pawns.
    #[range(0.0, 144.0)]
    fn pawn_centralisation(view: &View) -> i32 {
        sum(view, view.own.pawns, pawn_in_middle)
    }

    /// - Measures: how far the pawns have come.
    /// - Why it matters: in an endgame a pawn is a queen to be.
    /// - Formula: C times the square of the ranks each pawn has gone; C is 2 in the early endgame and 4 in the endgame.
    /// - Range: 0 to 800 a side.
    /// - Example: `4k3/8/8/4P3/8/8/8/4K3 w - - 0 1` gives 36.
    /// - Source: section 5.3, pawns; A6.
    #[range(0.0, 800.0)]
    fn pawn_advance(view: &View) -> i32 {
        sum(view, view.own.pawns, pawn_ahead)
    }

    /// - Measures: how near the middle the knights stand.
    /// - Why it matters: a knight on the rim reaches half as much.
    /// - Formula: 4 times the nearness of each knight to the middle; in all phases but mating.
    /// - Range: 0 to 48 a side before promotions.
    /// - Example: `4k3/8/8/8/8/2N5/8/4K3 w - - 0 1` gives 16.
    /// - Source: section 5.3, knights.
    #[range(0.0, 48.0)]
    fn knight_centralisation(view: &View) -> i32 {
        sum(view, view.own.knights, knight)
    }

    /// - Measures: how near the middle the queens stand.
    /// - Why it matters: early there she is chased about; late she reaches everything from there.
    /// - Formula: c times the nearness of each queen to the middle; c is -2 in the opening, 0 in the middlegame, 2 in the
    ///   early endgame and 4 in the endgame.
    /// - Range: -12 to 24 a side before promotions.
    /// - Example: `3q2k1/8/8/8/3Q4/8/8/6K1 w - - 0 1` gives 12.
    /// - Source: section 5.3, queens; A20.
    #[range(-12.0, 24.0)]
    fn queen_centralisation(view: &View) -> i32 {
        sum(view, view.own.queens, queen)
    }

    /// - Measures: how well the king's square hides it.
    /// - Why it matters: with many pieces about, a king in the open is mated.
    /// - Formula: b1, g1 25; a1, h1, b2, g2 15; c1, a2, h2 10; f1 5; e1 0 (`king-e1`); d1 -5; c2 to f2 -40; third rank
    ///   -100; fourth rank -200; others -400. In the opening and the middlegame.
    /// - Range: -400 to 25 a side.
    /// - Example: `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1RK1 w kq - 0 1` gives 25.
    /// - Source: section 5.3, king safety; A2.
    #[range(-400.0, 25.0)]
    fn king_safety(view: &View) -> i32 {
        sum(view, view.own.kings, king_hidden)
    }

    /// - Measures: how near the middle the king stands.
    /// - Why it matters: with few pieces left the king is one that fights.
    /// - Formula: c times the nearness of the king to the middle; c is 3 in the early endgame and 8 in the endgame.
    /// - Range: 0 to 48 a side.
    /// - Example: `4k3/8/8/8/4K3/8/8/8 w - - 0 1` gives 24.
    /// - Source: section 5.3, king centralisation.
    #[range(0.0, 48.0)]
    fn king_centralisation(view: &View) -> i32 {
        sum(view, view.own.kings, king_in_middle)
    }
}

/// What a square is worth, as its owner sees it.
type OnSquare = fn(Square, GamePhase, &ClassicSettings) -> i32;

fn sum(view: &View, pieces: Bitboard, value: OnSquare) -> i32 {
    pieces.into_iter().map(|square| value(square, view.phase, &view.settings)).sum()
}

fn pawn_in_middle(square: Square, phase: GamePhase, _: &ClassicSettings) -> i32 {
    let extra = match square {
        _ if MIDDLE.contains(square) => 15,
        _ if AROUND.contains(square) => 10,
        _ => 0,
    };
    phase.factor([1, 1, 0, 0]) * (centre(square) + extra)
}

fn pawn_ahead(square: Square, phase: GamePhase, _: &ClassicSettings) -> i32 {
    let gone = square.rank() as i32 - Rank::Second as i32;
    phase.factor([0, 0, 2, 4]) * gone * gone
}

fn knight(square: Square, phase: GamePhase, _: &ClassicSettings) -> i32 {
    phase.factor([4; 4]) * centre(square)
}

fn queen(square: Square, phase: GamePhase, _: &ClassicSettings) -> i32 {
    phase.factor([-2, 0, 2, 4]) * centre(square)
}

fn king_hidden(square: Square, phase: GamePhase, settings: &ClassicSettings) -> i32 {
    let on_file = |table: [i32; 8]| table[usize::from(square.file())];
    let safety = match square.rank() {
        Rank::First if square == Square::E1 => settings.king_e1,
        Rank::First => on_file(FIRST_RANK),
        Rank::Second => on_file(SECOND_RANK),
        Rank::Third => -100,
        Rank::Fourth => -200,
        _ => -400,
    };
    phase.factor([1, 1, 0, 0]) * safety
}

fn king_in_middle(square: Square, phase: GamePhase, _: &ClassicSettings) -> i32 {
    phase.factor([0, 0, 3, 8]) * centre(square)
}

/// What every piece adds on every square in one phase: the terms above, worked out beforehand.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Pawn to king: which term, and White's squares. No type of piece has two terms in one phase.
    of_role: [Option<(usize, [i32; 64])>; 6],
}

impl Tables {
    pub fn new(phase: GamePhase, settings: &ClassicSettings) -> Tables {
        let is_endgame = phase.is_endgame();
        let table = |role: Role| -> Option<(usize, OnSquare)> {
            match role {
                Role::Pawn if is_endgame => Some((1, pawn_ahead)),
                Role::Pawn => Some((0, pawn_in_middle)),
                Role::Knight => Some((2, knight)),
                Role::Queen => Some((3, queen)),
                Role::King if is_endgame => Some((5, king_in_middle)),
                Role::King => Some((4, king_hidden)),
                Role::Bishop | Role::Rook => None,
            }
        };
        let on_squares = |value: OnSquare| Square::ALL.map(|square| value(square, phase, settings));
        Tables { of_role: Role::ALL.map(|role| table(role).map(|(term, value)| (term, on_squares(value)))) }
    }

    /// A piece comes to a square, or leaves it: White's terms less Black's change by that.
    pub fn change(&self, terms: &mut [i32; PLACEMENT], color: Color, role: Role, square: Square, by: i32) {
        if let Some((term, squares)) = &self.of_role[usize::from(role) - 1] {
            let seen = color.fold_wb(square, square.flip_vertical());
            terms[*term] += color.fold_wb(by, -by) * squares[usize::from(seen)];
        }
    }
}
