//! The evaluations that ship: learned by TDLeaf from the rules alone, every weight 1 at the start. How each was made is
//! in `experiments/shipped/`, how strong each is in `nets/README.md`.

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

/// The file of the network that a variant is played with, where there is one.
pub fn network_bytes(variant: Variant) -> Option<&'static [u8]> {
    let _ = variant;
    None
}

impl Net {
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

    /// What a variant is played with: its network, or where none is stronger the tables.
    pub fn shipped(variant: Variant) -> AnyEvaluator {
        match network_bytes(variant) {
            Some(bytes) => AnyEvaluator::of_network(Network::from_bytes(bytes).expect("a test reads all of them")),
            None => AnyEvaluator::tables(variant),
        }
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
            let is_network = matches!(AnyEvaluator::shipped(variant), AnyEvaluator::Network(_));
            assert_eq!(is_network, network_bytes(variant).is_some());
        }
    }
}
