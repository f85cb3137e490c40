//! What came of an experiment: in numbers, and as a page with pictures and files beside it.
//!
//! [`make`] is for a folder of any kind of run, also one that is still running. It reads what is kept and nothing else,
//! and neither clocks nor chance are in what it makes: the same folder gives the same bytes.

mod curve;
mod events;
mod fit;
mod head;
mod inputs;
mod learned;
mod moments;
mod page;
mod pieces;
mod results;
mod tournament;
mod training;
mod values;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hetman_lab::folder::{self, DiskError, write_atomically};
use hetman_lab::runs::results_file;
use hetman_lab::tournaments::{self, Standing, TournamentError};
use hetman_lab::{ExperimentError, StoreError};
use hetman_rules::quote::passage;

use fit::FitReport;
pub use head::time_in_words;
use hetman_published::{Catalogue, Line, Outcome, Overrides, ReproduceError, RowRequest, RowTask, table};
pub use inputs::Inputs;
use learned::Learned;
use page::PageBuilder;
pub use results::{endings, lengths};
use tournament::TournamentReport;
use training::TrainingReport;

/// Why there is nothing to report.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{folder} holds no run: give a folder that `hetman train`, `fit`, `reproduce`, `match` or `tournament` has made", folder = passage(.0.display()))]
    NoRun(PathBuf),
    #[error("{folder} holds a run that never began: train in it first", folder = passage(.0.display()))]
    NotBegun(PathBuf),
    #[error("the experiment that is kept cannot be read by this version: {0}")]
    Experiment(#[from] ExperimentError),
    #[error("the contest cannot be read: {0}")]
    Tournament(TournamentError),
    #[error("the published table cannot be made: {0}")]
    Published(Box<ReproduceError>),
    #[error(transparent)]
    Disk(#[from] DiskError),
}

/// The page's name among its files.
pub const PAGE: &str = "index.html";

/// A run's page, which needs nothing else, and the files that lie beside it, by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    pub page: String,
    /// Some in folders of their own: `tensorboard/run-1/...`.
    pub files: BTreeMap<String, Vec<u8>>,
    pub is_finished: bool,
}

/// What was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    pub page: PathBuf,
    /// Beside it.
    pub files: Vec<PathBuf>,
    pub is_finished: bool,
}

/// Makes the report of a run; nothing is written.
pub fn make(folder: &Path) -> Result<Report, ReportError> {
    let (title, page, is_finished) = if results_file(folder).exists() {
        of_training(folder)?
    } else if fit::exists(folder) {
        let report = FitReport::read(folder)?;
        (report.title(), report.page(), report.is_finished())
    } else if tournaments::exists(folder) {
        of_tournament(folder)?
    } else {
        return Err(ReportError::NoRun(folder.to_owned()));
    };
    let (page, files) = page.finished(&title);
    Ok(Report { page, files, is_finished })
}

/// Writes a run's page and its files into the folder `out`, the page last.
pub fn write(folder: &Path, out: &Path) -> Result<Written, ReportError> {
    let report = make(folder)?;
    let mut files = Vec::new();
    for (name, bytes) in &report.files {
        let path = out.join(name);
        folder::make(path.parent().unwrap_or(out))?;
        write_atomically(&path, bytes)?;
        files.push(path);
    }
    folder::make(out)?;
    let page = out.join(PAGE);
    write_atomically(&page, report.page.as_bytes())?;
    Ok(Written { page, files, is_finished: report.is_finished })
}

/// The file for TensorBoard of a run, by its number from 1, among a report's files.
pub fn tensorboard_file(run: u64) -> String {
    format!("tensorboard/run-{run}/{}", events::FILE)
}

fn of_training(folder: &Path) -> Result<(String, PageBuilder, bool), ReportError> {
    let learned = Learned::read(folder)?;
    let request = RowRequest::of_folder(folder).or_else(|| RowRequest::of_experiment(&learned.source.experiment));
    let outcome = outcome(request.as_ref(), folder)?;
    let report = TrainingReport { learned: &learned, request: request.as_ref(), outcome: outcome.as_ref() };
    Ok((report.title(), report.page(), learned.is_finished()))
}

fn of_tournament(folder: &Path) -> Result<(String, PageBuilder, bool), ReportError> {
    let standing = standing(folder)?;
    let request = RowRequest::of_folder(folder);
    let outcome = outcome(request.as_ref(), folder)?;
    let (name, seconds) = (folder_name(folder), folder::seconds(folder));
    let (request, outcome) = (request.as_ref(), outcome.as_ref());
    let report = TournamentReport { name: name.clone(), standing: &standing, seconds, request, outcome };
    Ok((name, report.page(), standing.is_over))
}

fn standing(folder: &Path) -> Result<Standing, ReportError> {
    tournaments::standing(folder).map_err(|problem| match problem {
        TournamentError::Store(problem) => problem.into(),
        TournamentError::NothingToResume(folder) => ReportError::NotBegun(folder),
        other => ReportError::Tournament(other),
    })
}

/// What the folder is called, whichever way it was given.
fn folder_name(folder: &Path) -> String {
    let absolute = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    absolute.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

fn outcome(request: Option<&RowRequest>, folder: &Path) -> Result<Option<Outcome>, ReportError> {
    let outcome = request.map(|request| table(request, folder)).transpose();
    outcome.map_err(|problem| ReportError::Published(Box::new(problem)))
}

/// What was printed of a row, by its name, beside what a folder in which it is trained says so far; `None` if there is no
/// such row.
pub fn published(folder: &Path, row: &str) -> Result<Option<Vec<Line>>, ReportError> {
    let row = Catalogue::built_in().row(row).filter(|row| matches!(row.task, RowTask::Training(_)));
    let request = row.map(|row| RowRequest::new(row, &Overrides::default()));
    Ok(outcome(request.as_ref(), folder)?.map(|outcome| outcome.lines))
}

#[cfg(test)]
mod tests;
