//! Pawns among pawns.

use hetman_rules::shakmaty::Bitboard;

use super::super::view::View;
use super::term_group;
use crate::features::thesis::boards::{all_ahead, all_behind, beside, count_files, on_files, on_ranks, whole_files};

const ISOLATED: i32 = -20;
const DOUBLED: i32 = -10;
const UNDEVELOPED: i32 = -50;

/// Where the pawns in front of queen and king begin.
const CENTRE_PAWNS: Bitboard = Bitboard(on_files("de").0 & on_ranks("2").0);

term_group! {
    /// - Measures: pawns without an own pawn on a neighbouring file.
    /// - Why it matters: no pawn can ever protect it, so that a piece has to.
    /// - Formula: -20 for each, on every file that has one; in all phases but mating. A doubled one counts here too.
    /// - Range: -160 to 0 a side.
    /// - Example: `4k3/8/8/8/8/8/P7/4K3 w - - 0 1` gives -20.
    /// - Source: section 5.3, pawns; A18, A25.
    #[range(-160.0, 0.0)]
    fn isolated_pawns(view: &View) -> i32 {
        let pawns = view.own.pawns;
        let isolated = pawns & !beside(whole_files(pawns));
        view.phase.factor([ISOLATED; 4]) * isolated.count() as i32
    }

    /// - Measures: pawns on a file that has another own one.
    /// - Why it matters: the one behind is blocked, and neither protects the other.
    /// - Formula: -10 for each pawn of a file beyond the first; in all phases but mating. `doubled=all` counts every pawn
    ///   of such a file.
    /// - Range: -60 to 0 a side.
    /// - Example: `4k3/8/8/8/8/P7/P7/4K3 w - - 0 1` gives -10.
    /// - Source: section 5.3, pawns; A10, A18.
    #[range(-60.0, 0.0)]
    fn doubled_pawns(view: &View) -> i32 {
        let pawns = view.own.pawns;
        let doubled = match view.settings.counts_all_doubled {
            true => (pawns & (all_ahead(pawns) | all_behind(pawns))).count(),
            false => pawns.count() - count_files(pawns),
        };
        view.phase.factor([DOUBLED; 4]) * doubled as i32
    }

    /// - Measures: whether the pawns in front of king and queen are both where they began.
    /// - Why it matters: bishops and queen stay shut in behind them.
    /// - Formula: -50 if own pawns stand on d2 and e2; in the opening only.
    /// - Range: -50 or 0 a side.
    /// - Example: `rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1` gives -50.
    /// - Source: section 5.3, pawns.
    #[range(-50.0, 0.0)]
    fn centre_pawns_undeveloped(view: &View) -> i32 {
        let is_undeveloped = (view.own.pawns & CENTRE_PAWNS) == CENTRE_PAWNS;
        view.phase.factor([UNDEVELOPED, 0, 0, 0]) * i32::from(is_undeveloped)
    }
}
