//! An ending by a short list of rules, which a person could play by too.

use std::path::Path;
use std::sync::Arc;

use hetman_endgame::SmallPosition;
use hetman_endgame::strategy::{Strategy, StrategyError};
use hetman_rules::shakmaty::{Color, Move, Position};
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

impl RulesPlayer {
    /// The legal moves that the rules leave: all of them where they know nothing.
    fn candidates(&self, position: &AnyPosition) -> Vec<Move> {
        let moves = position.legal_moves();
        let Some(left) = small(position).and_then(|(small, _)| self.left(small)) else { return moves.to_vec() };
        let is_left = |m: &Move| small(&position.after(*m)).is_some_and(|(_, after)| left.contains(&after));
        moves.into_iter().filter(is_left).collect()
    }

    /// What may come of a position with the stronger side to move, as boards.
    fn left(&self, position: SmallPosition) -> Option<Vec<Squares>> {
        let (material, is_exchanged) = position.material();
        let position = if is_exchanged { position.with_colors_exchanged() } else { position };
        if material != self.0.material || position.turn() != Color::White {
            return None;
        }
        let turned = |after: SmallPosition| if is_exchanged { after.with_colors_exchanged() } else { after };
        Some(self.0.choose(&position).moves.into_iter().map(|after| squares(&turned(after))).collect())
    }
}

/// Who stands where, in an order that depends on nothing else.
type Squares = Vec<(hetman_rules::shakmaty::Square, hetman_rules::shakmaty::Piece)>;

fn squares(position: &SmallPosition) -> Squares {
    let mut squares: Squares = position.pieces().iter().map(|&(piece, square)| (square, piece)).collect();
    squares.sort_by_key(|(square, _)| *square);
    squares
}

fn small(position: &AnyPosition) -> Option<(SmallPosition, Squares)> {
    let AnyPosition::Chess(position) = position else { return None };
    let small = SmallPosition::of(position)?;
    let squares = squares(&small);
    Some((small, squares))
}

impl Player for RulesPlayer {
    fn choose(&mut self, question: Question) -> Answer {
        let candidates = self.candidates(question.record.position());
        Answer::without_thought(candidates.choose(question.generator).copied())
    }

    /// What it leaves to chance is the game's.
    fn reseed(&mut self, _: u64) -> bool {
        true
    }
}
