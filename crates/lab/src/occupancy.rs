//! How often each piece stood on each square while somebody learned, and what a piece is worth on the average of those.
//!
//! Source: specification of the 2008 thesis, section 3 (average piece value). The counts travel with the net, as a note.
//! Where a net has two values for a square, the one for a full board is meant.

use std::ops::AddAssign;

use hetman_arena::Game;
use hetman_eval::{Net, Phase};
use hetman_rules::AnyPosition;
use hetman_rules::shakmaty::{Position, Role, Square};
use serde::{Deserialize, Serialize};

/// The note's key.
const NOTE: &str = "occupancy";

const CELLS: usize = 6 * 64;

/// Positions with a piece of a type on a square, Black's pieces as Black sees them: pawns on a1, b1, ..., then knights.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// The pieces of every position in which somebody had to move.
    pub fn of_game(game: &Game) -> Occupancy {
        let mut occupancy = Occupancy::default();
        let positions = (0..game.turns.len()).filter_map(|turn| game.record.position_after(game.opening_plies + turn));
        positions.for_each(|position| occupancy.count(position));
        occupancy
    }

    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&times| times == 0)
    }

    pub fn count(&mut self, position: &AnyPosition) {
        for (square, piece) in position.board().clone() {
            let seen = piece.color.fold_wb(square, position.variant().square_seen_by_black(square));
            self.0[cell(piece.role, seen)] += 1;
        }
    }

    /// In how many positions such a piece stood there.
    pub fn times(&self, role: Role, square: Square) -> u64 {
        self.0[cell(role, square)]
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
    let places = |square| net.features().of_piece(net.variant(), Role::Pawn, square, Phase::Middlegame);
    places(Square::E2).is_some() && places(Square::E2) != places(Square::E4)
}

/// What a piece is worth to a linear net: "knight" or "knight in hand". Where squares are told apart, the average over
/// those it stood on; `None` if that was not counted, or the net knows no such piece.
pub fn value_of_piece(net: &Net, piece: &str) -> Option<f64> {
    let parameters = net.model().parameters();
    let sum = |indices: Vec<usize>| indices.into_iter().map(|index| parameters[index]).sum::<f64>();
    let Some(role) = Role::ALL.into_iter().find(|role| format!("{role:?}").eq_ignore_ascii_case(piece)) else {
        let place = net.parameter_names().iter().position(|name| name == piece)?;
        return Some(parameters[place]);
    };
    let worth = |square: Square| net.features().of_piece(net.variant(), role, square, Phase::Middlegame).map(sum);
    if !tells_squares_apart(net) {
        return worth(Square::A1);
    }
    let occupancy = Occupancy::of_net(net);
    let counts = Square::ALL.map(|square| occupancy.0[cell(role, square)]);
    let all = counts.iter().sum::<u64>();
    let total = Square::ALL.into_iter().zip(counts).map(|(square, count)| Some(worth(square)? * count as f64));
    (all > 0).then(|| total.sum::<Option<f64>>()).flatten().map(|total| total / all as f64)
}

/// What a piece is worth to a linear net on each square it has stood on; `None` if the net knows no such piece.
pub fn values_by_square(net: &Net, piece: &str) -> Option<[Option<f64>; 64]> {
    let role = Role::ALL.into_iter().find(|role| format!("{role:?}").eq_ignore_ascii_case(piece))?;
    let occupancy = Occupancy::of_net(net);
    let worth = |square: Square| {
        let features = net.features().of_piece(net.variant(), role, square, Phase::Middlegame)?;
        Some(features.into_iter().map(|index| net.model().parameters()[index]).sum())
    };
    Some(Square::ALL.map(|square| worth(square).filter(|_| occupancy.0[cell(role, square)] > 0)))
}

#[cfg(test)]
mod tests {
    use hetman_eval::{FeatureSet, Model};
    use hetman_rules::Variant;

    use super::*;

    fn net(features: FeatureSet) -> Net {
        let inputs = features.len(Variant::Chess);
        let mut model = Model::linear(inputs, 1.0).unwrap();
        model.parameters_mut().iter_mut().enumerate().for_each(|(index, weight)| *weight = index as f64);
        Net::new(Variant::Chess, features, model, Default::default()).unwrap()
    }

    fn counted(fens: &[&str]) -> Occupancy {
        let mut occupancy = Occupancy::default();
        fens.iter().for_each(|fen| occupancy.count(&AnyPosition::from_fen(Variant::Chess, fen).unwrap()));
        occupancy
    }

    #[test]
    fn counts_travel_with_the_net_and_add_up() {
        let mut net = net(FeatureSet::PIECE_SQUARE);
        assert_eq!(Occupancy::of_net(&net), Occupancy::default());
        let once = counted(&["4k3/8/8/5n2/8/8/8/4K2N w - - 0 1"]);
        once.note_in(&mut net);
        assert_eq!(Occupancy::of_net(&net), once);
        assert_eq!(once.0[cell(Role::Knight, Square::F4)], 1, "Black's pieces are mirrored");
        assert_eq!(once.0[cell(Role::King, Square::E1)], 2);
        let mut twice = once.clone();
        twice += &once;
        assert_eq!(twice.0.iter().sum::<u64>(), 8);
    }

    #[test]
    fn a_man_is_worth_the_average_of_the_squares_it_stood_on() {
        let mut net = net(FeatureSet::PIECE_SQUARE);
        assert_eq!(value_of_piece(&net, "knight"), None, "nothing was counted");
        counted(&["4k3/8/8/5n2/8/8/8/4K2N w - - 0 1", "4k3/8/8/8/8/8/8/4K2N b - - 0 1"]).note_in(&mut net);
        let names = net.parameter_names();
        let weight = |name: &str| names.iter().position(|known| known == name).unwrap() as f64;
        let expected = weight("knight") + (2.0 * weight("knight h1") + weight("knight f4")) / 3.0;
        assert!((value_of_piece(&net, "knight").unwrap() - expected).abs() < 1e-9);
        let squares = values_by_square(&net, "knight").unwrap();
        assert_eq!(squares.iter().flatten().count(), 2);
        assert_eq!(squares[usize::from(Square::H1)], Some(weight("knight") + weight("knight h1")));
        assert_eq!(value_of_piece(&net, "hussar"), None);
    }

    #[test]
    fn men_that_are_only_counted_need_no_squares() {
        let net = net(FeatureSet::MATERIAL);
        assert!(!tells_squares_apart(&net));
        assert_eq!(value_of_piece(&net, "rook"), Some(3.0));
    }
}
