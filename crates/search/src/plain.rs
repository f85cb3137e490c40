//! The plain search of the earlier works: fixed depth, full width, exact.
//!
//! Source: specification of the 2007 thesis, section 8, and of the 2006 program, 2.5. No ordering, no table, no
//! extensions; optionally the quiescence of the 2008 thesis (captures, and every move when in check). It returns what
//! a bare minimax would: the value, *all* root moves that reach it, one of them drawn with equal chances, the
//! principal variation and the position at its end, which is what TDLeaf learns from.
//!
//! Cut-offs are strict at the root: a move as good as the best so far is resolved exactly, because its window starts
//! one representable number below the best value ([`f64::next_down`]).

use hetman_eval::{Evaluator, SideValue};
use hetman_rules::Playable;
use hetman_rules::shakmaty::{KnownOutcome, Move, MoveList};
use rand::{Rng, RngExt};

/// Enough for every exchange that happens; in crazyhouse captures could follow captures for ever.
pub const QUIESCENCE_PLIES: u32 = 32;

/// What a finished game is worth inside the tree; `None` leaves it to the evaluator.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Terminals {
    /// Value of a won game for its winner.
    pub win: Option<f64>,
    pub draw: Option<f64>,
}

impl Terminals {
    /// The network of 2007 sees finished games like any other position.
    pub const EVALUATED: Terminals = Terminals { win: None, draw: None };
    /// The material trainer of 2007: mate is 1000, stalemate is its material.
    pub const TRAINER: Terminals = Terminals { win: Some(1000.0), draw: None };
}

/// How deep, and how the leaves are judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plain {
    /// Half-moves, at least one.
    pub depth: u32,
    /// Half-moves of quiescence below the leaves at most; none at all is the search of 2006 and 2007.
    pub quiescence: u32,
    pub terminals: Terminals,
}

/// What the search found.
#[derive(Clone, Debug)]
pub struct PlainResult<P> {
    /// The root's value for the side to move there.
    pub value: SideValue,
    /// Every root move that reaches the value, in the generator's order.
    pub best: Vec<Move>,
    /// The one of them that was drawn.
    pub chosen: Move,
    /// The principal variation of the chosen move, beginning with it.
    pub line: Vec<Move>,
    /// The position at the end of the line; its value, seen from the root's side, is `value`.
    pub leaf: P,
    pub nodes: u64,
}

struct Tree<'a, E> {
    plain: Plain,
    evaluator: &'a E,
    nodes: u64,
}

/// Searches a position; `None` where there is no legal move.
pub fn search<P: Playable, E: Evaluator<P>>(
    root: &P,
    evaluator: &E,
    plain: Plain,
    generator: &mut impl Rng,
) -> Option<PlainResult<P>> {
    let mut tree = Tree { plain, evaluator, nodes: 0 };
    let mut value = f64::NEG_INFINITY;
    let mut best: Vec<(Move, Vec<Move>)> = Vec::new();
    for m in root.legal_moves() {
        let mut line = Vec::new();
        let score =
            -tree.node(&root.after(m), plain.depth.max(1) - 1, f64::NEG_INFINITY, -value.next_down(), &mut line);
        if score > value {
            best.clear();
        }
        if score >= value {
            value = score;
            best.push((m, line));
        }
    }
    if best.is_empty() {
        return None;
    }
    let drawn = generator.random_range(0..best.len());
    let chosen = best[drawn].0;
    let line: Vec<Move> = std::iter::once(chosen).chain(best[drawn].1.iter().rev().copied()).collect();
    let leaf = line.iter().fold(root.clone(), |position, &m| position.after(m));
    let best = best.into_iter().map(|(m, _)| m).collect();
    Some(PlainResult { value: SideValue(value), best, chosen, line, leaf, nodes: tree.nodes })
}

impl<E> Tree<'_, E> {
    /// Fail-soft alpha-beta. The line is written backwards, the deepest move first, and is exact whenever the value
    /// lies inside the window.
    fn node<P>(&mut self, position: &P, depth: u32, alpha: f64, beta: f64, line: &mut Vec<Move>) -> f64
    where
        P: Playable,
        E: Evaluator<P>,
    {
        if depth == 0 {
            return self.quiescence(position, self.plain.quiescence, alpha, beta, line);
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            return self.leaf(position);
        }
        self.nodes += 1;
        self.best_of(position, &moves, f64::NEG_INFINITY, alpha, beta, line, |tree, child, alpha, beta, line| {
            tree.node(child, depth - 1, alpha, beta, line)
        })
    }

    fn quiescence<P>(&mut self, position: &P, plies: u32, alpha: f64, beta: f64, line: &mut Vec<Move>) -> f64
    where
        P: Playable,
        E: Evaluator<P>,
    {
        if plies == 0 {
            return self.leaf(position);
        }
        let moves = quiescence_moves(position);
        if moves.is_empty() {
            return self.leaf(position);
        }
        let stand_pat = if position.is_check() { f64::NEG_INFINITY } else { self.leaf(position) };
        if stand_pat >= beta {
            return stand_pat;
        }
        self.best_of(position, &moves, stand_pat, alpha.max(stand_pat), beta, line, |tree, child, alpha, beta, line| {
            tree.quiescence(child, plies - 1, alpha, beta, line)
        })
    }

    /// The best child's value, or `floor` if none is better.
    #[allow(clippy::too_many_arguments)]
    fn best_of<P: Playable>(
        &mut self,
        position: &P,
        moves: &MoveList,
        floor: f64,
        mut alpha: f64,
        beta: f64,
        line: &mut Vec<Move>,
        mut child_value: impl FnMut(&mut Self, &P, f64, f64, &mut Vec<Move>) -> f64,
    ) -> f64 {
        let mut best = floor;
        for &m in moves {
            let mut continuation = Vec::new();
            let value = -child_value(self, &position.after(m), -beta, -alpha, &mut continuation);
            if value > best {
                best = value;
                continuation.push(m);
                *line = continuation;
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The value of a position that is not searched further.
    fn leaf<P>(&mut self, position: &P) -> f64
    where
        P: Playable,
        E: Evaluator<P>,
    {
        self.nodes += 1;
        self.plain.terminals.value(position).unwrap_or_else(|| self.evaluator.evaluate(position).0)
    }
}

impl Terminals {
    fn value<P: Playable>(&self, position: &P) -> Option<f64> {
        if *self == Terminals::EVALUATED {
            return None;
        }
        match position.outcome().known()? {
            KnownOutcome::Decisive { winner } => self.win.map(|win| if winner == position.turn() { win } else { -win }),
            KnownOutcome::Draw => self.draw,
        }
    }
}

/// Captures, or everything when in check.
fn quiescence_moves<P: Playable>(position: &P) -> MoveList {
    if position.is_check() { position.legal_moves() } else { position.capture_moves() }
}

#[cfg(test)]
mod tests;
