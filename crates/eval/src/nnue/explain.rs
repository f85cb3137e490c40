//! What a network makes of a position: each piece by removal, and what each set of output weights would say.

use hetman_rules::Playable;
use hetman_rules::shakmaty::{Color, Role};

use super::Network;
use super::inputs::Sight;
use crate::SideValue;
use crate::explain::{Explanation, Method, Outputs, Term};

/// A piece's part is the value less that of the same board without it, by the same output weights. Kings that cannot be
/// taken are left where they are: without them the others would be seen differently.
pub fn explain<P: Playable>(network: &Network, position: &P) -> Explanation {
    let (sight, turn) = (Sight::of(position), position.turn());
    let chosen = network.shape().output(&sight);
    let seen = |sight: &Sight, output| SideValue(network.value_of(sight, turn, output)).for_white(turn);
    let value = seen(&sight, chosen);
    let mut terms = Vec::new();
    let mut part = |name: String, without: &Sight| {
        let part = value.0 - seen(without, chosen).0;
        if *without != sight {
            terms.push(Term { name: name.to_lowercase(), value: part });
        }
    };
    for (square, piece) in sight.board().iter() {
        if piece.role != Role::King || P::VARIANT.is_losing_game() {
            part(format!("{:?} {:?} {square}", piece.color, piece.role), &sight.without(square));
        }
    }
    for color in Color::ALL {
        part(format!("{color:?} beside the board"), &sight.without_extras(color));
    }
    let outputs = (0..network.shape().outputs).map(|output| seen(&sight, output).0).collect();
    let outputs = Some(Outputs { chosen, values: outputs });
    Explanation { value, method: Method::Removal, terms, breakdown: None, outputs }
}
