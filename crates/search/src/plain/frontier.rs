//! What need not be tried one move above the leaves.
//!
//! A quiet move that gives no check leaves the other side free to stand still, so that it is worth to the mover at most
//! what the position after it is judged as. Where the evaluator can tell that without the move being made, and it is no
//! more than the mover has already, the move need not be made at all. Most positions of a tree lie behind such moves.
//!
//! The bound is exact unless the other side is left without a move, which ends the game ([`will_answer`]), or a king has
//! moved, which in some variants ends it too, or changes what is a check.

use hetman_eval::Incremental;
use hetman_rules::Playable;
use hetman_rules::shakmaty::{Move, Role};

use super::finished::will_answer;
use super::tree::{Place, Tree};
use crate::Searchable;
use crate::moves::Checks;

/// What is known about the quiet moves of a node; looked at no sooner than one of them could be left out.
#[derive(Default)]
pub enum Frontier {
    #[default]
    Unseen,
    /// Any of them may end the game.
    Closed,
    /// They are bounded, but for those that give check.
    Open(Option<Checks>),
}

impl Frontier {
    fn of<P: Playable>(position: &P) -> Frontier {
        match will_answer(position) {
            false => Frontier::Closed,
            true => Frontier::Open((!P::VARIANT.is_losing_game()).then(|| Checks::of_chess(position))),
        }
    }

    fn bounds<P: Playable>(&mut self, position: &P, m: Move) -> bool {
        if let Frontier::Unseen = self {
            *self = Frontier::of(position);
        }
        match self {
            Frontier::Unseen | Frontier::Closed => false,
            Frontier::Open(checks) => !checks.as_ref().is_some_and(|checks| checks.contain(position, m)),
        }
    }
}

impl<P: Searchable, E: Incremental<P>> Tree<'_, P, E> {
    /// What a move one above the leaves is worth at most, if that is no more than `alpha` and can be told without making
    /// it.
    pub fn ceiling(&self, place: &Place<P, E::State>, m: Move, alpha: f64, frontier: &mut Frontier) -> Option<f64> {
        if m.is_capture() || m.is_promotion() || m.role() == Role::King && !P::VARIANT.is_losing_game() {
            return None;
        }
        let ceiling = self.evaluator.foresee(&place.state, &place.position, m)?.0;
        (ceiling <= alpha && frontier.bounds(&place.position, m)).then_some(ceiling)
    }
}
