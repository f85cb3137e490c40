//! Whatever evaluator a file or a name gives, behind one type.
//!
//! Those of this crate are told apart once for each call, which a processor foresees; evaluators that others bring are
//! called through a table of functions.

mod kinds;

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use hetman_rules::shakmaty::Move;
use hetman_rules::{AnyPosition, Playable, Variant, with_position};

use crate::explain::Explanation;
use crate::net::{FloatThread, NetError, container, file};
use crate::nnue::{self, Network, NetworkThread};
use crate::piece_square::PieceSquareThread;
use crate::{Evaluator, ExactPieceSquare, FloatNet, FromScratch, Net, PieceSquare, SideValue, ThreadEvaluator};
pub use kinds::{EVALUATORS, EvaluatorKind, GIRAFFE, SHIPPED, evaluator_names};

/// The evaluator a search is handed.
#[derive(Clone, Debug)]
pub enum AnyEvaluator {
    /// Square tables, built in or learned.
    Squares(Box<PieceSquare>),
    /// The same to the last digit.
    ExactSquares(Box<ExactPieceSquare>),
    /// A net over a grouped network, in floats.
    Floats(Box<FloatNet>),
    /// A net that is no sum over pieces: every position is read from scratch.
    Net(Arc<Net>),
    /// A network whose sums are kept up to date move by move.
    Network(Arc<Network>),
    /// What a program built on ours brings.
    Foreign(Arc<dyn Foreign>),
}

/// An evaluator of another crate, of whatever type. Every [`Evaluator`] is one.
pub trait Foreign: Send + Sync {
    fn foreign_unit(&self) -> f64;

    fn foreign_bound(&self) -> Option<f64>;

    fn foreign_thread(&self, variant: Variant) -> Box<dyn ForeignThread + '_>;

    fn foreign_piece_values(&self) -> Option<[f64; 6]>;

    fn foreign_explanation(&self, position: &AnyPosition) -> Option<Explanation>;
}

/// A thread of such an evaluator. The positions are of the variant that it was asked for.
pub trait ForeignThread {
    fn reset(&mut self, root: &dyn Any);
    fn push(&mut self, before: &dyn Any, m: Option<Move>, after: &dyn Any);
    fn pop(&mut self);
    fn evaluate(&mut self, here: &dyn Any) -> SideValue;
    fn is_cheap(&self) -> bool;
    fn evaluate_after_quiet(&self, before: &dyn Any, m: Move) -> Option<SideValue>;
}

impl<E: Evaluator> Foreign for E {
    fn foreign_unit(&self) -> f64 {
        self.centipawns_per_unit()
    }

    fn foreign_bound(&self) -> Option<f64> {
        self.bound()
    }

    fn foreign_thread(&self, variant: Variant) -> Box<dyn ForeignThread + '_> {
        fn of<'a, E: Evaluator, P: Playable>(evaluator: &'a E, _: &P) -> Box<dyn ForeignThread + 'a> {
            Box::new(Typed { thread: evaluator.thread::<P>(), position: PhantomData::<fn(&P)> })
        }
        with_position!(&AnyPosition::start(variant), start => of(self, start))
    }

    fn foreign_piece_values(&self) -> Option<[f64; 6]> {
        self.piece_values()
    }

    fn foreign_explanation(&self, position: &AnyPosition) -> Option<Explanation> {
        with_position!(position, position => self.explain(position))
    }
}

impl fmt::Debug for dyn Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an evaluator of another crate")
    }
}

/// A thread that remembers the type of its positions.
struct Typed<T, P> {
    thread: T,
    position: PhantomData<fn(&P)>,
}

fn typed<P: Playable>(position: &dyn Any) -> &P {
    position.downcast_ref().expect("a thread is asked for positions of its variant")
}

impl<P: Playable, T: ThreadEvaluator<P>> ForeignThread for Typed<T, P> {
    fn reset(&mut self, root: &dyn Any) {
        self.thread.reset(typed(root));
    }

    fn push(&mut self, before: &dyn Any, m: Option<Move>, after: &dyn Any) {
        self.thread.push(typed(before), m, typed(after));
    }

    fn pop(&mut self) {
        self.thread.pop();
    }

    fn evaluate(&mut self, here: &dyn Any) -> SideValue {
        self.thread.evaluate(typed(here))
    }

    fn is_cheap(&self) -> bool {
        self.thread.is_cheap()
    }

    fn evaluate_after_quiet(&self, before: &dyn Any, m: Move) -> Option<SideValue> {
        self.thread.evaluate_after_quiet(typed(before), m)
    }
}

impl AnyEvaluator {
    /// Pieces at their classical values, to compare with.
    pub fn material(variant: Variant) -> AnyEvaluator {
        AnyEvaluator::Squares(Box::new(PieceSquare::material(variant)))
    }

    /// Reads a saved net of either kind.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Variant, AnyEvaluator), NetError> {
        if container::format(bytes, &[file::FORMAT, nnue::FORMAT])? == nnue::FORMAT {
            let network = Network::from_bytes(bytes)?;
            return Ok((network.variant(), AnyEvaluator::of_network(network)));
        }
        let (net, _) = Net::from_bytes(bytes)?;
        Ok((net.variant(), AnyEvaluator::of_net(net)))
    }

    pub fn of_network(network: impl Into<Arc<Network>>) -> AnyEvaluator {
        AnyEvaluator::Network(network.into())
    }

    /// For the engine: a linear net over pieces and squares becomes tables, others are kept as they are.
    pub fn of_net(net: impl Into<Arc<Net>>) -> AnyEvaluator {
        let net = net.into();
        PieceSquare::from_net(&net)
            .map_or_else(|| AnyEvaluator::without_tables(net), |tables| AnyEvaluator::Squares(Box::new(tables)))
    }

    /// For a search whose ties and leaves somebody learns from: the same, with all digits of the weights.
    pub fn exact(net: impl Into<Arc<Net>>) -> AnyEvaluator {
        let net = net.into();
        ExactPieceSquare::from_net(&net)
            .map_or_else(|| AnyEvaluator::without_tables(net), |tables| AnyEvaluator::ExactSquares(Box::new(tables)))
    }

    /// A net that is no tables.
    fn without_tables(net: Arc<Net>) -> AnyEvaluator {
        let floats = FloatNet::new(Arc::clone(&net));
        floats.map_or(AnyEvaluator::Net(net), |floats| AnyEvaluator::Floats(Box::new(floats)))
    }

    /// An evaluator of another crate.
    pub fn foreign(evaluator: impl Evaluator + 'static) -> AnyEvaluator {
        AnyEvaluator::Foreign(Arc::new(evaluator))
    }
}

impl Evaluator for AnyEvaluator {
    type Thread<'a, P: Playable> = AnyThread<'a>;

    fn thread<P: Playable>(&self) -> AnyThread<'_> {
        match self {
            AnyEvaluator::Squares(tables) => AnyThread::Squares(tables.thread::<P>()),
            AnyEvaluator::ExactSquares(tables) => AnyThread::ExactSquares(tables.thread::<P>()),
            AnyEvaluator::Floats(net) => AnyThread::Floats(net.thread::<P>()),
            AnyEvaluator::Net(net) => AnyThread::Net(FromScratch(net)),
            AnyEvaluator::Network(network) => AnyThread::Network(network.thread::<P>()),
            AnyEvaluator::Foreign(evaluator) => AnyThread::Foreign(evaluator.foreign_thread(P::VARIANT)),
        }
    }

    fn centipawns_per_unit(&self) -> f64 {
        match self {
            AnyEvaluator::Squares(tables) => tables.centipawns_per_unit(),
            AnyEvaluator::ExactSquares(tables) => tables.centipawns_per_unit(),
            AnyEvaluator::Floats(net) => net.centipawns_per_unit(),
            AnyEvaluator::Net(net) => net.centipawns_per_unit(),
            AnyEvaluator::Network(network) => network.centipawns_per_unit(),
            AnyEvaluator::Foreign(evaluator) => evaluator.foreign_unit(),
        }
    }

    fn bound(&self) -> Option<f64> {
        match self {
            AnyEvaluator::Squares(tables) => tables.bound(),
            AnyEvaluator::ExactSquares(tables) => tables.bound(),
            AnyEvaluator::Floats(net) => net.bound(),
            AnyEvaluator::Net(net) => net.bound(),
            AnyEvaluator::Network(network) => network.bound(),
            AnyEvaluator::Foreign(evaluator) => evaluator.foreign_bound(),
        }
    }

    fn piece_values(&self) -> Option<[f64; 6]> {
        match self {
            AnyEvaluator::Squares(tables) => tables.piece_values(),
            AnyEvaluator::ExactSquares(tables) => tables.piece_values(),
            AnyEvaluator::Floats(net) => net.piece_values(),
            AnyEvaluator::Net(net) => net.piece_values(),
            AnyEvaluator::Network(network) => network.piece_values(),
            AnyEvaluator::Foreign(evaluator) => evaluator.foreign_piece_values(),
        }
    }

    fn explain<P: Playable>(&self, position: &P) -> Option<Explanation> {
        match self {
            AnyEvaluator::Squares(tables) => tables.explain(position),
            AnyEvaluator::ExactSquares(tables) => tables.explain(position),
            AnyEvaluator::Floats(net) => net.explain(position),
            AnyEvaluator::Net(net) => net.explain(position),
            AnyEvaluator::Network(network) => network.explain(position),
            AnyEvaluator::Foreign(evaluator) => evaluator.foreign_explanation(&position.clone().into()),
        }
    }
}

/// One thread of whatever evaluator.
pub enum AnyThread<'a> {
    Squares(PieceSquareThread<'a, i32>),
    ExactSquares(PieceSquareThread<'a, i64>),
    Floats(FloatThread<'a>),
    Net(FromScratch<'a, Net>),
    Network(NetworkThread<'a>),
    Foreign(Box<dyn ForeignThread + 'a>),
}

/// The same call on whatever it is. Positions lose their type on the way to threads of other crates, which find it again.
macro_rules! on_each {
    ($self:expr, $P:ty, $method:ident($($argument:expr),*)) => {
        match $self {
            AnyThread::Squares(thread) => ThreadEvaluator::<$P>::$method(thread, $($argument),*),
            AnyThread::ExactSquares(thread) => ThreadEvaluator::<$P>::$method(thread, $($argument),*),
            AnyThread::Floats(thread) => ThreadEvaluator::<$P>::$method(thread, $($argument),*),
            AnyThread::Net(thread) => ThreadEvaluator::<$P>::$method(thread, $($argument),*),
            AnyThread::Network(thread) => ThreadEvaluator::<$P>::$method(thread, $($argument),*),
            AnyThread::Foreign(thread) => thread.$method($($argument),*),
        }
    };
}

impl<P: Playable> ThreadEvaluator<P> for AnyThread<'_> {
    fn reset(&mut self, root: &P) {
        on_each!(self, P, reset(root))
    }

    fn push(&mut self, before: &P, m: Option<Move>, after: &P) {
        on_each!(self, P, push(before, m, after))
    }

    fn pop(&mut self) {
        on_each!(self, P, pop())
    }

    fn evaluate(&mut self, here: &P) -> SideValue {
        on_each!(self, P, evaluate(here))
    }

    fn is_cheap(&self) -> bool {
        on_each!(self, P, is_cheap())
    }

    fn evaluate_after_quiet(&self, before: &P, m: Move) -> Option<SideValue> {
        on_each!(self, P, evaluate_after_quiet(before, m))
    }
}

#[cfg(test)]
mod tests;
