//! An ending as numbers: positions, moves, replies, what they are worth and what rules can ask of them.

use std::collections::{BTreeMap, HashMap};

use rand::Rng;

use hetman_rules::shakmaty::Color;

use crate::attributes::Standing;
use crate::material::Material;
use crate::small::SmallPosition;
use crate::strategy::symmetry::{Code, Placements};
use crate::strategy::{Aim, Condition, Quantity, Rule};
use crate::table::{Outcome, Tables};

/// The moves that are left in a position, a bit for each.
pub(super) type Moves = u64;

/// Moves that a strategy wastes where it gives the win away: more than any move that keeps it.
const LOST: u32 = 20;

/// More positions than king and rook have: playing them out takes a noticeable time.
const LARGE: usize = 50_000;

/// Moves to mate in the first stage of play, and by how many each stage goes farther back.
const FIRST_STAGE: u32 = 3;
const STAGE: usize = 2;

/// What White wins, one position for all that symmetry makes the same.
pub(super) struct Game {
    pub quantities: Vec<Quantity>,
    /// How often each position occurs.
    pub weights: Vec<f64>,
    /// White's moves to mate with best play.
    pub best: Vec<u32>,
    /// Where the moves of each position begin, and where the last ones end.
    starts: Vec<u32>,
    /// What each move leads to: the number of an `After`.
    moves: Vec<u32>,
    pub afters: Vec<After>,
    replies: Vec<u32>,
    /// The values of each quantity in every position, and after every move.
    before: Vec<Vec<u8>>,
    after: Vec<Vec<u8>>,
}

/// A position with Black to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct After {
    /// White's moves to mate with best play, if it is won.
    pub best: Option<u32>,
    /// Those that are needed where play ends, or leaves the ending.
    pub outside: u32,
    /// Where its replies are that stay in the ending.
    replies: (u32, u32),
}

/// Builds it up, position by position.
struct Builder<'a> {
    material: Material,
    tables: &'a Tables,
    placements: Placements,
    numbers: HashMap<Code, u32>,
    known: HashMap<(Material, Code), u32>,
    game: Game,
}

impl Game {
    pub fn new(material: Material, tables: &Tables) -> Game {
        let placements = Placements::new(material);
        let mut builder = Builder {
            material,
            tables,
            numbers: HashMap::new(),
            known: HashMap::new(),
            game: Game::empty(Quantity::all(material)),
            placements,
        };
        let positions = builder.number_positions();
        positions.iter().for_each(|position| builder.add_moves(position));
        builder.game
    }

    fn empty(quantities: Vec<Quantity>) -> Game {
        Game {
            before: vec![Vec::new(); quantities.len()],
            after: vec![Vec::new(); quantities.len()],
            quantities,
            weights: Vec::new(),
            best: Vec::new(),
            starts: vec![0],
            moves: Vec::new(),
            afters: Vec::new(),
            replies: Vec::new(),
        }
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.best.len()
    }

    fn is_large(&self) -> bool {
        self.len() > LARGE
    }

    /// Distances to mate, each of which is the longest in a stage of play.
    pub fn stages(&self) -> Vec<u32> {
        let longest = self.best.iter().copied().max().unwrap_or(0);
        if self.is_large() { (FIRST_STAGE..longest).step_by(STAGE).chain([longest]).collect() } else { vec![longest] }
    }

    /// The positions in which White mates within so many moves.
    pub fn within(&self, moves: u32) -> Vec<usize> {
        (0..self.len()).filter(|&position| self.best[position] <= moves).collect()
    }

    /// Some of the positions, drawn by chance; in a large ending as many of each distance to mate, or the end of the
    /// game, which all play comes to, would be lost among the rest.
    pub fn sample(&self, count: usize, generator: &mut impl Rng) -> Vec<usize> {
        let mut layers: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for position in 0..self.len() {
            layers.entry(if self.is_large() { self.best[position] } else { 0 }).or_default().push(position);
        }
        let of_each = count / layers.len().max(1);
        let draw = |layer: &Vec<usize>| {
            let drawn = rand::seq::index::sample(generator, layer.len(), of_each.min(layer.len()));
            drawn.into_iter().map(|index| layer[index]).collect::<Vec<_>>()
        };
        layers.values().flat_map(draw).collect()
    }

    pub fn all_moves(&self, position: usize) -> Moves {
        Moves::MAX >> (Moves::BITS - (self.starts[position + 1] - self.starts[position]))
    }

    /// The number of the position after a move.
    pub fn after(&self, position: usize, number: u32) -> usize {
        self.moves[(self.starts[position] + number) as usize] as usize
    }

    pub fn replies(&self, after: &After) -> &[u32] {
        &self.replies[after.replies.0 as usize..after.replies.1 as usize]
    }

    /// How many moves longer the way to mate becomes.
    pub fn waste(&self, position: usize, number: u32) -> u32 {
        let after = &self.afters[self.after(position, number)];
        after.best.map_or(LOST, |best| (best + 1 - self.best[position]).min(LOST))
    }

    pub fn value_after(&self, quantity: usize, position: usize, number: u32) -> u8 {
        self.after[quantity][self.after(position, number)]
    }

    pub fn values_before(&self, quantity: usize) -> &[u8] {
        &self.before[quantity]
    }

    pub fn values_after(&self, quantity: usize) -> &[u8] {
        &self.after[quantity]
    }

    pub fn holds_before(&self, condition: &Condition, position: usize) -> bool {
        condition.test.holds(self.before[condition.quantity][position], 0)
    }

    pub fn holds_after(&self, condition: &Condition, position: usize, number: u32) -> bool {
        let before = self.before[condition.quantity][position];
        condition.test.holds(self.value_after(condition.quantity, position, number), before)
    }

    /// What a rule leaves of moves.
    pub fn narrow(&self, rule: &Rule, position: usize, left: Moves) -> Moves {
        if left.count_ones() <= 1 || !rule.when.iter().all(|condition| self.holds_before(condition, position)) {
            return left;
        }
        let kept = match &rule.aim {
            Aim::Reach(conditions) => {
                filter(left, |number| conditions.iter().all(|condition| self.holds_after(condition, position, number)))
            }
            Aim::Least(quantity) => cheapest(left, |number| self.value_after(*quantity, position, number)),
            Aim::Most(quantity) => cheapest(left, |number| u8::MAX - self.value_after(*quantity, position, number)),
        };
        if kept == 0 { left } else { kept }
    }
}

/// The numbers of moves, in their order.
pub(super) fn numbers(moves: Moves) -> impl Iterator<Item = u32> {
    let mut rest = moves;
    std::iter::from_fn(move || {
        let number = (rest != 0).then(|| rest.trailing_zeros())?;
        rest &= rest - 1;
        Some(number)
    })
}

fn filter(moves: Moves, is_kept: impl Fn(u32) -> bool) -> Moves {
    numbers(moves).filter(|&number| is_kept(number)).fold(0, |kept, number| kept | 1 << number)
}

fn cheapest(moves: Moves, price: impl Fn(u32) -> u8) -> Moves {
    let (mut best, mut kept) = (u8::MAX, 0);
    for number in numbers(moves) {
        let price = price(number);
        if price < best {
            (best, kept) = (price, 0);
        }
        if price == best {
            kept |= 1 << number;
        }
    }
    kept
}

impl Builder<'_> {
    /// Those that are won, each with its number.
    fn number_positions(&mut self) -> Vec<SmallPosition> {
        let mut positions = Vec::new();
        for (code, multiplicity) in self.placements.codes(Color::White) {
            let position = self.placements.position(code, Color::White).expect("only legal positions have codes");
            if let Some(Outcome::Win(best)) = self.tables.outcome(&position) {
                self.numbers.insert(code, positions.len() as u32);
                self.game.best.push(best);
                self.game.weights.push(multiplicity as f64);
                add_values(&self.game.quantities, &mut self.game.before, &position);
                positions.push(position);
            }
        }
        positions
    }

    fn add_moves(&mut self, position: &SmallPosition) {
        for after in position.successors() {
            let number = self.number_of(&after);
            self.game.moves.push(number);
        }
        self.game.starts.push(self.game.moves.len() as u32);
    }

    fn number_of(&mut self, after: &SmallPosition) -> u32 {
        let key = (after.material().0, self.placements.code(after));
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let number = self.game.afters.len() as u32;
        let found = self.look_at(after);
        self.game.afters.push(found);
        add_values(&self.game.quantities, &mut self.game.after, after);
        self.known.insert(key, number);
        number
    }

    fn look_at(&mut self, after: &SmallPosition) -> After {
        let begin = self.game.replies.len() as u32;
        let best = match self.tables.outcome(after) {
            Some(Outcome::Loss(moves)) => Some(moves),
            _ => None,
        };
        let Some(moves) = best else { return After { best, outside: 0, replies: (begin, begin) } };
        if after.material() != (self.material, false) {
            return After { best, outside: moves, replies: (begin, begin) };
        }
        let mut outside = 0;
        for reply in after.successors() {
            match self.numbers.get(&self.placements.code(&reply)) {
                Some(&number) if reply.material() == (self.material, false) => self.game.replies.push(number),
                _ => outside = outside.max(self.tables.outcome(&reply).and_then(Outcome::moves).unwrap_or(0)),
            }
        }
        After { best, outside, replies: (begin, self.game.replies.len() as u32) }
    }
}

fn add_values(quantities: &[Quantity], columns: &mut [Vec<u8>], position: &SmallPosition) {
    let standing = Standing::from(position);
    for (quantity, column) in quantities.iter().zip(columns) {
        column.push(quantity.value(&standing));
    }
}
