//! An ending by a short list of rules, which a person could play by too.

use std::path::Path;
use std::sync::Arc;

use hetman_endgame::strategy::{Strategy, StrategyError};
use hetman_rules::shakmaty::Position;
use hetman_rules::{AnyPosition, Variant};
use rand::seq::IndexedRandom;

use crate::{Answer, Needs, Player, PlayerError, PlayerKind, PlayerSpec, Question};

pub static RULES: PlayerKind = PlayerKind {
    needs: Needs::Knowledge,
    ..PlayerKind::new(
        "rules",
        "A list of rules",
        "Plays the stronger side of an ending by rules that `hetman endgame induce` has found, and elsewhere any legal move.",
        build,
    )
};

fn build(spec: &PlayerSpec, variant: Variant, _: u64) -> Result<Box<dyn Player>, PlayerError> {
    let error = |reason: String| PlayerError::Rules { file: spec.subject().into(), reason };
    let text = std::fs::read(Path::new(spec.subject())).map_err(|reason| error(reason.to_string()))?;
    let strategy: Strategy =
        String::from_utf8_lossy(&text).parse().map_err(|reason: StrategyError| error(reason.to_string()))?;
    if variant != Variant::Chess {
        return Err(error(format!("it plays chess, not {variant}")));
    }
    Ok(Box::new(RulesPlayer(Arc::new(strategy))))
}

/// Plays by rules; of the moves that they leave chance takes one.
pub struct RulesPlayer(pub Arc<Strategy>);

impl Player for RulesPlayer {
    fn choose(&mut self, question: Question) -> Answer {
        let position = question.record.position();
        let left = if let AnyPosition::Chess(position) = position { self.0.moves(position) } else { None };
        let candidates = left.unwrap_or_else(|| position.legal_moves().to_vec());
        Answer::without_thought(candidates.choose(question.generator).copied())
    }

    /// What it leaves to chance is the game's.
    fn reseed(&mut self, _: u64) -> bool {
        true
    }
}
