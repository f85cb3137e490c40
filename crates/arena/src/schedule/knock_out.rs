//! A knock-out: meetings of a few pairs of games; the loser is out.
//!
//! The bracket has a power of two of places. Its meetings are numbered from the first round to the final, and each owns
//! the numbers of all games it could ever need, extra pairs included, so that a game's number does not depend on how
//! other meetings went. Numbers of games that were not needed are never used.

use std::cmp::Ordering;
use std::ops::Range;

use hetman_rules::shakmaty::Color;
use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::{Coin, Finished, Settings};
use crate::Chance;
use crate::stats::{GameScore, Score};

/// What decides a meeting that is level after all its extra pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieRule {
    /// The player who was named earlier goes on.
    #[default]
    HigherSeed,
    /// A lot, drawn from the tournament's seed.
    Lot,
}

/// Why a meeting's winner is its winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// There was no opponent.
    Bye,
    Score,
    /// After so many further pairs.
    ExtraPairs(u64),
    TieRule(TieRule),
}

/// One place of the bracket where two players meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Meeting {
    /// The higher seed first, once they are known. A bye has no second player.
    pub players: [Option<usize>; 2],
    /// Of the first player, all finished games.
    pub score: Score,
    pub winner: Option<usize>,
    pub decision: Option<Decision>,
}

impl Meeting {
    fn both(&self) -> Option<[usize; 2]> {
        Some([self.players[0]?, self.players[1]?])
    }
}

/// Rounds from the first to the final; the winners of two neighbours meet in the next round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bracket {
    pub rounds: Vec<Vec<Meeting>>,
}

impl Bracket {
    pub fn champion(&self) -> Option<usize> {
        self.rounds.last()?.first()?.winner
    }
}

#[derive(Clone, Debug)]
pub struct KnockOut {
    players: usize,
    pairs: u64,
    extra_pairs: u64,
    tie_rule: TieRule,
    seed: u64,
    coin: Coin,
}

/// Who comes to a meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entrant {
    Player(usize),
    Nobody,
    /// The winner of a meeting that is not decided.
    Unknown,
}

impl Entrant {
    fn player(self) -> Option<usize> {
        match self {
            Entrant::Player(player) => Some(player),
            Entrant::Nobody | Entrant::Unknown => None,
        }
    }
}

impl KnockOut {
    pub fn new(settings: &Settings, pairs: u64, extra_pairs: u64, tie_rule: TieRule) -> KnockOut {
        let &Settings { players, seed, .. } = settings;
        KnockOut { players, pairs, extra_pairs, tie_rule, seed, coin: Coin::of(settings) }
    }

    /// All numbers of games; `None` if there are too many to count, zero if nothing would be played.
    pub fn most_games(&self) -> Option<u64> {
        let meetings = self.places() as u64 - 1;
        let most = self.pairs.checked_add(self.extra_pairs)?.checked_mul(2)?.checked_mul(meetings)?;
        Some(if self.pairs == 0 { 0 } else { most })
    }

    fn places(&self) -> usize {
        self.players.next_power_of_two()
    }

    fn most_pairs(&self) -> u64 {
        self.pairs + self.extra_pairs
    }

    pub fn bracket(&self, finished: &Finished) -> Bracket {
        let mut entrants = self.seats();
        let mut rounds = Vec::new();
        let mut number = 0;
        while entrants.len() > 1 {
            let numbered = entrants.chunks_exact(2).zip(number..);
            let meetings: Vec<Meeting> =
                numbered.map(|(pair, number)| self.meeting(number, [pair[0], pair[1]], finished)).collect();
            number += meetings.len() as u64;
            entrants =
                meetings.iter().map(|meeting| meeting.winner.map_or(Entrant::Unknown, Entrant::Player)).collect();
            rounds.push(meetings);
        }
        Bracket { rounds }
    }

    /// White and Black of a game, if they are known by now.
    pub fn players(&self, game: u64, finished: &Finished) -> Option<[usize; 2]> {
        let meetings = self.bracket(finished).rounds.concat();
        let meeting = meetings.get((game / 2 / self.most_pairs()) as usize)?;
        Some(self.seat(meeting.both()?, game))
    }

    /// The missing games of all meetings that are on, with White and Black.
    pub fn ready(&self, finished: &Finished) -> Vec<(u64, [usize; 2])> {
        let mut ready = Vec::new();
        for (meeting, number) in self.bracket(finished).rounds.concat().iter().zip(0..) {
            let Some(players) = meeting.both().filter(|_| meeting.winner.is_none()) else { continue };
            let games = self.games(number, self.pairs_due(number, finished));
            let missing = games.filter(|game| !finished.contains_key(game));
            ready.extend(missing.map(|game| (game, self.seat(players, game))));
        }
        ready
    }

    /// The higher seed begins the first pair of a meeting with White, the other the next, in turn.
    fn seat(&self, [higher, lower]: [usize; 2], game: u64) -> [usize; 2] {
        let pair_of_meeting = game / 2 % self.most_pairs();
        self.coin.seat(if pair_of_meeting.is_multiple_of(2) { [higher, lower] } else { [lower, higher] }, game)
    }

    /// The entrants of the first round: the best against the last, so that while favourites win, the best two meet in the
    /// final, the best four in the round before. Seeds that nobody holds are byes of the best.
    fn seats(&self) -> Vec<Entrant> {
        let mut seats = vec![0];
        while seats.len() < self.places() {
            let last = 2 * seats.len() - 1;
            seats = seats.into_iter().flat_map(|seed| [seed, last - seed]).collect();
        }
        seats
            .into_iter()
            .map(|seed| if seed < self.players { Entrant::Player(seed) } else { Entrant::Nobody })
            .collect()
    }

    fn meeting(&self, number: u64, entrants: [Entrant; 2], finished: &Finished) -> Meeting {
        let mut players = entrants.map(Entrant::player);
        let (winner, decision) = match players {
            [Some(first), Some(second)] => {
                players = [Some(first.min(second)), Some(first.max(second))];
                self.decide(number, [first.min(second), first.max(second)], finished).unzip()
            }
            [Some(first), None] if entrants[1] == Entrant::Nobody => (Some(first), Some(Decision::Bye)),
            _ => (None, None),
        };
        Meeting { players, score: self.score(number, self.most_pairs(), finished), winner, decision }
    }

    fn decide(&self, number: u64, [first, second]: [usize; 2], finished: &Finished) -> Option<(usize, Decision)> {
        let pairs = self.pairs_due(number, finished);
        if self.games(number, pairs).any(|game| !finished.contains_key(&game)) {
            return None;
        }
        let score = self.score(number, pairs, finished);
        let decision = if pairs > self.pairs { Decision::ExtraPairs(pairs - self.pairs) } else { Decision::Score };
        Some(match score.wins.cmp(&score.losses) {
            Ordering::Greater => (first, decision),
            Ordering::Less => (second, decision),
            Ordering::Equal => (self.tie(number, [first, second]), Decision::TieRule(self.tie_rule)),
        })
    }

    /// How many pairs the meeting needs as far as its results say: one more each time it is complete and level.
    fn pairs_due(&self, number: u64, finished: &Finished) -> u64 {
        let is_level = |pairs: u64| {
            let score = self.score(number, pairs, finished);
            score.games() == 2 * pairs && score.wins == score.losses
        };
        (self.pairs..self.most_pairs()).find(|&pairs| !is_level(pairs)).unwrap_or(self.most_pairs())
    }

    /// The numbers of the games of a meeting's first pairs.
    fn games(&self, number: u64, pairs: u64) -> Range<u64> {
        let start = 2 * self.most_pairs() * number;
        start..start + 2 * pairs
    }

    /// The higher seed's score in the games of the first pairs.
    fn score(&self, number: u64, pairs: u64, finished: &Finished) -> Score {
        let mut score = Score::default();
        for (game, outcome) in finished.range(self.games(number, pairs)) {
            let [white, _] = self.seat([0, 1], *game);
            score.record(GameScore::of(*outcome, Color::from_white(white == 0)));
        }
        score
    }

    fn tie(&self, number: u64, [higher, lower]: [usize; 2]) -> usize {
        match self.tie_rule {
            TieRule::HigherSeed => higher,
            TieRule::Lot if Chance::Lots.generator(self.seed, number).random() => higher,
            TieRule::Lot => lower,
        }
    }
}
