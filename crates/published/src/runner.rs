//! Where rows are repeated: what is missing is trained and played, what is there is only read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use hetman_arena::notice;
use hetman_arena::runner::{Switches, unwatched};
use hetman_eval::{Net, NetError};
use hetman_rules::UnknownVariant;
use hetman_rules::quote::passage;

use super::catalogue::{Catalogue, UnknownName};
use super::claim::Published;
use super::measure::{self, RunResult, Runs};
use super::participants::ContestSettings;
use super::request::{RowRequest, RowState};
use super::series::RowTask;
use super::spread::Measured;
use super::table::{Line, Outcome};
use crate::folder::{self, DiskError, write_atomically};
use crate::tournaments::{self, ContestError, Standing, TournamentOptions};
use crate::{Event, ExperimentError, StoreError, TrainError, Training, TrainingOutcome};

/// The table, as data.
const RESULT: &str = "result.json";

/// Why a row has no table.
#[derive(Debug, thiserror::Error)]
pub enum ReproduceError {
    #[error(transparent)]
    Name(#[from] UnknownName),
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    #[error(transparent)]
    Train(#[from] TrainError),
    #[error(transparent)]
    Contest(#[from] ContestError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Disk(#[from] DiskError),
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    #[error("a net cannot be used: {0}")]
    Net(#[from] NetError),
    #[error("there are no recorded games at {collection}: give a collection with --pgn FILE", collection = passage(.0.display()))]
    NoCollection(PathBuf),
    #[error("{0} has left no net that could play here")]
    NoNet(String),
    #[error("{folder} has a comma in its name, which players' words do not allow: choose another folder (--out)", folder = passage(.0.display()))]
    Comma(PathBuf),
    #[error("{folder} was begun with other settings: choose another folder (--out)", folder = passage(.0.display()))]
    Changed(PathBuf),
    #[error("it needs {0}, which did not come to its end")]
    Dependency(String),
    #[error("stopped; the same command goes on from here")]
    Stopped,
}

/// What became of one row.
pub struct Report {
    pub name: String,
    pub result: Result<Outcome, ReproduceError>,
    /// Wall time, in all sessions.
    pub seconds: f64,
}

/// Where and how.
pub struct ReproductionRunner<'a> {
    pub catalogue: &'a Catalogue,
    /// Holds a folder for each row.
    pub folder: &'a Path,
    pub threads: usize,
    /// The program, for the record.
    pub revision: &'a str,
    pub date: &'a str,
    /// Hears of every game that is finished, from any thread.
    pub played: &'a (dyn Fn(u64) + Sync),
    pub stop: &'a AtomicBool,
}

type Failures = BTreeMap<String, ReproduceError>;

impl<'a> ReproductionRunner<'a> {
    /// Everything that the orders take, each thing once: rows whose nets play come before the contests.
    pub fn needed<'r>(&'r self, orders: &[RowRequest<'r>]) -> Vec<RowRequest<'r>> {
        let mut needed: Vec<RowRequest> = Vec::new();
        for order in orders {
            for dependency in self.dependencies(order).into_iter().chain([order.clone()]) {
                if needed.iter().all(|known| known.name() != dependency.name()) {
                    needed.push(dependency);
                }
            }
        }
        needed
    }

    fn dependencies<'r>(&'r self, order: &RowRequest<'r>) -> Vec<RowRequest<'r>> {
        let players = match &order.row.task {
            RowTask::Training(_) => Vec::new(),
            RowTask::Contest(settings) => settings.needs().filter_map(|name| self.catalogue.row(name)).collect(),
        };
        let others = order.row.published.iter().filter_map(|published| published.relative_to.as_deref());
        let others = others.filter_map(|name| self.catalogue.row(name));
        let players = players.into_iter().map(|row| order.dependency(row));
        players.chain(others.map(|row| RowRequest::new(row, &order.choices))).collect()
    }

    /// Games that are still to be played, of those the orders take; a row begun counts in full.
    pub fn games_to_play(&self, orders: &[RowRequest]) -> u64 {
        let needed = self.needed(orders);
        needed.iter().filter(|order| order.state(self.folder) != RowState::Done).map(RowRequest::games).sum()
    }

    /// Does what is missing and tells what came of each order.
    pub fn carry_out(&self, orders: &[RowRequest]) -> Vec<Report> {
        let needed = self.needed(orders);
        let missing = needed.iter().filter(|order| order.state(self.folder) != RowState::Done);
        let (trainings, contests): (Vec<&RowRequest>, Vec<&RowRequest>) =
            missing.partition(|order| matches!(order.row.task, RowTask::Training(_)));
        let mut failures = self.train_all(&trainings);
        for order in contests {
            if let Err(problem) = self.unless_stopped(|| self.contest(order, &failures)) {
                failures.insert(order.name(), problem);
            }
        }
        orders.iter().map(|order| self.report(order, &mut failures)).collect()
    }

    /// Rows side by side, as many as there are threads; the threads that are left over go to the rows.
    fn train_all(&self, orders: &[&RowRequest]) -> Failures {
        let workers = self.threads.min(orders.len()).max(1);
        let (next, failures) = (AtomicUsize::new(0), Mutex::new(Failures::new()));
        let work = || {
            while let Some(order) = orders.get(next.fetch_add(1, Ordering::Relaxed)) {
                if let Err(problem) = self.unless_stopped(|| self.train(order, (self.threads / workers).max(1))) {
                    failures.lock().unwrap_or_else(PoisonError::into_inner).insert(order.name(), problem);
                }
            }
        };
        thread::scope(|scope| {
            let is_started = |_: &usize| thread::Builder::new().spawn_scoped(scope, work).is_ok();
            let helpers = (1..workers).take_while(is_started).count();
            if helpers + 1 < workers {
                notice(format!(
                    "only {} of {workers} rows are learned side by side: no more threads can be started",
                    helpers + 1
                ));
            }
            work();
        });
        failures.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn train(&self, order: &RowRequest, threads: usize) -> Result<(), ReproduceError> {
        if let Some(collection) = order.collection().filter(|collection| !collection.exists()) {
            return Err(ReproduceError::NoCollection(collection));
        }
        let (source, folder) = (order.source()?, order.folder(self.folder));
        let hear = |event: &Event| match event {
            Event::Begun { games_played, .. } => (self.played)(*games_played),
            Event::Played { .. } => (self.played)(1),
            _ => {}
        };
        let verdict = crate::train(&Training {
            source: &source,
            base: Path::new(""),
            folder: &folder,
            resume: crate::runs::results_file(&folder).exists(),
            threads: Some(threads),
            revision: self.revision,
            sink: &hear,
            stop: self.stop,
        })?;
        if verdict == TrainingOutcome::Stopped { Err(ReproduceError::Stopped) } else { Ok(()) }
    }

    fn contest(&self, order: &RowRequest, failures: &Failures) -> Result<(), ReproduceError> {
        let RowTask::Contest(settings) = &order.row.task else { unreachable!("training rows are trained") };
        if let Some(failed) = self.dependencies(order).iter().find(|needed| failures.contains_key(&needed.name())) {
            return Err(ReproduceError::Dependency(failed.name()));
        }
        let standing = self.hold(order, settings)?;
        if standing.is_over { Ok(()) } else { Err(ReproduceError::Stopped) }
    }

    fn hold(&self, order: &RowRequest, settings: &ContestSettings) -> Result<Standing, ReproduceError> {
        let folder = absolute(&order.folder(self.folder));
        let plan = settings.plan(order, &folder);
        let kept = tournaments::plan(&folder)?;
        if kept.as_ref().is_some_and(|kept| !order.is_plan(kept, &plan)) {
            return Err(ReproduceError::Changed(folder));
        }
        folder::make(&folder)?;
        settings.write_nets(&folder, &|row| self.nets(order, row))?;
        let stop = || self.stop.load(Ordering::Relaxed);
        let options = TournamentOptions {
            folder: &folder,
            pgn: None,
            date: self.date,
            concurrency: self.threads,
            switches: Switches { close: &stop, abandon: &stop },
            observer: &unwatched,
        };
        let listener = &mut |standing: &Standing, played: Option<&_>| match played {
            None => (self.played)(standing.games.len() as u64),
            Some(_) => (self.played)(1),
        };
        Ok(tournaments::begin_or_resume(&plan, &options, listener)?)
    }

    /// The nets of all runs of a row that a contest needs.
    fn nets(&self, order: &RowRequest, row: &str) -> Result<Vec<Net>, ReproduceError> {
        let row = self.catalogue.row(row).ok_or_else(|| ReproduceError::NoNet(row.to_owned()))?;
        let needed = order.dependency(row);
        let (count, _) = needed.runs().ok_or_else(|| ReproduceError::NoNet(row.name.clone()))?;
        let runs = measure::runs(&needed.folder(self.folder), count)?;
        Ok(runs.into_iter().map(|run| run.net).collect())
    }

    fn report(&self, order: &RowRequest, failures: &mut Failures) -> Report {
        let name = order.name();
        let result = match failures.remove(&name) {
            Some(problem) => Err(problem),
            None => self.outcome(order),
        };
        Report { seconds: folder::seconds(&order.folder(self.folder)).unwrap_or(0.0), name, result }
    }

    /// The table of a finished row, which is also written into its folder.
    pub fn outcome(&self, order: &RowRequest) -> Result<Outcome, ReproduceError> {
        let folder = order.folder(self.folder);
        let outcome = self.table(order, &folder)?;
        let json = serde_json::to_string_pretty(&outcome).expect("an outcome is plain data");
        write_atomically(&folder.join(RESULT), json.as_bytes())?;
        Ok(outcome)
    }

    /// The table of a row, finished or not, whatever its folder is called. Numbers that are relative to a row which is
    /// not finished are left open.
    pub fn table(&self, order: &RowRequest, folder: &Path) -> Result<Outcome, ReproduceError> {
        let row = order.row;
        let evidence = RowData::of(order, folder)?;
        let mut lines = Vec::new();
        for published in &row.published {
            let mut ours = evidence.measure(order, published);
            if let Some(other) = published.relative_to.as_deref().and_then(|name| self.catalogue.row(name)) {
                let other = &RowRequest::new(other, &order.choices);
                let is_done = other.state(self.folder) == RowState::Done;
                let theirs = is_done.then(|| RowData::of(other, &other.folder(self.folder))).transpose()?;
                let theirs = theirs.and_then(|theirs| theirs.measure(other, published));
                ours = ours.zip(theirs).map(|(ours, theirs)| Measured::exact(ours.value / theirs.value));
            }
            lines.push(Line::new(published, ours));
        }
        Ok(Outcome::new(order, played_in_words(order), lines, evidence.faults()))
    }

    /// Every repetition that has come to its end in this folder, whatever was chosen for it, in the catalogue's order.
    pub fn finished(&self) -> Vec<Report> {
        let folders = std::fs::read_dir(self.folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let kept = folders.filter_map(|folder| kept_order(self.catalogue, &folder));
        let mut orders: Vec<(usize, RowRequest)> = kept.collect();
        orders.sort_by_key(|(place, order)| (*place, order.name()));
        let is_done = |order: &RowRequest| order.state(self.folder) == RowState::Done;
        let orders = orders.into_iter().map(|(_, order)| order).filter(is_done);
        orders.map(|order| self.report(&order, &mut Failures::new())).collect()
    }

    fn unless_stopped(&self, act: impl FnOnce() -> Result<(), ReproduceError>) -> Result<(), ReproduceError> {
        if self.stop.load(Ordering::Relaxed) { Err(ReproduceError::Stopped) } else { act() }
    }
}

/// The row whose table is kept in a folder and what was chosen for it, with its place in the catalogue.
pub fn kept_order<'c>(catalogue: &'c Catalogue, folder: &Path) -> Option<(usize, RowRequest<'c>)> {
    let result: serde_json::Value = serde_json::from_slice(&std::fs::read(folder.join(RESULT)).ok()?).ok()?;
    let place = catalogue.rows.iter().position(|row| result["name"] == row.name.as_str())?;
    let choices = serde_json::from_value(result["choices"].clone()).ok()?;
    Some((place, RowRequest::new(&catalogue.rows[place], &choices)))
}

/// What a row has left behind.
enum RowData {
    Runs(Vec<RunResult>),
    Contest(Box<Standing>),
}

impl RowData {
    fn of(order: &RowRequest, folder: &Path) -> Result<RowData, ReproduceError> {
        Ok(match order.runs() {
            Some((runs, _)) => RowData::Runs(measure::runs(folder, runs)?),
            None => RowData::Contest(tournaments::standing(folder)?.into()),
        })
    }

    /// How often each player lost by misbehaving.
    fn faults(&self) -> Vec<String> {
        let RowData::Contest(standing) = self else { return Vec::new() };
        let note = |((player, fault), times): (&(&str, &str), &u64)| format!("{player} lost {times} games by: {fault}");
        standing.faults().iter().map(note).collect()
    }

    fn measure(&self, order: &RowRequest, published: &Published) -> Option<Measured> {
        let row = order.row;
        match self {
            RowData::Runs(results) => {
                let (printed_runs, scale) = (row.printed_runs, row.scale.as_ref());
                Runs { results, printed_runs, scale, games_scale: order.scale() }.measure(&published.quantity)
            }
            RowData::Contest(standing) => {
                measure::of_contest(standing, published.player.as_deref(), &published.quantity)
            }
        }
    }
}

/// How much was played, and what it stands for.
fn played_in_words(order: &RowRequest) -> String {
    let (games, published) = (games_in_words(order), games_in_words(&order.in_full()));
    let published = if games == published { String::new() } else { format!(" (in full: {published})") };
    format!("{games}{published}, seed {}", order.choices.seed)
}

fn games_in_words(order: &RowRequest) -> String {
    match order.runs() {
        None => format!("{} games", order.games()),
        Some((1, games)) => format!("{games} games"),
        Some((runs, games)) => format!("{runs} runs of {games} games"),
    }
}

/// A contest remembers where its nets lie, wherever it is resumed from.
fn absolute(folder: &Path) -> PathBuf {
    std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned())
}
