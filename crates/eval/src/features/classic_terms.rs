//! The terms of the evaluation of 2005 as features, so that what they are worth can be learned.

use hetman_parameters::Named;
use hetman_rules::Variant;
use hetman_rules::shakmaty::Position;

use super::{Feature, FeatureVector, Features};
use crate::classic::{FACTORS, factor_names, factors};

/// The evaluation counts in hundredths of a pawn.
const PAWN: f64 = 100.0;

pub struct ClassicTerms;

impl Named for ClassicTerms {
    fn name(&self) -> &str {
        "classic-terms"
    }
}

impl Features for ClassicTerms {
    fn description(&self) -> &'static str {
        "What each part of the hand-made evaluation of 2005 adds, in pawns: the five types of pieces at their values of \
         then, the two formulas for the side ahead, and the positional terms (docs/classic.md). The phase is that of the \
         position itself. Weights of one are the evaluation as its authors made it; what is learned says by how much \
         each of their numbers should be larger. Terms of chess: in every game the board is read as if it were a chess \
         board."
    }

    fn features(&self, _: Variant) -> Vec<Feature> {
        factor_names().map(|name| Feature::Other(name.into())).collect()
    }

    fn len(&self, _: Variant) -> usize {
        FACTORS
    }

    fn read(&self, _: Variant, position: &dyn Position, into: &mut FeatureVector) {
        for (index, value) in factors(position.board()).into_iter().enumerate() {
            into.push(index, f64::from(value) / PAWN);
        }
    }
}
