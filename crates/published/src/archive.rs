//! What came of rows, kept apart from their runs: a page of results can be written anew long after the games are gone.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hetman_rules::quote::passage;
use serde::{Deserialize, Serialize};

use crate::catalogue::Catalogue;
use crate::claim::Published;
use crate::request::{Overrides, RowRequest};
use crate::spread::Measured;
use crate::table::{Line, Outcome};
use hetman_lab::folder::{self, DiskError};

/// Why an archive cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    #[error("{path} cannot be read", path = passage(.0.display()))]
    Unreadable(PathBuf, #[source] std::io::Error),
    #[error("{path} is no archive of results", path = passage(.0.display()))]
    Malformed(PathBuf, #[source] serde_json::Error),
    #[error("the archive of results holds {0}, which no published experiment is called")]
    UnknownRow(String),
    #[error(transparent)]
    Disk(#[from] DiskError),
}

/// A finished repetition: what was measured and how much was played for it. What was printed, and what we say about the
/// difference, the catalogue knows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    row: String,
    #[serde(rename = "choices")]
    overrides: Overrides,
    played: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    faults: Vec<String>,
    /// By the names of the quantities.
    measured: BTreeMap<String, Measured>,
    seconds: f64,
}

impl Record {
    fn of(outcome: &Outcome, seconds: f64) -> Record {
        let measured = outcome.lines.iter().filter_map(|line| Some((line.quantity.clone(), line.ours?)));
        Record {
            row: outcome.name.clone(),
            overrides: outcome.overrides.clone(),
            played: outcome.played.clone(),
            faults: outcome.faults.clone(),
            measured: measured.collect(),
            seconds,
        }
    }
}

/// Finished repetitions, each once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Archive {
    records: Vec<Record>,
}

/// What was measured so far, as `hetman reproduce results --archive docs/results.json` keeps it.
const MEASURED: &str = include_str!("../../../docs/results.json");

impl Archive {
    /// What this project has measured.
    pub fn built_in() -> Archive {
        let records = serde_json::from_str(MEASURED).expect("a test reads what is built in");
        Archive { records }
    }

    /// What a file holds; nothing if there is none yet.
    pub fn read(path: &Path) -> Result<Archive, ArchiveError> {
        if !path.exists() {
            return Ok(Archive::default());
        }
        let bytes = std::fs::read(path).map_err(|error| ArchiveError::Unreadable(path.to_owned(), error))?;
        let records =
            serde_json::from_slice(&bytes).map_err(|error| ArchiveError::Malformed(path.to_owned(), error))?;
        Ok(Archive { records })
    }

    pub fn write(&self, path: &Path) -> Result<(), ArchiveError> {
        // One line for each, so that a difference between two archives can be read.
        let lines = self.records.iter().map(|record| serde_json::to_string(record).expect("records are plain data"));
        let json = format!("[\n{}\n]\n", lines.collect::<Vec<_>>().join(",\n"));
        Ok(folder::write_atomically(path, json.as_bytes())?)
    }

    /// Takes a repetition in, instead of an earlier one that had the same row and the same overrides.
    pub fn keep(&mut self, outcome: &Outcome, seconds: f64) {
        let record = Record::of(outcome, seconds);
        self.records.retain(|known| (&known.row, &known.overrides) != (&record.row, &record.overrides));
        self.records.push(record);
    }

    /// Everything kept, beside what was printed, in the catalogue's order.
    pub fn outcomes(&self) -> Result<Vec<(Outcome, f64)>, ArchiveError> {
        let catalogue = Catalogue::built_in();
        let mut placed = Vec::new();
        for record in &self.records {
            let place = catalogue.place(&record.row);
            let place = place.ok_or_else(|| ArchiveError::UnknownRow(record.row.clone()))?;
            let request = RowRequest::new(&catalogue.rows[place], &record.overrides);
            placed.push(((place, request.name()), (record.beside_printed(&request), record.seconds)));
        }
        placed.sort_by(|(a, _), (b, _)| a.cmp(b));
        Ok(placed.into_iter().map(|(_, kept)| kept).collect())
    }
}

impl Record {
    fn beside_printed(&self, request: &RowRequest) -> Outcome {
        let line = |published: &Published| Line::new(published, self.measured.get(&published.label()).copied());
        let lines = request.row.published.iter().map(line).collect();
        Outcome::new(request, self.played.clone(), lines, self.faults.clone())
    }
}
