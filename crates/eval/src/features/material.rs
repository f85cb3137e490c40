//! Pieces by type, on the board and in the pocket (2008 thesis, section 3 of its specification).

use hetman_parameters::Named;
use hetman_rules::Variant;
use hetman_rules::shakmaty::{Color, Position, Role};

use super::{Feature, FeatureVector, Features, Place};

const ON_BOARD: [Role; 6] = Role::ALL;
const IN_POCKET: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// The king counts only where it is a piece like any other.
fn on_board(variant: Variant) -> &'static [Role] {
    if variant.is_losing_game() { &ON_BOARD } else { &ON_BOARD[..5] }
}

fn in_pocket(variant: Variant) -> &'static [Role] {
    if variant == Variant::Crazyhouse { &IN_POCKET } else { &[] }
}

pub fn len(variant: Variant) -> usize {
    on_board(variant).len() + in_pocket(variant).len()
}

pub struct Material;

impl Named for Material {
    fn name(&self) -> &str {
        "material"
    }
}

impl Features for Material {
    fn description(&self) -> &'static str {
        "Pieces by type: pawn, knight, bishop, rook, queen. In crazyhouse the same five in hand as well; in suicide \
         and antichess, where the king is a piece like any other, the king too (2008)."
    }

    fn features(&self, variant: Variant) -> Vec<Feature> {
        let board = on_board(variant).iter().map(|&role| Feature::piece(role, Place::Board));
        board.chain(in_pocket(variant).iter().map(|&role| Feature::piece(role, Place::Pocket))).collect()
    }

    fn len(&self, variant: Variant) -> usize {
        len(variant)
    }

    fn read(&self, variant: Variant, position: &dyn Position, into: &mut FeatureVector) {
        let board = position.board();
        let difference = |white: usize, black: usize| white as f64 - black as f64;
        for (index, &role) in on_board(variant).iter().enumerate() {
            let count = |color: Color| board.by_piece(role.of(color)).count();
            into.push(index, difference(count(Color::White), count(Color::Black)));
        }
        let Some(pockets) = position.pockets() else { return };
        for (index, &role) in in_pocket(variant).iter().enumerate() {
            let count = |color: Color| usize::from(*pockets.get(color).get(role));
            into.push(on_board(variant).len() + index, difference(count(Color::White), count(Color::Black)));
        }
    }
}
