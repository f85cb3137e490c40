//! Proof by exhaustion: a strategy against every defence, from every position.
//!
//! Nothing is used but the rules, the legal moves and how games end. Of every position with White to move the moves that
//! the rules leave are followed, each of them, and all of Black's replies. What comes of a position is the longest way
//! through them: so many moves to mate, or no end at all, because pieces are lost, Black is stalemated, or play comes back to a
//! position that it has left. How the rules were found plays no part.

use std::num::NonZeroUsize;

use super::symmetry::Placements;
use super::{Strategy, shipped};
use crate::material::Material;
use crate::small::SmallPosition;
use crate::table::{Outcome, Progress, Table};
use hetman_rules::shakmaty::Color;

mod line;
mod ways;

pub use line::{Failure, Line};
use ways::Ways;

/// Moves after which a game is drawn.
pub const FIFTY_MOVES: u32 = 50;

/// What a strategy achieves in each position with White to move.
#[derive(Debug)]
pub struct Proof {
    material: Material,
    placements: Placements,
    ways: Ways,
    /// White's moves to mate at worst, where every way ends in one.
    moves: Vec<Option<u32>>,
}

/// What was proved, in numbers; every position counts as often as it occurs on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// Legal positions with White to move.
    pub positions: u64,
    /// Those that the strategy wins, whatever it chooses among its moves and whatever Black does.
    pub won: u64,
    /// The most moves that it needs in those.
    pub longest: u32,
}

/// The same beside best play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// Positions that White wins with best play.
    pub winnable: u64,
    /// The strategy's moves beyond the shortest mate, on average over those that it wins, at worst.
    pub mean_excess: f64,
}

/// What the program's strategies make of the endings that a promotion leads to: promoted to something that there are no
/// rules for, a pawn counts as lost.
pub fn proofs_of_promotions(material: Material, threads: NonZeroUsize) -> Vec<Proof> {
    let conversions = material.conversions().into_iter().filter(|_| material.has_pawns());
    conversions.filter_map(shipped).map(|strategy| Proof::of(&strategy, &[], threads, &())).collect()
}

impl Proof {
    /// Follows the strategy through all positions, on so many threads. Where play leaves the ending, by a promotion, the
    /// proofs of other strategies say what comes of it.
    pub fn of(strategy: &Strategy, others: &[&Proof], threads: NonZeroUsize, progress: &dyn Progress) -> Proof {
        Proof::unless_stopped(strategy, others, threads, progress).expect("nobody stops it")
    }

    /// The same for a caller that may lose interest: `None` once `progress` has said so.
    pub fn unless_stopped(
        strategy: &Strategy,
        others: &[&Proof],
        threads: NonZeroUsize,
        progress: &dyn Progress,
    ) -> Option<Proof> {
        let placements = Placements::new(strategy.material);
        let ways = Ways::of(strategy, others, &placements, threads, progress)?;
        let moves = ways.longest();
        Some(Proof { material: strategy.material, placements, ways, moves })
    }

    /// White's moves to mate at worst from a position of this ending with White to move; `None` where there is a way on
    /// which no mate comes.
    pub fn moves(&self, position: &SmallPosition) -> Option<u32> {
        if position.material() != (self.material, false) {
            return None;
        }
        self.moves[self.ways.index(self.placements.code(position))?]
    }

    pub fn summary(&self) -> Summary {
        self.ways.positions.iter().zip(&self.moves).fold(Summary::default(), |sum, (position, moves)| Summary {
            positions: sum.positions + position.multiplicity,
            won: sum.won + moves.map_or(0, |_| position.multiplicity),
            longest: sum.longest.max(moves.unwrap_or(0)),
        })
    }

    /// Beside the table of this ending.
    pub fn compare(&self, table: &Table) -> Comparison {
        let (mut winnable, mut won, mut excess) = (0, 0, 0);
        for (entry, moves) in self.ways.positions.iter().zip(&self.moves) {
            let position = self.placements.position(entry.code, Color::White);
            let outcome = position.and_then(|position| table.outcome(&position));
            let Some(Outcome::Win(best)) = outcome else { continue };
            winnable += entry.multiplicity;
            if let Some(moves) = moves {
                won += entry.multiplicity;
                excess += entry.multiplicity * u64::from(moves - best);
            }
        }
        Comparison { winnable, mean_excess: excess as f64 / won.max(1) as f64 }
    }
}
