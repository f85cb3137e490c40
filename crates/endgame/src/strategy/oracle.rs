//! Rules as an oracle: a side that has no table of an ending plays it by rules that are proved to win.

use std::fmt;

use hetman_rules::shakmaty::{Chess, Color, Move, Position};
use hetman_rules::{AnyPosition, Playable};
use hetman_search::{Oracle, Wdl};

use super::Strategy;
use super::shipped::proved;
use crate::material::MOST_PIECES;
use crate::small::SmallPosition;

/// The strategies of the program that win whatever can be won. They say how, and not who wins.
pub struct ProvedRules(Vec<Strategy>);

impl Default for ProvedRules {
    fn default() -> ProvedRules {
        ProvedRules(proved())
    }
}

impl Oracle for ProvedRules {
    fn most_pieces(&self) -> usize {
        MOST_PIECES
    }

    fn wdl(&self, _: &AnyPosition) -> Option<Wdl> {
        None
    }

    fn root_moves(&self, position: &AnyPosition) -> Option<Vec<Move>> {
        let AnyPosition::Chess(position) = position else { return None };
        self.0.iter().find_map(|strategy| strategy.moves(position))
    }
}

impl fmt::Debug for ProvedRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|strategy| strategy.material.to_string())).finish()
    }
}

impl Strategy {
    /// The moves that the rules leave on a board, whichever side has the more pieces; `None` where it is another ending, or
    /// the other side is to move.
    pub fn moves(&self, position: &Chess) -> Option<Vec<Move>> {
        let small = SmallPosition::of(position)?;
        let (material, is_exchanged) = small.material();
        let turned = |one: SmallPosition| if is_exchanged { one.with_colors_exchanged() } else { one };
        let seen = turned(small);
        if material != self.material || seen.turn() != Color::White {
            return None;
        }
        let left = self.choose(&seen).moves.into_iter().map(|after| turned(after).to_chess());
        let left: Option<Vec<Chess>> = left.collect();
        let boards: Vec<_> = left?.into_iter().map(|after| after.board().clone()).collect();
        let leads_there = |m: &Move| boards.contains(position.after(*m).board());
        Some(position.legal_moves().into_iter().filter(leads_there).collect())
    }
}

#[cfg(test)]
mod tests;
