//! The tables that are kept: files of the data folder's `endgames`, read when they are first asked for.

use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use hetman_arena::endgames;
use hetman_endgame::{Material, Table, Tables};
use hetman_lab::folder::{make, write_atomically};

use crate::problem::Problem;

pub struct Shelf {
    folder: PathBuf,
    tables: Mutex<Tables>,
}

impl Shelf {
    pub fn in_folder(folder: PathBuf) -> Shelf {
        Shelf { folder, tables: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table of an ending, with all others that were read so far; `None` where it was never worked out. One that was
    /// damaged is a problem, and is worked out anew when it is built.
    pub fn with(&self, material: Material) -> Result<Option<Tables>, Problem> {
        let mut tables = self.lock();
        if tables.get(material).is_none() {
            let Some(table) = self.read(material)? else { return Ok(None) };
            tables.insert(table);
        }
        Ok(Some(tables.clone()))
    }

    fn read(&self, material: Material) -> Result<Option<Table>, Problem> {
        let unusable = |problem| Problem::Conflict(format!("{problem}; or build the table of {material} again here"));
        endgames::read(&self.folder, material).map_err(unusable)
    }

    /// Everything that is known of positions with this material and of what one move makes of them. What is missing or
    /// damaged is left out.
    pub fn around(&self, material: Material) -> Result<Option<Tables>, Problem> {
        for next in material.conversions() {
            // What it leads to may be unusable; the ending itself is known all the same.
            let _ = self.with(next);
        }
        self.with(material)
    }

    /// Keeps a table that was worked out.
    pub fn keep(&self, table: Table) -> Result<(), Problem> {
        make(&self.folder)?;
        write_atomically(&endgames::file(&self.folder, table.material()), &table.to_bytes())?;
        self.lock().insert(table);
        Ok(())
    }

    /// Forgets a table, and its file.
    pub fn remove(&self, material: Material) -> Result<(), Problem> {
        self.lock().remove(material);
        match fs::remove_file(endgames::file(&self.folder, material)) {
            Err(reason) if reason.kind() != ErrorKind::NotFound => {
                Err(Problem::Internal(format!("the table of {material} cannot be deleted: {reason}")))
            }
            _ => Ok(()),
        }
    }
}
