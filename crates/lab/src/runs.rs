//! Training runs: play, trace, learn, keep; and again.
//!
//! Independent runs go on side by side, and so do the games between two changes of the weights. Each game's generator
//! comes from the run's seed and the game's number and changes are added in the order of the games, so that the number
//! of threads is not to be seen in the results.

mod game;
mod recorded;
mod run;
mod side_by_side;
mod work;

use std::cell::RefCell;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;
use std::time::Instant;

use hetman_arena::work::{Executor, Local, NoThread};
use hetman_arena::{PlayerError, generator};
use hetman_learn::Divergence;
use hetman_rules::quote::passage;
use rand::Rng;

use crate::experiment::{Games, Opponent, Recorded};
use crate::folder::{self, DiskError, write_atomically};
use crate::machine::Machine;
use crate::store::{Session, Store, StoreError};
use crate::{Event, ExperimentError, Observer, Source};
use recorded::Collection;
pub use recorded::{Collected, LeftOut, Recording};
use side_by_side::Runs;
use work::Nets;
pub use work::{TrainingDescription, TrainingGame, TrainingJob};

/// The files of an experiment's folder, besides one net for each run.
const RESULTS: &str = "results.sqlite";
const EXPERIMENT: &str = "experiment.toml";

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
    #[error("nobody can play, because {0}")]
    NoThread(#[from] NoThread),
    #[error("nobody here has the net {0}")]
    UnknownNet(String),
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

    /// Whether no other run could keep anything either.
    fn is_of_the_disk(&self) -> bool {
        match self {
            TrainError::Interrupted(error) => error.is_of_the_disk(),
            error => matches!(error, TrainError::Disk(_) | TrainError::Store(_)),
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
    /// All cores if `None`; [`train_on`] does not ask.
    pub threads: Option<usize>,
    /// The program that trains, for the record.
    pub revision: &'a str,
    pub sink: &'a dyn Observer,
    pub stop: &'a AtomicBool,
}

/// What the runs share.
struct TrainingContext<'a> {
    training: &'a Training<'a>,
    description: TrainingDescription,
    store: RefCell<Store>,
    /// The games to watch, in an experiment that does.
    collection: Option<Collection>,
    nets: Nets,
}

/// Trains until all runs have played their games, somebody stops it, or it cannot go on.
pub fn train(training: &Training) -> Result<TrainingOutcome, TrainError> {
    let cores = || available_parallelism().map_or(1, usize::from);
    train_on(&Local { threads: training.threads.unwrap_or_else(cores) }, training)
}

/// The same, the games played by an executor.
pub fn train_on(executor: &impl Executor, training: &Training) -> Result<TrainingOutcome, TrainError> {
    check_folder(training)?;
    // What can be wrong with the experiment is found before anything is written.
    let collection = check_experiment(training)?;
    let description = TrainingDescription::new(training.source, training.base.to_owned())?;
    let _lock = lock_folder(training.folder)?;
    let begun = Instant::now();
    let store = RefCell::new(open_store(training)?);
    let context = TrainingContext { training, description, store, collection, nets: Nets::default() };
    let verdict = Runs::new(&context, executor.width()).train(executor);
    let noted = folder::add_seconds(training.folder, begun.elapsed()).map_err(TrainError::from);
    let outcome = verdict?;
    noted.map_err(TrainError::interrupting)?;
    Ok(outcome)
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
            if play.opponent == Opponent::Human && training.sink.person(1, 0).is_none() {
                return Err(TrainError::NeedsStudio);
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
