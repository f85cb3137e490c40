//! Whatever evaluator a file or a variant gives, behind one type.

use hetman_rules::shakmaty::Move;
use hetman_rules::shakmaty::variant::{
    Antichess, Atomic, Chess, Crazyhouse, Horde, KingOfTheHill, RacingKings, ThreeCheck,
};
use hetman_rules::{Playable, Suicide, Variant};

use crate::explain::{Explain, Explanation};
use crate::net::NetProblem;
use crate::piece_square::BoardSum;
use crate::{EvalFileProblem, Evaluator, Incremental, Net, PieceSquare, SideValue};

/// An evaluator of every variant: what code asks for that opens a position only later.
pub trait EveryVariant:
    Incremental<Chess>
    + Incremental<Crazyhouse>
    + Incremental<Atomic>
    + Incremental<Antichess>
    + Incremental<Suicide>
    + Incremental<KingOfTheHill>
    + Incremental<ThreeCheck>
    + Incremental<Horde>
    + Incremental<RacingKings>
{
}

impl<E> EveryVariant for E where
    E: Incremental<Chess>
        + Incremental<Crazyhouse>
        + Incremental<Atomic>
        + Incremental<Antichess>
        + Incremental<Suicide>
        + Incremental<KingOfTheHill>
        + Incremental<ThreeCheck>
        + Incremental<Horde>
        + Incremental<RacingKings>
{
}

/// The evaluator an engine plays with.
#[derive(Clone, Debug)]
pub enum Judge {
    /// Square tables, built in or learned, followed move by move.
    Squares(Box<PieceSquare>),
    /// A net that is no sum over men: every position is read from scratch.
    Net(Box<Net>),
}

/// Why bytes are no evaluator.
#[derive(Debug, thiserror::Error)]
pub enum JudgeProblem {
    #[error(transparent)]
    Tables(#[from] EvalFileProblem),
    #[error(transparent)]
    Net(#[from] NetProblem),
}

impl Judge {
    /// Men at their classical worth, to compare with.
    pub fn material(variant: Variant) -> Judge {
        Judge::Squares(Box::new(PieceSquare::material(variant)))
    }

    /// Reads saved tables or a net.
    pub fn from_bytes(bytes: &[u8]) -> Result<Judge, JudgeProblem> {
        match PieceSquare::from_bytes(bytes) {
            Ok(tables) => Ok(Judge::Squares(Box::new(tables))),
            Err(EvalFileProblem::Foreign(_)) => {
                let (net, _) = Net::from_bytes(bytes)?;
                Ok(Judge::of_net(net))
            }
            Err(problem) => Err(problem.into()),
        }
    }

    /// A linear net over men and squares becomes tables, others are kept as they are.
    pub fn of_net(net: Net) -> Judge {
        match PieceSquare::from_net(&net) {
            Some(tables) => Judge::Squares(Box::new(tables)),
            None => Judge::Net(Box::new(net)),
        }
    }

    pub fn variant(&self) -> Variant {
        match self {
            Judge::Squares(tables) => tables.variant(),
            Judge::Net(net) => net.variant(),
        }
    }
}

impl<P: Playable> Evaluator<P> for Judge {
    fn evaluate(&self, position: &P) -> SideValue {
        match self {
            Judge::Squares(tables) => tables.evaluate(position),
            Judge::Net(net) => net.evaluate(position),
        }
    }

    fn centipawns_per_unit(&self) -> f64 {
        match self {
            Judge::Squares(tables) => Evaluator::<P>::centipawns_per_unit(&**tables),
            Judge::Net(net) => Evaluator::<P>::centipawns_per_unit(&**net),
        }
    }
}

impl<P: Playable> Explain<P> for Judge {
    fn explain(&self, position: &P) -> Explanation {
        match self {
            Judge::Squares(tables) => tables.explain(position),
            Judge::Net(net) => net.explain(position),
        }
    }
}

impl<P: Playable> Incremental<P> for Judge {
    type State = BoardSum;

    fn begin(&self, position: &P) -> BoardSum {
        match self {
            Judge::Squares(tables) => tables.begin(position),
            Judge::Net(_) => BoardSum::default(),
        }
    }

    fn follow(&self, state: &BoardSum, before: &P, after: &P) -> BoardSum {
        match self {
            Judge::Squares(tables) => tables.follow(state, before, after),
            Judge::Net(_) => *state,
        }
    }

    fn follow_move(&self, state: &BoardSum, before: &P, m: Move, after: &P) -> BoardSum {
        match self {
            Judge::Squares(tables) => tables.follow_move(state, before, m, after),
            Judge::Net(_) => *state,
        }
    }

    fn is_cheap(&self) -> bool {
        matches!(self, Judge::Squares(_))
    }

    fn judge(&self, state: &BoardSum, position: &P) -> SideValue {
        match self {
            Judge::Squares(tables) => tables.judge(state, position),
            Judge::Net(net) => net.evaluate(position),
        }
    }
}

#[cfg(test)]
mod tests {
    use hetman_rules::{AnyPosition, random, with_position};
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::model::{Initial, Network, Squashing};
    use crate::{FeatureSet, Model};

    fn linear(variant: Variant, features: FeatureSet) -> Net {
        let mut model = Model::linear(features.len(variant), 0.7).unwrap();
        Initial::Uniform { radius: 2.0 }.apply(&mut model, &mut ChaCha8Rng::seed_from_u64(5)).unwrap();
        Net::new(variant, features, model, Default::default()).unwrap()
    }

    fn difference<P: Playable>(position: &P, net: &Net, judge: &Judge) -> f64 {
        let centipawns =
            |evaluator: &dyn Evaluator<P>| evaluator.evaluate(position).0 * evaluator.centipawns_per_unit();
        (centipawns(net) - centipawns(judge)).abs()
    }

    #[test]
    fn linear_nets_over_men_become_tables_that_say_the_same() {
        let sets = [
            FeatureSet::Material,
            FeatureSet::PieceSquare,
            FeatureSet::HalfPieceSquare,
            FeatureSet::RanksAndRings,
            FeatureSet::TaperedPieceSquare,
        ];
        let mut generator = ChaCha8Rng::seed_from_u64(6);
        for variant in Variant::ALL {
            for features in sets {
                let net = linear(variant, features);
                let judge = Judge::from_bytes(&net.to_bytes(&Default::default())).unwrap();
                assert!(matches!(judge, Judge::Squares(_)), "{variant} {features}");
                let game = random::playout(AnyPosition::start(variant), 80, &mut generator);
                let last = with_position!(game.position(), position => difference(position, &net, &judge));
                assert!(last < 1.0, "{variant} {features}: {last} hundredths of a pawn apart");
            }
        }
    }

    #[test]
    fn other_nets_are_kept_as_they_are_and_rubbish_is_refused() {
        let network = Network::new(&[45, 23, 1], Squashing::Bipolar, 0.5, false).unwrap();
        let net = Net::new(Variant::Chess, FeatureSet::Thesis45, Model::network(network), Default::default()).unwrap();
        let judge = Judge::from_bytes(&net.to_bytes(&Default::default())).unwrap();
        assert!(matches!(judge, Judge::Net(_)));
        let built_in = PieceSquare::material(Variant::Atomic);
        assert_eq!(Judge::from_bytes(&built_in.to_bytes()).unwrap().variant(), Variant::Atomic);
        assert!(Judge::from_bytes(b"rubbish").is_err());
    }
}
