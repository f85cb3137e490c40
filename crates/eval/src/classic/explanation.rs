//! The evaluation of a position, taken apart.

use hetman_rules::shakmaty::Board;

use super::terms::{TERMS, difference, entries};
use super::view::Circumstances;
use super::weights::factor_names;
use super::{Classic, GamePhase, Material};
use crate::WhiteValue;
use crate::explain::{Breakdown, Explanation, Method, SideTerm, Term};

/// The position is taken for a root.
pub fn explain(classic: &Classic, board: &Board) -> Explanation {
    let settings = classic.settings;
    let phase = GamePhase::of(board, &settings);
    let [white, black] = Classic::terms(board, &Circumstances { phase, settings, promotions: [0; 2] });
    let sides = entries().zip(white.iter().zip(&black));
    let terms = sides.map(|(entry, (&white, &black))| SideTerm { name: entry.id, white, black });
    let material = classic.weights.material(&Material::of(board), &settings);
    let positional = classic.weights.positional(&difference([white, black]));
    let breakdown = Breakdown { phase: phase.name(), terms: terms.collect(), positional, material };
    Explanation {
        value: WhiteValue(f64::from(material + positional)),
        method: Method::Exact,
        terms: contributions(classic, board, &difference([white, black])),
        breakdown: Some(breakdown),
        outputs: None,
    }
}

/// What each part adds, White's view, those that add nothing left out.
fn contributions(classic: &Classic, board: &Board, terms: &[i32; TERMS]) -> Vec<Term> {
    let material = Material::of(board);
    let named = factor_names().zip(classic.weights.contributions(&material, &classic.settings, terms));
    named.filter(|&(_, value)| value != 0.0).map(|(name, value)| Term { name: name.to_owned(), value }).collect()
}
