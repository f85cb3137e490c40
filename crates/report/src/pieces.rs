//! Pieces and squares among a model's inputs, as its features tell them: a piece that counts on the whole board, on some
//! squares or in the pocket, always or by how full the board is.
//!
//! Whatever set has such features has values of pieces and boards to show; no set is known here.

use hetman_eval::features::{Feature, Place};
use hetman_lab::occupancy::Occupancy;
use hetman_rules::shakmaty::{Role, Square};

/// A piece under certain circumstances, and where its weights are.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceInputs {
    /// "knight", "white knight".
    pub who: String,
    /// "", "in hand", "full".
    pub when: String,
    role: Role,
    /// The input that counts such pieces wherever they stand.
    base: Option<usize>,
    /// The input for each square that has one.
    cells: [Option<usize>; 64],
}

/// Every piece that inputs count, in their order.
pub fn pieces(features: &[Feature]) -> Vec<PieceInputs> {
    let mut pieces: Vec<PieceInputs> = Vec::new();
    for (input, feature) in features.iter().enumerate() {
        let Feature::Piece { color, role, place, phase } = *feature else { continue };
        let who = Feature::Piece { color, role, place: Place::Board, phase: None }.to_string();
        let when = match (place, phase) {
            (Place::Pocket, _) => "in hand".to_owned(),
            (_, phase) => phase.map_or_else(String::new, |phase| phase.to_string()),
        };
        let known = pieces.iter().position(|piece| piece.who == who && piece.when == when);
        let index = known.unwrap_or_else(|| {
            pieces.push(PieceInputs { who, when, role, base: None, cells: [None; 64] });
            pieces.len() - 1
        });
        match place {
            Place::Board | Place::Pocket => pieces[index].base = Some(input),
            _ => place.squares().into_iter().for_each(|square| pieces[index].cells[usize::from(square)] = Some(input)),
        }
    }
    share_bases(pieces)
}

/// What counts always counts at every end of the game too: where a piece has boards for ends, its own input belongs to
/// each of them and is no value by itself.
fn share_bases(mut pieces: Vec<PieceInputs>) -> Vec<PieceInputs> {
    let always: Vec<PieceInputs> =
        pieces.iter().filter(|piece| piece.when.is_empty() && !piece.has_board()).cloned().collect();
    let is_end = |piece: &PieceInputs| !piece.when.is_empty() && piece.has_board();
    let with_ends: Vec<String> = pieces.iter().filter(|piece| is_end(piece)).map(|piece| piece.who.clone()).collect();
    for piece in pieces.iter_mut().filter(|piece| is_end(piece) && piece.base.is_none()) {
        piece.base = always.iter().find(|other| other.who == piece.who).and_then(|other| other.base);
    }
    pieces.retain(|piece| !(piece.when.is_empty() && !piece.has_board() && with_ends.contains(&piece.who)));
    pieces
}

impl PieceInputs {
    pub fn name(&self) -> String {
        format!("{} {}", self.who, self.when).trim_end().to_owned()
    }

    /// Whether such pieces count wherever they stand, so that they have a value.
    pub fn has_value(&self) -> bool {
        self.base.is_some()
    }

    pub fn has_board(&self) -> bool {
        self.cells.iter().any(Option::is_some)
    }

    /// What it is worth on each square; `None` on those it never stood on, where anything was counted at all.
    pub fn squares(&self, weights: &[f64], occupancy: &Occupancy) -> [Option<f64>; 64] {
        let base = self.base.map_or(0.0, |input| weights[input]);
        let is_counted = !occupancy.is_empty();
        Square::ALL.map(|square| {
            let value = self.cells[usize::from(square)].map_or(base, |input| base + weights[input]);
            (!is_counted || occupancy.times(self.role, square) > 0).then_some(value)
        })
    }

    /// What it is worth: on the average of the squares it stood on, where squares are told apart. `None` if that was not
    /// counted.
    pub fn value(&self, weights: &[f64], occupancy: &Occupancy) -> Option<f64> {
        if !self.has_board() {
            return self.base.map(|input| weights[input]);
        }
        let all = self.positions(occupancy);
        let values = self.squares(weights, occupancy);
        let times = Square::ALL.map(|square| occupancy.times(self.role, square) as f64);
        let total = values.iter().zip(times).map(|(value, times)| value.unwrap_or(0.0) * times).sum::<f64>();
        (all > 0).then(|| total / all as f64)
    }

    fn positions(&self, occupancy: &Occupancy) -> u64 {
        Square::ALL.into_iter().map(|square| occupancy.times(self.role, square)).sum()
    }
}

#[cfg(test)]
mod tests {
    use hetman_eval::{FeatureSet, Model, Net, Phase};
    use hetman_lab::occupancy::value_of_piece;
    use hetman_rules::Variant;

    use super::*;

    fn find<'p>(pieces: &'p [PieceInputs], name: &str) -> &'p PieceInputs {
        pieces.iter().find(|piece| piece.name() == name).unwrap_or_else(|| panic!("no {name}: {pieces:?}"))
    }

    fn at_end(role: Role, place: Place, end: Phase) -> Feature {
        Feature::Piece { color: None, role, place, phase: Some(end) }
    }

    #[test]
    fn features_say_who_and_where() {
        let pieces = pieces(&FeatureSet::PIECE_SQUARE.features(Variant::Crazyhouse));
        assert_eq!(pieces.iter().filter(|piece| piece.has_board()).count(), 6);
        assert!(!find(&pieces, "queen in hand").has_board());
        let names = FeatureSet::PIECE_SQUARE.names(Variant::Crazyhouse);
        let f3 = names.iter().position(|name| name == "knight f3");
        assert_eq!(find(&pieces, "knight").cells[usize::from(Square::F3)], f3);
    }

    #[test]
    fn halves_ranks_and_rings_are_spread_over_their_squares() {
        let half = pieces(&FeatureSet::HALF_PIECE_SQUARE.features(Variant::Chess));
        let knight = find(&half, "knight");
        assert_eq!(knight.cells[usize::from(Square::C3)], knight.cells[usize::from(Square::F3)]);
        assert_ne!(knight.cells[usize::from(Square::C3)], knight.cells[usize::from(Square::D3)]);
        let rings = pieces(&FeatureSet::RANKS_AND_RINGS.features(Variant::Chess));
        assert_eq!(find(&rings, "pawn").cells.iter().flatten().count(), 48, "pawns have six ranks");
        let queen = find(&rings, "queen");
        assert_eq!(queen.cells[usize::from(Square::A4)], queen.cells[usize::from(Square::H8)]);
        assert_ne!(queen.cells[usize::from(Square::A4)], queen.cells[usize::from(Square::D4)]);
    }

    #[test]
    fn an_end_of_the_game_makes_another_piece() {
        let pieces = pieces(&[
            at_end(Role::Knight, Place::Board, Phase::Middlegame),
            at_end(Role::Knight, Place::Board, Phase::Endgame),
            at_end(Role::Knight, Place::Square(Square::F3), Phase::Middlegame),
            at_end(Role::Knight, Place::Square(Square::F3), Phase::Endgame),
            at_end(Role::King, Place::Square(Square::E1), Phase::Endgame),
        ]);
        assert_eq!(
            pieces.iter().map(PieceInputs::name).collect::<Vec<_>>(),
            ["knight full", "knight bare", "king bare"]
        );
        let weights = [3.0, 2.0, 0.25, -0.5, 1.0];
        let squares = |name: &str| find(&pieces, name).squares(&weights, &Occupancy::default());
        assert_eq!(squares("knight full")[usize::from(Square::F3)], Some(3.25));
        assert_eq!(squares("knight bare")[usize::from(Square::F3)], Some(1.5));
        assert!(!find(&pieces, "king bare").has_value());
    }

    #[test]
    fn what_always_counts_belongs_to_every_end() {
        let pieces = pieces(&[
            Feature::piece(Role::Knight, Place::Board),
            Feature::piece(Role::Queen, Place::Board),
            at_end(Role::Knight, Place::Square(Square::F3), Phase::Middlegame),
            at_end(Role::Knight, Place::Square(Square::F3), Phase::Endgame),
        ]);
        assert_eq!(pieces.iter().map(PieceInputs::name).collect::<Vec<_>>(), ["queen", "knight full", "knight bare"]);
        let squares = find(&pieces, "knight bare").squares(&[3.0, 9.0, 0.25, -0.5], &Occupancy::default());
        assert_eq!(squares[usize::from(Square::F3)], Some(2.5));
    }

    #[test]
    fn what_is_no_piece_is_left_out() {
        let special = pieces(&FeatureSet::SUICIDE_14.features(Variant::Suicide));
        assert_eq!(special.len(), 6, "those to be taken are none: {special:?}");
        assert_eq!(pieces(&FeatureSet::THESIS_45.features(Variant::Chess)), []);
        assert_eq!(pieces(&FeatureSet::ONE_HOT_768.features(Variant::Chess)).len(), 12);
        assert_eq!(pieces(&FeatureSet::ONE_HOT_768_PRINTED.features(Variant::Chess)), []);
    }

    #[test]
    fn averages_are_those_of_the_published_tables() {
        for set in
            [FeatureSet::MATERIAL, FeatureSet::PIECE_SQUARE, FeatureSet::HALF_PIECE_SQUARE, FeatureSet::RANKS_AND_RINGS]
        {
            let mut model = Model::linear(set.len(Variant::Chess), 1.0).unwrap();
            let weights: Vec<f64> = (0..set.len(Variant::Chess)).map(|input| (input as f64 * 0.3).cos()).collect();
            model.parameters_mut()[..weights.len()].copy_from_slice(&weights);
            let mut net = Net::new(Variant::Chess, set, model, Default::default()).unwrap();
            let counts: Vec<String> = (0..6 * 64).map(|cell| (cell % 7).to_string()).collect();
            net.provenance.notes.insert("occupancy".to_owned(), counts.join(" "));
            let occupancy = Occupancy::of_net(&net);
            for piece in pieces(&set.features(Variant::Chess)).iter().filter(|piece| piece.has_value()) {
                let (ours, theirs) =
                    (piece.value(&weights, &occupancy).unwrap(), value_of_piece(&net, &piece.name()).unwrap());
                assert!((ours - theirs).abs() < 1e-9, "{set} {}: {ours} {theirs}", piece.name());
            }
        }
    }
}
