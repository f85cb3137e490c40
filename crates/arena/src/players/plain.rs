//! An evaluator and the plain search of the earlier works.

use hetman_eval::Evaluator;
use hetman_rules::shakmaty::variant::{
    Antichess, Atomic, Chess, Crazyhouse, Horde, KingOfTheHill, RacingKings, ThreeCheck,
};
use hetman_rules::{GameRecord, Playable, Suicide, with_position};
use hetman_search::plain::{self, Plain};
use rand_chacha::ChaCha8Rng;

use crate::{Answer, Player, Thought};

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

/// Searches to a fixed depth and draws among the best moves.
pub struct PlainSearcher<E> {
    pub evaluator: E,
    pub plain: Plain,
}

impl<E: EveryVariant> Player for PlainSearcher<E> {
    fn choose(&mut self, record: &GameRecord, generator: &mut ChaCha8Rng) -> Answer {
        with_position!(record.position(), position => think(position, &self.evaluator, self.plain, generator))
    }
}

fn think<P: Playable, E: Evaluator<P>>(root: &P, evaluator: &E, plain: Plain, generator: &mut ChaCha8Rng) -> Answer {
    match plain::search(root, evaluator, plain, generator) {
        None => Answer::without_thought(None),
        Some(found) => Answer {
            chosen: Some(found.chosen),
            thought: Some(Thought { value: found.value, line: found.line, leaf: found.leaf.into() }),
        },
    }
}
