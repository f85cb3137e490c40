//! Men by type, on the board and in hand (2008 thesis, section 3 of its specification).

use hetman_rules::shakmaty::{Color, Role};
use hetman_rules::{Playable, Variant};

use super::FeatureVector;

const ON_BOARD: [Role; 6] = Role::ALL;
const IN_HAND: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// The king counts only where it is a man like any other.
fn on_board(variant: Variant) -> &'static [Role] {
    if variant.is_losing_game() { &ON_BOARD } else { &ON_BOARD[..5] }
}

fn in_hand(variant: Variant) -> &'static [Role] {
    if variant == Variant::Crazyhouse { &IN_HAND } else { &[] }
}

pub fn len(variant: Variant) -> usize {
    on_board(variant).len() + in_hand(variant).len()
}

pub fn names(variant: Variant) -> Vec<String> {
    let board = on_board(variant).iter().map(|role| format!("{role:?}").to_lowercase());
    let hand = in_hand(variant).iter().map(|role| format!("{role:?} in hand").to_lowercase());
    board.chain(hand).collect()
}

/// The feature that counts this man, if one does.
pub fn of_man(variant: Variant, role: Role) -> Option<usize> {
    on_board(variant).iter().position(|&counted| counted == role)
}

pub fn of_man_in_hand(variant: Variant, role: Role) -> Option<usize> {
    let index = in_hand(variant).iter().position(|&counted| counted == role)?;
    Some(on_board(variant).len() + index)
}

pub fn read<P: Playable>(position: &P, into: &mut FeatureVector) {
    let board = position.board();
    let difference = |white: usize, black: usize| white as f64 - black as f64;
    for (index, &role) in on_board(P::VARIANT).iter().enumerate() {
        let count = |color: Color| board.by_piece(role.of(color)).count();
        into.push(index, difference(count(Color::White), count(Color::Black)));
    }
    let Some(pockets) = position.pockets() else { return };
    for (index, &role) in in_hand(P::VARIANT).iter().enumerate() {
        let count = |color: Color| usize::from(*pockets.get(color).get(role));
        into.push(on_board(P::VARIANT).len() + index, difference(count(Color::White), count(Color::Black)));
    }
}
