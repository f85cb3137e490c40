//! The search with its memory, as a [`Thinker`].

use std::sync::Arc;

use hetman_eval::Evaluator;
use hetman_rules::shakmaty::Move;
use hetman_rules::{AnyPosition, GameRecord, with_position};
use rand::{Rng, RngExt};

use super::iterations::{Iterations, WhenToStop};
use super::search::{Scale, Search};
use super::tree::Tree;
use super::{Allocator, BudgetSettings};
use crate::history::Histories;
use crate::see::PieceValues;
use crate::table::Storage;
use crate::{Control, Decision, Limits, OnInfo, SearchTask, Searchable, Thinker, Tunables};

/// A probability-limited search with its evaluator, and with what splits its budget. It has one thread.
pub struct BudgetSearcher<E, A> {
    settings: BudgetSettings,
    evaluator: Arc<E>,
    allocator: A,
    storage: Option<Storage>,
    histories: Histories,
}

impl<E: Evaluator, A: Allocator> BudgetSearcher<E, A> {
    pub fn new(settings: BudgetSettings, evaluator: impl Into<Arc<E>>, allocator: A) -> BudgetSearcher<E, A> {
        BudgetSearcher {
            settings,
            evaluator: evaluator.into(),
            allocator,
            storage: (settings.hash_mib > 0).then(|| Storage::new(settings.hash_mib)),
            histories: Histories::default(),
        }
    }

    /// Thinks as ever, and returns inner nodes of the tree beside, each of which is taken with this probability.
    pub fn sample(
        &mut self,
        game: &GameRecord,
        limits: &Limits,
        control: &Control,
        probability: f64,
        chance: &mut dyn Rng,
    ) -> (Decision, Vec<AnyPosition>) {
        let mut kept = Vec::new();
        let decision = with_position!(game.position(), root => {
            let mut visit = |node: &_| {
                if chance.random_bool(probability) {
                    kept.push(AnyPosition::from(Clone::clone(node)));
                }
            };
            self.search(root, game, limits, control, &mut visit, &mut |_| {})
        });
        (decision, kept)
    }

    fn search<P: Searchable>(
        &mut self,
        root: &P,
        game: &GameRecord,
        limits: &Limits,
        control: &Control,
        visit: &mut dyn FnMut(&P),
        on_info: &mut OnInfo,
    ) -> Decision {
        let keys: Vec<u64> = game.keys().collect();
        let tunables = &Tunables::of(P::VARIANT, &Default::default());
        let root_moves = root_moves(root, limits);
        let when = WhenToStop::of(limits, control, tunables);
        let should_stop = |nodes: u64| when.is_over(nodes);
        if let Some(storage) = &mut self.storage {
            storage.new_search();
        }
        let search = Search {
            settings: &self.settings,
            allocator: &mut self.allocator,
            tunables,
            piece_values: PieceValues::of(&*self.evaluator),
            scale: Scale::of(&*self.evaluator),
            table: self.storage.as_mut().map(|storage| storage.open(tunables)),
            root_moves: &root_moves,
            should_stop: &should_stop,
        };
        let tree = Tree::<P, E, A>::new(search, &self.evaluator, &mut self.histories, &keys, visit);
        Iterations::new(tree, root, &when).run(on_info)
    }
}

/// The legal moves that are asked for.
fn root_moves<P: Searchable>(root: &P, limits: &Limits) -> Vec<Move> {
    let is_wanted = |m: &Move| limits.root_moves.is_empty() || limits.root_moves.contains(m);
    root.legal_moves().into_iter().filter(is_wanted).collect()
}

impl<E: Evaluator, A: Allocator> Thinker for BudgetSearcher<E, A> {
    fn think(&mut self, task: SearchTask, _: &mut dyn Rng, on_info: &mut OnInfo) -> Decision {
        let SearchTask { game, limits, control } = task;
        with_position!(game.position(), root => self.search(root, game, limits, control, &mut |_| {}, on_info))
    }

    /// What was remembered of another game would make this one depend on it.
    fn start_game(&mut self) {
        self.histories.clear();
        if let Some(storage) = &mut self.storage {
            storage.clear();
        }
    }

    /// Nothing is left to chance but what the evaluator leaves to it.
    fn reseed(&mut self, _seed: u64) -> bool {
        !E::IS_SEEDED
    }
}
