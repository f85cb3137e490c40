//! An evaluator and the plain search of the earlier works.

use std::sync::Arc;

use hetman_eval::{AnyEvaluator, Evaluator, Net};
use hetman_rules::with_position;
use hetman_search::Searchable;
use hetman_search::plain::{self, Plain, Silence, Terminals};

use crate::{Answer, Player, Question, Remark, Reply, Thought};

/// A linear model's sum has no bound; its weights are of the order of a pawn.
const MORE_THAN_ANY_SUM: f64 = 1e9;

/// What finished games are worth to a search that compares this net's values: more than any prediction.
pub fn known_results(net: &Net) -> Terminals {
    let outcomes = net.model().outcomes();
    let is_sum = net.model().weights().is_some();
    let win = if is_sum { MORE_THAN_ANY_SUM } else { outcomes.white_wins - outcomes.draw };
    Terminals { win: Some(win), draw: Some(0.0) }
}

/// Searches to a fixed depth and draws among the best moves. The evaluator may be shared by many games.
pub struct PlainSearcher<E> {
    pub evaluator: Arc<E>,
    pub plain: Plain,
}

impl PlainSearcher<AnyEvaluator> {
    pub fn of_net(net: impl Into<Arc<Net>>, plain: Plain) -> PlainSearcher<AnyEvaluator> {
        PlainSearcher { evaluator: Arc::new(AnyEvaluator::exact(net)), plain }
    }
}

impl<E: Evaluator> Player for PlainSearcher<E> {
    fn choose(&mut self, question: Question) -> Answer {
        let position = question.record.position();
        with_position!(position, position => think(position, &*self.evaluator, self.plain, question))
    }
}

fn think<P: Searchable, E: Evaluator>(root: &P, evaluator: &E, plain: Plain, question: Question) -> Answer {
    // From the root back, every other position is one in which this side was to move.
    let had: Vec<u64> = question.record.keys().rev().step_by(2).collect();
    match plain::search_until(root, &had, evaluator, plain, question.generator, &|| (question.stop)()) {
        Err(Silence::NoMove) => Answer::without_thought(None),
        Err(Silence::Stopped) => Answer { reply: Ok(Reply::Stopped), thought: None, remark: Remark::default() },
        Ok(found) => Answer {
            reply: Ok(Reply::Move(found.chosen)),
            thought: Some(Thought {
                value: found.value,
                line: found.line,
                leaf: found.leaf.into(),
                is_repetition: found.is_repetition,
            }),
            remark: Remark { depth: Some(plain.depth), ..Remark::default() },
        },
    }
}
