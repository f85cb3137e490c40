//! The line being searched: its positions' keys, what makes a draw of it, and the lines that are expected to follow.

use hetman_rules::shakmaty::{KnownOutcome, Move};
use hetman_rules::{Playable, key_between, key_foreseen};

use crate::score::{DRAW, lost_at, won_at};

/// Draws by material are rare with more pieces than this on the board.
const FEW_PIECES: usize = 10;

/// A position of the line being searched and what is known of it on arrival.
#[derive(Clone)]
pub struct Node<P> {
    pub position: P,
    pub key: u64,
    pub in_check: bool,
}

impl<P: Playable> Node<P> {
    pub fn new(position: P, key: u64) -> Node<P> {
        let in_check = position.is_check();
        Node { position, key, in_check }
    }

    /// The position after a move. `prefetch` hears of its key as soon as that is known.
    #[inline]
    pub fn after(&self, m: Move, prefetch: impl Fn(u64)) -> Node<P> {
        let foreseen = key_foreseen(&self.position, self.key, m);
        if let Some(key) = foreseen {
            prefetch(key);
        }
        let mut child = self.clone();
        child.position.play_unchecked(m);
        child.key = foreseen.unwrap_or_else(|| {
            let key = key_between(&self.position, self.key, &child.position);
            prefetch(key);
            key
        });
        child.in_check = child.position.is_check();
        child
    }

    /// The position after a passed move, where that is legal.
    pub fn passed(&self) -> Option<Node<P>> {
        let position = self.position.pass()?;
        let key = key_between(&self.position, self.key, &position);
        Some(Node::new(position, key))
    }
}

/// Keys of the game so far and of the line being searched.
pub struct LineKeys {
    keys: Vec<u64>,
    root: usize,
    /// From here on one repetition is enough.
    tree: usize,
    /// Positions before this index cannot come again: a null move lies between.
    reversible_from: usize,
}

impl LineKeys {
    /// Of a game whose last position is the root; room for so many plies.
    pub fn new(game: &[u64], plies: usize) -> LineKeys {
        let mut keys = Vec::with_capacity(game.len() + plies);
        keys.extend_from_slice(game);
        LineKeys { root: keys.len() - 1, tree: keys.len(), keys, reversible_from: 0 }
    }

    /// The root counts as a position of the tree: to come back to it is a repetition.
    pub fn with_root_in_tree(self) -> LineKeys {
        LineKeys { tree: self.root, ..self }
    }

    pub fn root(&self) -> u64 {
        self.keys[self.root]
    }

    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// A move is passed; [`unpass`](LineKeys::unpass) wants what this returns.
    pub fn pass(&mut self, key: u64) -> usize {
        self.keys.push(key);
        std::mem::replace(&mut self.reversible_from, self.keys.len() - 1)
    }

    /// Whether the line ends with a passed move.
    pub fn is_after_pass(&self) -> bool {
        self.reversible_from + 1 == self.keys.len()
    }

    pub fn unpass(&mut self, reversible_from: usize) {
        self.keys.pop();
        self.reversible_from = reversible_from;
    }

    /// Whether the position at the end of the line is drawn by repetition, fifty moves or lack of material.
    pub fn is_drawn<P: Playable>(&self, here: &Node<P>) -> bool {
        let position = &here.position;
        position.halfmoves() >= 100 && !(here.in_check && position.legal_moves().is_empty())
            || self.is_repeated(position)
            || position.board().occupied().count() <= FEW_PIECES && position.is_insufficient_material()
    }

    /// One repetition inside the tree is enough; positions of the game before must have stood twice.
    fn is_repeated<P: Playable>(&self, position: &P) -> bool {
        let now = self.keys.len() - 1;
        let oldest = now.saturating_sub(position.halfmoves() as usize).max(self.reversible_from);
        let mut before_root = 0;
        let mut index = now;
        while index >= oldest + 2 {
            index -= 2;
            if self.keys[index] == self.keys[now] {
                before_root += 1;
                if index >= self.tree || before_root == 2 {
                    return true;
                }
            }
        }
        false
    }
}

/// The value of a finished game for the side to move.
pub fn value_of_outcome<P: Playable>(outcome: Option<KnownOutcome>, position: &P, ply: usize) -> i32 {
    match outcome.and_then(KnownOutcome::winner) {
        Some(winner) if winner == position.turn() => won_at(ply),
        Some(_) => lost_at(ply),
        None => DRAW,
    }
}

/// By ply, the moves that are expected from there on (triangular table of principal variations).
#[derive(Default)]
pub struct Lines(Vec<Vec<Move>>);

impl Lines {
    pub fn get(&self, ply: usize) -> &[Move] {
        self.0.get(ply).map_or(&[], Vec::as_slice)
    }

    pub fn clear(&mut self, ply: usize) {
        if self.0.len() <= ply + 1 {
            self.0.resize(ply + 2, Vec::new());
        }
        self.0[ply].clear();
    }

    /// A better move: the line from here is this one and what follows it.
    pub fn extend(&mut self, ply: usize, m: Move) {
        let (before, after) = self.0.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(m);
        line.extend(after.first().into_iter().flatten());
    }
}
