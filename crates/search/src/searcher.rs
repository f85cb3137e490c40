//! The engine's search, as its users see it: settings, a hash table that outlives a move, and one function.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::thread;
use std::time::Duration;

use hetman_eval::{AnyEvaluator, Evaluator};
use hetman_rules::shakmaty::{Move, Position};
use hetman_rules::{GameRecord, Variant, with_position};
use rand::Rng;

use crate::alphabeta::pruning::Reductions;
use crate::alphabeta::{RootMove, Shared, Worker};
use crate::handicap::Handicap;
use crate::history::Histories;
use crate::see::PieceValues;
use crate::table::Storage;
use crate::time::Budget;
use crate::{Control, Decision, Limits, OnInfo, Oracle, Score, SearchTask, Searchable, Thinker, Tunables};

/// Move lists live on the stack: 10 KiB a ply at the most, 128 plies, with room to spare. The caller of a search gives
/// it a stack like that; its helpers bring their own.
const STACK_BYTES: usize = 16 << 20;

/// Settings that hold for every search until they are changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    pub hash_mib: usize,
    pub threads: usize,
    pub multi_pv: usize,
    /// Time lost between the clock and us, kept in reserve on every move that a clock is running for.
    pub move_overhead: Duration,
    /// Play at about this rating instead of full strength.
    pub elo: Option<u32>,
    /// Varies the play at limited strength.
    pub seed: u64,
    /// Numbers of the search that were changed, by their names in [`Tunables::DECLARED`].
    pub tuned: BTreeMap<String, i32>,
}

impl Settings {
    /// Whether the seed decides what is played.
    pub fn leaves_to_chance(&self) -> bool {
        self.handicap().is_some_and(|handicap| handicap.noise > 0.0)
    }

    /// What is judged by if nobody says otherwise. Ratings were measured with the tables, and keep their meaning by them.
    pub fn evaluator(&self, variant: Variant) -> AnyEvaluator {
        if self.elo.is_some() { AnyEvaluator::tables(variant) } else { AnyEvaluator::shipped(variant) }
    }

    fn handicap(&self) -> Option<Handicap> {
        self.elo.map(|elo| Handicap::new(elo, self.seed))
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash_mib: 16,
            threads: 1,
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            elo: None,
            seed: 0,
            tuned: BTreeMap::new(),
        }
    }
}

/// A search with its histories.
pub struct Searcher {
    settings: Settings,
    evaluator: Arc<AnyEvaluator>,
    table: Storage,
    histories: Vec<Histories>,
    threads_used: usize,
    oracle: Option<Arc<dyn Oracle>>,
    /// Of the numbers that were last searched with.
    reductions: Reductions,
}

impl Searcher {
    pub fn new(settings: Settings, evaluator: impl Into<Arc<AnyEvaluator>>) -> Searcher {
        Searcher {
            evaluator: evaluator.into(),
            table: Storage::new(settings.hash_mib),
            histories: histories(settings.threads),
            threads_used: 0,
            settings,
            oracle: None,
            reductions: Reductions::new(&Tunables::default()),
        }
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How many threads the last search had: fewer than the settings say where the system starts no more.
    pub fn threads_used(&self) -> usize {
        self.threads_used
    }

    /// Changes settings; the table is cleared only if its size changes, or what it holds was seen with another eye.
    pub fn configure(&mut self, settings: Settings) {
        if settings.hash_mib != self.settings.hash_mib {
            self.table = Storage::new(settings.hash_mib);
        } else if settings.handicap() != self.settings.handicap() {
            self.table.clear();
        }
        if settings.threads != self.settings.threads {
            self.histories = histories(settings.threads);
        }
        self.settings = settings;
    }

    pub fn evaluator(&self) -> &Arc<AnyEvaluator> {
        &self.evaluator
    }

    /// Searches with other eyes from now on, and forgets what the old ones saw.
    pub fn set_evaluator(&mut self, evaluator: impl Into<Arc<AnyEvaluator>>) {
        self.evaluator = evaluator.into();
        self.clear();
    }

    /// Endgame knowledge to consult, or none.
    pub fn set_oracle(&mut self, oracle: Option<Arc<dyn Oracle>>) {
        self.oracle = oracle;
    }

    /// Forgets everything learned from earlier positions.
    pub fn clear(&mut self) {
        self.table.clear();
        self.histories.iter_mut().for_each(Histories::clear);
    }

    /// Searches the record's present position, of whatever variant. Nothing is left to chance.
    pub fn search(
        &mut self,
        record: &GameRecord,
        limits: &Limits,
        control: &Control,
        on_info: &mut OnInfo,
    ) -> Decision {
        let keys: Vec<u64> = record.keys().collect();
        with_position!(record.position(), root => self.search_position(root, &keys, limits, control, on_info))
    }

    /// Searches a position; `keys` are those of the game so far, the position's own last.
    fn search_position<P: Searchable>(
        &mut self,
        root: &P,
        keys: &[u64],
        limits: &Limits,
        control: &Control,
        on_info: &mut OnInfo,
    ) -> Decision {
        let handicap = self.settings.handicap();
        let limits = &handicap.map_or_else(|| limits.clone(), |handicap| handicap.limit(limits));
        let root_moves = self.root_moves(root, limits);
        if root_moves.is_empty() {
            return nothing_to_play(root);
        }
        let tunables = Tunables::of(P::VARIANT, &self.settings.tuned);
        if !self.reductions.fit(&tunables) {
            self.reductions = Reductions::new(&tunables);
        }
        self.table.new_search();
        let table = self.table.open(&tunables);
        let shared = Shared {
            evaluator: &*self.evaluator,
            handicap,
            piece_values: PieceValues::of(&*self.evaluator),
            table: &table,
            oracle: self.oracle.as_deref(),
            root_wdl: self.oracle.as_ref().and_then(|oracle| oracle.probe(root)),
            budget: Budget::of(limits, self.settings.move_overhead, &tunables),
            tunables,
            reductions: &self.reductions,
            settings: &self.settings,
            limits,
            control,
            nodes: self.histories.iter().map(|_| AtomicU64::new(0)).collect(),
            tablebase_hits: AtomicU64::new(0),
            finished: AtomicBool::new(false),
        };
        let (decision, threads_used) = run_threads(&shared, &mut self.histories, root, keys, root_moves, on_info);
        self.threads_used = threads_used;
        decision
    }

    /// The moves asked for, less those that an oracle advises against.
    fn root_moves<P: Searchable>(&self, root: &P, limits: &Limits) -> Vec<RootMove> {
        let asked: Vec<Move> = root
            .legal_moves()
            .into_iter()
            .filter(|m| limits.root_moves.is_empty() || limits.root_moves.contains(m))
            .collect();
        let advised = self.oracle.as_ref().and_then(|oracle| oracle.root_probe(root));
        let is_advised = |m: &Move| advised.as_ref().is_some_and(|advised| advised.contains(m));
        let both: Vec<Move> = asked.iter().copied().filter(is_advised).collect();
        let chosen = if both.is_empty() { asked } else { both };
        chosen.into_iter().map(RootMove::new).collect()
    }
}

impl Thinker for Searcher {
    fn think(&mut self, task: SearchTask, _: &mut dyn Rng, on_info: &mut OnInfo) -> Decision {
        let SearchTask { game, limits, control } = task;
        self.search(game, limits, control, on_info)
    }

    /// The table of another game would make this one depend on it.
    fn start_game(&mut self) {
        self.clear();
    }

    fn reseed(&mut self, seed: u64) -> bool {
        self.settings.seed = seed;
        true
    }
}

fn histories(threads: usize) -> Vec<Histories> {
    (0..threads.max(1)).map(|_| Histories::default()).collect()
}

/// Lazy SMP: every thread searches the same root, and they help each other through the table. The first keeps time and
/// decides: it is the caller's own, which is there even if the system starts no other. Returns also how many there were.
fn run_threads<P: Searchable, E: Evaluator>(
    shared: &Shared<'_, E>,
    histories: &mut [Histories],
    root: &P,
    keys: &[u64],
    root_moves: Vec<RootMove>,
    on_info: &mut OnInfo,
) -> (Decision, usize) {
    thread::scope(|scope| {
        let (first, others) = histories.split_first_mut().expect("there is at least one thread");
        let mut threads = 1;
        for histories in others {
            let (number, root_moves) = (threads, root_moves.clone());
            let search = move || {
                Worker::<P, E>::new(shared, histories, number, keys, root_moves).iterative_deepening(root, &mut |_| {});
            };
            if thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, search).is_err() {
                break;
            }
            threads += 1;
        }
        let mut main = Worker::<P, E>::new(shared, first, 0, keys, root_moves);
        main.iterative_deepening(root, on_info);
        (main.decision(), threads)
    })
}

fn nothing_to_play<P: Position>(root: &P) -> Decision {
    let score = match root.outcome().winner() {
        Some(_) => Score::Mate(0),
        None => Score::Centipawns(0),
    };
    Decision { value: score.into(), score: Some(score), ..Decision::default() }
}

#[cfg(test)]
mod tests;
