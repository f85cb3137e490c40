//! Counting: games as wins, draws and losses, pairs of games by their five possible scores.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use hetman_rules::shakmaty::{Color, KnownOutcome};
use serde::Serialize;

/// What a game brought a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GameScore {
    Loss,
    Draw,
    Win,
}

impl GameScore {
    /// What a finished game brought the player who had this colour.
    pub fn of(outcome: KnownOutcome, colour: Color) -> GameScore {
        match outcome {
            KnownOutcome::Draw => GameScore::Draw,
            KnownOutcome::Decisive { winner } if winner == colour => GameScore::Win,
            KnownOutcome::Decisive { .. } => GameScore::Loss,
        }
    }

    /// What the same game brought the opponent.
    pub fn reversed(self) -> GameScore {
        match self {
            GameScore::Loss => GameScore::Win,
            GameScore::Draw => GameScore::Draw,
            GameScore::Win => GameScore::Loss,
        }
    }

    /// Twice the points, so that counts stay whole.
    fn half_points(self) -> usize {
        self as usize
    }
}

/// Games of one player, by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

impl Score {
    pub fn record(&mut self, game: GameScore) {
        match game {
            GameScore::Loss => self.losses += 1,
            GameScore::Draw => self.draws += 1,
            GameScore::Win => self.wins += 1,
        }
    }

    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points per game; `None` before the first.
    pub fn fraction(&self) -> Option<f64> {
        ratio(self.points(), self.games() as f64)
    }

    /// Drawn games among all; `None` before the first.
    pub fn draw_ratio(&self) -> Option<f64> {
        ratio(self.draws as f64, self.games() as f64)
    }

    /// The same games from the opponent's chair.
    pub fn reversed(&self) -> Score {
        Score { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Score) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// Pairs of games by their points: 0, 1/2, 1, 3/2 and 2, which fishtest writes `Ptnml(0-2)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    pub fn record(&mut self, first: GameScore, second: GameScore) {
        self.0[first.half_points() + second.half_points()] += 1;
    }

    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Pairs that ended one all, among all pairs.
    pub fn draw_ratio(&self) -> Option<f64> {
        ratio(self.0[2] as f64, self.pairs() as f64)
    }

    /// Pairs won for every pair lost; `None` while none is lost.
    pub fn pairs_ratio(&self) -> Option<f64> {
        ratio((self.0[3] + self.0[4]) as f64, (self.0[0] + self.0[1]) as f64)
    }
}

fn ratio(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| part / whole)
}

/// What the statistics count as one independent trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    Pair,
    Game,
}

impl Unit {
    pub fn games(self) -> f64 {
        match self {
            Unit::Pair => 2.0,
            Unit::Game => 1.0,
        }
    }
}

/// All finished games of a match, from the chair of its first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Results {
    /// Every game, with or without a partner.
    pub score: Score,
    pub pentanomial: Pentanomial,
}

impl Results {
    pub fn record_pair(&mut self, first: GameScore, second: GameScore) {
        self.pentanomial.record(first, second);
        self.score.record(first);
        self.score.record(second);
    }

    /// A game whose partner is not, or never will be, finished.
    pub fn record_single(&mut self, game: GameScore) {
        self.score.record(game);
    }

    /// Counts games that carry the number of their pair, in whatever order they ended.
    pub fn from_games(games: impl IntoIterator<Item = (u64, GameScore)>) -> Results {
        let mut results = Results::default();
        let mut waiting = BTreeMap::new();
        for (pair, game) in games {
            match waiting.remove(&pair) {
                Some(partner) => results.record_pair(partner, game),
                None => {
                    waiting.insert(pair, game);
                }
            }
        }
        waiting.into_values().for_each(|game| results.record_single(game));
        results
    }

    /// Games without a partner.
    pub fn singles(&self) -> u64 {
        self.score.games() - 2 * self.pentanomial.pairs()
    }

    /// Pairs, unless most games have no partner; those without one are then left out of the estimate. Otherwise games.
    pub fn unit(&self) -> Unit {
        if self.pentanomial.pairs() > 0 && self.singles() <= 2 * self.pentanomial.pairs() {
            Unit::Pair
        } else {
            Unit::Game
        }
    }

    /// How often each score of the [`Results::unit`] occurred, from nothing to everything.
    pub fn frequencies(&self) -> Vec<u64> {
        match self.unit() {
            Unit::Pair => self.pentanomial.0.to_vec(),
            Unit::Game => vec![self.score.losses, self.score.draws, self.score.wins],
        }
    }
}
