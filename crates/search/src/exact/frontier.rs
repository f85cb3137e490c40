//! What need not be tried one move above the leaves.
//!
//! A quiet move that gives no check leaves the other side free to stand still, so that it is worth to the mover at most
//! what the position after it is judged as. Where the evaluator can tell that without the move being made, and it is no
//! more than the mover has already, the move need not be made at all. Most positions of a tree lie behind such moves.
//!
//! The bound is exact unless the other side is left without a move, which ends the game ([`will_answer`]), or a king has
//! moved, which in some variants ends it too, or changes what is a check.

use hetman_eval::ThreadEvaluator;
use hetman_rules::Playable;
use hetman_rules::shakmaty::{Move, Role};

use super::finished::will_answer;
use crate::Searchable;
use crate::moves::Checks;

/// The moves of a node that were left out.
pub struct Frontier<'a, P> {
    position: &'a P,
    bounded: Bounded,
    /// The most that any of them could be worth, and which.
    pub best: Option<(f64, Move)>,
}

/// Which quiet moves are bounded; looked at no sooner than one of them could be left out.
enum Bounded {
    Unseen,
    /// Any of them may end the game.
    None,
    /// All but those that give check.
    Silent(Checks),
    All,
}

impl Bounded {
    fn of<P: Playable>(position: &P) -> Bounded {
        match will_answer(position) {
            false => Bounded::None,
            true if P::VARIANT.is_losing_game() => Bounded::All,
            true => Bounded::Silent(Checks::of_chess(position)),
        }
    }
}

impl<'a, P: Searchable> Frontier<'a, P> {
    pub fn of(position: &'a P) -> Frontier<'a, P> {
        Frontier { position, bounded: Bounded::Unseen, best: None }
    }

    /// Leaves a move out if it is worth no more than `alpha` and that can be told without making it.
    pub fn leaves_out(&mut self, evaluator: &impl ThreadEvaluator<P>, m: Move, alpha: f64) -> bool {
        let Some(ceiling) = self.ceiling(evaluator, m) else { return false };
        if ceiling > alpha || !self.bounds(m) {
            return false;
        }
        if self.best.is_none_or(|(best, _)| ceiling > best) {
            self.best = Some((ceiling, m));
        }
        true
    }

    fn ceiling(&self, evaluator: &impl ThreadEvaluator<P>, m: Move) -> Option<f64> {
        if m.is_capture() || m.is_promotion() || m.role() == Role::King && !P::VARIANT.is_losing_game() {
            return None;
        }
        Some(evaluator.evaluate_after_quiet(self.position, m)?.0)
    }

    fn bounds(&mut self, m: Move) -> bool {
        let position = self.position;
        if let Bounded::Unseen = self.bounded {
            self.bounded = Bounded::of(position);
        }
        match &self.bounded {
            Bounded::Unseen | Bounded::None => false,
            Bounded::Silent(checks) => !checks.contain(position, m),
            Bounded::All => true,
        }
    }
}
