//! The exact search of the earlier works: fixed depth, full width, no pruning that could change a value.
//!
//! Source: specification of the 2007 thesis, section 8, of the 2006 program, 2.5, and of the 2008 thesis, section 2,
//! whose quiescence (captures, and every move when in check) is optional, as are two habits of the program it was made from
//! ([`ExactSearch`]). No extensions, no reductions, no guesses: it returns what a bare minimax would. That is the value, one
//! of the root moves that reach it, each of them with the same chance, the principal variation and the position at its
//! end, which is what TDLeaf learns from. Of several lines with the same value it is the one that minimax meets first,
//! trying moves in the generator's order.
//!
//! How it stays exact and is fast all the same: the tree ([`tree`]) answers questions about values only, each with the
//! narrowest window that settles it; the root shuffles its moves and asks them in that order, first whether they are as
//! good as the best, and once one was, whether they are better; the line is found afterwards, by asking move after move
//! which one carries the value. "As good as v" is the window from the number below v ([`f64::next_down`]) to v.

mod finished;
mod frontier;
mod order;
mod table;
mod thinker;
mod tree;

use hetman_eval::{Evaluator, SideValue, ThreadEvaluator};
use hetman_rules::key;
use hetman_rules::shakmaty::Move;
use rand::Rng;
use rand::seq::SliceRandom;

pub use finished::Terminals;
pub use thinker::ExactSearcher;
use tree::{Past, Tree};

use crate::{Control, Searchable};

/// Enough for every exchange that happens; in crazyhouse captures could follow captures for ever.
pub const QUIESCENCE_PLIES: u32 = 32;

/// How deep, and how the leaves are judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExactSearch {
    /// Half-moves, at least one.
    pub depth: u32,
    /// Half-moves of quiescence below the leaves at most; none at all is the search of 2006 and 2007.
    pub quiescence: u32,
    /// In how many of these, counted from the leaves, moves that give check are tried beside the captures. The program
    /// of the 2008 thesis was made from Sunsetter, whose version 7, asked for five half-moves, looks at one in full
    /// width, at captures and checks in those that follow, and at captures alone in the end.
    pub check_plies: u32,
    pub terminals: Terminals,
    /// A position in which this side was to move before in the game is a draw if it comes up again in the tree. That is
    /// how Sunsetter, which the program of the 2008 thesis was made from, keeps a won game from being repeated.
    pub avoid_repetitions: bool,
}

impl Default for ExactSearch {
    fn default() -> ExactSearch {
        let terminals = Terminals::EVALUATED;
        ExactSearch { depth: 1, quiescence: 0, check_plies: 0, terminals, avoid_repetitions: false }
    }
}

/// What the search found.
#[derive(Clone, Debug)]
pub struct ExactResult<P> {
    /// The root's value for the side to move there.
    pub value: SideValue,
    /// One of the moves that reach the value, each of them with the same chance.
    pub chosen: Move,
    /// The principal variation of the chosen move, beginning with it.
    pub line: Vec<Move>,
    /// The position at the end of the line; its value, seen from the root's side, is `value`.
    pub leaf: P,
    /// Whether the line ends there because the position has been on the board before.
    pub is_repetition: bool,
    pub nodes: u64,
}

/// Searches a position; `None` where there is no legal move, or where `control` ended the search, which every node looks
/// at. The game so far is told by the keys of its positions, the root's among them; only those with the same side to
/// move matter.
///
/// The evaluator may look at anything in a position but the counters of moves: positions that differ in nothing else
/// are searched once.
pub fn search<P: Searchable, E: Evaluator>(
    root: &P,
    game: &[u64],
    evaluator: &E,
    exact: ExactSearch,
    chance: &mut (impl Rng + ?Sized),
    control: &Control,
) -> Option<ExactResult<P>> {
    let exact = ExactSearch { depth: exact.depth.max(1), ..exact };
    let mut moves: Vec<Move> = root.legal_moves().into_iter().collect();
    if moves.is_empty() {
        return None;
    }
    let past = if exact.avoid_repetitions { Past::of(game) } else { Past::default() };
    let mut tree = Tree::new(exact, past, evaluator.thread::<P>(), control);
    tree.begin(root);
    for depth in 1..exact.depth {
        tree.bring_best_to_front(root, &mut moves, depth);
    }
    let likely = moves[0];
    moves.shuffle(chance);
    let (value, chosen) = tree.best_of_highest_rank(root, likely, &moves);
    let (line, leaf, is_repetition) = tree.principal(root, chosen, value);
    if tree.is_stopped {
        return None;
    }
    Some(ExactResult { value: SideValue(value), chosen, line, leaf, is_repetition, nodes: tree.nodes })
}

impl<P: Searchable, T: ThreadEvaluator<P>> Tree<'_, P, T> {
    /// A shallower pass: its best move is a good one to begin the next with.
    fn bring_best_to_front(&mut self, root: &P, moves: &mut [Move], depth: u32) {
        let mut value = f64::NEG_INFINITY;
        for index in 0..moves.len() {
            if let Some(better) = self.after(root, moves[index], |tree, child| tree.better(child, depth - 1, value)) {
                value = better;
                moves[..=index].rotate_right(1);
            }
        }
    }

    /// The root's value at full depth, and of the moves that reach it the one that comes first in `ranking`.
    ///
    /// The likely move gives a value to ask about. Whether a move that ranks before the candidate is as good decides
    /// something; of one behind it only whether it is better. The first tie therefore ends the questions of the first
    /// kind, and where many moves tie, as with material alone, most are asked one question instead of two.
    fn best_of_highest_rank(&mut self, root: &P, likely: Move, ranking: &[Move]) -> (f64, Move) {
        let depth = self.exact.depth - 1;
        let whole = |tree: &mut Self, child: &P| -tree.node(child, depth, f64::NEG_INFINITY, f64::INFINITY);
        let mut value = self.after(root, likely, whole);
        let (mut chosen, mut is_ahead) = (likely, true);
        for &m in ranking {
            if m == likely {
                is_ahead = false;
                continue;
            }
            let found = self.after(root, m, |tree, child| {
                let is_worse = is_ahead && !tree.is_as_good(child, depth, value);
                if is_worse { None } else { tree.better(child, depth, value).or(is_ahead.then_some(value)) }
            });
            if let Some(found) = found {
                (value, chosen, is_ahead) = (found, m, false);
            }
        }
        (value, chosen)
    }

    /// The line through a move that carries the root's value, the position at its end, and whether that is one of the
    /// past.
    fn principal(&mut self, root: &P, first: Move, value: f64) -> (Vec<Move>, P, bool) {
        let mut position = self.advance(root, first);
        let (mut line, mut value) = (vec![first], -value);
        let (mut depth, mut plies) = (self.exact.depth - 1, self.exact.quiescence);
        while let Some(m) = self.bearer(&position, depth, plies, value) {
            line.push(m);
            (position, value) = (self.advance(&position, m), -value);
            if depth > 0 {
                depth -= 1;
            } else {
                plies -= 1;
            }
        }
        let is_repetition = depth > 0 && self.past.contains(key(&position));
        (line, position, is_repetition)
    }

    /// The first move, in the generator's order, that has the position's value; none where that is a leaf's.
    fn bearer(&mut self, position: &P, depth: u32, plies: u32, value: f64) -> Option<Move> {
        let moves = if depth > 0 {
            if self.past.contains(key(position)) {
                return None;
            }
            position.legal_moves()
        } else if plies == 0 {
            return None;
        } else if position.is_check() {
            position.legal_moves()
        } else if self.leaf(position) >= value {
            return None;
        } else if self.tries_checks(plies) {
            let mut forcing = position.legal_moves();
            forcing.retain(|&mut m| m.is_capture() || position.after(m).is_check());
            forcing
        } else {
            position.capture_moves()
        };
        for m in moves {
            let is_bearer = self.after(position, m, |tree, child| match depth {
                0 => -tree.quiescence(child, plies - 1, -value, -value.next_down()) >= value,
                _ => tree.is_as_good(child, depth - 1, value),
            });
            if self.is_stopped {
                return None;
            }
            if is_bearer {
                return Some(m);
            }
        }
        None
    }

    /// The value of the move that led here, if it is worth more than this to the mover.
    fn better(&mut self, child: &P, depth: u32, value: f64) -> Option<f64> {
        self.is_better(child, depth, value).then(|| -self.node(child, depth, f64::NEG_INFINITY, -value))
    }

    /// Whether the move that led here is worth at least this much to the mover.
    fn is_as_good(&mut self, child: &P, depth: u32, value: f64) -> bool {
        -self.node(child, depth, -value, -value.next_down()) >= value
    }

    /// Whether the move that led here is worth more than this to the mover.
    fn is_better(&mut self, child: &P, depth: u32, value: f64) -> bool {
        -self.node(child, depth, -value.next_up(), -value) > value
    }
}

#[cfg(test)]
mod tests;
