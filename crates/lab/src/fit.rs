//! Fits: networks that learn by the batch from positions and what these are said to be worth.
//!
//! An experiment is a file (`experiment.rs`). It draws positions, has targets made for them (material, what a teacher says,
//! or what searches with the network itself say later), and fits one or more networks to them, each by itself. Everything
//! follows from the file and its seed: a fit that was interrupted goes on to the same bits, on any number of threads.

mod experiment;
mod leaf;
mod material;
mod positions;
mod run;
mod store;
mod teacher;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::Instant;

use hetman_arena::work::{Local, NoThread};
use hetman_arena::{PlayerError, Stop, generator};
use hetman_eval::{Net, Provenance};
use hetman_learn::BatchDivergence;
use hetman_rules::quote::passage;
use hetman_rules::shakmaty::Position;
use hetman_rules::{AnyPosition, with_position};

use crate::ExperimentError;
use crate::folder::{self, DiskError, write_atomically};
use crate::machine::Machine;
use crate::store::{Session, StoreError};
pub use experiment::{FitExperiment, FitSource, NetworkChoice, Reading, Target};
use positions::Positions;
use run::FitRun;
pub use store::{FitPoint, FitStore};

const STORE: &str = "fit.sqlite";
const EXPERIMENT: &str = "experiment.toml";
/// The stream that initial weights are drawn from: no epoch has this number.
const INITIAL_STREAM: u64 = u64::MAX;

/// Why a fit did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum FitError {
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    #[error("the teacher cannot be asked: {0}")]
    Teacher(#[from] PlayerError),
    #[error(
        "the teacher gives no score (in {0}): choose a program that tells what it thinks, or a player that searches"
    )]
    SilentTeacher(String),
    #[error(transparent)]
    Disk(#[from] DiskError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{folder} already holds a fit: go on with it (--resume) or choose another folder (--out)", folder = passage(.0.display()))]
    FolderTaken(PathBuf),
    #[error("{folder} holds no fit to go on with: leave --resume away", folder = passage(.0.display()))]
    NothingToResume(PathBuf),
    #[error("another hetman is working in {folder}", folder = passage(.0.display()))]
    InUse(PathBuf),
    #[error("the experiment is not the one {folder} was begun with ({EXPERIMENT} there): choose another folder (--out)", folder = passage(.0.display()))]
    Changed(PathBuf),
    #[error("the state kept of network {network} cannot be used: {problem}")]
    State { network: String, problem: String },
    #[error("network {network}, weight '{parameter}': {divergence}")]
    Diverged { network: String, parameter: String, divergence: BatchDivergence },
    #[error("nobody can work, because {0}")]
    NoThread(#[from] NoThread),
}

/// What is told while it goes on.
#[derive(Clone, Debug, PartialEq)]
pub enum FitEvent {
    Drawn { training: u64, held_out: u64 },
    Labelled { done: u64, all: u64 },
    Begun { network: String, step: u64, all: u64 },
    Stepped { step: u64 },
    Measured { network: String, step: u64, training: f64, held_out: Option<f64> },
}

/// Somebody who watches.
pub trait FitObserver: Sync {
    fn hear(&self, event: &FitEvent);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FitOutcome {
    Finished,
    /// Somebody wanted it to stop; it goes on from the last points of its curves.
    Stopped,
}

/// Where and how to fit.
pub struct Fitting<'a> {
    pub source: &'a FitSource,
    /// Where the experiment's file lies, from which its paths are counted.
    pub base: &'a Path,
    /// Where everything goes.
    pub folder: &'a Path,
    pub resume: bool,
    /// All cores if `None`.
    pub threads: Option<usize>,
    /// The program that fits, for the record.
    pub revision: &'a str,
    pub observer: &'a dyn FitObserver,
}

/// Positions and their targets; leaves have theirs only once they are reached.
pub(crate) struct Labelled {
    training: Vec<AnyPosition>,
    targets: Vec<f32>,
    held_out: Option<(Vec<AnyPosition>, Vec<f32>)>,
}

/// Fits all networks of the experiment, one after the other.
pub fn fit(fitting: &Fitting, stop: &Stop) -> Result<FitOutcome, FitError> {
    fitting.check_folder()?;
    for network in &fitting.source.experiment.networks {
        fitting.first_net(network)?;
    }
    let positions = Positions::draw(fitting.source, fitting.base)?;
    let (training, held_out) = (positions.training.len() as u64, positions.held_out.len() as u64);
    fitting.observer.hear(&FitEvent::Drawn { training, held_out });
    let _lock = folder::lock(fitting.folder)?.ok_or_else(|| FitError::InUse(fitting.folder.to_owned()))?;
    let mut store = fitting.open_store()?;
    let begun = Instant::now();
    let verdict = fitting.fit_all(positions, &mut store, stop);
    folder::add_seconds(fitting.folder, begun.elapsed())?;
    verdict
}

/// The store of a fit's folder.
pub fn store_file(folder: &Path) -> PathBuf {
    folder.join(STORE)
}

impl Fitting<'_> {
    /// A folder is begun once and resumed from then on.
    fn check_folder(&self) -> Result<(), FitError> {
        match (store_file(self.folder).exists(), self.resume) {
            (true, false) => Err(FitError::FolderTaken(self.folder.to_owned())),
            (false, true) => Err(FitError::NothingToResume(self.folder.to_owned())),
            _ => Ok(()),
        }
    }

    fn open_store(&self) -> Result<FitStore, FitError> {
        let mut store = FitStore::open(&store_file(self.folder))?;
        match store.text()? {
            Some(text)
                if FitSource::new(&text, &[]).as_ref().map(|kept| &kept.experiment) != Ok(&self.source.experiment) =>
            {
                return Err(FitError::Changed(self.folder.to_owned()));
            }
            Some(_) => {}
            None => store.set_text(&self.source.text)?,
        }
        store.begin_session(&Session { revision: self.revision.to_owned(), machine: Machine::this() })?;
        write_atomically(&self.folder.join(EXPERIMENT), self.source.text.as_bytes())?;
        Ok(store)
    }

    fn fit_all(&self, positions: Positions, store: &mut FitStore, stop: &Stop) -> Result<FitOutcome, FitError> {
        let threads = self.threads.unwrap_or_else(|| available_parallelism().map_or(1, usize::from));
        let Some(positions) = self.label(positions, &Local { threads }, store, stop)? else {
            return Ok(FitOutcome::Stopped);
        };
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(hetman_arena::crew::STACK_BYTES).build();
        let pool = pool.map_err(|reason| NoThread(reason.to_string()))?;
        for network in &self.source.experiment.networks {
            let kept = store.state(&network.name)?;
            let run = pool.install(|| FitRun::begin(self, network, &positions, kept))?;
            if pool.install(|| run.fit(store, stop))? == FitOutcome::Stopped {
                return Ok(FitOutcome::Stopped);
            }
        }
        Ok(FitOutcome::Finished)
    }

    /// The positions with their targets; `None` if it was stopped before all were known.
    fn label(
        &self,
        positions: Positions,
        executor: &Local,
        store: &mut FitStore,
        stop: &Stop,
    ) -> Result<Option<Labelled>, FitError> {
        let targets: Vec<f32> = match &self.source.experiment.target {
            Target::Leaf(_) => {
                return Ok(Some(Labelled { training: positions.training, targets: Vec::new(), held_out: None }));
            }
            Target::Material(_) => positions
                .all()
                .map(|position| with_position!(position, here => material::target(here.board())) as f32)
                .collect(),
            Target::Teacher(teacher) => {
                let all: Vec<&AnyPosition> = positions.all().collect();
                if !teacher::label(executor, (self.source, self.base), teacher, &all, store, self.observer, stop)? {
                    return Ok(None);
                }
                store.labels()?.into_iter().map(|(_, target)| target as f32).collect()
            }
        };
        let (training, held_out) = targets.split_at(positions.training.len());
        let held_out = (!held_out.is_empty()).then(|| (positions.held_out, held_out.to_vec()));
        Ok(Some(Labelled { training: positions.training, targets: training.to_vec(), held_out }))
    }

    /// A network before its first batch.
    fn first_net(&self, choice: &NetworkChoice) -> Result<Net, FitError> {
        let FitExperiment { variant, seed, name, .. } = &self.source.experiment;
        let about = |key: &str, problem: String| FitError::from(self.source.about(key, &problem));
        let groups = choice.features.groups(*variant);
        let mut model = choice
            .model
            .kind
            .build(&groups, &choice.model.settings)
            .map_err(|error| about("model", error.to_string()))?;
        let chance = &mut generator(*seed, INITIAL_STREAM);
        choice.initial.apply(&mut model, chance).map_err(|error| about("initial", error.to_string()))?;
        let provenance = Provenance { recipe: name.clone(), ..Provenance::default() };
        let mut net = Net::new(*variant, choice.features, model, provenance)
            .map_err(|problem| about("features", problem.to_string()))?;
        if let Some(file) = &choice.net {
            let unusable =
                |reason: String| about("net", format!("the net {} cannot be used: {reason}", passage(file.display())));
            let bytes = std::fs::read(self.base.join(file)).map_err(|reason| unusable(reason.to_string()))?;
            let (found, _) = Net::from_bytes(&bytes).map_err(|reason| unusable(reason.to_string()))?;
            if !found.is_like(&net) {
                let words = found.model().architecture().description();
                return Err(unusable(format!("it is made for {} and {}, {words}", found.variant(), found.features())));
            }
            net.model_mut().parameters_mut().copy_from_slice(found.model().parameters());
            net.provenance.parent = Some(file.display().to_string());
        }
        Ok(net)
    }

    fn net_file(&self, network: &str) -> PathBuf {
        self.folder.join(format!("{network}.safetensors"))
    }
}
