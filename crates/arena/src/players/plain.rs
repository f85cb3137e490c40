//! An evaluator and the plain search of the earlier works.

use std::sync::Arc;

use hetman_eval::model::Shape;
use hetman_eval::{Evaluator, Net};
use hetman_rules::shakmaty::variant::{
    Antichess, Atomic, Chess, Crazyhouse, Horde, KingOfTheHill, RacingKings, ThreeCheck,
};
use hetman_rules::{Playable, Suicide, with_position};
use hetman_search::plain::{self, Plain, Terminals};
use rand_chacha::ChaCha8Rng;

use crate::{Answer, Player, Question, Remark, Reply, Thought};

/// A linear model's sum has no bound; its weights are of the order of a pawn.
const LINEAR_WIN: f64 = 1e9;

/// An evaluator for whatever is played.
pub trait EveryVariant:
    Evaluator<Chess>
    + Evaluator<Crazyhouse>
    + Evaluator<Atomic>
    + Evaluator<Antichess>
    + Evaluator<Suicide>
    + Evaluator<KingOfTheHill>
    + Evaluator<ThreeCheck>
    + Evaluator<Horde>
    + Evaluator<RacingKings>
{
}

impl<E> EveryVariant for E where
    E: Evaluator<Chess>
        + Evaluator<Crazyhouse>
        + Evaluator<Atomic>
        + Evaluator<Antichess>
        + Evaluator<Suicide>
        + Evaluator<KingOfTheHill>
        + Evaluator<ThreeCheck>
        + Evaluator<Horde>
        + Evaluator<RacingKings>
{
}

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
pub struct PlainSearcher<E> {
    pub evaluator: Arc<E>,
    pub plain: Plain,
}

impl<E: EveryVariant> Player for PlainSearcher<E> {
    fn choose(&mut self, question: Question) -> Answer {
        let position = question.record.position();
        with_position!(position, position => think(position, &*self.evaluator, self.plain, question.generator))
    }
}

fn think<P: Playable, E: Evaluator<P>>(root: &P, evaluator: &E, plain: Plain, generator: &mut ChaCha8Rng) -> Answer {
    match plain::search(root, evaluator, plain, generator) {
        None => Answer::without_thought(None),
        Some(found) => Answer {
            reply: Ok(Reply::Move(found.chosen)),
            thought: Some(Thought { value: found.value, line: found.line, leaf: found.leaf.into() }),
            remark: Remark { depth: Some(plain.depth), ..Remark::default() },
        },
    }
}
