//! The trainer's eye: it counts pieces and sees nothing else.
//!
//! Source: specification of the 2007 thesis, section 8. Mate and stalemate are the search's affair
//! ([`Terminals::TRAINER`]).

use hetman_eval::{Evaluator, FromScratch, ReadsPositions, SideValue, WhiteValue};
use hetman_rules::Playable;
use hetman_rules::shakmaty::{Color, Role};
use hetman_search::exact::{ExactSearcher, Terminals};

use super::look::{self, LOOK};
use crate::PlayerKind;

pub static MATERIAL: PlayerKind = PlayerKind {
    parameters: &LOOK,
    ..PlayerKind::new(
        "material",
        "Trainer",
        "Counts pieces and sees nothing else; the trainer of the 2007 thesis.",
        |spec, _, _| {
            let search = look::search(spec.settings(), Terminals::TRAINER);
            Ok(look::thinking(ExactSearcher { evaluator: Material.into(), search }, spec.settings()))
        },
    )
};

/// 10 (Q - q) + 5 (R - r) + 3 (B - b) + 3 (N - n) + (P - p), pieces in the pocket included; the other way round where
/// they are to be lost.
#[derive(Clone, Copy, Debug)]
pub struct Material;

fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 10,
        Role::King => 0,
    }
}

fn material<P: Playable>(position: &P, color: Color) -> i32 {
    let in_pocket = |role| position.pockets().map_or(0, |pockets| i32::from(*pockets.get(color).get(role)));
    let count = |role: Role| position.board().by_piece(role.of(color)).count() as i32 + in_pocket(role);
    Role::ALL.into_iter().map(|role| worth(role) * count(role)).sum()
}

impl ReadsPositions for Material {
    fn value<P: Playable>(&self, position: &P) -> SideValue {
        let difference = f64::from(material(position, Color::White) - material(position, Color::Black));
        let value = if P::VARIANT.is_losing_game() { -difference } else { difference };
        WhiteValue(value).for_side(position.turn())
    }
}

/// Counting is faster than remembering what was counted.
impl Evaluator for Material {
    type Thread<'a, P: Playable> = FromScratch<'a, Material>;

    fn thread<P: Playable>(&self) -> FromScratch<'_, Material> {
        FromScratch(self)
    }
}
