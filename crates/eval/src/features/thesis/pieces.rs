//! Inputs 9 to 24: where the pieces stand, what they attack and where they can go.

use hetman_rules::shakmaty::{Bitboard, Role, Square};

use super::boards::{all_ahead, count_files, on_files, on_ranks};
use super::feature_group;
use super::side::Side;
use super::tables::{MOST_SQUARES, STACKING_IN_SIXTHS};
use super::view::{View, quotient, share};

/// Bands around the middle of the board, each within the one before. A piece has a quarter for standing on the board
/// and one for each band it stands in.
const RANK_BANDS: [Bitboard; 3] = [on_ranks("234567"), on_ranks("3456"), on_ranks("45")];
const FILE_BANDS: [Bitboard; 3] = [on_files("bcdefg"), on_files("cdef"), on_files("de")];

const HOME_OF_ROOKS: Bitboard = Bitboard(0x81);
const HOME_OF_KNIGHTS: Bitboard = Bitboard(0x42);
const HOME_OF_BISHOPS: Bitboard = Bitboard(0x24);
const HOME_OF_QUEEN: Bitboard = Bitboard(0x08);
const HOME_OF_KING: Bitboard = Bitboard(0x10);

const LAST_TWO_RANKS: Bitboard = on_ranks("78");

feature_group! {
    /// - Measures: how close the pieces other than pawns stand to the line between the fourth and the fifth rank.
    /// - Why it matters: pieces at the back have not joined the game yet.
    /// - Formula: mean over the pieces other than pawns of 1/4, 1/2, 3/4, 1, 1, 3/4, 1/2, 1/4 for ranks 1 to 8; White -
    ///   Black.
    /// - Range: -3/4 to 3/4.
    /// - Example: `4k3/8/8/8/4K3/8/8/8 w - - 0 1` gives 3/4.
    /// - Source: feature 10, equations 4.6 and 4.7; kings count, as the printed position shows.
    #[range(-0.75, 0.75)]
    fn piece_closeness_horizontal_midline(view: &View) -> f64 {
        view.difference(|side| mean_closeness(side, &RANK_BANDS))
    }

    /// - Measures: how close the pieces other than pawns stand to the line between the d- and the e-file.
    /// - Why it matters: from the middle a piece reaches both wings.
    /// - Formula: mean over the pieces other than pawns of 1/4, 1/2, 3/4, 1, 1, 3/4, 1/2, 1/4 for files a to h; White -
    ///   Black.
    /// - Range: -3/4 to 3/4.
    /// - Example: `k7/8/8/8/8/8/8/4K3 w - - 0 1` gives 3/4.
    /// - Source: feature 11, equations 4.8 and 4.9; kings count, as the printed position shows.
    #[range(-0.75, 0.75)]
    fn piece_closeness_vertical_midline(view: &View) -> f64 {
        view.difference(|side| mean_closeness(side, &FILE_BANDS))
    }

    /// - Measures: how many pieces other than pawns have left home.
    /// - Why it matters: development decides openings.
    /// - Formula: share of the pieces other than pawns that stand on no home square of their type and colour; White -
    ///   Black. Only the square counts, not how the piece came there.
    /// - Range: -1 to 1.
    /// - Example: `r3k3/8/8/8/8/8/8/R2K4 w - - 0 1` gives 1/2.
    /// - Source: feature 12, equation 4.10.
    #[range(-1.0, 1.0)]
    fn piece_activity(view: &View) -> f64 {
        view.difference(|side| share(!at_home(side), side.own.non_pawns()))
    }

    /// - Measures: how many of the enemy's pieces are attacked.
    /// - Why it matters: who attacks sets the tasks, and two threats at once are hard to answer.
    /// - Formula: share of the black pieces that White attacks - share of the white pieces that Black attacks. Kings
    ///   and pawns count on both ends; a pinned piece attacks as well.
    /// - Range: -1 to 1.
    /// - Example: `4k3/8/8/8/8/8/4R3/4K3 b - - 0 1` gives 1.
    /// - Source: feature 13, equation 4.11; that pins do not matter is a convention.
    #[range(-1.0, 1.0)]
    fn piece_aggression(view: &View) -> f64 {
        view.difference(|side| share(side.attacks, side.enemy.all))
    }

    /// - Measures: how much room knights, bishops, rooks and queens have.
    /// - Why it matters: a piece is worth what it can do, and cramped pieces stand in each other's way.
    /// - Formula: mean over knights, bishops, rooks and queens of their legal moves as a part of 8, 13, 14 and 27;
    ///   White - Black.
    /// - Range: -1 to 1.
    /// - Example: `4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1` gives -6/7.
    /// - Source: feature 14, equations 4.12 and 4.13; that moves must be legal is a convention.
    #[range(-1.0, 1.0)]
    fn piece_space(view: &View) -> f64 {
        view.difference(mean_space)
    }

    /// - Measures: how many files are free of own pawns.
    /// - Why it matters: rooks and queens need files to get at the enemy.
    /// - Formula: (files without a white pawn - files without a black pawn) / 8. The other side's pawns do not matter.
    /// - Range: -1 to 1.
    /// - Example: `4k3/pp6/8/8/8/8/P7/4K3 w - - 0 1` gives 1/8.
    /// - Source: feature 15, equation 4.14.
    #[range(-1.0, 1.0)]
    fn open_files(view: &View) -> f64 {
        view.difference(|side| count_files(side.open_files) as f64) / 8.0
    }

    /// - Measures: whether rooks and queens stand on open files.
    /// - Why it matters: an open file that nobody uses is worth little.
    /// - Formula: share of the rooks and queens that stand on a file open for their own colour; White - Black.
    /// - Range: -1 to 1.
    /// - Example: `4k3/8/8/8/8/8/R6P/4K2Q w - - 0 1` gives 1/2.
    /// - Source: feature 16, equation 4.15.
    #[range(-1.0, 1.0)]
    fn open_rooks_queens(view: &View) -> f64 {
        view.difference(|side| share(side.open_files, side.own.heavy()))
    }

    /// - Measures: rooks on the last two ranks.
    /// - Why it matters: there a rook attacks the pawns from the side and shuts the king in.
    /// - Formula: share of the rooks that stand on the seventh or eighth rank, seen from their own side; White - Black.
    /// - Range: -1 to 1.
    /// - Example: `4k3/R7/8/8/8/8/1r6/4K2R w - - 0 1` gives -1/2.
    /// - Source: feature 17, equations 4.16 and 4.17.
    #[range(-1.0, 1.0)]
    fn dangerous_rooks(view: &View) -> f64 {
        view.difference(|side| share(LAST_TWO_RANKS, side.own.rooks))
    }

    /// - Measures: rooks and queens one behind the other.
    /// - Why it matters: together they break through where one alone is stopped, best with the queen at the back.
    /// - Formula: sum over the files of: rook rook queen 1, rook queen rook 5/6, queen rook rook 4/6, rook rook 3/6,
    ///   rook queen 2/6, queen rook 1/6, read from front to back, the best that the file contains; White - Black. What
    ///   stands between them does not matter.
    /// - Range: -1 to 1 before promotions.
    /// - Example: `6k1/8/8/R7/Q7/8/8/6K1 w - - 0 1` gives 1/3.
    /// - Source: feature 18, equation 4.18; 1/3 and 1/2 are printed, the other values inferred.
    #[range(-1.0, 1.0)]
    fn heavy_piece_file_stacking(view: &View) -> f64 {
        view.difference(stacking)
    }

    /// - Measures: open files with a square from which no own piece needs to fear for its support.
    /// - Why it matters: a piece on such a square in the enemy's half is hard to drive away.
    /// - Formula: share of the open files that hold a potential outpost; White - Black. A potential outpost is a square
    ///   in the enemy's half, on an open file, attacked by an own pawn, empty or not.
    /// - Range: -1 to 1.
    /// - Example: `4k3/8/8/1P6/1P6/8/8/4K3 w - - 0 1` gives 2/7.
    /// - Source: feature 19, equation 4.19; that files count and not squares is inferred.
    #[range(-1.0, 1.0)]
    fn potential_outposts(view: &View) -> f64 {
        view.difference(|side| {
            quotient(count_files(side.potential_outposts) as f64, count_files(side.open_files) as f64)
        })
    }

    /// - Measures: how many of the files with a potential outpost have a piece on one.
    /// - Why it matters: outposts are there to be taken.
    /// - Formula: of the files with a potential outpost, the share where an own piece stands on one; White - Black.
    /// - Range: -1 to 1.
    /// - Example: `4k3/8/2N5/1PN5/1P6/8/8/4K3 w - - 0 1` gives 1/2.
    /// - Source: feature 20, equation 4.20; that files count and not squares is inferred.
    #[range(-1.0, 1.0)]
    fn outposts(view: &View) -> f64 {
        view.difference(|side| {
            let taken = side.potential_outposts & side.own.all;
            quotient(count_files(taken) as f64, count_files(side.potential_outposts) as f64)
        })
    }

    /// - Measures: enemy pieces that cannot leave a line because king or queen stand behind them.
    /// - Why it matters: a pinned piece hardly plays, and is often lost.
    /// - Formula: (White's sum - Black's sum) / the larger sum. A pin is a slider, exactly one enemy piece, then an
    ///   enemy king or queen on its line. A bishop pins a bishop for 1, a knight 2, a rook 4, a queen 8; a rook pins a
    ///   bishop for 2, a knight 2, a rook 1, a queen 6; a queen pins a knight for 2, on files and ranks a bishop for 2, on
    ///   diagonals a rook for 3. Other pins count nothing.
    /// - Range: -1 to 1.
    /// - Example: `k7/1q6/8/3B4/8/8/8/q2NK3 w - - 0 1` gives 3/4.
    /// - Source: feature 21, equation 4.21 and its table.
    #[range(-1.0, 1.0)]
    fn pins_to_king_or_queen(view: &View) -> f64 {
        view.relative(|side| side.lines.pins as usize)
    }

    /// - Measures: pieces that give a discovered check when they step aside.
    /// - Why it matters: such a piece may do what it likes, the check has to be answered first.
    /// - Formula: (White's batteries - Black's) / the larger number. A battery is a piece that stands alone between an
    ///   own slider and the enemy king, on a line the slider uses; it need not have a legal move and counts once.
    /// - Range: -1 to 1.
    /// - Example: `4k3/8/8/8/4P3/8/4R3/4K3 w - - 0 1` gives 1.
    /// - Source: feature 22, equation 4.22; that any piece qualifies is a convention.
    #[range(-1.0, 1.0)]
    fn batteries(view: &View) -> f64 {
        view.relative(|side| side.lines.batteries.count())
    }

    /// - Measures: bishops that rake neighbouring diagonals.
    /// - Why it matters: together they sweep a broad band of the board.
    /// - Formula: (White's pairs - Black's) / the larger number. Two bishops of a side are a pair when their diagonals
    ///   in one direction are neighbours.
    /// - Range: -1 to 1.
    /// - Example: `4k3/8/8/8/8/8/8/2BBK3 w - - 0 1` gives 1.
    /// - Source: feature 23, equation 4.23 (Horwitz, printed as Gorwitz).
    #[range(-1.0, 1.0)]
    fn horwitz_bishops(view: &View) -> f64 {
        view.relative(horwitz_pairs)
    }

    /// - Measures: knights that attack two pieces other than pawns at once.
    /// - Why it matters: only one of the two can move away.
    /// - Formula: (White's forking knights - Black's) / the larger number. Kings count as attacked, pawns do not.
    /// - Range: -1 to 1.
    /// - Example: `2q1k3/8/3N4/8/8/8/8/4K3 b - - 0 1` gives 1.
    /// - Source: feature 24, equation 4.24.
    #[range(-1.0, 1.0)]
    fn knight_forks(view: &View) -> f64 {
        view.relative(|side| side.forks)
    }

    /// - Measures: on how many squares a side has a hand.
    /// - Why it matters: who controls more of the board has more choice.
    /// - Formula: (White's squares - Black's) / the larger number. A square is a side's when one of its legal moves
    ///   leaves or reaches it, whichever side is to move; a side without a move has none.
    /// - Range: -1 to 1.
    /// - Example: `7k/5Q2/6K1/8/8/8/8/8 b - - 0 1` gives 1.
    /// - Source: feature 25, equation 4.25; of its three wordings the one that yields the printed number.
    #[range(-1.0, 1.0)]
    fn board_control(view: &View) -> f64 {
        view.relative(|side| side.legal.controlled().count())
    }
}

fn mean_closeness(side: &Side, bands: &[Bitboard; 3]) -> f64 {
    let pieces = side.own.non_pawns();
    let quarters = pieces.count() + bands.iter().map(|&band| (pieces & band).count()).sum::<usize>();
    quotient(quarters as f64 / 4.0, pieces.count() as f64)
}

fn at_home(side: &Side) -> Bitboard {
    let own = &side.own;
    (own.rooks & HOME_OF_ROOKS)
        | (own.knights & HOME_OF_KNIGHTS)
        | (own.bishops & HOME_OF_BISHOPS)
        | (own.queens & HOME_OF_QUEEN)
        | (own.kings & HOME_OF_KING)
}

fn mean_space(side: &Side) -> f64 {
    let parts = side.legal.by_piece.iter().zip(MOST_SQUARES).map(|(&moves, most)| f64::from(moves) / most);
    let pieces = side.own.knights | side.own.bishops | side.own.heavy();
    quotient(parts.sum(), pieces.count() as f64)
}

/// Only files where one heavy piece stands before another are looked at.
fn stacking(side: &Side) -> f64 {
    let heavy = side.own.heavy();
    let mut before_another = heavy & all_ahead(heavy);
    let mut sum = 0.0;
    while let Some(square) = before_another.first() {
        let file = Bitboard::from(square.file());
        let best = STACKING_IN_SIXTHS.iter().find(|(order, _)| contains_in_order(side, heavy & file, order));
        sum += best.map_or(0.0, |&(_, sixths)| f64::from(sixths) / 6.0);
        before_another &= !file;
    }
    sum
}

/// Whether the types follow each other from front to back, others between them allowed.
fn contains_in_order(side: &Side, file: Bitboard, order: &[Role]) -> bool {
    let mut wanted = order.iter().peekable();
    for square in file.into_iter().rev() {
        let role = if side.own.rooks.contains(square) { Role::Rook } else { Role::Queen };
        wanted.next_if(|&&next| next == role);
    }
    wanted.peek().is_none()
}

fn horwitz_pairs(side: &Side) -> usize {
    let mut others = side.own.bishops;
    let mut pairs = 0;
    while let Some(bishop) = others.pop_front() {
        pairs += others.into_iter().filter(|&other| are_neighbours(diagonals(bishop), diagonals(other))).count();
    }
    pairs
}

/// The numbers of a square's rising and falling diagonal.
fn diagonals(square: Square) -> [i32; 2] {
    let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
    [file - rank, file + rank]
}

fn are_neighbours(one: [i32; 2], other: [i32; 2]) -> bool {
    (one[0] - other[0]).abs() == 1 || (one[1] - other[1]).abs() == 1
}
