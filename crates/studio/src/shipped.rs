//! The nets and the openings that ship, laid out as files of the data folder when the studio is opened. So they are nets
//! like any other: to be looked into, played against, and learned on from; and openings are a book like any other.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use hetman_arena::openings::shipped as openings;
use hetman_eval::shipped::bytes;
use hetman_lab::DiskError;
use hetman_lab::folder::{self, write_atomically};
use hetman_published::{Archive, Catalogue, Row, RowTask};
use hetman_rules::Variant;

use crate::library::EXTENSION;

/// The series of their matches.
const SERIES: &str = "shipped";

/// How each variant's net has done in its matches, in words.
static MATCHES: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let archive = Archive::built_in();
    Catalogue::built_in().rows.iter().filter_map(|row| score(row, &archive)).collect()
});

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

/// Where a variant's openings lie in the folder.
pub fn openings_file(folder: &Path, variant: Variant) -> PathBuf {
    folder.join(format!("balanced-{}.epd", variant.uci_name()))
}

/// Writes the nets that are missing or of another version of the program.
pub fn lay_out(folder: &Path) -> Result<(), DiskError> {
    lay_out_files(folder, |variant| (file(folder, variant), bytes(variant)))
}

/// The same for openings.
pub fn lay_out_openings(folder: &Path) -> Result<(), DiskError> {
    lay_out_files(folder, |variant| (openings_file(folder, variant), openings::text(variant).as_bytes()))
}

fn lay_out_files(folder: &Path, file: impl Fn(Variant) -> (PathBuf, &'static [u8])) -> Result<(), DiskError> {
    folder::make(folder)?;
    for (path, bytes) in Variant::ALL.map(file) {
        if fs::read(&path).ok().as_deref() != Some(bytes) {
            write_atomically(&path, bytes)?;
        }
    }
    Ok(())
}

/// How a variant's net has done in the matches of `experiments/published/shipped.toml`, in words.
pub fn strength(variant: Variant) -> Option<String> {
    let matches = MATCHES.iter().filter(|(of, _)| of == variant.uci_name());
    let words = matches.map(|(_, words)| words.as_str()).collect::<Vec<_>>().join("; ");
    (!words.is_empty()).then(|| format!("at 0.1 s a move: {words}"))
}

/// The variant of a match, and what came of it.
fn score(row: &Row, archive: &Archive) -> Option<(String, String)> {
    let RowTask::Tournament(settings) = &row.task else { return None };
    let lines = archive.lines(row);
    let line = lines.first().filter(|line| row.series == SERIES && line.ours.is_some())?;
    let [score, interval] = line.numbers();
    Some((settings.variant.clone(), format!("{score} % ({interval}) in {}", row.what)))
}

#[cfg(test)]
mod tests {
    use hetman_lab::Source;

    use super::*;

    #[test]
    fn every_net_has_its_recipe_and_was_measured() {
        for variant in Variant::ALL {
            assert_eq!(Source::new(recipe(variant), &[]).unwrap().experiment.variant, variant);
            let strength = strength(variant).unwrap_or_else(|| panic!("docs/results.json has no match of {variant}"));
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
