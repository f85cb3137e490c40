//! What a list of rules costs.

use super::game::{Game, Moves, numbers};
use crate::strategy::Rule;

/// Of what lists are judged by.
pub(super) struct Judge<'a> {
    game: &'a Game,
    pub kind: Kind,
    /// The positions looked at.
    pub positions: Vec<usize>,
    /// Where each position is in that list; [`NOWHERE`] if it is not.
    places: Vec<u32>,
    pub weight: f64,
    /// Of one rule.
    price: f64,
}

/// How a list is judged.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// By what the table says of its moves.
    Waste,
    /// By playing it out.
    Play,
}

/// What a list costs, and why.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Price {
    pub total: f64,
    /// The share of positions that are not won.
    pub unwon: f64,
    /// Moves beyond the shortest mate, on average.
    pub excess: f64,
}

/// Other moves than before in the position of that index.
pub(super) struct ChangedMoves {
    pub index: usize,
    pub before: Moves,
    pub after: Moves,
}

/// What is found of a list.
#[derive(Clone, Debug, Default)]
pub(super) struct Judgement {
    pub price: Price,
    /// White's moves on the longest way from each position, where it was played out.
    pub longest: Vec<u32>,
    /// The places of the positions that it does not win.
    pub unwon: Vec<usize>,
}

/// By how much too long the way is that leads through positions that are not looked at, beside best play there.
const LEAVING: u32 = 30;

/// The place of a position that is not looked at.
const NOWHERE: u32 = u32::MAX;

/// So many positions take a noticeable time to be played out.
const MANY: usize = 50_000;

/// What a move wasted costs, as long as nothing is played out.
const WASTE: f64 = 10.0;

/// Moves for which a way without end counts.
const ENDLESS_PRICE: f64 = 200.0;

/// The share of positions below which those that are not won are few.
const FEW_UNWON: f64 = 0.01;

/// A condition's price beside a rule's.
const CONDITION: f64 = 0.3;

/// The longest way from a position: not looked for yet, being followed, without end, or so many moves.
const UNKNOWN: u32 = u32::MAX;
const OPEN: u32 = u32::MAX - 1;
const ENDLESS: u32 = u32::MAX - 2;

impl<'a> Judge<'a> {
    pub fn new(game: &'a Game, kind: Kind, positions: Vec<usize>, price: f64) -> Judge<'a> {
        let weight = positions.iter().map(|&position| game.weights[position]).sum();
        let mut places = vec![NOWHERE; game.len()];
        positions.iter().zip(0..).for_each(|(&position, place)| places[position] = place);
        Judge { game, kind, positions, places, weight, price }
    }

    pub fn all_moves(&self) -> Vec<Moves> {
        self.positions.iter().map(|&position| self.game.all_moves(position)).collect()
    }

    pub fn narrow(&self, rule: &Rule, left: &mut [Moves]) {
        for (moves, &position) in left.iter_mut().zip(&self.positions) {
            *moves = self.game.narrow(rule, position, *moves);
        }
    }

    pub fn size(&self, rules: &[Rule]) -> f64 {
        let conditions: usize = rules.iter().map(Rule::conditions).sum();
        self.price * (rules.len() as f64 + CONDITION * conditions as f64)
    }

    /// What a list costs that leaves these moves; nothing where that is seen to be more than is allowed.
    pub fn judge(&self, rules: &[Rule], left: &[Moves], allowed: f64) -> Option<Judgement> {
        let size = self.size(rules);
        let mut judgement = match self.kind {
            Kind::Waste => {
                let waste = self.waste(left);
                let price = Price { total: WASTE * waste, unwon: 0.0, excess: waste };
                Judgement { price, ..Judgement::default() }
            }
            Kind::Play => self.play(left, allowed - size)?,
        };
        judgement.price.total += size;
        Some(judgement)
    }

    /// How much dearer than it is a list may seem beforehand. Where many ways have no end, one change can open them all, and
    /// nothing is to be seen before it is played out.
    pub fn doubt(&self, judgement: &Judgement) -> f64 {
        match judgement.price.unwon {
            0.0 => 0.0,
            unwon if unwon < FEW_UNWON => 0.5 + ENDLESS_PRICE * unwon,
            _ if self.positions.len() > MANY => 0.5 + ENDLESS_PRICE * FEW_UNWON,
            _ => f64::INFINITY,
        }
    }

    /// Whether it can say beforehand what a change will cost.
    pub fn foresees(&self) -> bool {
        self.kind == Kind::Play
    }

    /// What a move costs, as far as is known: moves to mate at worst where lists are played out, and else what it wastes.
    pub fn cost(&self, position: usize, number: u32, judgement: &Judgement) -> u32 {
        match self.kind {
            Kind::Waste => self.game.waste(position, number),
            Kind::Play => self.ahead(self.game.after(position, number), &judgement.longest),
        }
    }

    pub fn weight_of(&self, indices: &mut dyn Iterator<Item = usize>) -> f64 {
        indices.map(|index| self.game.weights[self.positions[index]]).sum()
    }

    /// By how much a list seems dearer that leaves other moves in some positions, of that weight, if what it does
    /// afterwards were worth as much as before (as in policy iteration).
    pub fn estimate(&self, changed: &[ChangedMoves], judgement: &Judgement, weight: f64) -> f64 {
        let waste_price = if judgement.unwon.is_empty() { 0.0 } else { WASTE };
        let value = |moves: u32| if moves == ENDLESS { ENDLESS_PRICE } else { f64::from(moves) };
        let difference = |change: &ChangedMoves| {
            let position = self.positions[change.index];
            let costs = numbers(change.after).map(|number| self.cost(position, number, judgement));
            let played = value(costs.max().unwrap_or(ENDLESS)) - value(judgement.longest[position]);
            let wasted = self.waste_of(position, change.after) - self.waste_of(position, change.before);
            self.game.weights[position] * (played + waste_price * wasted)
        };
        changed.iter().map(difference).sum::<f64>() / weight
    }

    /// White's moves on the longest way through a move to what is known of the positions after it.
    fn ahead(&self, after: usize, known: &[u32]) -> u32 {
        let after = &self.game.afters[after];
        let replies = self.game.replies(after).iter().map(|&reply| known[reply as usize]);
        match (after.best, replies.max().unwrap_or(0).max(after.outside)) {
            (None, _) | (_, ENDLESS) => ENDLESS,
            (_, moves) => moves + 1,
        }
    }

    fn waste(&self, left: &[Moves]) -> f64 {
        let waste = |(&moves, &position)| self.game.weights[position] * self.waste_of(position, moves);
        left.iter().zip(&self.positions).map(waste).sum::<f64>() / self.weight
    }

    /// What is wasted, on average over the moves and at worst, half of each.
    fn waste_of(&self, position: usize, moves: Moves) -> f64 {
        let waste = numbers(moves).map(|number| self.game.waste(position, number));
        let (total, most) = waste.fold((0, 0), |(total, most), waste| (total + waste, most.max(waste)));
        (f64::from(total) / f64::from(moves.count_ones()) + f64::from(most)) / 2.0
    }

    fn play(&self, left: &[Moves], allowed: f64) -> Option<Judgement> {
        let waste = self.waste(left);
        let is_allowed = |unwon: f64| unwon == 0.0 || self.penalty(unwon, waste) <= allowed;
        let longest = self.longest(left, is_allowed)?;
        let (mut unwon, mut excess) = (0.0, 0.0);
        for &position in &self.positions {
            match longest[position] {
                ENDLESS => unwon += self.game.weights[position],
                moves => excess += self.game.weights[position] * f64::from(moves - self.game.best[position]),
            }
        }
        let excess = excess / self.weight;
        let penalty = if unwon > 0.0 { self.penalty(unwon, waste) } else { 0.0 };
        let price = Price { total: penalty + excess, unwon: unwon / self.weight, excess };
        let is_unwon = |place: &usize| longest[self.positions[*place]] == ENDLESS;
        Some(Judgement { price, unwon: (0..self.positions.len()).filter(is_unwon).collect(), longest })
    }

    /// What a list costs for the positions that it does not win. The fewer they are, the more each weighs: the last ones are
    /// worth a search too.
    fn penalty(&self, unwon: f64, waste: f64) -> f64 {
        ENDLESS_PRICE * unwon / self.weight + 2.0 * (1.0 + unwon).ln() + WASTE * waste + 5.0
    }

    /// White's moves on the longest way from each position, unless those without end weigh more than is allowed. Of
    /// positions that are not looked at the table says how many, and they are dear, or nobody would mate.
    fn longest(&self, left: &[Moves], is_allowed: impl Fn(f64) -> bool) -> Option<Vec<u32>> {
        let mut from: Vec<u32> = self.game.best.iter().map(|best| best + LEAVING).collect();
        self.positions.iter().for_each(|&position| from[position] = UNKNOWN);
        let after = vec![UNKNOWN; self.game.afters.len()];
        let mut search =
            LongestWays { game: self.game, places: &self.places, left, from, after, open: Vec::new(), unwon: 0.0 };
        for (place, &start) in self.positions.iter().enumerate() {
            if search.from[start] == UNKNOWN {
                search.enter(start);
                search.follow();
            }
            if place.is_multiple_of(256) && !is_allowed(search.unwon) {
                return None;
            }
        }
        Some(search.from)
    }
}

/// Depth-first search: a way that comes back to an open position has no end.
struct LongestWays<'a> {
    game: &'a Game,
    places: &'a [u32],
    left: &'a [Moves],
    from: Vec<u32>,
    after: Vec<u32>,
    open: Vec<Open>,
    /// How much those weigh that are known to have a way without end.
    unwon: f64,
}

/// A position whose ways are being followed.
struct Open {
    position: usize,
    /// Moves not yet done with.
    left: Moves,
    next_reply: usize,
    /// The longest way after this move so far, and after those that are done with.
    here: u32,
    moves: u32,
}

impl LongestWays<'_> {
    fn enter(&mut self, position: usize) {
        self.from[position] = OPEN;
        let left = self.left[self.places[position] as usize];
        self.open.push(Open { position, left, next_reply: 0, here: 0, moves: 0 });
    }

    fn follow(&mut self) {
        while let Some(top) = self.open.last_mut() {
            if top.left == 0 || top.moves == ENDLESS {
                self.from[top.position] = if top.moves == ENDLESS { ENDLESS } else { top.moves + 1 };
                self.unwon += if top.moves == ENDLESS { self.game.weights[top.position] } else { 0.0 };
                self.open.pop();
                continue;
            }
            let number = self.game.after(top.position, top.left.trailing_zeros());
            let after = &self.game.afters[number];
            let reply = self.game.replies(after).get(top.next_reply).map(|&reply| reply as usize);
            match (after.best, self.after[number], reply) {
                (None, ..) => top.moves = ENDLESS,
                (_, UNKNOWN, Some(reply)) => match self.from[reply] {
                    UNKNOWN => self.enter(reply),
                    OPEN => top.moves = ENDLESS,
                    moves => {
                        top.here = top.here.max(moves);
                        top.next_reply = if moves == ENDLESS { usize::MAX } else { top.next_reply + 1 };
                    }
                },
                (_, UNKNOWN, None) => self.after[number] = top.here.max(after.outside),
                (_, moves, _) => {
                    top.moves = top.moves.max(moves);
                    top.left &= top.left - 1;
                    (top.next_reply, top.here) = (0, 0);
                }
            }
        }
    }
}
