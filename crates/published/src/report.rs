//! What came of an experiment: in numbers, and as a page with pictures and files beside it.
//!
//! [`make`] is for a folder of any kind of run, also one that is still running. It reads what is kept and nothing else,
//! and neither clocks nor chance are in what it makes: the same folder gives the same bytes.

mod contest;
mod curve;
mod events;
mod head;
mod inputs;
pub use inputs::Inputs;
mod learned;
mod moments;
mod page;
mod pieces;
mod results;
mod training;
mod values;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use hetman_eval::{Net, NetError};
use hetman_rules::quote::passage;

use crate::folder::{self, DiskError, write_atomically};
use crate::reproduce::{Catalogue, Line, Outcome, ReproduceError, ReproductionRunner, RowRequest, RowTask, kept_order};
use crate::runs::results_file;
use crate::store::{Session, WindowRow};
use crate::tournaments::{self, ContestError, Standing};
use crate::{ExperimentError, Store, StoreError};
use contest::ContestReport;
pub use head::time_in_words;
use learned::Learned;
use page::PageBuilder;
use training::TrainingReport;

/// One run's results so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    pub run: u64,
    /// The learner's results in all games.
    pub total: WindowRow,
    pub windows: Vec<WindowRow>,
    /// The weights, where each means something by itself: those of a linear model, with their names.
    pub weights: Vec<(String, f64)>,
}

/// Everybody who has trained in an experiment's folder.
pub fn sessions(folder: &Path) -> Result<Vec<Session>, ReportError> {
    Ok(Store::read(&results_file(folder))?.map_or_else(|| Ok(Vec::new()), |store| store.sessions())?)
}

/// Why there is nothing to report.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the net of run {run} cannot be used: {problem}")]
    Net { run: u64, problem: NetError },
    #[error("{folder} holds no run: give a folder that `hetman train`, `reproduce`, `match` or `tournament` has made", folder = passage(.0.display()))]
    NoRun(PathBuf),
    #[error("{folder} holds a run that never began: train in it first", folder = passage(.0.display()))]
    NotBegun(PathBuf),
    #[error("the experiment that is kept cannot be read by this version: {0}")]
    Experiment(#[from] ExperimentError),
    #[error("the contest cannot be read: {0}")]
    Contest(ContestError),
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
    } else if tournaments::exists(folder) {
        of_contest(folder)?
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
    let (catalogue, learned) = (Catalogue::built_in(), Learned::read(folder)?);
    let order = order_of(catalogue, folder, &learned.source.experiment.name);
    let order = order.filter(|order| matches!(order.row.task, RowTask::Training(_)));
    let outcome = order.as_ref().map(|order| outcome(catalogue, order, folder)).transpose()?;
    let report = TrainingReport { learned: &learned, order: order.as_ref(), outcome: outcome.as_ref() };
    Ok((report.title(), report.page(), learned.is_finished()))
}

fn of_contest(folder: &Path) -> Result<(String, PageBuilder, bool), ReportError> {
    let (catalogue, standing) = (Catalogue::built_in(), standing(folder)?);
    let name = folder_name(folder);
    let order = order_of(catalogue, folder, &name).filter(|order| matches!(order.row.task, RowTask::Contest(_)));
    let outcome = order.as_ref().map(|order| outcome(catalogue, order, folder)).transpose()?;
    let seconds = folder::seconds(folder);
    let (order, outcome) = (order.as_ref(), outcome.as_ref());
    let report = ContestReport { name: name.clone(), standing: &standing, seconds, order, outcome };
    Ok((name, report.page(), standing.is_over))
}

fn standing(folder: &Path) -> Result<Standing, ReportError> {
    tournaments::standing(folder).map_err(|problem| match problem {
        ContestError::Store(problem) => problem.into(),
        ContestError::NothingToResume(folder) => ReportError::NotBegun(folder),
        other => ReportError::Contest(other),
    })
}

/// What the folder is called, whichever way it was given.
fn folder_name(folder: &Path) -> String {
    let absolute = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    absolute.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// The published row that a folder repeats: its kept table says which, or else the run's name.
fn order_of<'c>(catalogue: &'c Catalogue, folder: &Path, name: &str) -> Option<RowRequest<'c>> {
    kept_order(catalogue, folder).map(|(_, order)| order).or_else(|| RowRequest::named(catalogue, name))
}

fn outcome(catalogue: &Catalogue, order: &RowRequest, folder: &Path) -> Result<Outcome, ReportError> {
    let (stop, base) = (AtomicBool::new(false), folder.parent().unwrap_or(folder));
    let workshop = ReproductionRunner {
        catalogue,
        folder: base,
        threads: 1,
        revision: "",
        date: "",
        played: &|_| {},
        stop: &stop,
    };
    workshop.table(order, folder).map_err(|problem| ReportError::Published(Box::new(problem)))
}

/// What was printed of a row, by its name, beside what a folder in which it is trained says so far; `None` if there is no
/// such row.
pub fn published(folder: &Path, row: &str) -> Result<Option<Vec<Line>>, ReportError> {
    let catalogue = Catalogue::built_in();
    let order = RowRequest::named(catalogue, row).filter(|order| matches!(order.row.task, RowTask::Training(_)));
    order.map(|order| Ok(outcome(catalogue, &order, folder)?.lines)).transpose()
}

/// The results kept in an experiment's folder, of those runs that have any.
pub fn summaries(folder: &Path, runs: u64) -> Result<Vec<Summary>, ReportError> {
    let mut summaries = Vec::new();
    let Some(store) = Store::read(&results_file(folder))? else { return Ok(summaries) };
    for run in 1..=runs {
        let Some(state) = store.state(run)? else { continue };
        let (net, _) = Net::from_bytes(&state.net).map_err(|problem| ReportError::Net { run, problem })?;
        let total = WindowRow::of(state.games, &store.games(run, 0)?);
        summaries.push(Summary { run, total, windows: store.windows(run)?, weights: meaningful_weights(&net) });
    }
    Ok(summaries)
}

fn meaningful_weights(net: &Net) -> Vec<(String, f64)> {
    if net.model().weights().is_none() {
        return Vec::new();
    }
    net.parameter_names().into_iter().zip(net.model().parameters().iter().copied()).collect()
}

#[cfg(test)]
mod tests;
