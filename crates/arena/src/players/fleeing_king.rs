//! The fleeing king: any move after which its own king stands as near the centre as it can, each as likely as the
//! others.
//!
//! Source: specification of the 2007 thesis, section 8, and of the 2006 program, 1.1 (where the published trials of
//! rook against king agree with Chebyshev's distance).

use hetman_parameters::{Default as Declared, Kind, Parameter};
use hetman_rules::shakmaty::{Color, Position, Role, Square};
use rand::seq::IndexedRandom;

use crate::{Answer, Player, PlayerKind, Question};

const KING_MOVES: &str = "king-moves";
const DISTANCE: Parameter = Parameter::new(
    "distance",
    "Distance",
    Kind::Choice(&["steps", KING_MOVES]),
    "How far from the centre is measured.",
)
.or(Declared::Text("steps"));

pub static KING: PlayerKind = PlayerKind {
    parameters: &[DISTANCE],
    ..PlayerKind::new(
        "king",
        "Fleeing king",
        "Runs for the centre with its king; the defender of the works of 2006 and 2007.",
        |spec, _, _| {
            let is_by_king = spec.settings().text(DISTANCE.key).as_deref() == Some(KING_MOVES);
            let distance = if is_by_king { CentreDistance::KingMoves } else { CentreDistance::Steps };
            Ok(Box::new(FleeingKing { distance }))
        },
    )
};

/// How far a square is from the centre, which is the point where d4, d5, e4 and e5 meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CentreDistance {
    /// |x - 3.5| + |y - 3.5|: the measure of feature 41 of the 2007 thesis.
    #[default]
    Steps,
    /// max(|x - 3.5|, |y - 3.5|): the king's own moves, 2006.
    KingMoves,
}

impl CentreDistance {
    /// In half squares, so that it is a whole number.
    fn of(self, square: Square) -> i32 {
        let [x, y] = [i32::from(square.file()), i32::from(square.rank())].map(|line| (2 * line - 7).abs());
        match self {
            CentreDistance::Steps => x + y,
            CentreDistance::KingMoves => x.max(y),
        }
    }
}

#[derive(Default)]
pub struct FleeingKing {
    pub distance: CentreDistance,
}

impl FleeingKing {
    /// The nearest king counts where there are several, and none at all is far away.
    fn distance_of_king(&self, position: &impl Position, color: Color) -> i32 {
        let kings = position.board().by_piece(Role::King.of(color));
        kings.into_iter().map(|square| self.distance.of(square)).min().unwrap_or(i32::MAX)
    }
}

impl Player for FleeingKing {
    fn choose(&mut self, question: Question) -> Answer {
        let position = question.record.position();
        let distance_after = |m| self.distance_of_king(&position.after(m), position.turn());
        let moves: Vec<_> = position.legal_moves().into_iter().map(|m| (m, distance_after(m))).collect();
        let nearest = moves.iter().map(|&(_, distance)| distance).min();
        let candidates: Vec<_> = moves.into_iter().filter(|&(_, distance)| Some(distance) == nearest).collect();
        Answer::without_thought(candidates.choose(question.generator).map(|&(m, _)| m))
    }
}
