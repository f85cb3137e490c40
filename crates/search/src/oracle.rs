//! Endgame knowledge, wherever it comes from.

use std::fmt;
use std::sync::Arc;

use hetman_rules::shakmaty::{Move, Position};
use hetman_rules::{AnyPosition, Playable};

/// Who wins with best play, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wdl {
    Win,
    /// Also wins and losses that the fifty-move rule takes away.
    Draw,
    Loss,
}

/// Somebody who knows for certain what some positions are worth: endgame tables, or rules. It is asked by all threads.
pub trait Oracle: fmt::Debug + Send + Sync {
    /// Nothing is known of positions with more pieces on the board: a search does not even ask.
    fn most_pieces(&self) -> usize;

    /// Who wins; `None` where that is not known.
    fn wdl(&self, position: &AnyPosition) -> Option<Wdl>;

    /// The moves that make the most of the position; `None` where nothing is known of it.
    fn root_moves(&self, position: &AnyPosition) -> Option<Vec<Move>> {
        let _ = position;
        None
    }
}

/// Several of them: the first who knows something is believed.
#[derive(Debug)]
pub struct Oracles(Vec<Arc<dyn Oracle>>);

impl Oracles {
    /// What they know together, if there is any.
    pub fn of(oracles: Vec<Arc<dyn Oracle>>) -> Option<Arc<dyn Oracle>> {
        (!oracles.is_empty()).then(|| Arc::new(Oracles(oracles)) as _)
    }

    fn ask<T>(&self, position: &AnyPosition, question: impl Fn(&dyn Oracle) -> Option<T>) -> Option<T> {
        let pieces = position.board().occupied().count();
        self.0.iter().filter(|oracle| pieces <= oracle.most_pieces()).find_map(|oracle| question(&**oracle))
    }
}

impl Oracle for Oracles {
    fn most_pieces(&self) -> usize {
        self.0.iter().map(|oracle| oracle.most_pieces()).max().unwrap_or(0)
    }

    fn wdl(&self, position: &AnyPosition) -> Option<Wdl> {
        self.ask(position, |oracle| oracle.wdl(position))
    }

    fn root_moves(&self, position: &AnyPosition) -> Option<Vec<Move>> {
        self.ask(position, |oracle| oracle.root_moves(position))
    }
}

impl dyn Oracle + '_ {
    pub(crate) fn probe<P: Playable>(&self, position: &P) -> Option<Wdl> {
        self.within_reach(position).and_then(|position| self.wdl(&position))
    }

    pub(crate) fn root_probe<P: Playable>(&self, position: &P) -> Option<Vec<Move>> {
        self.within_reach(position).and_then(|position| self.root_moves(&position))
    }

    fn within_reach<P: Playable>(&self, position: &P) -> Option<AnyPosition> {
        (position.board().occupied().count() <= self.most_pieces()).then(|| position.clone().into())
    }
}
