//! The openings that ship: balanced ones for every variant. The first line of each file is the command that made it.

use hetman_rules::Variant;

/// A file of `openings/` by its variant's name.
macro_rules! openings {
    ($name:literal) => {
        include_str!(concat!("../../../../openings/", $name, ".epd"))
    };
}

/// A variant's openings: positions, one to a line.
pub fn text(variant: Variant) -> &'static str {
    match variant {
        Variant::Chess => openings!("chess"),
        Variant::Crazyhouse => openings!("crazyhouse"),
        Variant::Atomic => openings!("atomic"),
        Variant::Antichess => openings!("antichess"),
        Variant::Suicide => openings!("suicide"),
        Variant::KingOfTheHill => openings!("kingofthehill"),
        Variant::ThreeCheck => openings!("3check"),
        Variant::Horde => openings!("horde"),
        Variant::RacingKings => openings!("racingkings"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::PathBuf;

    use hetman_rules::Ruleset;

    use super::*;
    use crate::openings::{OpeningBook, OpeningSettings};

    #[test]
    fn every_variant_has_openings_that_can_be_played_and_differ() {
        for variant in Variant::ALL {
            let file = Some(PathBuf::from(format!("{variant}.epd")));
            let settings = OpeningSettings { file, ..OpeningSettings::default() };
            let book = OpeningBook::of_content(Ruleset::from(variant), &settings, text(variant).as_bytes()).unwrap();
            let count = book.count().unwrap() as u64;
            let positions: BTreeSet<String> = (0..count).map(|number| book.opening(number).position().fen()).collect();
            assert!(count >= 100 && positions.len() as u64 == count, "{variant}: {count}");
            let recipe = text(variant).lines().next().unwrap();
            assert!(recipe.starts_with(&format!("# hetman openings --variant {} ", variant.uci_name())), "{recipe}");
        }
    }
}
