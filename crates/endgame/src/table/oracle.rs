//! Tables as an oracle of searches and adjudicators.

use hetman_rules::shakmaty::{Chess, Move, Position};
use hetman_rules::{AnyPosition, Playable};
use hetman_search::{Oracle, Wdl};

use super::{Outcome, Tables};

/// Plies without a capture or a pawn's move after which a game is drawn.
const FIFTY_MOVES: u32 = 100;

impl Oracle for Tables {
    fn most_pieces(&self) -> usize {
        self.tables.keys().map(|material| material.men()).max().unwrap_or(0)
    }

    fn wdl(&self, position: &AnyPosition) -> Option<Wdl> {
        wdl(position, |position| self.probe(position))
    }

    fn root_moves(&self, position: &AnyPosition) -> Option<Vec<Move>> {
        root_moves(position, |position| self.probe(position))
    }
}

/// Who wins, given a way to find outcomes. Where the counter of moves leaves in doubt whether a mate comes in time,
/// nothing is known.
pub fn wdl(position: &AnyPosition, probe: impl Fn(&Chess) -> Option<Outcome>) -> Option<Wdl> {
    let AnyPosition::Chess(position) = position else { return None };
    let (wdl, plies) = match probe(position)? {
        Outcome::Win(moves) => (Wdl::Win, 2 * moves - 1),
        Outcome::Draw => return Some(Wdl::Draw),
        Outcome::Loss(moves) => (Wdl::Loss, 2 * moves),
    };
    let is_in_time = position.halfmoves() == 0 || position.halfmoves() + plies <= FIFTY_MOVES;
    is_in_time.then_some(wdl)
}

/// The moves of the quickest mate, those that put it off longest, or every one that keeps the draw.
pub fn root_moves(position: &AnyPosition, probe: impl Fn(&Chess) -> Option<Outcome>) -> Option<Vec<Move>> {
    let AnyPosition::Chess(position) = position else { return None };
    let outcome = probe(position)?;
    let keeps_it = |&m: &Move| probe(&position.after(m)).map(Outcome::one_ply_before) == Some(outcome);
    Some(position.legal_moves().into_iter().filter(keeps_it).collect())
}
