//! Learning from games that others have played.
//!
//! Source: specification of the 2007 thesis, sections 7 and 10 (passive training): one prediction for every half-move
//! of either player, searched from the position after the move; the recorded result is the outcome. Games whose result
//! contradicts the final position are left out, as section 10 advises: most of them were lost on time.

use std::fmt;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use hetman_arena::players::{Material, ThinkingPlayer};
use hetman_arena::{Control, Player, Question, Stop, Thought, generator};
use hetman_eval::{Evaluator, Net};
use hetman_rules::data::outcome;
use hetman_rules::shakmaty::{Color, KnownOutcome, Move, Position};
use hetman_rules::{AnyPosition, Ending, GameRecord, Variant, pgn, with_position};
use hetman_search::exact::{ExactSearch, ExactSearcher, QUIESCENCE_PLIES};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::game::{half_points, terminals};
use super::run_seed;
use super::work::{TrainingGame, TrainingJob};
use crate::experiment::{Experiment, Method, Recorded};
use crate::store::GameRow;
use crate::trace::Selection;

/// The streams that the order of games is drawn from: no run has that many games.
const ORDER_STREAM: u64 = 1 << 63;

/// The games of a collection that can be learned from.
pub struct Collection {
    games: Vec<KeptGame>,
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
struct KeptGame {
    start: AnyPosition,
    moves: Vec<Move>,
    outcome: KnownOutcome,
}

/// A game that others have played, and what came of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Recording {
    record: GameRecord,
    #[serde(with = "outcome")]
    outcome: KnownOutcome,
}

impl KeptGame {
    fn recording(&self) -> Recording {
        let mut record = GameRecord::new(self.start.clone());
        for &m in &self.moves {
            record.play(m).expect("the moves were played before");
        }
        Recording { record, outcome: self.outcome }
    }
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
                self.games.push(KeptGame { start: game.record.start().clone(), moves, outcome });
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
    fn order(&self, run_seed: u64, epoch: u64) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.games.len()).collect();
        order.shuffle(&mut generator(run_seed, ORDER_STREAM + epoch));
        order
    }
}

/// The games that a run watches: all in random order, then all again in another.
pub struct Order<'a> {
    collection: &'a Collection,
    seed: u64,
    /// Of the epoch that was last asked for.
    epoch: u64,
    places: Vec<usize>,
}

impl<'a> Order<'a> {
    pub fn new(collection: &'a Collection, seed: u64) -> Order<'a> {
        Order { collection, seed, epoch: 0, places: collection.order(seed, 0) }
    }

    /// The game that the run learns from as its `number`th.
    pub fn recording(&mut self, number: u64) -> Recording {
        let games = self.collection.len() as u64;
        let (epoch, place) = (number / games, number % games);
        if self.epoch != epoch {
            (self.epoch, self.places) = (epoch, self.collection.order(self.seed, epoch));
        }
        self.collection.games[self.places[place as usize]].recording()
    }
}

fn think(player: &mut dyn Player, position: &AnyPosition, generator: &mut ChaCha8Rng, stop: &Stop) -> Option<Thought> {
    let record = &GameRecord::new(position.clone());
    let control = &Control::watching(stop);
    player.choose(Question { record, clocks: None, allowed: None, generator, control }).thought
}

/// Learns from a game of others; `None` if it was stopped.
pub fn watch(
    experiment: &Experiment,
    recorded: &Recorded,
    recording: &Recording,
    job: &TrainingJob,
    net: &Arc<Net>,
    stop: &Stop,
) -> Option<TrainingGame> {
    let (learning, plies) = (&experiment.learning, recording.record.plies());
    let exact = ExactSearch {
        depth: recorded.depth,
        quiescence: if recorded.quiescence { QUIESCENCE_PLIES } else { 0 },
        terminals: terminals(net, recorded.finished),
        ..ExactSearch::default()
    };
    let mut player = ThinkingPlayer::from(ExactSearcher::of_net(Arc::clone(net), exact));
    let mut chance = generator(run_seed(experiment.seed, job.run), job.game);
    let mut compared = Vec::with_capacity(plies);
    for position in (1..=plies).filter_map(|ply| recording.record.position_after(ply)) {
        if stop() {
            return None;
        }
        // Where the game is over there is nothing to search.
        let thought = match learning.method {
            Method::Td => None,
            Method::TdLeaf => think(&mut player, position, &mut chance, stop),
        };
        compared.push(thought.map_or_else(|| position.clone(), |thought| thought.leaf));
    }
    let selection = Selection { method: learning.method, finished: recorded.finished, sides: learning.sides };
    let row = GameRow {
        game: job.game,
        learner_is_white: true,
        half_points: half_points(recording.outcome, Color::White),
        reason: "recorded".to_owned(),
        plies: plies as u32,
    };
    let traces = vec![selection.recorded(&compared, recording.outcome, net)];
    Some(TrainingGame { row, occupancy: None, traces })
}
