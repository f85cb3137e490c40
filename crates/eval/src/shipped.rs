//! The evaluations that ship. Square tables, learned by TDLeaf from the rules alone, every weight 1 at the start: how each
//! was made is in `experiments/shipped/`. And networks learned from games that were played by those: `experiments/nets/`.
//! The network of Giraffe comes from `experiments/giraffe/`. How strong each is, is in `nets/README.md`.

use hetman_rules::Variant;

use crate::{AnyEvaluator, Net, Network};

/// A net of `nets/` by its variant's name.
macro_rules! net {
    ($name:literal) => {
        include_bytes!(concat!("../../../nets/", $name, ".safetensors"))
    };
}

/// The file of the net that ships for a variant.
pub fn bytes(variant: Variant) -> &'static [u8] {
    match variant {
        Variant::Chess => net!("chess"),
        Variant::Crazyhouse => net!("crazyhouse"),
        Variant::Atomic => net!("atomic"),
        Variant::Antichess => net!("antichess"),
        Variant::Suicide => net!("suicide"),
        Variant::KingOfTheHill => net!("kingofthehill"),
        Variant::ThreeCheck => net!("3check"),
        Variant::Horde => net!("horde"),
        Variant::RacingKings => net!("racingkings"),
    }
}

/// The file of the network that ships for a variant.
pub fn network_bytes(variant: Variant) -> &'static [u8] {
    match variant {
        Variant::Chess => net!("networks/chess"),
        Variant::Crazyhouse => net!("networks/crazyhouse"),
        Variant::Atomic => net!("networks/atomic"),
        Variant::Antichess => net!("networks/antichess"),
        Variant::Suicide => net!("networks/suicide"),
        Variant::KingOfTheHill => net!("networks/kingofthehill"),
        Variant::ThreeCheck => net!("networks/3check"),
        Variant::Horde => net!("networks/horde"),
        Variant::RacingKings => net!("networks/racingkings"),
    }
}

/// The file of the network that judges by the inputs of Giraffe, in chess.
pub const GIRAFFE: &[u8] = net!("giraffe");

impl Net {
    /// The network that judges by the inputs of Giraffe, in chess.
    pub fn giraffe() -> Net {
        let (net, _) = Net::from_bytes(GIRAFFE).expect("a test reads it");
        net
    }

    /// The net that ships for a variant.
    pub fn shipped(variant: Variant) -> Net {
        let (net, _) = Net::from_bytes(bytes(variant)).expect("a test reads all of them");
        net
    }
}

impl AnyEvaluator {
    /// The square tables that ship.
    pub fn tables(variant: Variant) -> AnyEvaluator {
        AnyEvaluator::of_net(Net::shipped(variant))
    }

    /// The network that judges by the inputs of Giraffe, which only chess has; what ships elsewhere.
    pub fn giraffe(variant: Variant) -> AnyEvaluator {
        match variant {
            Variant::Chess => AnyEvaluator::of_net(Net::giraffe()),
            other => AnyEvaluator::shipped(other),
        }
    }

    /// The network that ships.
    pub fn network(variant: Variant) -> AnyEvaluator {
        AnyEvaluator::of_network(Network::from_bytes(network_bytes(variant)).expect("a test reads all of them"))
    }

    /// What a variant is played with if nobody says otherwise.
    pub fn shipped(variant: Variant) -> AnyEvaluator {
        AnyEvaluator::tables(variant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_has_its_net() {
        for variant in Variant::ALL {
            assert_eq!(Net::shipped(variant).variant(), variant);
            assert!(matches!(AnyEvaluator::tables(variant), AnyEvaluator::Squares(_)), "{variant} has tables");
            let network = Network::from_bytes(network_bytes(variant)).unwrap();
            assert_eq!(network.variant(), variant);
            assert!(network.provenance.games_seen > 1000, "{variant} knows its games");
        }
    }

    #[test]
    fn the_network_of_giraffe_is_asked_in_floats() {
        assert_eq!(Net::giraffe().features(), crate::FeatureSet::GIRAFFE_363);
        assert!(matches!(AnyEvaluator::giraffe(Variant::Chess), AnyEvaluator::Floats(_)));
        assert!(matches!(AnyEvaluator::giraffe(Variant::Horde), AnyEvaluator::Squares(_) | AnyEvaluator::Network(_)));
    }
}
