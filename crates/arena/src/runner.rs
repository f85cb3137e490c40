//! Many games: a schedule played by several hands at once.
//!
//! Workers take games from a queue and hand them back; the caller hears of each finished game, in the order in which
//! they end, on its own thread. Which games there are, who plays them with which colours and openings, and every
//! game's chance are functions of the schedule and the seed alone, so that a contest taken up again with the games
//! that were finished is the same contest.

mod queue;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use hetman_rules::shakmaty::{ByColor, Color};
use hetman_rules::{GameRecord, Variant};

use crate::openings::OpeningBook;
use crate::schedule::{Finished, Pairing, Schedule};
use crate::{Game, GameRules, Player, PlayerError, PlayerSpec, Stop, Turn, crew, game, generator};
use queue::GameQueue;

/// What is to be played, and how.
pub struct Contest<'a> {
    /// As the schedule numbers them.
    pub players: &'a [PlayerSpec],
    pub variant: Variant,
    pub rules: &'a GameRules,
    pub schedule: &'a Schedule,
    pub openings: &'a OpeningBook,
    /// Games of this number and above are not played; a match may end with half a pair.
    pub games: u64,
    pub seed: u64,
    /// Games at the same time.
    pub concurrency: usize,
    pub switches: Switches<'a>,
    pub observer: &'a MoveObserver<'a>,
}

/// Two ways to end a contest early.
#[derive(Clone, Copy)]
pub struct Switches<'a> {
    /// No new game begins; those that are being played are finished.
    pub close: &'a Stop<'a>,
    /// Games that are being played are abandoned.
    pub abandon: &'a Stop<'a>,
}

/// Sees every move of every game, from any thread.
pub type MoveObserver<'a> = dyn Fn(&Pairing, &GameRecord, &Turn) + Sync + 'a;

/// An observer who looks away.
pub fn unwatched(_: &Pairing, _: &GameRecord, _: &Turn) {}

/// A game of the contest that has a result.
#[derive(Clone, Debug)]
pub struct Played {
    pub pairing: Pairing,
    pub game: Game,
}

/// Hears of each finished game, with all that are finished now, and may end the contest.
pub type GameObserver<'a, E> = dyn FnMut(&Finished, Played) -> Result<ControlFlow<()>, E> + 'a;

impl Contest<'_> {
    /// Whether everybody can play: a missing file or program is better found before the first game than in the last.
    pub fn check_players(&self) -> Result<(), PlayerError> {
        self.players.iter().try_for_each(|word| word.build(self.variant, 0).map(drop))
    }

    /// Plays what is not finished yet. `keep` hears of each game and may end the contest, or fail.
    pub fn play<E: From<PlayerError>>(
        &self,
        mut finished: Finished,
        keep: &mut GameObserver<E>,
    ) -> Result<Finished, E> {
        let queue = &GameQueue::new(self.schedule, self.games, finished.clone());
        let (sender, receiver) = channel();
        thread::scope(|scope| {
            let _closed = queue.closed_by_panic();
            let workers = (0..self.concurrency.max(1)).map(|_| {
                let sender = sender.clone();
                move || self.work(queue, &sender)
            });
            crew::start(scope, workers).map_err(|reason| PlayerError::NoThread(reason.to_string()))?;
            drop(sender);
            // Whatever happens, everybody is sent home before the answer is given.
            let mut verdict = Ok(ControlFlow::Continue(()));
            for played in receiver {
                if matches!(verdict, Ok(ControlFlow::Continue(()))) {
                    verdict = played.map_err(E::from).and_then(|played| {
                        let outcome = played.game.finish.outcome().expect("abandoned games are not handed in");
                        finished.insert(played.pairing.number, outcome);
                        queue.hand_in(&played.pairing, outcome);
                        keep(&finished, played)
                    });
                }
                if !matches!(verdict, Ok(ControlFlow::Continue(()))) {
                    queue.close();
                }
            }
            verdict.map(|_| finished)
        })
    }

    fn work(&self, queue: &GameQueue, sender: &Sender<Result<Played, PlayerError>>) {
        let _closed = queue.closed_by_panic();
        let mut table = Worker { contest: self, queue, kept: BTreeMap::new() };
        while let Some(pairing) = queue.next(self.switches.close) {
            let game = table.play(&pairing);
            if game.as_ref().is_ok_and(|game| game.finish.outcome().is_none()) {
                queue.give_back(&pairing);
                break;
            }
            if sender.send(game.map(|game| Played { pairing, game })).is_err() {
                break;
            }
        }
    }
}

/// Where one worker's games are played. Programs stay seated; they take their time to start.
struct Worker<'a> {
    contest: &'a Contest<'a>,
    queue: &'a GameQueue<'a>,
    kept: BTreeMap<usize, Box<dyn Player>>,
}

impl Worker<'_> {
    fn play(&mut self, pairing: &Pairing) -> Result<Game, PlayerError> {
        let contest = self.contest;
        let mut white = self.seat(pairing.white, pairing.number, Color::White)?;
        let mut black = self.seat(pairing.black, pairing.number, Color::Black)?;
        let stop = || (contest.switches.abandon)() || self.queue.is_closed();
        let game = game::play(
            contest.openings.opening(pairing.pair),
            ByColor { white: white.as_mut(), black: black.as_mut() },
            contest.rules,
            &mut generator(contest.seed, pairing.number),
            &stop,
            &mut |record, turn| (contest.observer)(pairing, record, turn),
        );
        self.keep(pairing.white, white);
        self.keep(pairing.black, black);
        Ok(game)
    }

    /// A player of this program is made anew for each game, so that nothing but the game's number decides what it does.
    fn seat(&mut self, player: usize, number: u64, color: Color) -> Result<Box<dyn Player>, PlayerError> {
        if let Some(seated) = self.kept.remove(&player) {
            return Ok(seated);
        }
        let seed = self.contest.seed ^ (number << 1 | u64::from(color.is_black()));
        self.contest.players[player].build(self.contest.variant, seed)
    }

    fn keep(&mut self, player: usize, seated: Box<dyn Player>) {
        if self.contest.players[player].is_external() {
            self.kept.insert(player, seated);
        }
    }
}

#[cfg(test)]
mod tests;
