//! placeholder
use hetman_rules::{Playable, Variant};

use crate::{Evaluator, SideValue};

/// x
#[derive(Clone, Debug)]
pub struct PieceSquare {}

impl PieceSquare {
    /// The evaluator of a variant before anything was learned.
    pub fn for_variant(_variant: Variant) -> PieceSquare {
        PieceSquare {}
    }
}

impl<P: Playable> Evaluator<P> for PieceSquare {
    fn evaluate(&self, _position: &P) -> SideValue {
        SideValue(0.0)
    }
}
