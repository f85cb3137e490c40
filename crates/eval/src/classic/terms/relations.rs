//! Pieces among others: what depends on several of them at once, or on the way to a position.

use hetman_rules::shakmaty::{Bitboard, Rank, Square, attacks};

use super::super::GamePhase;
use super::super::distances::{centre, near};
use super::super::view::View;
use super::term_group;
use crate::features::thesis::boards::{ENEMY_HALF, ahead, beside, on_ranks};
use crate::features::thesis::side::PieceSets;

const PROMOTION: i32 = 30;
const OPEN: i32 = 10;
const HALF_OPEN: i32 = 4;
const CONNECTED: i32 = 20;
const ON_SEVENTH: i32 = 27;
const CUT_OFF: i32 = 13;
const SHIELD: i32 = 15;
const NO_LOOPHOLE: i32 = -45;

const SEVENTH_RANK: Bitboard = on_ranks("7");
const EIGHTH_RANK: Bitboard = on_ranks("8");

term_group! {
    /// - Measures: promotions that were played between the root of a search and the position.
    /// - Why it matters: a pawn on the seventh rank has 25 C for its advance, which it loses by promoting; without this
    ///   bonus the program would put that off.
    /// - Formula: 30 C for each; C is 2 in the early endgame and 4 in the endgame. At the root there are none.
    /// - Range: 0 to 960 a side.
    /// - Example: `4k3/4P3/8/8/8/8/8/4K3 w - - 0 1` gives 0.
    /// - Source: section 5.3, pawns; A26.
    #[range(0.0, 960.0)]
    fn promotions(view: &View) -> i32 {
        let bonus = view.phase.factor([0, 0, 2, 4]) * PROMOTION * view.promotions;
        if view.settings.has_promotion_bonus { bonus } else { 0 }
    }

    /// - Measures: what lies on the bishops' diagonals, whatever stands between.
    /// - Why it matters: a bishop lives by targets, and dies behind its own pawns.
    /// - Formula: a factor, 3 in the middlegame and 1 in the early endgame, times the sum for each bishop of: enemy pieces
    ///   on its diagonals (knight 3, bishop 4, rook 5, queen 9, king 10); own ones (knight 1, bishop 1, rook 2, queen 3);
    ///   the squares it would reach on an empty board, less 7; own pawns on its diagonals, +1 behind it, and in front of it
    ///   -5 on the own half and +1 on the enemy's.
    /// - Range: -120 to 402 a side before promotions.
    /// - Example: `r2q2k1/8/5n2/8/2B5/8/8/R2Q2K1 b - - 0 1` gives 14.
    /// - Source: section 5.3, bishops; A11, A23.
    #[range(-120.0, 402.0)]
    fn bishop_diagonals(view: &View) -> i32 {
        match view.phase.factor([0, 3, 1, 0]) {
            0 => 0,
            factor => factor * view.own.bishops.into_iter().map(|square| bishop(view, square)).sum::<i32>(),
        }
    }

    /// - Measures: rooks on files without pawns, or without own ones.
    /// - Why it matters: a rook enters the enemy's half along a file that nothing blocks.
    /// - Formula: 10 for a rook on a file without any pawn, 4 on one with enemy pawns only; in the opening and the
    ///   middlegame.
    /// - Range: 0 to 20 a side before promotions.
    /// - Example: `r2q1rk1/ppp2ppp/2n5/2b5/2B5/5N2/PPP2PPP/R2QR1K1 w - - 0 1` gives 10.
    /// - Source: section 5.3, rooks; A9, A22.
    #[range(0.0, 20.0)]
    fn rooks_on_open_files(view: &View) -> i32 {
        let worth = |rook: Square| {
            let file = Bitboard::from(rook.file());
            match (file.intersects(view.own.pawns), file.intersects(view.enemy.pawns)) {
                (true, _) => 0,
                (false, true) => HALF_OPEN,
                (false, false) => OPEN,
            }
        };
        view.phase.factor([1, 1, 0, 0]) * view.own.rooks.into_iter().map(worth).sum::<i32>()
    }

    /// - Measures: how near the rooks are to the enemy king.
    /// - Why it matters: pieces near a king attack it.
    /// - Formula: 2 times 7 less the steps along ranks and files between each rook and the enemy king; in the middlegame
    ///   and both endgames.
    /// - Range: -28 to 24 a side before promotions.
    /// - Example: `4k2r/8/3R4/8/8/8/8/4K3 w - - 0 1` gives 14.
    /// - Source: section 5.3, rooks; A9.
    #[range(-28.0, 24.0)]
    fn rook_nearness(view: &View) -> i32 {
        view.phase.factor([0, 2, 2, 2]) * nearness(view, view.own.rooks)
    }

    /// - Measures: squares that the rooks attack.
    /// - Why it matters: a rook that reaches little does little.
    /// - Formula: 2 for each square on a rook's lines up to the first piece, which counts too; in all phases but mating.
    /// - Range: 0 to 56 a side before promotions.
    /// - Example: `4k2r/8/3R4/8/8/8/8/4K3 w - - 0 1` gives 8.
    /// - Source: section 5.3, rooks; A12.
    #[range(0.0, 56.0)]
    fn rook_mobility(view: &View) -> i32 {
        let attacked = |rook: Square| attacks::rook_attacks(rook, view.occupied).count() as i32;
        view.phase.factor([2; 4]) * view.own.rooks.into_iter().map(attacked).sum::<i32>()
    }

    /// - Measures: pairs of rooks that protect each other.
    /// - Why it matters: neither can be attacked by a piece of more worth, and they enter together.
    /// - Formula: 20 for each pair on one rank or file with nothing between; in all phases but mating.
    /// - Range: 0 to 20 a side before promotions.
    /// - Example: `3r2k1/8/4r3/8/8/8/8/R4RK1 w - - 0 1` gives 20.
    /// - Source: section 5.3, rooks; A13.
    #[range(0.0, 20.0)]
    fn connected_rooks(view: &View) -> i32 {
        let connected = |rook: Square| (attacks::rook_attacks(rook, view.occupied) & view.own.rooks).count() as i32;
        let seen_twice = view.own.rooks.into_iter().map(connected).sum::<i32>();
        view.phase.factor([CONNECTED; 4]) * (seen_twice / 2)
    }

    /// - Measures: rooks on the seventh rank, and whether they shut the enemy king in on the eighth.
    /// - Why it matters: that is where the enemy's pawns begin, and where his king cannot pass.
    /// - Formula: 27 for each, and 13 more if the enemy king stands on the eighth rank; in all phases but mating.
    /// - Range: 0 to 80 a side before promotions.
    /// - Example: `3r2k1/R7/8/8/8/8/8/6K1 w - - 0 1` gives 40.
    /// - Source: section 5.3, rooks; A14.
    #[range(0.0, 80.0)]
    fn rooks_on_seventh(view: &View) -> i32 {
        let is_cut_off = view.enemy.kings.intersects(EIGHTH_RANK);
        let each = if is_cut_off { ON_SEVENTH + CUT_OFF } else { ON_SEVENTH };
        view.phase.factor([each; 4]) * (view.own.rooks & SEVENTH_RANK).count() as i32
    }

    /// - Measures: how near the queens are to the enemy king.
    /// - Why it matters: few attacks succeed without the queen.
    /// - Formula: 3 times 7 less the steps along ranks and files between each queen and the enemy king; in the middlegame
    ///   and both endgames.
    /// - Range: -21 to 18 a side before promotions.
    /// - Example: `3q2k1/8/8/8/3Q4/8/8/6K1 w - - 0 1` gives 9.
    /// - Source: section 5.3, queens; A9.
    #[range(-21.0, 18.0)]
    fn queen_nearness(view: &View) -> i32 {
        view.phase.factor([0, 3, 3, 3]) * nearness(view, view.own.queens)
    }

    /// - Measures: own pawns in front of the king.
    /// - Why it matters: they keep lines and pieces away from it; but three of them unmoved leave it no way out from a
    ///   check on the first rank.
    /// - Formula: 15 for each own pawn on the three squares in front of the king (two at the edge of the board); -45 if it
    ///   stands on the first rank and all three are there. In the opening and the middlegame.
    /// - Range: 0 to 45 a side.
    /// - Example: `rnbqkbnr/pppppppp/8/8/8/7P/PPPPPPP1/RNBQ1RK1 b kq - 0 1` gives 30.
    /// - Source: section 5.3, king safety; A15, A24.
    #[range(0.0, 45.0)]
    fn pawn_shield(view: &View) -> i32 {
        let in_front = ahead(view.own.kings);
        let pawns = ((in_front | beside(in_front)) & view.own.pawns).count() as i32;
        let is_at_home = view.king().is_some_and(|king| king.rank() == Rank::First);
        let loophole = if is_at_home && pawns == 3 { NO_LOOPHOLE } else { 0 };
        view.phase.factor([1, 1, 0, 0]) * (SHIELD * pawns + loophole)
    }

    /// - Measures: how far from the middle the weaker king has been driven.
    /// - Why it matters: a king is mated at the edge, and most easily in a corner.
    /// - Formula: 10 times 6 less the nearness of the enemy king to the middle, for the side with more material; in mating
    ///   only.
    /// - Range: 0 to 60 a side.
    /// - Example: `7k/8/5K2/8/8/8/8/R7 w - - 0 1` gives 60.
    /// - Source: A1; the source has a positional evaluation of its own for this phase and does not say which.
    #[range(0.0, 60.0)]
    fn mating_edge(view: &View) -> i32 {
        mating(view, |_, weak| 10 * (6 - centre(weak)))
    }

    /// - Measures: how near the stronger king is to the weaker.
    /// - Why it matters: most pieces mate only with their king's help.
    /// - Formula: 4 times 7 less the steps along ranks and files between the kings, for the side with more material; in
    ///   mating only.
    /// - Range: -28 to 24 a side.
    /// - Example: `7k/8/5K2/8/8/8/8/R7 w - - 0 1` gives 12.
    /// - Source: A1.
    #[range(-28.0, 24.0)]
    fn mating_approach(view: &View) -> i32 {
        mating(view, |strong, weak| 4 * near(strong, weak))
    }
}

/// Steps between these pieces and the enemy king, as nearness.
fn nearness(view: &View, pieces: Bitboard) -> i32 {
    let Some(king) = view.enemy_king() else { return 0 };
    pieces.into_iter().map(|square| near(square, king)).sum()
}

/// A function of the stronger king's square and the weaker one's, in mating, for the side that is ahead.
fn mating(view: &View, value: impl Fn(Square, Square) -> i32) -> i32 {
    match (view.king(), view.enemy_king()) {
        (Some(strong), Some(weak)) if view.is(GamePhase::Mating) && view.is_ahead => value(strong, weak),
        _ => 0,
    }
}

/// EM + OM + DL + OW of one bishop.
fn bishop(view: &View, square: Square) -> i32 {
    let diagonals = attacks::bishop_attacks(square, Bitboard::EMPTY);
    let pieces = |sets: &PieceSets, worth: [i32; 5]| {
        let kinds = [sets.knights, sets.bishops, sets.rooks, sets.queens, sets.kings];
        kinds.iter().zip(worth).map(|(&kind, worth)| worth * (kind & diagonals).count() as i32).sum::<i32>()
    };
    let enemies = pieces(&view.enemy, [3, 4, 5, 9, 10]);
    let own = pieces(&view.own, [1, 1, 2, 3, 0]);
    let reach = diagonals.count() as i32 - 7;
    enemies + own + reach + own_pawns(view.own.pawns & diagonals, square)
}

/// Own pawns on a bishop's diagonals, behind it and in front.
fn own_pawns(pawns: Bitboard, bishop: Square) -> i32 {
    let worth = |pawn: Square| match pawn.rank() > bishop.rank() {
        true if !ENEMY_HALF.contains(pawn) => -5,
        _ => 1,
    };
    pawns.into_iter().map(worth).sum()
}
