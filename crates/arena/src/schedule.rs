//! Who plays whom, with which colours, from which opening.
//!
//! A schedule is a pure function: the number of a game determines its players, colours and opening, whatever else has
//! been played, on however many threads, with whatever interruptions. Only a knock-out also asks for results, since its
//! later meetings depend on them. This is what makes a resumed tournament the same tournament.
//!
//! Every opening is played twice by the same two players, once with each colour. The two games are a *pair*; statistics
//! count pairs ([`crate::stats`]).

mod fixed;
mod knock_out;

use std::collections::BTreeMap;

use hetman_rules::shakmaty::KnownOutcome;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use knock_out::{Bracket, Decision, Meeting, TieRule};

use crate::Chance;
use fixed::Fixed;
use knock_out::KnockOut;

/// The games that have ended, by number. A game without a result is not in it, and is played again.
pub type Finished = BTreeMap<u64, KnownOutcome>;

/// One game to be played. Players are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// Of the game: the same in every run of the same settings.
    pub number: u64,
    /// Shared by the two games of an opening, whose number it also is: books start again when they are used up.
    pub pair: u64,
    pub white: usize,
    pub black: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Everybody against everybody, one pair of games in each cycle. With two players: a match.
    RoundRobin { cycles: u64 },
    /// The first players, the challengers, each against all others, one pair of games in each cycle.
    Gauntlet { challengers: usize, cycles: u64 },
    /// The loser of a meeting is out. Players are seeded in the order they are given.
    KnockOut {
        /// Pairs of games in a meeting.
        pairs: u64,
        /// Further pairs, one at a time, while the meeting is level.
        extra_pairs: u64,
        /// What decides when it is level after those.
        tie_rule: TieRule,
    },
}

/// Who has White in the first game of a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Colours {
    /// As evenly as possible within a cycle, and the other way round in the next.
    #[default]
    Alternating,
    Random,
}

/// Everything a schedule depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    pub players: usize,
    pub format: Format,
    pub colours: Colours,
    pub seed: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ScheduleError {
    #[error("a tournament needs at least two players, not {0}")]
    TooFewPlayers(usize),
    #[error("of {players} players, {challengers} cannot be challengers: at least one must be, and one must not")]
    Challengers { challengers: usize, players: usize },
    #[error("nothing would be played: give at least one cycle, or one pair of games to a meeting")]
    NoGames,
    #[error("this tournament would have more than {MOST_GAMES} games: give fewer cycles")]
    TooLong,
}

/// More than any machine plays; with it, numbers of games never overflow.
const MOST_GAMES: u64 = 1_000_000_000;

#[derive(Clone, Debug)]
pub struct Schedule {
    settings: Settings,
    coin: Coin,
    plan: Plan,
}

#[derive(Clone, Debug)]
enum Plan {
    Fixed(Fixed),
    KnockOut(KnockOut),
}

impl Schedule {
    pub fn new(settings: Settings) -> Result<Schedule, ScheduleError> {
        if settings.players < 2 {
            return Err(ScheduleError::TooFewPlayers(settings.players));
        }
        let plan = match settings.format {
            Format::RoundRobin { cycles } => Plan::Fixed(Fixed::round_robin(settings.players, cycles)),
            Format::Gauntlet { challengers, cycles } => {
                Plan::Fixed(Fixed::gauntlet(settings.players, challengers, cycles)?)
            }
            Format::KnockOut { pairs, extra_pairs, tie_rule } => {
                Plan::KnockOut(KnockOut::new(&settings, pairs, extra_pairs, tie_rule))
            }
        };
        let schedule = Schedule { settings, coin: Coin::of(&settings), plan };
        match schedule.most_games() {
            Some(0) => Err(ScheduleError::NoGames),
            Some(games) if games <= MOST_GAMES => Ok(schedule),
            _ => Err(ScheduleError::TooLong),
        }
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How many games will be played; `None` for a knock-out, where results decide.
    pub fn games(&self) -> Option<u64> {
        match self.plan {
            Plan::Fixed(_) => self.most_games(),
            Plan::KnockOut(_) => None,
        }
    }

    fn most_games(&self) -> Option<u64> {
        match &self.plan {
            Plan::Fixed(fixed) => fixed.games(),
            Plan::KnockOut(knock_out) => knock_out.most_games(),
        }
    }

    /// The game of this number; `None` if there is no such game, or not yet.
    pub fn game(&self, number: u64, finished: &Finished) -> Option<Pairing> {
        let players = match &self.plan {
            Plan::Fixed(fixed) => self.coin.seat(fixed.players(number / 2)?, number),
            Plan::KnockOut(knock_out) => knock_out.players(number, finished)?,
        };
        Some(self.pairing(number, players))
    }

    /// The games that can be played now, in the order of their numbers. Those in progress are among them: the caller knows
    /// which they are.
    ///
    /// For a round robin and a gauntlet these are simply all that are missing, so that it is enough to ask once; a
    /// knock-out has new ones when a meeting, or a round of extra pairs, has ended. When nothing is ready and nothing in
    /// progress, the tournament is over.
    pub fn ready<'a>(&'a self, finished: &'a Finished) -> Box<dyn Iterator<Item = Pairing> + 'a> {
        match &self.plan {
            Plan::Fixed(fixed) => {
                let missing = (0..fixed.games().unwrap_or(0)).filter(|number| !finished.contains_key(number));
                Box::new(missing.filter_map(|number| self.game(number, finished)))
            }
            Plan::KnockOut(knock_out) => {
                let ready = knock_out.ready(finished).into_iter();
                Box::new(ready.map(|(number, players)| self.pairing(number, players)))
            }
        }
    }

    /// The state of a knock-out; `None` in other formats.
    pub fn bracket(&self, finished: &Finished) -> Option<Bracket> {
        match &self.plan {
            Plan::Fixed(_) => None,
            Plan::KnockOut(knock_out) => Some(knock_out.bracket(finished)),
        }
    }

    fn pairing(&self, number: u64, [white, black]: [usize; 2]) -> Pairing {
        let pair = number / 2;
        Pairing { number, pair, white, black }
    }
}

/// Gives out colours.
#[derive(Clone, Copy, Debug)]
struct Coin {
    colours: Colours,
    seed: u64,
}

impl Coin {
    fn of(settings: &Settings) -> Coin {
        Coin { colours: settings.colours, seed: settings.seed }
    }

    /// White and Black of a game. `first` begins the pair with White, unless that is left to chance; in the pair's second
    /// game colours are exchanged.
    fn seat(&self, [first, second]: [usize; 2], game: u64) -> [usize; 2] {
        let is_chance = self.colours == Colours::Random && Chance::Colours.generator(self.seed, game / 2).random();
        let is_return_game = !game.is_multiple_of(2);
        if is_chance != is_return_game { [second, first] } else { [first, second] }
    }
}

#[cfg(test)]
mod tests;
