//! Training runs: play, trace, learn, keep; and again.
//!
//! Independent runs go on side by side, and so do the games between two changes of the weights. Each game's generator
//! comes from the run's seed and the game's number and changes are added in the order of the games, so that the number
//! of threads is not to be seen in the results.

mod game;
mod recorded;
mod run;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use hetman_arena::{PlayerError, generator};
use hetman_eval::Net;
use hetman_learn::{Divergence, Trace};
use hetman_rules::quote::passage;
use rand::Rng;
use rayon::prelude::*;

use crate::experiment::{Games, Opponent, Recorded};
use crate::folder::{self, DiskError, write_atomically};
use crate::machine::Machine;
use crate::occupancy::Occupancy;
use crate::store::{GameRow, Session, Store, StoreError};
use crate::{Event, ExperimentError, Observer, Source};
use game::PlayedGames;
pub use recorded::{Collected, LeftOut};
use recorded::{Collection, WatchedGames};
use run::Run;

/// The files of an experiment's folder, besides one net for each run.
const RESULTS: &str = "results.sqlite";
const EXPERIMENT: &str = "experiment.toml";

/// A plain search keeps its move lists on the stack, and a thread may have several games in hand.
const STACK_BYTES: usize = 64 << 20;

/// Why training did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    #[error(transparent)]
    Opponent(#[from] PlayerError),
    #[error("its opponent is a person, who needs a board: run `hetman studio` and start the experiment there")]
    NeedsStudio,
    #[error(transparent)]
    Disk(#[from] DiskError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("training stopped at its last checkpoint, from which --resume will go on")]
    Interrupted(#[source] Box<TrainError>),
    #[error("{folder} already holds a run: go on with it (--resume) or choose another folder (--out)", folder = passage(.0.display()))]
    FolderTaken(PathBuf),
    #[error("{folder} holds no run to go on with: leave --resume away", folder = passage(.0.display()))]
    NothingToResume(PathBuf),
    #[error("another hetman is training in {folder}", folder = passage(.0.display()))]
    InUse(PathBuf),
    #[error("the experiment is not the one {folder} was begun with ({EXPERIMENT} there): choose another folder (--out)", folder = passage(.0.display()))]
    Changed(PathBuf),
    #[error("the state kept of run {run} cannot be used: {reason}")]
    TrainingState { run: u64, reason: String },
    #[error("run {run}, weight '{parameter}': {divergence}")]
    Diverged { run: u64, parameter: String, divergence: Divergence },
    #[error("{0} threads cannot be started")]
    Threads(usize),
}

impl TrainError {
    /// Of a run that has begun: trouble with the disk ends a session and not the run.
    fn interrupting(self) -> TrainError {
        match self {
            TrainError::Disk(_) => TrainError::Interrupted(self.into()),
            TrainError::Store(ref problem) if problem.may_pass() => TrainError::Interrupted(self.into()),
            other => other,
        }
    }
}

/// How training ended when nothing went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrainingOutcome {
    Finished,
    /// Somebody wanted it to stop; what was played until then is kept.
    Stopped,
}

/// Where and how to train.
pub struct Training<'a> {
    pub source: &'a Source,
    /// Where the experiment's file lies, from which its paths are counted.
    pub base: &'a Path,
    /// Where everything goes.
    pub folder: &'a Path,
    pub resume: bool,
    /// All cores if `None`.
    pub threads: Option<usize>,
    /// The program that trains, for the record.
    pub revision: &'a str,
    pub sink: &'a dyn Observer,
    pub stop: &'a AtomicBool,
}

/// What the runs share.
struct TrainingContext<'a> {
    training: &'a Training<'a>,
    store: Mutex<Store>,
    /// The games to watch, in an experiment that does.
    collection: Option<Collection>,
    /// One run's trouble with the disk is everybody's.
    broken: AtomicBool,
}

impl TrainingContext<'_> {
    fn should_stop(&self) -> bool {
        self.training.stop.load(Ordering::Relaxed) || self.broken.load(Ordering::Relaxed)
    }

    /// Where a run's games come from.
    fn samples(&self, run: u64, seed: u64) -> Box<dyn SampleSource + '_> {
        match (self.training.source.experiment.games_from(), &self.collection) {
            (Games::Play(play), _) => Box::new(PlayedGames { context: self, play, run, seed }),
            (Games::Recorded(recorded), Some(collection)) => {
                Box::new(WatchedGames::new(self, recorded, collection, seed))
            }
            (Games::Recorded(_), None) => unreachable!("the collection is read before any run begins"),
        }
    }
}

/// Games to learn from, by their numbers. The same number gives the same game, whoever asks and when.
trait SampleSource: Sync {
    /// What a net learns from a game; `None` if it was stopped.
    fn game(&self, net: &Arc<Net>, number: u64) -> Result<Option<TrainingGame>, TrainError>;
}

/// A game's row, and what is learned from it.
struct TrainingGame {
    row: GameRow,
    /// Where the pieces stood, if the net cares.
    occupancy: Option<Occupancy>,
    traces: Vec<Trace>,
}

/// Trains until all runs have played their games, somebody stops it, or it cannot go on.
pub fn train(training: &Training) -> Result<TrainingOutcome, TrainError> {
    check_folder(training)?;
    // What can be wrong with the experiment is found before anything is written.
    let collection = check_experiment(training)?;
    let _lock = lock_folder(training.folder)?;
    let begun = Instant::now();
    let store = Mutex::new(open_store(training)?);
    let context = TrainingContext { training, store, collection, broken: AtomicBool::new(false) };
    let threads = training.threads.unwrap_or(0);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK_BYTES).build();
    let pool = pool.map_err(|_| TrainError::Threads(threads))?;
    let runs = 1..=training.source.experiment.runs;
    let results: Vec<_> = pool.install(|| runs.into_par_iter().map(|run| complete(&context, run)).collect());
    let noted = folder::add_seconds(training.folder, begun.elapsed()).map_err(TrainError::from);
    let verdicts = results.into_iter().collect::<Result<Vec<TrainingOutcome>, TrainError>>()?;
    noted.map_err(TrainError::interrupting)?;
    Ok(if verdicts.contains(&TrainingOutcome::Stopped) { TrainingOutcome::Stopped } else { TrainingOutcome::Finished })
}

fn complete(context: &TrainingContext, number: u64) -> Result<TrainingOutcome, TrainError> {
    let result = Run::begin(context, number).and_then(Run::complete);
    if matches!(result, Err(TrainError::Disk(_) | TrainError::Store(_))) {
        context.broken.store(true, Ordering::Relaxed);
    }
    result.map_err(TrainError::interrupting)
}

/// The seed of one of several runs.
fn run_seed(seed: u64, run: u64) -> u64 {
    generator(seed, run).next_u64()
}

/// A folder is begun once and resumed from then on.
fn check_folder(training: &Training) -> Result<(), TrainError> {
    let folder = training.folder.to_owned();
    match (folder.join(RESULTS).exists(), training.resume) {
        (true, false) => Err(TrainError::FolderTaken(folder)),
        (false, true) => Err(TrainError::NothingToResume(folder)),
        _ => Ok(()),
    }
}

/// Reads everything the experiment refers to.
fn check_experiment(training: &Training) -> Result<Option<Collection>, TrainError> {
    let source = training.source;
    let net = source.first_net(training.base, 1, 0)?;
    source.first_learner(&net)?;
    match source.experiment.games_from() {
        Games::Play(play) => {
            match &play.opponent {
                Opponent::Player(word) => drop(word.relative_to(training.base).build(source.experiment.variant, 0)?),
                Opponent::Human if training.sink.person(1, 0).is_none() => return Err(TrainError::NeedsStudio),
                Opponent::Human | Opponent::Itself => {}
            }
            Ok(None)
        }
        Games::Recorded(recorded) => read_collection(training, recorded).map(Some),
    }
}

fn read_collection(training: &Training, recorded: &Recorded) -> Result<Collection, TrainError> {
    let (source, path) = (training.source, recorded.pgn.get_ref());
    let problem =
        |what: String| ExperimentError::about(&source.text, "pgn", &format!("{}: {what}", passage(path.display())));
    let collection = Collection::read(&training.base.join(path), source.experiment.variant, recorded)
        .map_err(|reason| problem(format!("cannot be read: {reason}")))?;
    if collection.len() == 0 {
        let variant = source.experiment.variant;
        return Err(problem(format!("holds no finished game of {variant}: {}", collection.left_out)).into());
    }
    training.sink.hear(&Event::Collected(collection.collected()));
    Ok(collection)
}

/// Makes the folder, and keeps others out of it until the lock is dropped.
fn lock_folder(folder: &Path) -> Result<File, TrainError> {
    folder::lock(folder)?.ok_or_else(|| TrainError::InUse(folder.to_owned()))
}

/// The store of this experiment and no other. The text is the first thing it is given, so that a run killed right at
/// its beginning can be resumed too.
fn open_store(training: &Training) -> Result<Store, TrainError> {
    let mut store = Store::open(&training.folder.join(RESULTS))?;
    match store.experiment()? {
        Some(text) => {
            let kept = Source::new(&text, &[]).map(|source| source.experiment);
            if kept.as_ref() != Ok(&training.source.experiment) {
                return Err(TrainError::Changed(training.folder.to_owned()));
            }
        }
        None => store.set_experiment(&training.source.text)?,
    }
    store.begin_session(&Session { revision: training.revision.to_owned(), machine: Machine::this() })?;
    write_atomically(&training.folder.join(EXPERIMENT), training.source.text.as_bytes())?;
    Ok(store)
}

/// The file of a run's net.
pub fn net_file(folder: &Path, run: u64) -> PathBuf {
    folder.join(format!("run-{run}.safetensors"))
}

/// The store of an experiment's folder.
pub fn results_file(folder: &Path) -> PathBuf {
    folder.join(RESULTS)
}

#[cfg(test)]
mod tests;
