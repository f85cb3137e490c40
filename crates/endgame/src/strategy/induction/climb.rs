//! Late-acceptance hill climbing over lists of rules.

use rand::Rng;

use super::change::Listed;
use super::game::{Game, Moves};
use super::judge::{ChangedMoves, Judge, Judgement, Price};
use super::space::Space;
use crate::strategy::Rule;

/// A list on its way to a better one.
pub(super) struct Climb<'a> {
    game: &'a Game,
    judge: &'a Judge<'a>,
    space: &'a Space,
    rules: Vec<Rule>,
    /// What is left before each rule, and after the last one.
    left: Vec<Vec<Moves>>,
    verdict: Judgement,
    best: (Price, Vec<Rule>),
    /// What the last lists have cost.
    history: Vec<f64>,
}

/// So many positions are looked at before all are.
const FEW: usize = 2000;

/// How much dearer than allowed a list may look beforehand.
const BENEFIT_OF_DOUBT: f64 = 0.05;

impl<'a> Climb<'a> {
    pub fn new(game: &'a Game, judge: &'a Judge<'a>, space: &'a Space, rules: Vec<Rule>, memory: usize) -> Climb<'a> {
        let mut left = vec![judge.all_moves()];
        extend(judge, &mut left, &rules);
        let last = left.last().expect("there is what is left at the end");
        let verdict = judge.judge(&rules, last, f64::INFINITY).expect("any price is allowed");
        let history = vec![verdict.price.total; memory];
        Climb { game, judge, space, best: (verdict.price, rules.clone()), rules, left, verdict, history }
    }

    /// Tries one change; `step` counts them.
    pub fn step(&mut self, step: usize, generator: &mut impl Rng) {
        let listed = Listed {
            game: self.game,
            judge: self.judge,
            space: self.space,
            rules: &self.rules,
            left: &self.left,
            verdict: &self.verdict,
        };
        let Some((from, rules)) = listed.change(generator).filter(|(_, rules)| *rules != self.rules) else { return };
        let age = step % self.history.len();
        let allowed = self.history[age].max(self.verdict.price.total);
        if let Some(verdict) = self.judge_change(step, from, &rules, allowed) {
            self.left.truncate(from + 1);
            extend(self.judge, &mut self.left, &rules[from..]);
            (self.rules, self.verdict) = (rules, verdict);
            if self.verdict.price.total < self.best.0.total {
                self.best = (self.verdict.price, self.rules.clone());
            }
        }
        self.history[age] = self.history[age].min(self.verdict.price.total);
    }

    /// What a list is worth whose first rule that differs is `from`, if it costs no more than is allowed. Most cost more,
    /// which is seen beforehand in some of the positions, or in all of them, without playing it out.
    fn judge_change(&self, step: usize, from: usize, rules: &[Rule], allowed: f64) -> Option<Judgement> {
        let difference = self.judge.size(rules) - self.judge.size(&self.rules);
        let doubt = BENEFIT_OF_DOUBT + self.judge.doubt(&self.verdict);
        let most = allowed + doubt - self.verdict.price.total - difference;
        let stride = self.judge.positions.len().div_ceil(FEW);
        if self.judge.foresees() && stride > 1 {
            let some = self.changed(from, rules, step % stride, stride);
            let mut seen = (step % stride..self.judge.positions.len()).step_by(stride);
            if self.judge.estimate(&some, &self.verdict, self.judge.weight_of(&mut seen)) > most {
                return None;
            }
        }
        let changed = self.changed(from, rules, 0, 1);
        if changed.is_empty() {
            let total = self.verdict.price.total + difference;
            let price = Price { total, ..self.verdict.price };
            return (total <= allowed).then(|| Judgement { price, ..self.verdict.clone() });
        }
        if self.judge.foresees() && self.judge.estimate(&changed, &self.verdict, self.judge.weight) > most {
            return None;
        }
        let mut left = self.last().to_vec();
        changed.iter().for_each(|change| left[change.index] = change.after);
        self.judge.judge(rules, &left, allowed).filter(|verdict| verdict.price.total <= allowed)
    }

    fn last(&self) -> &[Moves] {
        self.left.last().expect("there is what is left at the end")
    }

    /// The positions in which another list leaves other moves, of all from the first on, so many apart. Where both have
    /// left the same before the rules that they have in common at their ends, they do so in the end.
    fn changed(&self, from: usize, rules: &[Rule], first: usize, stride: usize) -> Vec<ChangedMoves> {
        let common = self.rules[from.min(self.rules.len())..].iter().rev().zip(rules[from..].iter().rev());
        let common = common.take_while(|(old, new)| old == new).count();
        let (own, shared) = rules[from..].split_at(rules.len() - from - common);
        let old_left = &self.left[self.rules.len() - common];
        let last = self.last();
        let mut changed = Vec::new();
        for index in (first..last.len()).step_by(stride) {
            let position = self.judge.positions[index];
            let narrow = |left: Moves, rule: &Rule| self.game.narrow(rule, position, left);
            let moves = own.iter().fold(self.left[from][index], narrow);
            if moves != old_left[index] {
                let after = shared.iter().fold(moves, narrow);
                changed.extend((after != last[index]).then_some(ChangedMoves { index, before: last[index], after }));
            }
        }
        changed
    }

    pub fn best(&self) -> &(Price, Vec<Rule>) {
        &self.best
    }

    pub fn into_best(self) -> (Price, Vec<Rule>) {
        self.best
    }
}

/// Adds what each of the rules leaves.
fn extend(judge: &Judge, left: &mut Vec<Vec<Moves>>, rules: &[Rule]) {
    for rule in rules {
        let mut next = left.last().expect("there is what was left before").clone();
        judge.narrow(rule, &mut next);
        left.push(next);
    }
}
