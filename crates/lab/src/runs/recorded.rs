//! Learning from games that others have played.
//!
//! Source: specification of the 2007 thesis, sections 7 and 10 (passive training): one prediction for every half-move
//! of either player, searched from the position after the move; the recorded result is the outcome. Games whose result
//! contradicts the final position are left out, as section 10 advises: most of them were lost on time.

use std::fmt;
use std::fs::File;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use hetman_arena::players::{Material, ThinkingPlayer};
use hetman_arena::{Control, Player, Question, Stop, Thought, generator};
use hetman_eval::{Evaluator, Net};
use hetman_rules::shakmaty::{Color, KnownOutcome, Move, Position};
use hetman_rules::{AnyPosition, Ending, GameRecord, Variant, pgn, with_position};
use hetman_search::exact::{ExactSearch, ExactSearcher, QUIESCENCE_PLIES};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::game::{half_points, terminals};
use super::{SampleSource, TrainError, TrainingContext, TrainingGame};
use crate::experiment::{Method, Recorded};
use crate::store::GameRow;
use crate::trace::Selection;

/// The streams that the order of games is drawn from: no run has that many games.
const ORDER_STREAM: u64 = 1 << 63;

/// The games of a collection that can be learned from.
pub struct Collection {
    games: Vec<Recording>,
    pub left_out: LeftOut,
    latin_1_lines: u64,
}

/// What a collection has given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collected {
    /// To learn from.
    pub games: u64,
    pub left_out: LeftOut,
    /// Lines that are no UTF-8 and were read as Latin-1.
    pub latin_1_lines: u64,
}

impl fmt::Display for Collected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} games to learn from; left out: {}", self.games, self.left_out)?;
        match self.latin_1_lines {
            0 => Ok(()),
            lines => write!(f, "; {lines} lines are not UTF-8 and were read as Latin-1"),
        }
    }
}

/// Games of a collection that cannot be learned from, by reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Not to be read; the first of them is described.
    pub broken: u64,
    pub first_broken: Option<String>,
    /// Without a result or without a move.
    pub unfinished: u64,
    /// With another result than the final position has by the rules, or won by a side too far behind.
    pub contradictory: u64,
    /// Of another variant.
    pub other_variant: u64,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LeftOut { broken, first_broken, unfinished, contradictory, other_variant } = self;
        let first = first_broken.as_ref().map_or_else(String::new, |problem| format!(" (the first: {problem})"));
        write!(
            f,
            "{broken} broken{first}, {unfinished} without a result, {contradictory} whose result contradicts the final \
             position, {other_variant} of another variant"
        )
    }
}

/// Whether a position speaks against the result of the game that ended with it.
fn contradicts(outcome: KnownOutcome, last: &AnyPosition, filter: &Recorded) -> bool {
    if let Some(ending) = Ending::of_position(last, true) {
        return ending.outcome != outcome;
    }
    let Some((winner, most)) = outcome.winner().zip(filter.winner_behind) else { return false };
    let value = with_position!(last, position => Material.evaluate(position)).for_white(last.turn()).0;
    winner.fold_wb(-value, value) > most
}

/// A game without the positions between, which a large collection could not hold.
struct Recording {
    start: AnyPosition,
    moves: Vec<Move>,
    outcome: KnownOutcome,
}

impl Collection {
    /// Reads a collection; a broken game costs only itself.
    pub fn read(path: &Path, variant: Variant, filter: &Recorded) -> std::io::Result<Collection> {
        let mut collection = Collection { games: Vec::new(), left_out: LeftOut::default(), latin_1_lines: 0 };
        let mut games = pgn::read(File::open(path)?)?;
        for game in games.by_ref() {
            match game {
                Err(pgn::PgnError { what: pgn::Mistake::Unreadable(reason), .. }) => return Err(reason),
                Err(problem) => {
                    collection.left_out.broken += 1;
                    collection.left_out.first_broken.get_or_insert_with(|| problem.to_string());
                }
                Ok(game) => collection.add(game, variant, filter),
            }
        }
        collection.latin_1_lines = games.latin_1_lines();
        Ok(collection)
    }

    fn add(&mut self, game: pgn::Game, variant: Variant, filter: &Recorded) {
        let moves: Vec<Move> = game.record.moves().collect();
        match game.result.known() {
            _ if game.record.variant() != variant => self.left_out.other_variant += 1,
            Some(outcome) if contradicts(outcome, game.record.position(), filter) => self.left_out.contradictory += 1,
            Some(outcome) if !moves.is_empty() => {
                self.games.push(Recording { start: game.record.start().clone(), moves, outcome });
            }
            _ => self.left_out.unfinished += 1,
        }
    }

    pub fn len(&self) -> usize {
        self.games.len()
    }

    pub fn collected(&self) -> Collected {
        let (left_out, latin_1_lines) = (self.left_out.clone(), self.latin_1_lines);
        Collected { games: self.len() as u64, left_out, latin_1_lines }
    }

    /// The places of all games, in the order of an epoch.
    fn order(&self, run_seed: u64, epoch: u64) -> Arc<[usize]> {
        let mut order: Vec<usize> = (0..self.games.len()).collect();
        order.shuffle(&mut generator(run_seed, ORDER_STREAM + epoch));
        order.into()
    }
}

/// The games that a run watches: all in random order, then all again in another.
pub struct WatchedGames<'a> {
    context: &'a TrainingContext<'a>,
    recorded: &'a Recorded,
    collection: &'a Collection,
    seed: u64,
    /// The order of the epoch that was last asked for.
    order: Mutex<(u64, Arc<[usize]>)>,
}

impl<'a> WatchedGames<'a> {
    pub fn new(
        context: &'a TrainingContext<'a>,
        recorded: &'a Recorded,
        collection: &'a Collection,
        seed: u64,
    ) -> WatchedGames<'a> {
        let order = Mutex::new((0, collection.order(seed, 0)));
        WatchedGames { context, recorded, collection, seed, order }
    }

    /// The game that the run learns from as its `number`th.
    fn recording(&self, number: u64) -> &'a Recording {
        let games = self.collection.len() as u64;
        let (epoch, place) = (number / games, number % games);
        let mut kept = self.order.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.0 != epoch {
            *kept = (epoch, self.collection.order(self.seed, epoch));
        }
        &self.collection.games[kept.1[place as usize]]
    }
}

fn think(player: &mut dyn Player, position: &AnyPosition, generator: &mut ChaCha8Rng, stop: &Stop) -> Option<Thought> {
    let record = &GameRecord::new(position.clone());
    let control = &Control::watching(stop);
    player.choose(Question { record, clocks: None, allowed: None, generator, control }).thought
}

impl SampleSource for WatchedGames<'_> {
    fn game(&self, net: &Arc<Net>, number: u64) -> Result<Option<TrainingGame>, TrainError> {
        let (recorded, learning) = (self.recorded, &self.context.training.source.experiment.learning);
        let recording = self.recording(number);
        let exact = ExactSearch {
            depth: recorded.depth,
            quiescence: if recorded.quiescence { QUIESCENCE_PLIES } else { 0 },
            terminals: terminals(net, recorded.finished),
            ..ExactSearch::default()
        };
        let mut player = ThinkingPlayer::from(ExactSearcher::of_net(Arc::clone(net), exact));
        let mut chance = generator(self.seed, number);
        let should_stop = || self.context.should_stop();
        let mut position = recording.start.clone();
        let mut compared = Vec::with_capacity(recording.moves.len());
        for &m in &recording.moves {
            if should_stop() {
                return Ok(None);
            }
            position = position.after(m);
            // Where the game is over there is nothing to search.
            let thought = match learning.method {
                Method::Td => None,
                Method::TdLeaf => think(&mut player, &position, &mut chance, &should_stop),
            };
            compared.push(thought.map_or_else(|| position.clone(), |thought| thought.leaf));
        }
        let selection = Selection { method: learning.method, finished: recorded.finished, sides: learning.sides };
        let row = GameRow {
            game: number,
            learner_is_white: true,
            half_points: half_points(recording.outcome, Color::White),
            reason: "recorded".to_owned(),
            plies: recording.moves.len() as u32,
        };
        let traces = vec![selection.recorded(&compared, recording.outcome, net)];
        Ok(Some(TrainingGame { row, occupancy: None, traces }))
    }
}
