//! An evaluator and the exact search of the earlier works.

use std::sync::Arc;

use hetman_eval::model::Shape;
use hetman_eval::{AnyEvaluator, Evaluator, Net};
use hetman_rules::with_position;
use hetman_search::Searchable;
use hetman_search::exact::{self, ExactSearch, Terminals};

use crate::{Answer, Player, Question, Remark, Reply, Thought};

/// A linear model's sum has no bound; its weights are of the order of a pawn.
const LINEAR_WIN: f64 = 1e9;

/// What finished games are worth to a search that compares this net's values: more than any prediction.
pub fn known_results(net: &Net) -> Terminals {
    let outcomes = net.model().outcomes();
    let win = match net.model().shape() {
        Shape::Linear { .. } => LINEAR_WIN,
        Shape::Network(_) => outcomes.white_wins - outcomes.draw,
    };
    Terminals { win: Some(win), draw: Some(0.0) }
}

/// Searches to a fixed depth and draws among the best moves. The evaluator may be shared by many games.
pub struct ExactSearcher<E> {
    pub evaluator: Arc<E>,
    pub exact: ExactSearch,
}

impl ExactSearcher<AnyEvaluator> {
    pub fn of_net(net: impl Into<Arc<Net>>, exact: ExactSearch) -> ExactSearcher<AnyEvaluator> {
        ExactSearcher { evaluator: Arc::new(AnyEvaluator::exact(net)), exact }
    }
}

impl<E: Evaluator> Player for ExactSearcher<E> {
    fn choose(&mut self, question: Question) -> Answer {
        let position = question.record.position();
        with_position!(position, position => think(position, &*self.evaluator, self.exact, question))
    }
}

fn think<P: Searchable, E: Evaluator>(root: &P, evaluator: &E, exact: ExactSearch, question: Question) -> Answer {
    // From the root back, every other position is one in which this side was to move.
    let had: Vec<u64> = question.record.keys().rev().step_by(2).collect();
    match exact::search(root, &had, evaluator, exact, question.generator, question.control) {
        None if question.control.is_stopped() => {
            Answer { reply: Ok(Reply::Stopped), thought: None, remark: Remark::default() }
        }
        None => Answer::without_thought(None),
        Some(found) => Answer {
            reply: Ok(Reply::Move(found.chosen)),
            thought: Some(Thought {
                value: found.value,
                line: found.line,
                leaf: found.leaf.into(),
                is_repetition: found.is_repetition,
            }),
            remark: Remark { depth: Some(exact.depth), ..Remark::default() },
        },
    }
}
