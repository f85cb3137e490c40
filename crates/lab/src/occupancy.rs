//! How often each man stood on each square while somebody learned, and what a man is worth on the average of those.
//!
//! Source: specification of the 2008 thesis, section 3 (average piece value). The counts travel with the net, as a note.

use std::ops::AddAssign;

use hetman_arena::Game;
use hetman_eval::Net;
use hetman_rules::AnyPosition;
use hetman_rules::shakmaty::{Position, Role, Square};

/// The note's key.
const NOTE: &str = "occupancy";

const CELLS: usize = 6 * 64;

/// Positions with a man of a type on a square, Black's men mirrored rank-wise: pawns on a1, b1, ..., then knights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occupancy(Vec<u64>);

impl Default for Occupancy {
    fn default() -> Occupancy {
        Occupancy(vec![0; CELLS])
    }
}

impl AddAssign<&Occupancy> for Occupancy {
    fn add_assign(&mut self, other: &Occupancy) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, count)| *sum += count);
    }
}

impl Occupancy {
    /// The men of every position in which somebody had to move.
    pub fn of_game(game: &Game) -> Occupancy {
        let mut occupancy = Occupancy::default();
        let positions = (0..game.turns.len()).filter_map(|turn| game.record.position_after(game.opening_plies + turn));
        positions.for_each(|position| occupancy.count(position));
        occupancy
    }

    fn count(&mut self, position: &AnyPosition) {
        for (square, piece) in position.board().clone() {
            let seen = piece.color.fold_wb(square, square.flip_vertical());
            self.0[cell(piece.role, seen)] += 1;
        }
    }

    /// What is noted in a net, or nothing yet.
    pub fn of_net(net: &Net) -> Occupancy {
        let counts = net.provenance.notes.get(NOTE).map(|text| text.split(' ').map(str::parse).collect());
        match counts {
            Some(Ok(counts)) if Vec::len(&counts) == CELLS => Occupancy(counts),
            _ => Occupancy::default(),
        }
    }

    pub fn note_in(&self, net: &mut Net) {
        let counts: Vec<String> = self.0.iter().map(u64::to_string).collect();
        net.provenance.notes.insert(NOTE.to_owned(), counts.join(" "));
    }
}

fn cell(role: Role, square: Square) -> usize {
    (usize::from(role) - 1) * 64 + usize::from(square)
}

/// Whether a net tells squares apart, so that counts mean anything to it.
pub fn tells_squares_apart(net: &Net) -> bool {
    let places = |square| net.features().of_man(net.variant(), Role::Pawn, square);
    places(Square::E2).is_some() && places(Square::E2) != places(Square::E4)
}

/// What a man is worth to a linear net: "knight" or "knight in hand". Where squares are told apart, the average over
/// those it stood on; `None` if that was not counted, or the net knows no such man.
pub fn value_of_man(net: &Net, man: &str) -> Option<f64> {
    let parameters = net.model().parameters();
    let sum = |indices: Vec<usize>| indices.into_iter().map(|index| parameters[index]).sum::<f64>();
    let Some(role) = Role::ALL.into_iter().find(|role| format!("{role:?}").eq_ignore_ascii_case(man)) else {
        let place = net.parameter_names().iter().position(|name| name == man)?;
        return Some(parameters[place]);
    };
    let worth = |square: Square| net.features().of_man(net.variant(), role, square).map(sum);
    if !tells_squares_apart(net) {
        return worth(Square::A1);
    }
    let occupancy = Occupancy::of_net(net);
    let counts = Square::ALL.map(|square| occupancy.0[cell(role, square)]);
    let all = counts.iter().sum::<u64>();
    let total = Square::ALL.into_iter().zip(counts).map(|(square, count)| Some(worth(square)? * count as f64));
    (all > 0).then(|| total.sum::<Option<f64>>()).flatten().map(|total| total / all as f64)
}

/// What a man is worth to a linear net on each square it has stood on; `None` if the net knows no such man.
pub fn values_by_square(net: &Net, man: &str) -> Option<[Option<f64>; 64]> {
    let role = Role::ALL.into_iter().find(|role| format!("{role:?}").eq_ignore_ascii_case(man))?;
    let occupancy = Occupancy::of_net(net);
    let worth = |square: Square| {
        let features = net.features().of_man(net.variant(), role, square)?;
        Some(features.into_iter().map(|index| net.model().parameters()[index]).sum())
    };
    Some(Square::ALL.map(|square| worth(square).filter(|_| occupancy.0[cell(role, square)] > 0)))
}
