//! Values that know whose they are.

use std::ops::Neg;

use hetman_rules::shakmaty::Color;
use serde::{Deserialize, Serialize};

/// A value seen from the side to move: positive is good for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct SideValue(pub f64);

/// A value seen from White: positive is good for White, whichever side is to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct WhiteValue(pub f64);

impl SideValue {
    /// The same value as White sees it, `turn` being the side to move.
    pub fn for_white(self, turn: Color) -> WhiteValue {
        WhiteValue(turn.fold_wb(self.0, -self.0))
    }
}

impl WhiteValue {
    /// The same value as the side to move sees it.
    pub fn for_side(self, turn: Color) -> SideValue {
        SideValue(turn.fold_wb(self.0, -self.0))
    }
}

/// What is good for one side is bad for the other.
impl Neg for SideValue {
    type Output = SideValue;

    fn neg(self) -> SideValue {
        SideValue(-self.0)
    }
}
