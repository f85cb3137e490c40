//! Move probabilities learned: positions from inside searches, what longer searches play in them, and a network that
//! foresees it.
//!
//! Source: specification of Giraffe, section 7.3. Everything follows from the settings and their seed. The positions come
//! in shards, each a file of its own with random numbers of its own, so that any number of threads makes the same ones
//! and a run that was interrupted goes on with those that are missing. Training goes on from its last checkpoint.

mod cases;
mod settings;
mod shards;
#[cfg(test)]
mod tests;
mod training;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use hetman_arena::work::NoThread;
use hetman_arena::{PlayerError, Stop};
use hetman_eval::model::ModelError;
use hetman_eval::{Net, NetError};
use hetman_learn::{BatchDivergence, StateError};
use hetman_parameters::SettingsError;
use hetman_rules::Quote;
use hetman_rules::quote::passage;

use crate::folder::{self, DiskError, write_atomically};
pub use settings::{MOVE_PARAMETERS, MoveSettings};
pub use training::{Foresight, MovePoint};

/// The settings, as they are written behind `--set`.
const SETTINGS: &str = "settings.txt";
/// The network that has learned.
pub const NET: &str = "net.safetensors";

/// Why no move probabilities were learned.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    #[error("the settings: {0}")]
    Settings(#[from] SettingsError),
    #[error("the network: {0}")]
    Model(#[from] ModelError),
    #[error("positions are searched by the evaluation of a player: {0}")]
    Player(#[from] PlayerError),
    #[error("{0} has no evaluation to search with: choose giraffe, hetman or net:FILE")]
    NoEvaluator(Quote),
    #[error("{folder} holds other settings: go on with them (leave --set away) or choose another folder", folder = passage(.0.display()))]
    FolderTaken(PathBuf),
    #[error("another hetman is working in {folder}", folder = passage(.0.display()))]
    Busy(PathBuf),
    #[error("{file} is damaged in line {line}: delete it, and it is made again", file = passage(.file.display()))]
    Shard { file: PathBuf, line: usize },
    #[error("{file} cannot be gone on with: {reason}", file = passage(.file.display()))]
    Checkpoint { file: PathBuf, reason: String },
    #[error(transparent)]
    Divergence(#[from] BatchDivergence),
    #[error(transparent)]
    Disk(#[from] DiskError),
    #[error("nobody can search, because {0}")]
    NoThread(#[from] NoThread),
    #[error("the run was stopped; the same command goes on with it")]
    Stopped,
}

impl MoveError {
    fn checkpoint(file: &Path, reason: impl ToString) -> MoveError {
        MoveError::Checkpoint { file: file.to_owned(), reason: reason.to_string() }
    }
}

/// How far a run is.
#[derive(Clone, Debug)]
pub enum MoveProgress {
    Positions { done: usize, of: usize, left: Option<Duration> },
    Learned { point: MovePoint, of: u64, left: Option<Duration> },
}

/// What a run has come to.
#[derive(Clone, Debug)]
pub struct MoveOutcome {
    pub net: Net,
    pub curve: Vec<MovePoint>,
    /// What the weights made by hand foresee of the same positions.
    pub by_hand: Foresight,
    pub positions: usize,
    pub held_out: usize,
}

/// Makes the positions that are missing, learns from them, and leaves the network in the folder. Settings are `None` to
/// go on with those of the folder.
pub fn learn_moves(
    folder: &Path,
    settings: Option<&MoveSettings>,
    threads: NonZeroUsize,
    stop: &Stop,
    tell: &(dyn Fn(MoveProgress) + Sync),
) -> Result<MoveOutcome, MoveError> {
    let _lock = folder::lock(folder)?.ok_or_else(|| MoveError::Busy(folder.to_owned()))?;
    let settings = settled(folder, settings)?;
    shards::make(folder, &settings, threads, stop, tell)?;
    training::train(folder, &settings, stop, tell)
}

/// The settings of the folder, or those of a new run, which are kept there.
fn settled(folder: &Path, given: Option<&MoveSettings>) -> Result<MoveSettings, MoveError> {
    let path = folder.join(SETTINGS);
    match std::fs::read_to_string(&path) {
        Ok(text) => {
            let kept = MoveSettings::read(text.trim())?;
            let is_other = given.is_some_and(|given| *given != kept);
            if is_other { Err(MoveError::FolderTaken(folder.to_owned())) } else { Ok(kept) }
        }
        Err(reason) if reason.kind() == std::io::ErrorKind::NotFound => {
            let settings = given.cloned().unwrap_or_default();
            write_atomically(&path, format!("{settings}\n").as_bytes())?;
            Ok(settings)
        }
        Err(reason) => Err(DiskError::new(&path, "read", reason).into()),
    }
}

impl From<NetError> for MoveError {
    fn from(error: NetError) -> MoveError {
        MoveError::checkpoint(Path::new(NET), error)
    }
}

impl From<StateError> for MoveError {
    fn from(error: StateError) -> MoveError {
        MoveError::checkpoint(Path::new(NET), error)
    }
}
