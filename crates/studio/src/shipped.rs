//! The nets that ship, laid out as files of the data folder when the studio is opened. So they are nets like any other:
//! to be looked into, played against, and learned on from.

use std::fs;
use std::path::{Path, PathBuf};

use hetman_eval::shipped::bytes;
use hetman_lab::DiskProblem;
use hetman_lab::folder::{self, write_atomically};
use hetman_rules::Variant;

use crate::library::EXTENSION;

/// What was measured, as `hetman reproduce results` wrote it.
const RESULTS: &str = include_str!("../../../docs/results.md");

/// A recipe of `experiments/shipped/` by its variant's name.
macro_rules! recipe {
    ($name:literal) => {
        include_str!(concat!("../../../experiments/shipped/", $name, ".toml"))
    };
}

/// The experiment in which a variant's net was learned.
pub fn recipe(variant: Variant) -> &'static str {
    match variant {
        Variant::Chess => recipe!("chess"),
        Variant::Crazyhouse => recipe!("crazyhouse"),
        Variant::Atomic => recipe!("atomic"),
        Variant::Antichess => recipe!("antichess"),
        Variant::Suicide => recipe!("suicide"),
        Variant::KingOfTheHill => recipe!("kingofthehill"),
        Variant::ThreeCheck => recipe!("3check"),
        Variant::Horde => recipe!("horde"),
        Variant::RacingKings => recipe!("racingkings"),
    }
}

/// Where a variant's net lies in the folder.
pub fn file(folder: &Path, variant: Variant) -> PathBuf {
    folder.join(format!("{}.{EXTENSION}", variant.uci_name()))
}

/// Writes the files that are missing or of another version of the program.
pub fn lay_out(folder: &Path) -> Result<(), DiskProblem> {
    folder::make(folder)?;
    for variant in Variant::ALL {
        let path = file(folder, variant);
        if fs::read(&path).ok().as_deref() != Some(bytes(variant)) {
            write_atomically(&path, bytes(variant))?;
        }
    }
    Ok(())
}

/// How a variant's net has done in the matches of `experiments/published/shipped.toml`, in words.
pub fn strength(variant: Variant) -> Option<String> {
    let matches = RESULTS.split("\n**").filter_map(|entry| score(entry, variant));
    let words = matches.collect::<Vec<_>>().join("; ");
    (!words.is_empty()).then(|| format!("at 0.1 s a move: {words}"))
}

/// `shipped-chess-...** (...): chess against X` and its row `| score, % | printed | ours | interval | ...`.
fn score(entry: &str, variant: Variant) -> Option<String> {
    let name = format!("shipped-{}-", variant.uci_name());
    let (title, rest) = entry.strip_prefix(&name)?.split_once('\n')?;
    let opponent = title.split_once(" against ")?.1;
    let row = rest.lines().find_map(|line| line.strip_prefix("| score, % |"))?;
    let mut cells = row.split('|').map(str::trim).skip(1);
    let (score, interval) = (cells.next()?, cells.next()?);
    Some(format!("{score} % ({interval}) against {opponent}"))
}

#[cfg(test)]
mod tests {
    use hetman_lab::Source;

    use super::*;

    #[test]
    fn every_net_has_its_recipe_and_was_measured() {
        for variant in Variant::ALL {
            assert_eq!(Source::new(recipe(variant), &[]).unwrap().experiment.variant, variant);
            let strength = strength(variant).unwrap_or_else(|| panic!("docs/results.md has no match of {variant}"));
            assert!(strength.contains(" % (") && strength.contains(" against "), "{strength}");
        }
    }

    #[test]
    fn files_are_written_once_and_mended() {
        let folder = tempfile::tempdir().unwrap();
        lay_out(folder.path()).unwrap();
        let file = file(folder.path(), Variant::Atomic);
        let written = fs::metadata(&file).unwrap().modified().unwrap();
        lay_out(folder.path()).unwrap();
        assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), written);
        fs::write(&file, "damaged").unwrap();
        lay_out(folder.path()).unwrap();
        assert_eq!(fs::read(&file).unwrap(), bytes(Variant::Atomic));
    }
}
