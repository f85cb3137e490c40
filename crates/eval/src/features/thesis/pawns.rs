//! Inputs 25 to 40: the pawns, passed ones and those that may become so, weak ones.
//!
//! A pawn is *passed* when no enemy pawn stands ahead of it on its own or a neighbouring file, and a *candidate* when
//! none stands ahead on its own file but one does on a neighbouring file. Ahead means strictly ahead.

use hetman_rules::shakmaty::{Bitboard, Square, attacks};

use super::boards::{all_ahead, all_behind, behind, beside, on_files, on_ranks, pawn_attacks, whole_files};
use super::feature_group;
use super::side::Side;
use super::tables::{CANDIDATE_ADVANCEMENT, PASSED_ADVANCEMENT};
use super::view::{View, quotient, share};

const QUEEN_SIDE: Bitboard = on_files("abcd");
const KING_SIDE: Bitboard = on_files("efgh");
const CENTRAL_FILES: Bitboard = on_files("de");
const NEAR_CENTRAL_FILES: Bitboard = on_files("cf");
const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

const MIDDLE_RANKS: Bitboard = on_ranks("45");
const NEXT_TO_MIDDLE: Bitboard = on_ranks("36");

feature_group! {
    /// - Measures: who has more pawns on which wing.
    /// - Why it matters: a majority can make a passed pawn.
    /// - Formula: on each wing (files a to d, files e to h) the side with more pawns scores 1; (White - Black) / 2.
    /// - Range: -1 to 1.
    /// - Example: `4k3/8/8/8/8/8/PP4PP/4K3 w - - 0 1` gives 1.
    /// - Source: feature 26, equations 4.26 and 4.27.
    #[range(-1.0, 1.0)]
    fn wing_pawn_majority(view: &View) -> f64 {
        let majority = |wing: Bitboard| view.balance(|side| has_majority(side, wing));
        (majority(QUEEN_SIDE) + majority(KING_SIDE)) / 2.0
    }

    /// - Measures: how active the pawns in the middle are.
    /// - Why it matters: pawns on the fourth and fifth rank hold the centre.
    /// - Formula: sum over pawns on the d- and e-file of 0, 1/4, 1/2, 1/2, 1/4, 0 for ranks 2 to 7; White - Black.
    /// - Range: mostly -1 to 1; doubled pawns may exceed it.
    /// - Example: `4k3/3p4/8/4p3/3P4/4P3/8/4K3 w - - 0 1` gives 1/4.
    /// - Source: feature 27, equations 4.28 and 4.29.
    #[range(-1.0, 1.0)]
    fn central_pawn_activity(view: &View) -> f64 {
        view.difference(|side| activity(side.own.pawns & CENTRAL_FILES))
    }

    /// - Measures: how active the pawns beside the middle are.
    /// - Why it matters: they support the centre and attack the enemy's.
    /// - Formula: sum over pawns on the c- and f-file of 0, 1/4, 1/2, 1/2, 1/4, 0 for ranks 2 to 7; White - Black.
    /// - Range: mostly -1 to 1; doubled pawns may exceed it.
    /// - Example: `4k3/2p5/8/8/5P2/2P5/8/4K3 w - - 0 1` gives 3/4.
    /// - Source: feature 28, equations 4.30 and 4.31.
    #[range(-1.0, 1.0)]
    fn near_central_pawn_activity(view: &View) -> f64 {
        view.difference(|side| activity(side.own.pawns & NEAR_CENTRAL_FILES))
    }

    /// - Measures: pawns in the centre that neighbours defend.
    /// - Why it matters: a centre that stands on pawns is not blown away.
    /// - Formula: pawns on d4, e4, d5, e5 defended by an own pawn from the c- or f-file; White - Black.
    /// - Range: -4 to 4, usually -1 to 1: a number, not a share.
    /// - Example: `4k3/8/8/8/3PP3/2P2P2/8/4K3 w - - 0 1` gives 2.
    /// - Source: feature 29, equation 4.32.
    #[range(-4.0, 4.0)]
    fn pawn_centre_support(view: &View) -> f64 {
        let supported = |side: &Side| pawn_attacks(side.own.pawns & NEAR_CENTRAL_FILES) & side.own.pawns & CENTRE;
        view.difference(|side| supported(side).count() as f64)
    }

    /// - Measures: who has more passed pawns.
    /// - Why it matters: no pawn can stop them any more: pieces must.
    /// - Formula: (White's passed pawns - Black's) / the larger number.
    /// - Range: -1 to 1.
    /// - Example: `4k3/7p/8/8/8/8/PP6/4K3 w - - 0 1` gives 1/2.
    /// - Source: feature 30, equation 4.35.
    #[range(-1.0, 1.0)]
    fn passed_pawns(view: &View) -> f64 {
        view.relative(|side| side.passed.count())
    }

    /// - Measures: how far the passed pawns have come.
    /// - Why it matters: the danger grows with every step.
    /// - Formula: mean over the passed pawns of 0.25, 0.40, 0.55, 0.70, 0.85, 1 for ranks 2 to 7, seen from their side;
    ///   White - Black.
    /// - Range: -1 to 1.
    /// - Example: `7k/8/8/P7/8/8/8/7K w - - 0 1` gives 0.7.
    /// - Source: feature 31, equation 4.36; the table is inferred.
    #[range(-1.0, 1.0)]
    fn passed_pawn_advancement(view: &View) -> f64 {
        view.difference(|side| mean(side.passed, |pawn| PASSED_ADVANCEMENT[usize::from(pawn.rank())]))
    }

    /// - Measures: passed pawns side by side.
    /// - Why it matters: they protect each other on the way.
    /// - Formula: share of the passed pawns with another own passed pawn on a neighbouring file; White - Black.
    /// - Range: -1 to 1.
    /// - Example: `4k3/8/8/P7/8/2P5/3P4/4K3 w - - 0 1` gives 2/3.
    /// - Source: feature 32, equation 4.37.
    #[range(-1.0, 1.0)]
    fn connected_passed_pawns(view: &View) -> f64 {
        view.difference(|side| share(beside(whole_files(side.passed)), side.passed))
    }

    /// - Measures: how far from the middle the passed pawns run.
    /// - Why it matters: a distant one draws the enemy king away.
    /// - Formula: mean over the passed pawns of 1, 5/7, 3/7, 1/7, 1/7, 3/7, 5/7, 1 for files a to h; White - Black.
    /// - Range: -1 to 1.
    /// - Example: `4k3/8/8/4P3/8/8/8/4K3 w - - 0 1` gives 1/7.
    /// - Source: feature 33, equations 4.38 and 4.39.
    #[range(-1.0, 1.0)]
    fn distant_passed_pawns(view: &View) -> f64 {
        view.difference(|side| mean(side.passed, |pawn| (7.0 - 2.0 * f64::from(u32::from(pawn.file()))).abs() / 7.0))
    }

    /// - Measures: passed pawns that pawns defend.
    /// - Why it matters: such a pawn needs no piece to look after it.
    /// - Formula: share of the passed pawns defended by an own pawn; White - Black.
    /// - Range: -1 to 1.
    /// - Example: `4k3/8/8/2P5/3P4/8/8/4K3 w - - 0 1` gives 1/2.
    /// - Source: feature 34, equation 4.40.
    #[range(-1.0, 1.0)]
    fn supported_passed_pawns(view: &View) -> f64 {
        view.difference(|side| share(side.pawn_attacks, side.passed))
    }

    /// - Measures: passed pawns with a rook on their file.
    /// - Why it matters: rooks belong behind passed pawns: each step gives them room.
    /// - Formula: passed pawns with an own rook on their file, before or behind, nothing between, as a part of the
    ///   smaller of the numbers of passed pawns and of rooks; White - Black.
    /// - Range: -1 to 1; more than one pawn before one rook exceeds it.
    /// - Example: `1R6/4k3/8/1P6/8/8/8/4K3 w - - 0 1` gives 1.
    /// - Source: feature 35, equation 4.41.
    #[range(-1.0, 1.0)]
    fn rook_supported_passed_pawns(view: &View) -> f64 {
        view.difference(|side| {
            let most = side.passed.count().min(side.own.rooks.count());
            if most == 0 { 0.0 } else { rook_supported(side) as f64 / most as f64 }
        })
    }

    /// - Measures: enemy passed pawns that are stopped.
    /// - Why it matters: a blocked pawn is only a weakness.
    /// - Formula: share of Black's passed pawns with a white piece directly ahead - share of White's with a black one.
    /// - Range: -1 to 1.
    /// - Example: `8/8/1k6/1P6/8/8/8/4K3 w - - 0 1` gives -1.
    /// - Source: feature 36, equation 4.42.
    #[range(-1.0, 1.0)]
    fn blockade_of_enemy_passed_pawns(view: &View) -> f64 {
        let blocked = |side: &Side| share(behind(side.enemy.all), side.passed);
        blocked(&view.black) - blocked(&view.white)
    }

    /// - Measures: who has more pawns that may become passed.
    /// - Why it matters: an exchange or a sacrifice beside them sets them free.
    /// - Formula: (White's candidates - Black's) / the larger number.
    /// - Range: -1 to 1.
    /// - Example: `7k/4p3/8/8/8/8/3PP3/7K w - - 0 1` gives 1.
    /// - Source: feature 37, equation 4.43.
    #[range(-1.0, 1.0)]
    fn passed_pawn_candidates(view: &View) -> f64 {
        view.relative(|side| side.candidates.count())
    }

    /// - Measures: how far the candidates have come.
    /// - Why it matters: as for passed pawns, the danger grows with every step.
    /// - Formula: mean over the candidates of 0, 0.2, 0.4, 0.6, 0.8 for ranks 2 to 6, seen from their side; White -
    ///   Black.
    /// - Range: -1 to 1.
    /// - Example: `7k/4p3/8/8/3P4/8/4P3/7K w - - 0 1` gives 0.4.
    /// - Source: feature 38, equation 4.44; the table is inferred.
    #[range(-1.0, 1.0)]
    fn candidate_advancement(view: &View) -> f64 {
        view.difference(|side| mean(side.candidates, |pawn| CANDIDATE_ADVANCEMENT[usize::from(pawn.rank())]))
    }

    /// - Measures: candidates that pawns defend.
    /// - Why it matters: with support the exchange ends with a passed pawn.
    /// - Formula: share of the candidates defended by an own pawn; White - Black.
    /// - Range: -1 to 1.
    /// - Example: `7k/4p3/8/8/3P4/4P3/8/7K w - - 0 1` gives 1.
    /// - Source: feature 39, equation 4.45.
    #[range(-1.0, 1.0)]
    fn supported_candidates(view: &View) -> f64 {
        view.difference(|side| share(side.pawn_attacks, side.candidates))
    }

    /// - Measures: pawns without neighbours.
    /// - Why it matters: no pawn can ever defend them.
    /// - Formula: share of the pawns without an own pawn on a neighbouring file; White - Black. Positive means that
    ///   White has more of them: the sign is not turned.
    /// - Range: -1 to 1.
    /// - Example: `4k3/p1p5/8/8/8/8/PP6/4K3 w - - 0 1` gives -1.
    /// - Source: feature 40, equation 4.33.
    #[range(-1.0, 1.0)]
    fn isolated_pawns(view: &View) -> f64 {
        view.difference(|side| share(!beside(whole_files(side.own.pawns)), side.own.pawns))
    }

    /// - Measures: pawns that share a file.
    /// - Why it matters: they are in each other's way.
    /// - Formula: share of the pawns with another own pawn on their file, each of the group counted; White - Black.
    ///   Positive means that White has more of them: the sign is not turned.
    /// - Range: -1 to 1.
    /// - Example: `4k3/8/8/8/P7/P7/P7/4K3 w - - 0 1` gives 1.
    /// - Source: feature 41, equation 4.34.
    #[range(-1.0, 1.0)]
    fn doubled_pawns(view: &View) -> f64 {
        view.difference(|side| share(all_ahead(side.own.pawns) | all_behind(side.own.pawns), side.own.pawns))
    }
}

fn has_majority(side: &Side, wing: Bitboard) -> bool {
    (side.own.pawns & wing).count() > (side.enemy.pawns & wing).count()
}

fn activity(pawns: Bitboard) -> f64 {
    ((pawns & MIDDLE_RANKS).count() as f64) / 2.0 + ((pawns & NEXT_TO_MIDDLE).count() as f64) / 4.0
}

fn mean(pawns: Bitboard, value: impl Fn(Square) -> f64) -> f64 {
    quotient(pawns.into_iter().map(value).sum(), pawns.count() as f64)
}

fn rook_supported(side: &Side) -> usize {
    let has_rook = |pawn: &Square| {
        let file = Bitboard::from(pawn.file());
        (attacks::rook_attacks(*pawn, side.occupied) & file & side.own.rooks).any()
    };
    side.passed.into_iter().filter(has_rook).count()
}
