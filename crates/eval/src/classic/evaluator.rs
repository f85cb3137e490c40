//! The evaluator: which numbers, which readings.

use hetman_rules::Playable;
use hetman_rules::shakmaty::Board;

use super::explanation::explain;
use super::terms::{TERMS, values};
use super::view::{Circumstances, View};
use super::{ClassicSettings, ClassicThread, Material, NotClassicError, PIECE_VALUES, Weights};
use crate::explain::Explanation;
use crate::{Evaluator, Net};

/// The evaluation of 2005.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Classic {
    pub(super) settings: ClassicSettings,
    pub(super) weights: Weights,
}

impl Classic {
    /// The hand-made numbers.
    pub fn new(settings: ClassicSettings) -> Classic {
        Classic { settings, weights: Weights::default() }
    }

    /// The same terms with what a net has learned of them.
    pub fn of_net(settings: ClassicSettings, net: &Net) -> Result<Classic, NotClassicError> {
        Ok(Classic { settings, weights: Weights::of_net(net)? })
    }

    pub fn settings(&self) -> &ClassicSettings {
        &self.settings
    }

    /// A thread, whatever the positions' type.
    pub fn start(&self) -> ClassicThread<'_> {
        ClassicThread::new(self)
    }

    /// White's terms and Black's, each from its own point of view, from scratch.
    pub(super) fn terms(board: &Board, circumstances: &Circumstances) -> [[i32; TERMS]; 2] {
        View::both(board, &Material::of(board), circumstances).map(|view| values(&view))
    }
}

impl Evaluator for Classic {
    type Thread<'a, P: Playable> = ClassicThread<'a>;

    fn thread<P: Playable>(&self) -> ClassicThread<'_> {
        self.start()
    }

    fn centipawns_per_unit(&self) -> f64 {
        1.0
    }

    fn piece_values(&self) -> Option<[f64; 6]> {
        let [pawn, knight, bishop, rook, queen] = PIECE_VALUES.map(f64::from);
        Some([pawn, knight, bishop, rook, queen, 0.0])
    }

    fn explain<P: Playable>(&self, position: &P) -> Option<Explanation> {
        Some(explain(self, position.board()))
    }
}
