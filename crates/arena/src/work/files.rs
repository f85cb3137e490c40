//! The files that work needs, by their content.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use hetman_rules::quote::passage;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{PlayerError, PlayerSpec};

/// Names of files, each with the SHA-256 of what it holds. Another machine that reads this must have the same there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "BTreeMap<PathBuf, String>")]
pub struct Files(BTreeMap<PathBuf, String>);

/// The file is not the one that was meant.
#[derive(Debug, thiserror::Error)]
pub enum FileChanged {
    #[error("cannot read {file}: {reason}", file = passage(.0.display()), reason = .1)]
    Unreadable(PathBuf, io::Error),
    #[error("{file} is not what it was when the work began", file = passage(.0.display()))]
    Other(PathBuf),
}

impl Files {
    fn add(&mut self, file: &Path) -> io::Result<()> {
        self.0.insert(file.to_owned(), content_hash(&[&fs::read(file)?]));
        Ok(())
    }

    /// Whatever files players are made of.
    pub fn of_players<'a>(specs: impl IntoIterator<Item = &'a PlayerSpec>) -> Result<Files, PlayerError> {
        let mut files = Files::default();
        for spec in specs {
            let added = spec.with_files(|file| files.add(Path::new(file)).map(|()| file.to_owned()));
            added.map_err(|reason: io::Error| PlayerError::File(reason.to_string()))?;
        }
        Ok(files)
    }
}

impl TryFrom<BTreeMap<PathBuf, String>> for Files {
    type Error = FileChanged;

    fn try_from(files: BTreeMap<PathBuf, String>) -> Result<Files, FileChanged> {
        for (file, hash) in &files {
            let bytes = fs::read(file).map_err(|reason| FileChanged::Unreadable(file.clone(), reason))?;
            if content_hash(&[&bytes]) != *hash {
                return Err(FileChanged::Other(file.clone()));
            }
        }
        Ok(Files(files))
    }
}

/// SHA-256 in hexadecimal digits: what a content is called wherever it lies.
pub fn content_hash(parts: &[&[u8]]) -> String {
    let mut hasher = Sha256::new();
    parts.iter().for_each(|part| hasher.update(part));
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
