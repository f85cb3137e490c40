//! The sequential test of a match, which looks at its pairs in the order of their numbers, whichever end first. So the
//! same match ends with the same pair, however many games are played at the same time and however often it is
//! interrupted. Games after that pair do not count.

use std::collections::BTreeMap;

use hetman_arena::stats::{GameScore, Results, Sprt, SprtVerdict};
use hetman_rules::shakmaty::Color;

use super::GameLine;

pub struct Trial {
    test: Option<Sprt>,
    /// Pairs in order, as far as all games are finished.
    results: Results,
    /// The first player's scores in games after those, by number.
    waiting: BTreeMap<u64, GameScore>,
    decided: bool,
}

impl Trial {
    /// Without a test there is never a verdict.
    pub fn new(test: Option<Sprt>) -> Trial {
        Trial { test, results: Results::default(), waiting: BTreeMap::new(), decided: false }
    }

    /// Looks at another game; once there is a verdict, tells how many games count: those with smaller numbers.
    pub fn hear(&mut self, line: &GameLine) -> Option<u64> {
        let test = self.test?;
        let color = if line.pairing.white == 0 { Color::White } else { Color::Black };
        self.waiting.insert(line.pairing.number, GameScore::of(line.outcome, color));
        while let Some((first, second)) = self.next_pair().filter(|_| !self.decided) {
            self.results.record_pair(first, second);
            self.decided = test.verdict(&self.results) != SprtVerdict::Continue;
        }
        self.decided.then(|| self.games())
    }

    fn games(&self) -> u64 {
        2 * self.results.pentanomial.pairs()
    }

    fn next_pair(&mut self) -> Option<(GameScore, GameScore)> {
        let [one, other] = [self.games(), self.games() + 1];
        let (&first, &second) = (self.waiting.get(&one)?, self.waiting.get(&other)?);
        self.waiting.remove(&one);
        self.waiting.remove(&other);
        Some((first, second))
    }
}
