//! Training runs: play, trace, learn, keep; and again.
//!
//! Independent runs go on side by side, and so do the games between two changes of the weights. Each game's generator
//! comes from the run's seed and the game's number and changes are added in the order of the games, so that the number
//! of threads is not to be seen in the results.

mod game;
mod run;

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use hetman_arena::{PlayerProblem, generator};
use hetman_learn::Divergence;
use rand::Rng;
use rayon::prelude::*;

use crate::folder::{DiskProblem, write_atomically};
use crate::store::{Store, StoreProblem};
use crate::{ExperimentProblem, Sink, Source};
use run::Run;

/// The files of an experiment's folder, besides one net for each run.
const RESULTS: &str = "results.sqlite";
const EXPERIMENT: &str = "experiment.toml";
const LOCK: &str = "lock";

/// A plain search keeps its move lists on the stack, and a thread may have several games in hand.
const STACK_BYTES: usize = 64 << 20;

/// Why training did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum TrainProblem {
    #[error("{0}")]
    Experiment(#[from] ExperimentProblem),
    #[error("{0}")]
    Opponent(#[from] PlayerProblem),
    #[error("{0}; after making room, --resume goes on from the last checkpoint")]
    Disk(#[from] DiskProblem),
    #[error("{0}; --resume goes on from the last checkpoint")]
    Store(#[from] StoreProblem),
    #[error("{folder} already holds a run: go on with it (--resume) or choose another folder (--out)", folder = .0.display())]
    FolderTaken(PathBuf),
    #[error("{folder} holds no run to go on with: leave --resume away", folder = .0.display())]
    NothingToResume(PathBuf),
    #[error("another hetman is training in {folder}", folder = .0.display())]
    InUse(PathBuf),
    #[error("the experiment is not the one {folder} was begun with ({EXPERIMENT} there): choose another folder (--out)", folder = .0.display())]
    Changed(PathBuf),
    #[error("the state kept of run {run} cannot be used: {reason}")]
    State { run: u64, reason: String },
    #[error("run {run}, weight '{parameter}': {divergence}")]
    Diverged { run: u64, parameter: String, divergence: Divergence },
    #[error("{0} threads cannot be started")]
    Threads(usize),
}

/// How training ended when nothing went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
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
    pub sink: &'a dyn Sink,
    pub stop: &'a AtomicBool,
}

/// What the runs share.
struct Bench<'a> {
    training: &'a Training<'a>,
    store: Mutex<Store>,
    /// One run's trouble with the disk is everybody's.
    broken: AtomicBool,
}

impl Bench<'_> {
    fn should_stop(&self) -> bool {
        self.training.stop.load(Ordering::Relaxed) || self.broken.load(Ordering::Relaxed)
    }
}

/// Trains until all runs have played their games, somebody stops it, or it cannot go on.
pub fn train(training: &Training) -> Result<Verdict, TrainProblem> {
    let _lock = prepare_folder(training)?;
    let store = Mutex::new(open_store(training)?);
    let bench = Bench { training, store, broken: AtomicBool::new(false) };
    let threads = training.threads.unwrap_or(0);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK_BYTES).build();
    let pool = pool.map_err(|_| TrainProblem::Threads(threads))?;
    let runs = 1..=training.source.experiment.runs;
    let results: Vec<_> = pool.install(|| runs.into_par_iter().map(|run| complete(&bench, run)).collect());
    let verdicts = results.into_iter().collect::<Result<Vec<Verdict>, TrainProblem>>()?;
    Ok(if verdicts.contains(&Verdict::Stopped) { Verdict::Stopped } else { Verdict::Finished })
}

fn complete(bench: &Bench, number: u64) -> Result<Verdict, TrainProblem> {
    let result = Run::begin(bench, number).and_then(Run::complete);
    if matches!(result, Err(TrainProblem::Disk(_) | TrainProblem::Store(_))) {
        bench.broken.store(true, Ordering::Relaxed);
    }
    result
}

/// The seed of one of several runs.
fn run_seed(seed: u64, run: u64) -> u64 {
    generator(seed, run).next_u64()
}

/// Makes the folder, and keeps others out of it until the lock is dropped.
fn prepare_folder(training: &Training) -> Result<File, TrainProblem> {
    let folder = training.folder;
    let has_run = folder.join(RESULTS).exists();
    match (has_run, training.resume) {
        (true, false) => return Err(TrainProblem::FolderTaken(folder.to_owned())),
        (false, true) => return Err(TrainProblem::NothingToResume(folder.to_owned())),
        _ => {}
    }
    // What can be wrong with the experiment is found before anything is written.
    let net = training.source.first_net(training.base, 1, 0)?;
    training.source.first_learner(&net)?;
    fs::create_dir_all(folder).map_err(|reason| DiskProblem::new(folder, "made", reason))?;
    let path = folder.join(LOCK);
    let lock = File::create(&path).map_err(|reason| DiskProblem::new(&path, "written", reason))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(TrainProblem::InUse(folder.to_owned())),
        Err(TryLockError::Error(reason)) => Err(DiskProblem::new(&path, "locked", reason).into()),
    }
}

/// The store of this experiment and no other. The text is the first thing it is given, so that a run killed right at
/// its beginning can be resumed too.
fn open_store(training: &Training) -> Result<Store, TrainProblem> {
    let store = Store::open(&training.folder.join(RESULTS))?;
    match store.experiment()? {
        Some(text) => {
            let kept = Source::new(&text, &[]).map(|source| source.experiment);
            if kept.as_ref() != Ok(&training.source.experiment) {
                return Err(TrainProblem::Changed(training.folder.to_owned()));
            }
        }
        None => store.set_experiment(&training.source.text)?,
    }
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
