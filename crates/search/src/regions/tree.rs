//! The tree: values of positions in the three regions, by alpha-beta.

use std::ops::Range;

use hetman_eval::ThreadEvaluator;
use hetman_eval::classic::ClassicThread;
use hetman_rules::shakmaty::variant::Chess;
use hetman_rules::shakmaty::{Move, Position};

use super::Regions;
use super::pseudo::{Gainful, Wanted, can_take_king, pseudo_moves};
use crate::line::Lines;

/// A king to be taken is worth this to the side that takes it.
pub const KING: i32 = 20_000;
/// More than any value.
pub const INFINITE: i32 = 30_000;

/// The side to move is mated at this ply.
fn mated_at(ply: usize) -> i32 {
    ply as i32 - KING
}

/// Between two edges a value is looked for.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Window {
    pub const WHOLE: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// As the other side sees it.
    fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// For a value to which something will be added.
    fn less(self, part: i32) -> Window {
        Window { alpha: self.alpha - part, beta: self.beta - part }
    }
}

pub struct Tree<'a> {
    regions: Regions,
    thread: ClassicThread<'a>,
    /// Asked at every node whether the search must end; told how many moves have been made.
    should_stop: &'a dyn Fn(u64) -> bool,
    pub is_stopped: bool,
    /// Moves made.
    pub nodes: u64,
    /// The longest line, forced variations included.
    pub longest: usize,
    /// The moves of every node between the root and the present one.
    moves: Vec<Gainful>,
    /// By ply, the expected moves from there to the end of the base region.
    lines: Lines,
}

impl<'a> Tree<'a> {
    pub fn new(regions: Regions, thread: ClassicThread<'a>, should_stop: &'a dyn Fn(u64) -> bool) -> Tree<'a> {
        Tree {
            regions,
            thread,
            should_stop,
            is_stopped: false,
            nodes: 0,
            longest: 0,
            moves: Vec::new(),
            lines: Lines::default(),
        }
    }

    /// Lines begin here, and the phase is that of this position.
    pub fn begin(&mut self, root: &Chess) {
        self.thread.reset(root);
    }

    /// What is expected after the move that was tried last at the root.
    pub fn expected(&self) -> &[Move] {
        self.lines.get(1)
    }

    /// The value of a root move for the side that plays it, the base region being this deep; `None` if it leaves the king to be
    /// taken.
    pub fn root_move(&mut self, root: &Chess, m: Move, depth: u32, window: Window) -> Option<i32> {
        let region = |tree: &mut Tree, child: &Chess| tree.base(child, m, depth - 1, 1, window.turned());
        self.after(root, m, 1, region).map(|value| -value)
    }

    /// Asks about the position after a move, and takes the move back.
    fn after<A>(&mut self, position: &Chess, m: Move, ply: usize, ask: impl FnOnce(&mut Self, &Chess) -> A) -> A {
        let mut after = position.clone();
        after.play_unchecked(m);
        self.nodes += 1;
        self.longest = self.longest.max(ply);
        self.is_stopped = self.is_stopped || (self.should_stop)(self.nodes);
        self.thread.push(position, Some(m), &after);
        let answer = ask(self, &after);
        ThreadEvaluator::<Chess>::pop(&mut self.thread);
        answer
    }

    /// The base region, for the side to move; `None` where it can take the king, so that the move before was none.
    fn base(&mut self, position: &Chess, last: Move, depth: u32, ply: usize, window: Window) -> Option<i32> {
        if self.is_stopped {
            return Some(0);
        }
        if can_take_king(position) {
            return None;
        }
        self.lines.clear(ply);
        if depth == 0 {
            return Some(self.leaf(position, last, ply, window));
        }
        let deeper =
            |tree: &mut Self, child: &Chess, m: Move, window: Window| tree.base(child, m, depth - 1, ply + 1, window);
        Some(self.full_width(position, ply, window, deeper).unwrap_or_else(|| without_move(position, ply)))
    }

    /// The end of the base region: what the position is worth, and what exchanges make of the material.
    fn leaf(&mut self, position: &Chess, last: Move, ply: usize, window: Window) -> i32 {
        let white = self.thread.positional(position.board());
        let positional = position.turn().fold_wb(white, -white);
        let window = window.less(positional);
        let Regions { border, forced, .. } = self.regions;
        if border == 0 || !(position.is_check() || last.is_promotion()) {
            return positional + self.forced(position, border + forced, ply, 0, window);
        }
        let exchanges = |tree: &mut Self, child: &Chess, _: Move, window: Window| {
            (!can_take_king(child)).then(|| tree.forced(child, forced, ply + 1, 0, window))
        };
        let found = self.full_width(position, ply, window, exchanges);
        self.lines.clear(ply);
        found.map_or_else(|| without_move(position, ply), |value| positional + value)
    }

    /// The best of all moves but those that leave the king to be taken, as `value` judges what comes of them; `None`
    /// where there is no other.
    fn full_width(
        &mut self,
        position: &Chess,
        ply: usize,
        mut window: Window,
        value: impl Fn(&mut Self, &Chess, Move, Window) -> Option<i32>,
    ) -> Option<i32> {
        let mut best = None;
        let list = self.list(position, Wanted::All);
        for index in list.clone() {
            let m = self.moves[index].m;
            let reply = self.after(position, m, ply + 1, |tree, child| value(tree, child, m, window.turned()));
            if self.is_stopped {
                best = best.or(Some(window.alpha));
                break;
            }
            let Some(found) = reply.map(|reply| -reply) else { continue };
            if best.is_none_or(|best| found > best) {
                best = Some(found);
                self.lines.extend(ply, m);
            }
            window.alpha = window.alpha.max(found);
            if window.alpha >= window.beta {
                break;
            }
        }
        self.moves.truncate(list.start);
        best
    }

    /// The forced variation: what the material comes to if either side captures as long as it likes to. `behind` is by
    /// how much the other side is ahead since it began.
    pub fn forced(&mut self, position: &Chess, left: u32, ply: usize, behind: i32, mut window: Window) -> i32 {
        if can_take_king(position) {
            return KING;
        }
        let white = self.thread.material();
        let mut best = position.turn().fold_wb(white, -white);
        if left == 0 || best >= window.beta || self.is_stopped {
            return best;
        }
        window.alpha = window.alpha.max(best);
        let list = self.list(position, Wanted::Gains(behind - self.regions.tolerance));
        for index in list.clone() {
            let Gainful { m, gain } = self.moves[index];
            let reply =
                |tree: &mut Self, child: &Chess| tree.forced(child, left - 1, ply + 1, gain - behind, window.turned());
            best = best.max(-self.after(position, m, ply + 1, reply));
            window.alpha = window.alpha.max(best);
            if self.is_stopped || window.alpha >= window.beta {
                break;
            }
        }
        self.moves.truncate(list.start);
        best
    }

    /// Puts the moves of a position behind those of the line.
    fn list(&mut self, position: &Chess, wanted: Wanted) -> Range<usize> {
        let start = self.moves.len();
        pseudo_moves(position, wanted, &mut self.moves);
        start..self.moves.len()
    }
}

/// All moves were forgotten: because of mate, or because of stalemate.
fn without_move(position: &Chess, ply: usize) -> i32 {
    if position.is_check() { mated_at(ply) } else { 0 }
}
