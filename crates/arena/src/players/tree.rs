//! An ending by a decision tree: the strategy of 2006.
//!
//! Source: specification of the 2006 program, 3.5. Every legal move is made and what comes of it is classified; the move
//! after which the tree sees the nearest mate is played. What the tree does not know ranks behind what it takes for a
//! draw, and a draw behind every win; where several are as good, chance decides. The work classifies positions as they
//! stand, and the tree has seen one of eight mirror images only: `canonical` has them mapped first.

use std::path::Path;
use std::sync::Arc;

use hetman_endgame::attributes::Standing;
use hetman_endgame::{DecisionTree, SmallPosition};
use hetman_parameters::{Kind, Parameter};
use hetman_rules::shakmaty::Color;
use hetman_rules::{AnyPosition, Variant};

use super::ranking::least;
use crate::{Answer, Needs, Player, PlayerError, PlayerKind, PlayerSpec, Question};

const CANONICAL: Parameter = Parameter::new(
    "canonical",
    "Canonical positions",
    Kind::Flag,
    "Asks the tree about the one of a position's mirror images that it has learned from.",
);

pub static TREE: PlayerKind = PlayerKind {
    needs: Needs::Knowledge,
    parameters: &[CANONICAL],
    ..PlayerKind::new(
        "tree",
        "A decision tree",
        "Plays an ending by a tree that `hetman endgame induce` has learned, and elsewhere any legal move.",
        build,
    )
};

fn build(spec: &PlayerSpec, variant: Variant, _: u64) -> Result<Box<dyn Player>, PlayerError> {
    let error = |reason: String| PlayerError::Tree { file: spec.subject().into(), reason };
    let text = std::fs::read_to_string(Path::new(spec.subject())).map_err(|reason| error(reason.to_string()))?;
    let tree: DecisionTree = text.parse().map_err(|reason| error(format!("{reason}")))?;
    if variant != Variant::Chess {
        return Err(error(format!("it plays chess, not {variant}")));
    }
    Ok(Box::new(TreePlayer { tree: Arc::new(tree), is_mapped: spec.settings().flag(CANONICAL.key) }))
}

/// Plays by a tree of positions in which the weaker side is to move.
pub struct TreePlayer {
    pub tree: Arc<DecisionTree>,
    /// Whether positions are mapped to their canonical images.
    pub is_mapped: bool,
}

/// Behind a draw, before a loss.
const UNKNOWN: u16 = 2000;

impl TreePlayer {
    /// How good the position that a move led to is for the side that made it: the least is the best.
    pub fn rank(&self, after: &AnyPosition) -> u16 {
        self.standing(after)
            .and_then(|standing| self.tree.answer(&standing, self.is_mapped))
            .map_or(UNKNOWN, |class| class.rank())
    }

    /// The position as the tree sees it, White being the stronger side; `None` if it is of another ending, or the
    /// stronger side is to move.
    fn standing(&self, position: &AnyPosition) -> Option<Standing> {
        let AnyPosition::Chess(position) = position else { return None };
        let position = SmallPosition::of(position)?;
        let (material, is_exchanged) = position.material();
        let position = if is_exchanged { position.with_colors_exchanged() } else { position };
        (material == self.tree.material && position.turn() == Color::Black).then(|| Standing::from(&position))
    }
}

impl Player for TreePlayer {
    fn choose(&mut self, question: Question) -> Answer {
        least(question, |after| self.rank(after))
    }

    /// What it leaves to chance is the game's.
    fn reseed(&mut self, _: u64) -> bool {
        true
    }
}
