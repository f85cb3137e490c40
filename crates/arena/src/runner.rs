//! Many games: the schedule of a match or tournament, played by an executor.
//!
//! Which games there are, who plays them with which colours and openings, and every game's chance are functions of the
//! schedule and of the [`MatchDescription`], so that a tournament taken up again with the games that were finished is
//! the same tournament. The caller hears of each finished game, in the order in which they end, on its own thread.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use hetman_rules::shakmaty::{ByColor, Color};
use hetman_rules::{GameRecord, Variant};
use serde::{Deserialize, Serialize};

use crate::openings::OpeningBook;
use crate::schedule::{Finished, Pairing, Schedule};
use crate::work::{Executor, Files, Switches, Work};
use crate::{Game, GameRules, Player, PlayerError, PlayerSpec, Seats, Stop, Turn, game, generator};

/// Games that are given out at a time: a schedule may hold millions.
const BATCH: usize = 256;

/// What all games have in common.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MatchDescription {
    /// As the schedule numbers them.
    pub players: Vec<PlayerSpec>,
    pub variant: Variant,
    pub rules: GameRules,
    pub openings: OpeningBook,
    pub seed: u64,
    /// Which the players are made of.
    pub files: Files,
}

impl MatchDescription {
    /// Whether everybody can play: a missing file or program is better found before the first game than in the last.
    pub fn check_players(&self) -> Result<(), PlayerError> {
        self.players.iter().try_for_each(|spec| spec.build(self.variant, 0).map(drop))
    }
}

/// Sees every move of every game, from any thread.
pub type MoveObserver<'a> = dyn Fn(&Pairing, &GameRecord, &Turn) + Sync + 'a;

/// An observer who looks away.
pub fn unwatched(_: &Pairing, _: &GameRecord, _: &Turn) {}

/// The games as work.
#[derive(Clone, Copy)]
pub struct MatchGames<'a> {
    pub description: &'a MatchDescription,
    pub observer: &'a MoveObserver<'a>,
}

impl MatchGames<'_> {
    fn seat(
        &self,
        seats: &mut Seats,
        player: usize,
        number: u64,
        color: Color,
    ) -> Result<Box<dyn Player>, PlayerError> {
        let MatchDescription { players, variant, seed, .. } = self.description;
        seats.take(player, &players[player], *variant, seed ^ (number << 1 | u64::from(color.is_black())))
    }
}

impl Work for MatchGames<'_> {
    type Description = MatchDescription;
    type Job = Pairing;
    type Answer = Game;
    type Error = PlayerError;

    fn description(&self) -> &MatchDescription {
        self.description
    }

    fn is_bound(&self) -> bool {
        let MatchDescription { players, rules, .. } = self.description;
        rules.adjudication.oracle.is_some() || players.iter().any(PlayerSpec::is_bound)
    }

    fn perform(&self, seats: &mut Seats, pairing: &Pairing, stop: &Stop) -> Result<Option<Game>, PlayerError> {
        let MatchDescription { rules, openings, seed, .. } = self.description;
        let mut white = self.seat(seats, pairing.white, pairing.number, Color::White)?;
        let mut black = self.seat(seats, pairing.black, pairing.number, Color::Black)?;
        let game = game::play(
            openings.opening(pairing.pair),
            ByColor { white: white.as_mut(), black: black.as_mut() },
            rules,
            &mut generator(*seed, pairing.number),
            stop,
            &mut |record, turn| (self.observer)(pairing, record, turn),
        );
        seats.give_back(pairing.white, white);
        seats.give_back(pairing.black, black);
        Ok(game.finish.outcome().map(|_| game))
    }
}

/// A game that has a result.
#[derive(Clone, Debug)]
pub struct Played {
    pub pairing: Pairing,
    pub game: Game,
}

/// Hears of each finished game, with all that are finished now, and may end the tournament.
pub type GameObserver<'a, E> = dyn FnMut(&Finished, Played) -> Result<ControlFlow<()>, E> + 'a;

/// What is to be played.
pub struct Tournament<'a> {
    pub games: MatchGames<'a>,
    pub schedule: &'a Schedule,
    /// Games of this number and above are not played; a match may end with half a pair.
    pub most_games: u64,
    pub switches: Switches<'a>,
}

impl Tournament<'_> {
    /// Plays what is not finished yet. The observer hears of each game and may end the tournament, or fail.
    pub fn play<E: From<PlayerError>>(
        &self,
        executor: &impl Executor,
        mut finished: Finished,
        observer: &mut GameObserver<E>,
    ) -> Result<Finished, E> {
        let before = finished.clone();
        let mut fixed = self.schedule.ready(&before);
        let mut given_out = BTreeSet::new();
        let mut next = |finished: &Finished, given_out: &mut BTreeSet<u64>| {
            let is_open = |pairing: &Pairing| pairing.number < self.most_games && !given_out.contains(&pairing.number);
            let room = BATCH - given_out.len();
            let games: Vec<Pairing> = match self.schedule.games() {
                Some(_) => fixed.by_ref().filter(is_open).take(room).collect(),
                // In a knock-out they depend on results.
                None => self.schedule.ready(finished).filter(is_open).take(room).collect(),
            };
            given_out.extend(games.iter().map(|pairing| pairing.number));
            games
        };
        let first = next(&finished, &mut given_out);
        executor.execute(&self.games, first, self.switches, &mut |pairing: Pairing, game: Game| {
            let outcome = game.finish.outcome().expect("a game that was stopped is no answer");
            given_out.remove(&pairing.number);
            finished.insert(pairing.number, outcome);
            let verdict = observer(&finished, Played { pairing, game })?;
            Ok::<_, E>(verdict.map_continue(|()| next(&finished, &mut given_out)))
        })?;
        Ok(finished)
    }
}

#[cfg(test)]
mod tests;
