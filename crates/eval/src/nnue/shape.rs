//! How large a network is and what it looks at.

use hetman_rules::Variant;
use hetman_rules::shakmaty::Color;

use super::inputs::{Facts, Kings, Sight, View};
use crate::kernels::sparse::SLICE;

/// The most hidden units that either side can have: their sums over all blocks of the activation still fit.
pub const MOST_HIDDEN: usize = 2048;
/// The most sets of output weights.
pub const MOST_OUTPUTS: usize = 32;

/// Inputs, twice the hidden units, one value: what both perspectives share but for the weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub variant: Variant,
    pub kings: Kings,
    /// Hidden units of either perspective.
    pub hidden: usize,
    /// Sets of output weights, chosen by how many pieces are on the board.
    pub outputs: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    #[error("a network cannot have {0} hidden units: choose a multiple of {SLICE} up to {MOST_HIDDEN}")]
    Hidden(usize),
    #[error("a network cannot have {0} output buckets: choose 1 to {MOST_OUTPUTS}")]
    Outputs(usize),
}

impl Shape {
    pub fn new(variant: Variant, kings: Kings, hidden: usize, outputs: usize) -> Result<Shape, ShapeError> {
        if hidden == 0 || !hidden.is_multiple_of(SLICE) || hidden > MOST_HIDDEN {
            return Err(ShapeError::Hidden(hidden));
        }
        if outputs == 0 || outputs > MOST_OUTPUTS {
            return Err(ShapeError::Outputs(outputs));
        }
        Ok(Shape { variant, kings, hidden, outputs })
    }

    /// Inputs of one perspective.
    pub fn inputs(&self) -> usize {
        self.kings.buckets() * self.facts().count()
    }

    pub fn facts(&self) -> Facts {
        Facts::of(self.variant)
    }

    pub fn view(&self, perspective: Color, sight: &Sight) -> View {
        View::numbered(self, perspective, self.view_number(perspective, sight))
    }

    /// The number of the view, which is less than [`views`](Shape::views).
    pub fn view_number(&self, perspective: Color, sight: &Sight) -> usize {
        let king = sight.king(perspective).filter(|_| !self.variant.is_losing_game());
        king.map_or(0, |king| {
            let (is_turned, bucket) =
                self.kings.view(perspective.fold_wb(king, self.variant.square_seen_by_black(king)));
            2 * bucket + usize::from(is_turned)
        })
    }

    /// Views that one perspective can have.
    pub fn views(&self) -> usize {
        2 * self.kings.buckets()
    }

    /// Which output weights are used: the board's 64 squares, half of them filled at most in most games, in equal steps.
    pub fn output(&self, sight: &Sight) -> usize {
        const MOST_PIECES: usize = 32;
        let pieces = sight.board().occupied().count();
        (pieces.saturating_sub(1) * self.outputs / MOST_PIECES).min(self.outputs - 1)
    }
}
