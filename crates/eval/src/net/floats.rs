//! A net whose network is asked in floats: what a search that judges by one has.
//!
//! Every position is read from scratch: a move changes the control of squares far from it, so that the inputs have to be read
//! anyway. How long that takes beside the network is what `--example net_speed` tells.

use std::sync::Arc;

use hetman_rules::Playable;
use hetman_rules::shakmaty::Move;

use crate::explain::Explanation;
use crate::kernels::Level;
use crate::model::Grouped;
use crate::model::grouped::{Batch, Weights};
use crate::{Evaluator, Net, SideValue, ThreadEvaluator, WhiteValue};

/// A net over a grouped network, with its weights as floats.
#[derive(Clone, Debug)]
pub struct FloatNet {
    net: Arc<Net>,
    network: Grouped,
    weights: Weights,
    level: Level,
}

impl FloatNet {
    /// `None` if the net's model is no grouped network.
    pub fn new(net: Arc<Net>) -> Option<FloatNet> {
        let network = net.model().architecture().as_grouped()?.clone();
        let weights = Weights::of_model(&network, net.model());
        Some(FloatNet { net, network, weights, level: Level::detect() })
    }

    pub fn net(&self) -> &Arc<Net> {
        &self.net
    }
}

/// A thread's room for one position.
pub struct FloatThread<'a> {
    net: &'a FloatNet,
    inputs: Vec<f32>,
    batch: Batch,
}

impl Evaluator for FloatNet {
    type Thread<'a, P: Playable> = FloatThread<'a>;

    fn thread<P: Playable>(&self) -> FloatThread<'_> {
        let inputs = vec![0.0; self.network.input_count()];
        FloatThread { net: self, inputs, batch: Batch::new(&self.network, 1, self.level) }
    }

    fn centipawns_per_unit(&self) -> f64 {
        self.net.centipawns_per_unit()
    }

    fn bound(&self) -> Option<f64> {
        self.net.bound()
    }

    fn explain<P: Playable>(&self, position: &P) -> Option<Explanation> {
        self.net.explain(position)
    }
}

impl<P: Playable> ThreadEvaluator<P> for FloatThread<'_> {
    fn reset(&mut self, _root: &P) {}

    fn push(&mut self, _before: &P, _m: Option<Move>, _after: &P) {}

    fn pop(&mut self) {}

    fn evaluate(&mut self, here: &P) -> SideValue {
        let FloatNet { net, network, weights, .. } = self.net;
        net.features().read_floats(P::VARIANT, here, &mut self.inputs);
        let prediction = f64::from(self.batch.forward(network, weights, &self.inputs)[0]);
        WhiteValue(prediction - net.model().outcomes().draw).for_side(here.turn())
    }
}
