//! The shortest line of play on which a strategy fails.

use std::collections::{BTreeMap, VecDeque};

use hetman_rules::shakmaty::Color;

use super::Proof;
use crate::small::SmallPosition;
use crate::strategy::Strategy;

/// How a line ends without a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Black has no move and is not in check.
    Stalemate,
    /// White has no move.
    NoMove,
    /// A piece is lost, or another ending reached that is not known to be won.
    Conversion,
    /// The last position has been there before, or its mirror image; so play can go on for ever.
    Repetition,
}

/// Play by a strategy's rules and Black's replies: positions, White to move in the first, the sides taking turns.
#[derive(Clone, Debug)]
pub struct Line {
    pub positions: Vec<SmallPosition>,
    pub failure: Failure,
}

impl Proof {
    /// The shortest line on which the strategy fails, if it does: the first in the order of positions.
    pub fn counter_example(&self, strategy: &Strategy, others: &[&Proof]) -> Option<Line> {
        let unwon: Vec<usize> = (0..self.moves.len()).filter(|&index| self.moves[index].is_none()).collect();
        match unwon.iter().find(|&&index| self.ways.fails_at(index)) {
            Some(&index) => Some(self.failing_line(strategy, others, index)),
            None => self.shortest_cycle(&unwon).map(|cycle| self.repeating_line(strategy, &cycle)),
        }
    }

    fn position(&self, index: usize) -> SmallPosition {
        let code = self.ways.positions[index].code;
        self.placements.position(code, Color::White).expect("only legal positions are listed")
    }

    /// White's move, and Black's reply if there is one.
    fn failing_line(&self, strategy: &Strategy, others: &[&Proof], index: usize) -> Line {
        let start = self.position(index);
        let line = |rest: &[&SmallPosition], failure| {
            let positions = std::iter::once(&start).chain(rest.iter().copied()).cloned().collect();
            Line { positions, failure }
        };
        for after in strategy.choose(&start).moves {
            let replies = after.successors();
            if replies.is_empty() && !after.is_check() {
                return line(&[&after], Failure::Stalemate);
            }
            let is_unknown = |reply: &&SmallPosition| {
                reply.material() != (self.material, false) && others.iter().all(|proof| proof.moves(reply).is_none())
            };
            if let Some(reply) = replies.iter().find(is_unknown) {
                return line(&[&after, reply], Failure::Conversion);
            }
        }
        line(&[], Failure::NoMove)
    }

    /// The shortest way from a position back to it, or to a mirror image of it.
    fn shortest_cycle(&self, unwon: &[usize]) -> Option<Vec<usize>> {
        let mut shortest: Option<Vec<usize>> = None;
        for &start in unwon {
            let most = shortest.as_ref().map_or(usize::MAX, Vec::len);
            if let Some(cycle) = self.cycle_through(start, most) {
                shortest = Some(cycle);
            }
        }
        shortest
    }

    /// Breadth-first search for a way back to the start of fewer steps than `most`.
    fn cycle_through(&self, start: usize, most: usize) -> Option<Vec<usize>> {
        let mut came_from: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
        let mut queue = VecDeque::from([(start, 1)]);
        while let Some((index, steps)) = queue.pop_front() {
            if steps >= most {
                return None;
            }
            for &follower in self.ways.followers(index) {
                let follower = follower as usize;
                if follower == start {
                    return Some(way_back(start, index, &came_from));
                }
                if self.moves[follower].is_none() && !came_from.contains_key(&follower) {
                    came_from.insert(follower, (index, steps));
                    queue.push_back((follower, steps + 1));
                }
            }
        }
        None
    }

    /// Plays the cycle out, again and again, until a position on the board itself has been there before.
    fn repeating_line(&self, strategy: &Strategy, cycle: &[usize]) -> Line {
        let mut positions = vec![self.position(cycle[0])];
        for step in 1.. {
            let wanted = cycle[step % cycle.len()];
            let last = positions.last().expect("there is the first one");
            let (after, reply) = self.step_to(strategy, last, wanted).expect("the cycle was found on these ways");
            let is_repeated = positions.contains(&reply);
            positions.extend([after, reply]);
            if is_repeated {
                break;
            }
        }
        Line { positions, failure: Failure::Repetition }
    }

    /// A move of the strategy and a reply that lead to a position of that number.
    fn step_to(
        &self,
        strategy: &Strategy,
        from: &SmallPosition,
        wanted: usize,
    ) -> Option<(SmallPosition, SmallPosition)> {
        strategy.choose(from).moves.into_iter().find_map(|after| {
            let is_wanted = |reply: &SmallPosition| {
                reply.material() == (self.material, false)
                    && self.ways.index(self.placements.code(reply)) == Some(wanted)
            };
            let reply = after.successors().into_iter().find(is_wanted)?;
            Some((after, reply))
        })
    }
}

fn way_back(start: usize, last: usize, came_from: &BTreeMap<usize, (usize, usize)>) -> Vec<usize> {
    let mut way = vec![last];
    while let Some(&(before, _)) = came_from.get(way.last().expect("there is the last one")) {
        way.push(before);
    }
    if way.last() != Some(&start) {
        way.push(start);
    }
    way.reverse();
    way
}
