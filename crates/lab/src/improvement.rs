//! The loop: a network plays itself, a new one learns from those games, and takes its place if a match shows that it is
//! stronger; and again.
//!
//! A folder holds everything, and says itself where to go on: a step is done when what it makes is there. Each step can be
//! killed at any moment and taken up again to the same bytes, and so can the whole.

mod lineage;
mod settings;
mod steps;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use hetman_arena::stats::SprtError;
use hetman_arena::{Executor, PlayerError};
use hetman_eval::nnue::ShapeError;
use hetman_train::PlanError;

use crate::folder::{self, DiskError};
use crate::generation::GenerationError;
use crate::networks::NetworkError;
use crate::tournaments::TournamentError;
pub use lineage::{Child, Lineage, MatchCounts};
pub use settings::{ImprovementSettings, PARAMETERS};
use steps::Steps;

/// Why nothing is improved.
#[derive(Debug, thiserror::Error)]
pub enum ImprovementError {
    #[error(transparent)]
    Disk(#[from] DiskError),
    #[error(transparent)]
    Generation(#[from] GenerationError),
    #[error(transparent)]
    Network(#[from] NetworkError),
    #[error(transparent)]
    Match(#[from] TournamentError),
    #[error(transparent)]
    Plan(#[from] PlanError),
    #[error(transparent)]
    Player(#[from] PlayerError),
    #[error(transparent)]
    Shape(#[from] ShapeError),
    #[error(transparent)]
    Sprt(#[from] SprtError),
    #[error(
        "{folder} was begun with other settings ({was}): leave them away to go on with it, or choose another folder"
    )]
    OtherSettings { folder: String, was: String },
    #[error("{folder} holds a lineage that cannot be read: {reason}")]
    Lineage { folder: String, reason: serde_json::Error },
    #[error("{0} holds no lineage: begin one there")]
    NotBegun(String),
    #[error("another hetman is at work in {0}")]
    InUse(String),
    #[error("the name of the folder {0} is no UTF-8 text, and could not be kept with the games: rename it")]
    FolderName(String),
}

/// Which of its three steps a generation is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    Playing,
    Learning,
    Matching,
}

/// How far it is.
#[derive(Clone, Debug)]
pub enum ImprovementEvent<'a> {
    /// A step of a generation begins, or is gone on with: so much of so much is done.
    Step { generation: u64, step: Step, done: u64, of: u64 },
    /// A part of the step was done: positions are those that were played or learned from.
    Advanced { done: u64, positions: u64 },
    /// A generation is over.
    Ended(&'a Child),
}

/// Hears of it, from any thread.
pub trait ImprovementObserver: Sync {
    fn hear(&self, event: &ImprovementEvent);
}

/// What is to be done.
pub struct Improvement<'a, X> {
    pub folder: &'a Path,
    /// For a new folder; one that was begun knows its own.
    pub settings: Option<&'a ImprovementSettings>,
    /// How many generations there shall be in all; without a number it goes on until it is stopped.
    pub generations: Option<u64>,
    pub program: &'a str,
    pub date: &'a str,
    pub threads: usize,
    pub executor: X,
    pub stop: &'a AtomicBool,
    pub observer: &'a dyn ImprovementObserver,
}

/// Goes on until there are as many generations as wanted, or somebody says stop.
pub fn improve<X: Executor + Clone>(improvement: &Improvement<X>) -> Result<Lineage, ImprovementError> {
    let folder = improvement.folder;
    let name = || folder.display().to_string();
    let _lock = folder::lock(folder)?.ok_or_else(|| ImprovementError::InUse(name()))?;
    let mut lineage = match (Lineage::read(folder)?, improvement.settings) {
        (Some(lineage), Some(settings)) if lineage.settings != *settings => {
            return Err(ImprovementError::OtherSettings { folder: name(), was: lineage.settings.to_string() });
        }
        (Some(lineage), _) => lineage,
        (None, Some(settings)) => {
            settings.check()?;
            Lineage::begin(folder, settings)?
        }
        (None, None) => return Err(ImprovementError::NotBegun(name())),
    };
    while improvement.generations.is_none_or(|wanted| (lineage.children.len() as u64) < wanted) {
        let Some(child) = Steps::new(improvement, &lineage)?.take()? else { break };
        lineage.add(folder, child)?;
        improvement.observer.hear(&ImprovementEvent::Ended(lineage.children.last().expect("one was added")));
    }
    Ok(lineage)
}
