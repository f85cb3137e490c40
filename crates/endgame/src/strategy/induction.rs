//! Strategies are induced from an exact table: the program looks for a short list of rules that wins everything.
//!
//! A list is judged as a [proof](super::proof) judges it: follow every move that it leaves and every reply, and count the
//! moves to mate at worst. Its price is what it wastes beyond the shortest mates, and something for each rule and each
//! condition; positions that it does not win cost far more. Late-acceptance hill climbing (Burke and Bykov 2017) changes
//! the list a little at a time: it goes on with a list that is no dearer than the one of some hundred steps ago. Half of
//! the changes come from a position in which the rules leave a bad move beside a better one that they could have left
//! instead: a rule is added that tells the two apart.
//!
//! First a sample of positions is looked at, and how much each move wastes by the table; that is quick, and gives most of the
//! rules. Then all positions are, until the list wins them: in an ending of many positions from the end backwards, since
//! nothing is won as long as the last moves before the mate are not right. Where play leaves the positions of a stage,
//! that is dear, and the table is believed for the rest.

mod change;
mod climb;
mod game;
mod judge;
mod space;

use rand::Rng;

use super::{Aim, Quantity, Rule, Strategy};
use crate::material::Material;
use crate::table::Tables;
use climb::Climb;
use game::Game;
use judge::{Judge, Kind, Price};
use space::Space;

/// A stage of play is over when all is won, and with so many moves too many on average: hardly any way leaves it.
const SETTLED: f64 = 4.0;

/// How long to look, and for what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RuleSettings {
    /// Lists that are tried: the first third on a sample, by the table, and the others in play from every position.
    pub steps: u32,
    /// Positions of the sample.
    pub sample: usize,
    /// How many moves of excess, on average, a rule less is worth.
    pub price: f64,
    /// With how old a list a new one is compared.
    pub memory: usize,
}

impl Default for RuleSettings {
    fn default() -> RuleSettings {
        RuleSettings { steps: 300_000, sample: 3000, price: 0.03, memory: 50 }
    }
}

/// What induction has come to so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RulesSoFar {
    pub rules: usize,
    /// The share of positions that are not won yet; unknown while only a sample is looked at.
    pub unwon: Option<f64>,
    /// Moves beyond the shortest mate, on average; a move's waste, while only a sample is looked at.
    pub excess: f64,
}

/// Hears after each step how many of all are done, and says whether to go on.
pub type Listener<'a> = dyn FnMut(u64, u64, RulesSoFar) -> bool + 'a;

/// Looks for a short list of rules that wins everything that White can win, or for a better one than a list that is there
/// already; `None` if it was not to go on. `tables` has those of the ending and of all that it leads to.
pub fn induce_rules(
    material: Material,
    tables: &Tables,
    start: Option<&Strategy>,
    settings: &RuleSettings,
    generator: &mut impl Rng,
    told: &mut Listener,
) -> Option<Strategy> {
    induce_with(material, &Game::new(material, tables), start, settings, generator, told)
}

fn induce_with(
    material: Material,
    game: &Game,
    start: Option<&Strategy>,
    settings: &RuleSettings,
    generator: &mut impl Rng,
    told: &mut Listener,
) -> Option<Strategy> {
    let space = &Space::of(game);
    let mut search = Search { game, space, settings, generator, told, done: 0 };
    let mut rules = start.map_or_else(Vec::new, |start| start.rules_about(&game.quantities));
    if start.is_none() {
        let sample = game.sample(settings.sample, search.generator);
        let by_waste = Judge::new(game, Kind::Waste, sample, settings.price);
        rules = search.climb(&by_waste, rules, settings.steps / 3, |_| false)?;
    }
    let stages = game.stages();
    for (number, &moves) in stages.iter().enumerate() {
        let by_play = Judge::new(game, Kind::Play, game.within(moves), settings.price);
        let (is_last, left) = (number + 1 == stages.len(), settings.steps - search.done);
        let steps = if is_last { left } else { left / (stages.len() - number) as u32 };
        rules =
            search.climb(&by_play, rules, steps, |price| !is_last && price.unwon == 0.0 && price.excess < SETTLED)?;
    }
    let by_play = Judge::new(game, Kind::Play, game.within(u32::MAX), settings.price);
    let rules = Climb::new(game, &by_play, space, rules, 1).pruned();
    Some(strategy(material, &game.quantities, rules))
}

/// What a search goes on with from one judge to the next.
struct Search<'a, 'b, R> {
    game: &'a Game,
    space: &'a Space,
    settings: &'a RuleSettings,
    generator: &'a mut R,
    told: &'a mut Listener<'b>,
    /// Lists that were tried.
    done: u32,
}

impl<R: Rng> Search<'_, '_, R> {
    /// Tries so many lists, or until one will do, and returns the best; `None` if it was not to go on.
    fn climb(
        &mut self,
        judge: &Judge,
        rules: Vec<Rule>,
        steps: u32,
        will_do: impl Fn(&Price) -> bool,
    ) -> Option<Vec<Rule>> {
        if steps == 0 {
            return Some(rules);
        }
        let mut climb = Climb::new(self.game, judge, self.space, rules, self.settings.memory);
        for step in 0..steps {
            if will_do(&climb.best().0) {
                break;
            }
            climb.step(step as usize, self.generator);
            self.done += 1;
            let so_far = so_far(climb.best(), judge.kind);
            if !(self.told)(u64::from(self.done), u64::from(self.settings.steps), so_far) {
                return None;
            }
        }
        Some(climb.into_best())
    }
}

impl Strategy {
    /// The rules with their quantities numbered as in another list, which has them all.
    fn rules_about(&self, quantities: &[Quantity]) -> Vec<Rule> {
        let place = |quantity: &mut usize| {
            let name = &self.quantities[*quantity].name;
            let found = quantities.iter().position(|known| known.name == *name);
            *quantity = found.expect("rules of an ending speak of its quantities");
        };
        let mut rules = self.rules.clone();
        for rule in &mut rules {
            rule.when.iter_mut().for_each(|condition| place(&mut condition.quantity));
            match &mut rule.aim {
                Aim::Reach(conditions) => conditions.iter_mut().for_each(|condition| place(&mut condition.quantity)),
                Aim::Least(quantity) | Aim::Most(quantity) => place(quantity),
            }
        }
        rules
    }
}

fn so_far((price, rules): &(Price, Vec<Rule>), kind: Kind) -> RulesSoFar {
    let unwon = (kind == Kind::Play).then_some(price.unwon);
    RulesSoFar { rules: rules.len(), unwon, excess: price.excess }
}

/// The list with those quantities alone that it speaks of.
fn strategy(material: Material, quantities: &[Quantity], rules: Vec<Rule>) -> Strategy {
    let whole = Strategy { material, notes: Vec::new(), rules, quantities: quantities.to_vec() };
    whole.to_string().parse().expect("what is written can be read")
}
