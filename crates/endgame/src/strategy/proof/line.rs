//! The shortest line of play on which a strategy fails.

use std::collections::{BTreeMap, VecDeque};

use hetman_rules::shakmaty::san::SanPlus;
use hetman_rules::shakmaty::{Color, Move, Position};

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

impl Line {
    /// The moves, as they are written on a score sheet.
    pub fn moves(&self) -> Vec<String> {
        self.positions.windows(2).filter_map(|step| step[0].notation(&step[1])).collect()
    }
}

impl SmallPosition {
    /// The move that leads to another position, as it is written on a score sheet.
    pub fn notation(&self, after: &SmallPosition) -> Option<String> {
        let (before, after) = (self.to_chess()?, after.to_chess()?);
        let leads_there = |m: &Move| before.clone().play(*m).is_ok_and(|next| next.board() == after.board());
        let found = before.legal_moves().into_iter().find(leads_there)?;
        Some(SanPlus::from_move(before, found).to_string())
    }
}

impl Proof {
    /// The shortest line on which the strategy fails from one of these positions, if there is any; of several the first in
    /// the order of positions.
    pub fn counter_example(
        &self,
        strategy: &Strategy,
        others: &[&Proof],
        among: impl Fn(&SmallPosition) -> bool,
    ) -> Option<Line> {
        let is_wanted = |index: &usize| self.moves[*index].is_none() && among(&self.position(*index));
        let starts: Vec<usize> = (0..self.moves.len()).filter(is_wanted).collect();
        let way = self.shortest_way_to_failure(&starts);
        let cycle = self.shortest_cycle(&starts, way.as_ref().map_or(usize::MAX, Vec::len));
        match (way, cycle) {
            (_, Some(cycle)) => Some(self.repeating_line(strategy, &cycle)),
            (Some(way), None) => Some(self.failing_line(strategy, others, &way)),
            (None, None) => None,
        }
    }

    /// The positions of the shortest way to one where play ends without a mate.
    fn shortest_way_to_failure(&self, starts: &[usize]) -> Option<Vec<usize>> {
        let steps = self.steps_to_failure();
        let mut at =
            starts.iter().copied().filter(|&start| steps[start].is_some()).min_by_key(|&start| steps[start])?;
        let mut way = vec![at];
        while let Some(next) = steps[at].filter(|&left| left > 0).map(|left| left - 1) {
            let followers = self.ways.followers(at).iter().map(|&follower| follower as usize);
            at = followers.filter(|&follower| steps[follower] == Some(next)).min().expect("the next step is there");
            way.push(at);
        }
        Some(way)
    }

    /// How many moves of both sides lead from each position to one where play ends without a mate, if any do.
    fn steps_to_failure(&self) -> Vec<Option<u32>> {
        let mut steps: Vec<Option<u32>> =
            (0..self.moves.len()).map(|index| self.ways.fails_at(index).then_some(0)).collect();
        for step in 1.. {
            let is_next = |&index: &usize| {
                let mut followers = self.ways.followers(index).iter();
                steps[index].is_none() && followers.any(|&follower| steps[follower as usize] == Some(step - 1))
            };
            let found: Vec<usize> =
                (0..steps.len()).filter(|&index| self.moves[index].is_none()).filter(is_next).collect();
            if found.is_empty() {
                break;
            }
            found.into_iter().for_each(|index| steps[index] = Some(step));
        }
        steps
    }

    fn position(&self, index: usize) -> SmallPosition {
        let code = self.ways.positions[index].code;
        self.placements.position(code, Color::White).expect("only legal positions are listed")
    }

    /// The way, and then White's move and Black's reply if there is one.
    fn failing_line(&self, strategy: &Strategy, others: &[&Proof], way: &[usize]) -> Line {
        let mut positions = vec![self.position(way[0])];
        for &wanted in &way[1..] {
            let last = positions.last().expect("there is the first one");
            let (after, reply) = self.step_to(strategy, last, wanted).expect("the way was found by these steps");
            positions.extend([after, reply]);
        }
        let last = positions.last().expect("there is the first one");
        let (rest, failure) = self.failure_at(strategy, others, last);
        positions.extend(rest);
        Line { positions, failure }
    }

    fn failure_at(
        &self,
        strategy: &Strategy,
        others: &[&Proof],
        position: &SmallPosition,
    ) -> (Vec<SmallPosition>, Failure) {
        for after in strategy.choose(position).moves {
            let replies = after.successors();
            if replies.is_empty() && !after.is_check() {
                return (vec![after], Failure::Stalemate);
            }
            let is_unknown = |reply: &SmallPosition| {
                reply.material() != (self.material, false) && others.iter().all(|proof| proof.moves(reply).is_none())
            };
            if let Some(reply) = replies.into_iter().find(is_unknown) {
                return (vec![after, reply], Failure::Conversion);
            }
        }
        (Vec::new(), Failure::NoMove)
    }

    /// The shortest way of fewer steps than `most` from a position back to it, or to a mirror image of it.
    fn shortest_cycle(&self, starts: &[usize], most: usize) -> Option<Vec<usize>> {
        let mut shortest: Option<Vec<usize>> = None;
        for &start in starts {
            let most = shortest.as_ref().map_or(most, Vec::len);
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
            let is_repeated = positions.iter().any(|earlier| is_same(earlier, &reply));
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

/// Whether the same pieces stand on the same squares; like ones may be listed in another order.
fn is_same(one: &SmallPosition, other: &SmallPosition) -> bool {
    one.turn() == other.turn() && one.pieces().iter().all(|piece| other.pieces().contains(piece))
}
