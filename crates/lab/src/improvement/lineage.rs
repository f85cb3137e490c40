//! Who came from whom: one small file, written anew after each generation.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{ImprovementError, ImprovementSettings};
use crate::folder::{DiskError, write_atomically};

const FILE: &str = "lineage.json";

/// Every network that was learned, in the order in which they were.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lineage {
    pub settings: ImprovementSettings,
    pub children: Vec<Child>,
}

/// A network, and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Child {
    /// Counted from 1.
    pub generation: u64,
    /// The generation that played the games; `None` is the start.
    pub parent: Option<u64>,
    /// Games that the parent played for it, and half-moves of those.
    pub games: u64,
    pub half_moves: u64,
    /// Positions that it learned from, of earlier games too.
    pub positions: u64,
    pub training_error: Option<f64>,
    pub held_out_error: Option<f64>,
    /// Against its parent, on its side.
    pub counts: MatchCounts,
    /// How much stronger it is than its parent, with the bounds of 95 %; `None` is beyond all bounds.
    pub elo: Option<f64>,
    pub elo_low: Option<f64>,
    pub elo_high: Option<f64>,
    /// Whether it takes its parent's place.
    pub is_kept: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchCounts {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

impl Lineage {
    /// The lineage of a folder, if one was begun there.
    pub fn read(folder: &Path) -> Result<Option<Lineage>, ImprovementError> {
        let path = folder.join(FILE);
        let name = folder.display().to_string();
        match fs::read(&path) {
            Ok(bytes) => {
                let lineage = serde_json::from_slice(&bytes);
                lineage.map(Some).map_err(|reason| ImprovementError::Lineage { folder: name, reason })
            }
            Err(reason) if reason.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(reason) => Err(DiskError::new(&path, "read", reason).into()),
        }
    }

    /// The same, where there has to be one.
    pub fn of(folder: &Path) -> Result<Lineage, ImprovementError> {
        Lineage::read(folder)?.ok_or_else(|| ImprovementError::NotBegun(folder.display().to_string()))
    }

    pub fn exists(folder: &Path) -> bool {
        folder.join(FILE).exists()
    }

    pub fn begin(folder: &Path, settings: &ImprovementSettings) -> Result<Lineage, ImprovementError> {
        let lineage = Lineage { settings: settings.clone(), children: Vec::new() };
        lineage.write(folder)?;
        Ok(lineage)
    }

    /// Adds a network, for good.
    pub fn add(&mut self, folder: &Path, child: Child) -> Result<(), ImprovementError> {
        self.children.push(child);
        self.write(folder)
    }

    fn write(&self, folder: &Path) -> Result<(), ImprovementError> {
        let json = serde_json::to_vec_pretty(self).expect("a lineage is JSON");
        Ok(write_atomically(&folder.join(FILE), &json)?)
    }

    /// The newest network that was kept.
    pub fn champion(&self) -> Option<&Child> {
        self.children.iter().rev().find(|child| child.is_kept)
    }

    /// The file of that network.
    pub fn best_network(&self, folder: &Path) -> Option<PathBuf> {
        self.champion().map(|champion| network_file(folder, champion.generation))
    }

    /// How much stronger the newest is than the start, as far as the steps can be added up.
    pub fn total_elo(&self) -> Option<f64> {
        self.children.iter().filter(|child| child.is_kept).map(|child| child.elo).sum()
    }
}

/// The file of a generation's network; that of the start is number 0.
pub fn network_file(folder: &Path, generation: u64) -> PathBuf {
    folder.join("nets").join(format!("{generation:04}.safetensors"))
}

pub fn positions_file(folder: &Path, generation: u64) -> PathBuf {
    folder.join("positions").join(format!("{generation:04}.positions"))
}

pub fn learning_folder(folder: &Path, generation: u64) -> PathBuf {
    folder.join("learning").join(format!("{generation:04}"))
}

pub fn match_folder(folder: &Path, generation: u64) -> PathBuf {
    folder.join("matches").join(format!("{generation:04}"))
}
