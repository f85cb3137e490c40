//! Where rows are repeated: what is missing is trained and played, what is there is only read.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use hetman_arena::conversion::ConversionError;
use hetman_arena::notice;
use hetman_arena::runner::unwatched;
use hetman_arena::{Local, Switches};
use hetman_eval::{Net, NetError};
use hetman_rules::UnknownVariant;
use hetman_rules::quote::passage;

use hetman_lab::folder::{self, DiskError, write_atomically};
use hetman_lab::machine::Machine;
use hetman_lab::runs::results_file;
use hetman_lab::tournaments::{self, Plan, Standing, TournamentError, TournamentOptions};
use hetman_lab::{Event, StoreError, TrainError, Training, TrainingOutcome};

use crate::catalogue::Catalogue;
use crate::measure;
use crate::numbers::{NumbersSettings, PositionsError, Workplace};
use crate::request::{self, Origin, RowRequest, RowState};
use crate::row_data::table;
use crate::series::RowTask;
use crate::table::{Outcome, RESULT};
use crate::tournament::TournamentSettings;
use crate::training::TrainingSettings;

/// Why a row has no table.
#[derive(Debug, thiserror::Error)]
pub enum ReproduceError {
    #[error(transparent)]
    Train(#[from] TrainError),
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Disk(#[from] DiskError),
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    #[error("a net cannot be used: {0}")]
    Net(#[from] NetError),
    #[error(transparent)]
    Play(#[from] ConversionError),
    #[error(transparent)]
    Positions(#[from] PositionsError),
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
pub struct RowReport {
    pub request: RowRequest,
    pub result: Result<Outcome, ReproduceError>,
    /// Wall time, in all sessions.
    pub seconds: f64,
    pub origin: Origin,
    /// The score in each window, of a row that learns.
    pub curve: Vec<[f64; 3]>,
}

impl RowReport {
    fn new(request: &RowRequest, folder: &Path, result: Result<Outcome, ReproduceError>) -> RowReport {
        RowReport {
            request: request.clone(),
            result,
            seconds: folder::seconds(folder).unwrap_or(0.0),
            origin: request::origin(folder),
            curve: measure::curve(request, folder).unwrap_or_default(),
        }
    }
}

/// Where and how.
pub struct ReproductionRunner<'a> {
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

impl ReproductionRunner<'_> {
    /// Games that are still to be played, of those the requests take; a row begun counts in full.
    pub fn games_to_play(&self, requests: &[RowRequest]) -> u64 {
        self.missing(requests).iter().map(RowRequest::games).sum()
    }

    /// Does what is missing and tells what came of each request.
    pub fn carry_out(&self, requests: &[RowRequest]) -> Vec<RowReport> {
        let (mut trainings, mut tournaments, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
        for request in self.missing(requests) {
            match &request.row.task {
                RowTask::Training(settings) => trainings.push((request, settings)),
                RowTask::Tournament(settings) => tournaments.push((request, settings)),
                RowTask::Numbers(settings) => numbers.push((request, settings)),
            }
        }
        let mut failures = self.train_all(&trainings);
        for (request, settings) in tournaments {
            if let Err(problem) = self.unless_stopped(|| self.hold(&request, settings, &failures)) {
                failures.insert(request.name(), problem);
            }
        }
        for (request, settings) in numbers {
            if let Err(problem) = self.unless_stopped(|| self.work_out(&request, settings)) {
                failures.insert(request.name(), problem);
            }
        }
        let report = |request: &RowRequest| {
            let folder = request.folder(self.folder);
            let result = failures.remove(&request.name()).map_or_else(|| outcome(request, &folder), Err);
            RowReport::new(request, &folder, result)
        };
        requests.iter().map(report).collect()
    }

    /// Everything that the requests take and that is not done, each thing once.
    fn missing(&self, requests: &[RowRequest]) -> Vec<RowRequest> {
        let mut needed: Vec<RowRequest> = Vec::new();
        for request in requests {
            for dependency in request.dependencies().into_iter().chain([request.clone()]) {
                if needed.iter().all(|known| known.name() != dependency.name()) {
                    needed.push(dependency);
                }
            }
        }
        needed.retain(|request| request.state(self.folder) != RowState::Done);
        needed
    }

    /// Rows side by side, as many as there are threads; the threads that are left over go to the rows.
    fn train_all(&self, trainings: &[(RowRequest, &TrainingSettings)]) -> Failures {
        let workers = self.threads.min(trainings.len()).max(1);
        let (next, failures) = (AtomicUsize::new(0), Mutex::new(Failures::new()));
        let work = || {
            while let Some((request, settings)) = trainings.get(next.fetch_add(1, Ordering::Relaxed)) {
                let threads = (self.threads / workers).max(1);
                if let Err(problem) = self.unless_stopped(|| self.train(request, settings, threads)) {
                    failures.lock().unwrap_or_else(PoisonError::into_inner).insert(request.name(), problem);
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

    fn train(&self, request: &RowRequest, settings: &TrainingSettings, threads: usize) -> Result<(), ReproduceError> {
        if let Some(collection) = request.collection().filter(|collection| !collection.exists()) {
            return Err(ReproduceError::NoCollection(collection));
        }
        let folder = request.folder(self.folder);
        request.begin(&folder, &self.origin())?;
        let hear = |event: &Event| match event {
            Event::Begun { games_played, .. } => (self.played)(*games_played),
            Event::Played { .. } => (self.played)(1),
            _ => {}
        };
        let verdict = hetman_lab::train(&Training {
            source: &settings.source(request),
            base: Path::new(""),
            folder: &folder,
            resume: results_file(&folder).exists(),
            threads: Some(threads),
            revision: self.revision,
            sink: &hear,
            stop: self.stop,
        })?;
        if verdict == TrainingOutcome::Stopped { Err(ReproduceError::Stopped) } else { Ok(()) }
    }

    fn hold(
        &self,
        request: &RowRequest,
        settings: &TournamentSettings,
        failures: &Failures,
    ) -> Result<(), ReproduceError> {
        if let Some(failed) = request.dependencies().iter().find(|needed| failures.contains_key(&needed.name())) {
            return Err(ReproduceError::Dependency(failed.name()));
        }
        let folder = absolute(&request.folder(self.folder));
        request.begin(&folder, &self.origin())?;
        (0..settings.rounds(request)).try_for_each(|round| self.hold_round(request, settings, &folder, round))
    }

    fn work_out(&self, request: &RowRequest, settings: &NumbersSettings) -> Result<(), ReproduceError> {
        let folder = &absolute(&request.folder(self.folder));
        request.begin(folder, &self.origin())?;
        let begun = Instant::now();
        let (name, threads, seed) = (&*request.row.name, self.threads, request.seed());
        settings.work_out(&Workplace { name, folder, threads, seed, played: self.played, stop: self.stop })?;
        Ok(folder::add_seconds(folder, begun.elapsed())?)
    }

    fn hold_round(
        &self,
        request: &RowRequest,
        settings: &TournamentSettings,
        folder: &Path,
        round: u64,
    ) -> Result<(), ReproduceError> {
        let folder = settings.round_folder(request, folder, round);
        let plan = settings.plan(request, &folder, round);
        if tournaments::plan(&folder)?.is_some_and(|kept| !is_same(kept, &plan)) {
            return Err(ReproduceError::Changed(folder));
        }
        folder::make(&folder)?;
        settings.write_nets(&folder, round, &|row| self.nets(request, row))?;
        let stop = || self.stop.load(Ordering::Relaxed);
        let options = TournamentOptions {
            folder: &folder,
            pgn: None,
            date: self.date,
            executor: Local { threads: self.threads },
            switches: Switches { close: &stop, abandon: &stop },
            observer: &unwatched,
        };
        let observer = &mut |standing: &Standing, played: Option<&_>| match played {
            None => (self.played)(standing.games.len() as u64),
            Some(_) => (self.played)(1),
        };
        let standing = tournaments::begin_or_resume(&plan, &options, observer)?;
        if standing.is_over { Ok(()) } else { Err(ReproduceError::Stopped) }
    }

    /// The nets of all runs of a row that a tournament needs.
    fn nets(&self, request: &RowRequest, name: &str) -> Result<Vec<Net>, ReproduceError> {
        let no_net = || ReproduceError::NoNet(name.to_owned());
        let needed = request.dependency(Catalogue::built_in().row(name).ok_or_else(no_net)?);
        let RowTask::Training(settings) = &needed.row.task else { return Err(no_net()) };
        let runs = measure::runs(&needed.folder(self.folder), settings.runs(&needed))?;
        Ok(runs.into_iter().map(|run| run.net).collect())
    }

    fn origin(&self) -> Origin {
        let Machine { processor, cores, system } = Machine::this();
        let machine = format!("{processor}, {cores} cores, {system}");
        Origin { revision: self.revision.to_owned(), machine, date: self.date.to_owned() }
    }

    fn unless_stopped(&self, act: impl FnOnce() -> Result<(), ReproduceError>) -> Result<(), ReproduceError> {
        if self.stop.load(Ordering::Relaxed) { Err(ReproduceError::Stopped) } else { act() }
    }
}

/// Every repetition that has come to its end in a folder of folders, whatever was chosen for it, in the catalogue's order.
pub fn finished(base: &Path) -> Vec<RowReport> {
    let folders = std::fs::read_dir(base).into_iter().flatten().flatten().map(|entry| entry.path());
    // What was done for another row only has no table.
    let with_table = folders.filter(|folder| folder.join(RESULT).exists());
    let mut requests: Vec<RowRequest> = with_table.filter_map(|folder| RowRequest::of_folder(&folder)).collect();
    requests.retain(|request| request.state(base) == RowState::Done);
    requests.sort_by_cached_key(|request| (Catalogue::built_in().place(&request.row.name), request.name()));
    let report = |request: &RowRequest| {
        let folder = request.folder(base);
        RowReport::new(request, &folder, outcome(request, &folder))
    };
    requests.iter().map(report).collect()
}

/// The table of a finished row, which is also written into its folder.
fn outcome(request: &RowRequest, folder: &Path) -> Result<Outcome, ReproduceError> {
    let outcome = table(request, folder)?;
    let json = serde_json::to_string_pretty(&outcome).expect("an outcome is plain data");
    write_atomically(&folder.join(RESULT), json.as_bytes())?;
    Ok(outcome)
}

/// Whether a tournament was begun with the same plan, wherever its nets lay then.
fn is_same(kept: Plan, plan: &Plan) -> bool {
    Plan { players: plan.players.clone(), ..kept } == *plan
}

/// A tournament remembers where its nets lie, wherever it is resumed from.
fn absolute(folder: &Path) -> PathBuf {
    std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned())
}
