//! What came of rows, kept apart from their runs: pages of results can be written anew long after the games are gone.
//!
//! Of each row one record counts, that of its declared configuration. What it replaces stays, marked; so does what was
//! measured of rows that the catalogue no longer has.

use std::path::{Path, PathBuf};

use hetman_lab::folder::{self, DiskError};
use hetman_rules::quote::passage;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::catalogue::Catalogue;
use crate::claim::Published;
use crate::request::{Origin, Overrides, RowRequest};
use crate::runner::RowReport;
use crate::series::{Role, Row};
use crate::spread::Measured;
use crate::table::Line;
use crate::verdict::{Evidence, Verdict, verdict};

/// Why an archive cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    #[error("{path} cannot be read", path = passage(.0.display()))]
    Unreadable(PathBuf, #[source] std::io::Error),
    #[error("{path} is no archive of results", path = passage(.0.display()))]
    Malformed(PathBuf, #[source] serde_json::Error),
    #[error(transparent)]
    Disk(#[from] DiskError),
}

/// One quantity of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArchivedLine {
    pub quantity: String,
    /// What was printed, as it was compared then.
    pub published: String,
    #[serde(flatten)]
    pub measured: Measured,
    /// By the rule of today, where it counts; what is superseded has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
}

/// A finished repetition: what was measured, and everything that it rests on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Record {
    pub row: String,
    pub role: Role,
    pub source: String,
    pub what: String,
    pub choices: Overrides,
    pub seed: u64,
    /// How much was played, in words.
    pub played: String,
    pub evidence: Evidence,
    pub origin: Origin,
    pub seconds: f64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<String>,
    /// Why it counts no more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded: Option<String>,
    pub lines: Vec<ArchivedLine>,
    /// The score in each window: the games played at its end, the mean over runs, their standard deviation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub curve: Vec<[f64; 3]>,
}

/// Repetitions in the order in which they were kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Archive {
    pub records: Vec<Record>,
}

/// What was measured so far, as `hetman reproduce results --archive docs/results.json` keeps it.
const MEASURED: &str = include_str!("../../../docs/results.json");

impl Archive {
    /// What this project has measured.
    pub fn built_in() -> Archive {
        serde_json::from_str(MEASURED).expect("a test reads what is built in")
    }

    /// What a file holds; nothing if there is none yet.
    pub fn read(path: &Path) -> Result<Archive, ArchiveError> {
        if !path.exists() {
            return Ok(Archive::default());
        }
        let bytes = std::fs::read(path).map_err(|error| ArchiveError::Unreadable(path.to_owned(), error))?;
        serde_json::from_slice(&bytes).map_err(|error| ArchiveError::Malformed(path.to_owned(), error))
    }

    pub fn write(&self, path: &Path) -> Result<(), ArchiveError> {
        Ok(folder::write_atomically(path, self.text().as_bytes())?)
    }

    /// One line for each record, so that a difference between two archives can be read.
    pub fn text(&self) -> String {
        let lines = self.records.iter().map(|record| serde_json::to_string(record).expect("records are plain data"));
        format!("{{\"records\": [\n{}\n]}}\n", lines.collect::<Vec<_>>().join(",\n"))
    }

    /// What an archive looks like, as a JSON schema.
    pub fn schema() -> String {
        let schema = serde_json::to_string_pretty(&schemars::schema_for!(Archive)).expect("a schema is plain data");
        schema + "\n"
    }

    /// Takes a finished repetition in. The same one replaces itself; another of the same row, with the row's own choices,
    /// counts from now on in the place of the earlier one.
    pub fn keep(&mut self, report: &RowReport) {
        let Some(record) = Record::of(report) else { return };
        let is_same =
            |known: &Record| (&known.row, known.seed, &known.choices) == (&record.row, record.seed, &record.choices);
        self.records.retain(|known| !is_same(known));
        if record.counts() {
            for known in self.records.iter_mut().filter(|known| known.row == record.row && known.counts()) {
                known.superseded = Some(format!("repeated with seed {}", record.seed));
            }
        }
        self.records.push(record);
        self.judge();
    }

    /// Gives every line that counts the verdict of today's rule, and none to others.
    pub fn judge(&mut self) {
        for record in &mut self.records {
            let (published, evidence) = (record.published(), record.evidence);
            for line in &mut record.lines {
                let claim = published.iter().find(|claim| claim.label() == line.quantity);
                line.verdict = claim.map(|claim| verdict(claim, Some(&line.measured), evidence).0);
            }
        }
    }

    /// The record of a row that counts.
    pub fn current(&self, row: &str) -> Option<&Record> {
        self.records.iter().find(|record| record.row == row && record.counts())
    }

    /// What was measured for a claim of a row.
    pub fn measured(&self, row: &str, quantity: &str) -> Option<&Measured> {
        let lines = &self.current(row)?.lines;
        lines.iter().find(|line| line.quantity == quantity).map(|line| &line.measured)
    }

    /// A row's claims beside what counts of ours.
    pub fn lines(&self, row: &Row) -> Vec<Line> {
        let evidence = self.current(&row.name).map_or(Evidence::FULL, |record| record.evidence);
        let line = |published: &Published| {
            Line::new(published, self.measured(&row.name, &published.label()).cloned(), evidence)
        };
        row.published.iter().map(line).collect()
    }
}

impl Record {
    /// `None` of what failed.
    fn of(report: &RowReport) -> Option<Record> {
        let (request, outcome) = (&report.request, report.result.as_ref().ok()?);
        let is_declared = request.overrides == Overrides::default();
        let line = |line: &Line| {
            let measured = line.ours.clone()?;
            Some(ArchivedLine {
                quantity: line.quantity.clone(),
                published: line.published.clone(),
                measured,
                verdict: None,
            })
        };
        Some(Record {
            row: outcome.name.clone(),
            role: if is_declared { request.row.role } else { Role::Exploration },
            source: outcome.source.clone(),
            what: outcome.what.clone(),
            choices: request.overrides.clone(),
            seed: request.seed(),
            played: outcome.played.clone(),
            evidence: request.evidence(),
            origin: report.origin.clone(),
            seconds: report.seconds,
            faults: outcome.faults.clone(),
            superseded: None,
            lines: outcome.lines.iter().filter_map(line).collect(),
            curve: report.curve.clone(),
        })
    }

    /// The claims that it is evidence for.
    pub fn published(&self) -> &'static [Published] {
        self.request().filter(|_| self.counts()).map_or(&[], |request| &request.row.published)
    }

    pub fn counts(&self) -> bool {
        self.superseded.is_none() && self.role != Role::Exploration
    }

    /// The row that it repeats, if there is still one.
    pub fn request(&self) -> Option<RowRequest> {
        Some(RowRequest::new(Catalogue::built_in().row(&self.row)?, &self.choices))
    }
}
