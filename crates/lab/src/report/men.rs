//! Men and squares, found by the names of a model's inputs: "knight", "knight in hand", "knight f3", "knight c3/f3",
//! "pawn rank 5", "knight ring 2", each possibly with a word behind it that says when it counts ("knight f3 full").
//!
//! Whatever set of features has such names has values of men and boards to show; no set is known here.

use hetman_rules::shakmaty::{Role, Square};

use crate::occupancy::Occupancy;

/// What stands behind a man that counts on the board.
const IN_HAND: &str = "in hand";

/// A man under certain circumstances, and where its weights are.
#[derive(Clone, Debug, PartialEq)]
pub struct Man {
    /// "knight", "white knight".
    pub who: String,
    /// "", "in hand", "full".
    pub when: String,
    role: Role,
    /// The input that counts such men wherever they stand.
    base: Option<usize>,
    /// The input for each square that has one.
    cells: [Option<usize>; 64],
}

/// Everybody whom the names of inputs name, in their order.
pub fn men(names: &[String]) -> Vec<Man> {
    let mut men: Vec<Man> = Vec::new();
    for (input, name) in names.iter().enumerate() {
        let Some((who, squares, when)) = parts(name) else { continue };
        let Some(role) = role(&who) else { continue };
        let known = men.iter().position(|man| man.who == who && man.when == when);
        let place = known.unwrap_or_else(|| {
            men.push(Man { who, when, role, base: None, cells: [None; 64] });
            men.len() - 1
        });
        match squares {
            None => men[place].base = Some(input),
            Some(squares) => squares.into_iter().for_each(|square| men[place].cells[usize::from(square)] = Some(input)),
        }
    }
    share_bases(men)
}

/// What counts always counts at every end of the game too: where a man has boards for ends, its own input belongs to
/// each of them and is no value by itself.
fn share_bases(mut men: Vec<Man>) -> Vec<Man> {
    let always: Vec<Man> = men.iter().filter(|man| man.when.is_empty() && !man.has_board()).cloned().collect();
    let is_end = |man: &Man| !man.when.is_empty() && man.has_board();
    let with_ends: Vec<String> = men.iter().filter(|man| is_end(man)).map(|man| man.who.clone()).collect();
    for man in men.iter_mut().filter(|man| is_end(man) && man.base.is_none()) {
        man.base = always.iter().find(|other| other.who == man.who).and_then(|other| other.base);
    }
    men.retain(|man| !(man.when.is_empty() && !man.has_board() && with_ends.contains(&man.who)));
    men
}

impl Man {
    pub fn name(&self) -> String {
        format!("{} {}", self.who, self.when).trim_end().to_owned()
    }

    /// Whether such men count wherever they stand, so that they have a value.
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

fn role(who: &str) -> Option<Role> {
    let man = ["white ", "black "].into_iter().find_map(|colour| who.strip_prefix(colour)).unwrap_or(who);
    Role::ALL.into_iter().find(|role| format!("{role:?}").eq_ignore_ascii_case(man))
}

/// Who, on which squares if it says so, and when.
fn parts(name: &str) -> Option<(String, Option<Vec<Square>>, String)> {
    let words: Vec<&str> = name.split(' ').collect();
    for place in 1..words.len() {
        let (squares, width) = match words.get(place + 1).and_then(|number| number.parse().ok()) {
            Some(number) => (line(words[place], number), 2),
            None => (cell(words[place]), 1),
        };
        if let Some(squares) = squares {
            return Some((words[..place].join(" "), Some(squares), words[place + width..].join(" ")));
        }
    }
    let men = (1..=words.len()).rev().find(|&count| role(&words[..count].join(" ")).is_some())?;
    let when = words[men..].join(" ");
    // "pawn to be taken" counts something else than pawns.
    (when.is_empty() || when == IN_HAND || !when.contains(' ')).then(|| (words[..men].join(" "), None, when))
}

/// "f3", or "c3/f3" for two that are not told apart.
fn cell(word: &str) -> Option<Vec<Square>> {
    word.split('/').map(|square| square.parse().ok()).collect()
}

/// "rank 5", "ring 2": rings are counted from the edge.
fn line(word: &str, number: u32) -> Option<Vec<Square>> {
    let from_edge = |line: u32| line.min(7 - line);
    let ring = |square: Square| 1 + from_edge(square.file().into()).min(from_edge(square.rank().into()));
    match word {
        "rank" => Some(Square::ALL.into_iter().filter(|square| u32::from(square.rank()) + 1 == number).collect()),
        "ring" => Some(Square::ALL.into_iter().filter(|&square| ring(square) == number).collect()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use hetman_eval::{FeatureSet, Model, Net};
    use hetman_rules::Variant;

    use super::*;
    use crate::occupancy::value_of_man;

    fn names(set: FeatureSet, variant: Variant) -> Vec<String> {
        set.names(variant)
    }

    fn find<'m>(men: &'m [Man], name: &str) -> &'m Man {
        men.iter().find(|man| man.name() == name).unwrap_or_else(|| panic!("no {name}: {men:?}"))
    }

    #[test]
    fn names_say_who_and_where() {
        let men = men(&names(FeatureSet::PieceSquare, Variant::Crazyhouse));
        assert_eq!(men.iter().filter(|man| man.has_board()).count(), 6);
        assert!(!find(&men, "queen in hand").has_board());
        let names = names(FeatureSet::PieceSquare, Variant::Crazyhouse);
        let f3 = names.iter().position(|name| name == "knight f3");
        assert_eq!(find(&men, "knight").cells[usize::from(Square::F3)], f3);
    }

    #[test]
    fn halves_ranks_and_rings_are_spread_over_their_squares() {
        let half = men(&names(FeatureSet::HalfPieceSquare, Variant::Chess));
        let knight = find(&half, "knight");
        assert_eq!(knight.cells[usize::from(Square::C3)], knight.cells[usize::from(Square::F3)]);
        assert_ne!(knight.cells[usize::from(Square::C3)], knight.cells[usize::from(Square::D3)]);
        let rings = men(&names(FeatureSet::RanksAndRings, Variant::Chess));
        assert_eq!(find(&rings, "pawn").cells.iter().flatten().count(), 48, "pawns have six ranks");
        let queen = find(&rings, "queen");
        assert_eq!(queen.cells[usize::from(Square::A4)], queen.cells[usize::from(Square::H8)]);
        assert_ne!(queen.cells[usize::from(Square::A4)], queen.cells[usize::from(Square::D4)]);
    }

    #[test]
    fn a_word_behind_makes_another_man() {
        let names = ["knight full", "knight bare", "knight f3 full", "knight f3 bare", "king e1 bare"];
        let men = men(&names.map(str::to_owned));
        assert_eq!(men.iter().map(Man::name).collect::<Vec<_>>(), ["knight full", "knight bare", "king bare"]);
        let weights = [3.0, 2.0, 0.25, -0.5, 1.0];
        let squares = |name: &str| find(&men, name).squares(&weights, &Occupancy::default());
        assert_eq!(squares("knight full")[usize::from(Square::F3)], Some(3.25));
        assert_eq!(squares("knight bare")[usize::from(Square::F3)], Some(1.5));
        assert!(!find(&men, "king bare").has_value());
    }

    #[test]
    fn what_always_counts_belongs_to_every_end() {
        let names = ["knight", "queen", "knight f3 full", "knight f3 bare"].map(str::to_owned);
        let men = men(&names);
        assert_eq!(men.iter().map(Man::name).collect::<Vec<_>>(), ["queen", "knight full", "knight bare"]);
        let squares = find(&men, "knight bare").squares(&[3.0, 9.0, 0.25, -0.5], &Occupancy::default());
        assert_eq!(squares[usize::from(Square::F3)], Some(2.5));
    }

    #[test]
    fn what_is_no_man_is_left_out() {
        let special = men(&names(FeatureSet::Suicide14, Variant::Suicide));
        assert_eq!(special.len(), 6, "those to be taken are none: {special:?}");
        assert_eq!(men(&names(FeatureSet::Thesis45, Variant::Chess)), []);
        assert_eq!(men(&names(FeatureSet::OneHot768, Variant::Chess)).len(), 12);
        assert_eq!(men(&names(FeatureSet::OneHot768Printed, Variant::Chess)), []);
    }

    #[test]
    fn averages_are_those_of_the_published_tables() {
        for set in
            [FeatureSet::Material, FeatureSet::PieceSquare, FeatureSet::HalfPieceSquare, FeatureSet::RanksAndRings]
        {
            let mut model = Model::linear(set.len(Variant::Chess), 1.0).unwrap();
            let weights: Vec<f64> = (0..set.len(Variant::Chess)).map(|input| (input as f64 * 0.3).cos()).collect();
            model.parameters_mut()[..weights.len()].copy_from_slice(&weights);
            let mut net = Net::new(Variant::Chess, set, model, Default::default()).unwrap();
            let counts: Vec<String> = (0..6 * 64).map(|cell| (cell % 7).to_string()).collect();
            net.provenance.notes.insert("occupancy".to_owned(), counts.join(" "));
            let occupancy = Occupancy::of_net(&net);
            for man in men(&set.names(Variant::Chess)).iter().filter(|man| man.has_value()) {
                let (ours, theirs) =
                    (man.value(&weights, &occupancy).unwrap(), value_of_man(&net, &man.name()).unwrap());
                assert!((ours - theirs).abs() < 1e-9, "{set} {}: {ours} {theirs}", man.name());
            }
        }
    }
}
