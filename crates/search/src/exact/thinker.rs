//! The exact search with an evaluator, as a [`Thinker`].

use std::sync::Arc;

use hetman_eval::{AnyEvaluator, Evaluator, Net};
use hetman_rules::with_position;
use rand::Rng;

use super::{ExactResult, ExactSearch, search};
use crate::{Decision, OnInfo, SearchTask, Searchable, Thinker};

/// Searches to its own depth, whatever the limits, and draws among the best moves. The evaluator may be shared by many
/// games.
pub struct ExactSearcher<E> {
    pub evaluator: Arc<E>,
    pub search: ExactSearch,
}

impl ExactSearcher<AnyEvaluator> {
    pub fn of_net(net: impl Into<Arc<Net>>, search: ExactSearch) -> ExactSearcher<AnyEvaluator> {
        ExactSearcher { evaluator: Arc::new(AnyEvaluator::exact(net)), search }
    }
}

impl<E: Evaluator> Thinker for ExactSearcher<E> {
    fn think(&mut self, task: SearchTask, chance: &mut dyn Rng, _: &mut OnInfo) -> Decision {
        let SearchTask { game, control, .. } = task;
        // From the root back, every other position is one in which this side was to move.
        let had: Vec<u64> = game.keys().rev().step_by(2).collect();
        with_position!(game.position(), root => {
            let found = search(root, &had, &*self.evaluator, self.search, chance, control);
            found.map_or_else(Decision::default, |found| decision(found, self.search.depth))
        })
    }

    fn reseed(&mut self, _seed: u64) -> bool {
        !E::IS_SEEDED
    }
}

fn decision<P: Searchable>(found: ExactResult<P>, depth: u32) -> Decision {
    Decision {
        best: Some(found.chosen),
        ponder: found.line.get(1).copied(),
        value: found.value,
        score: None,
        depth,
        nodes: found.nodes,
        line: found.line,
        is_repetition: found.is_repetition,
    }
}
