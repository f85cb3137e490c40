//! Games at the board: people against players, people against people, players against each other.

mod clock;
mod create;
mod kept;
mod routes;
mod sheet;
mod table;
mod think;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use hetman_rules::shakmaty::ByColor;

use crate::problem::Problem;
use crate::slots::SearchSlots;
use crate::store::{Item, RecordKind};
use crate::studio::Studio;
use crate::wire::{GameLine, Topic};
pub use create::against_learner;
pub use kept::Kept;
pub use routes::*;
pub use sheet::moves_of;
pub use table::GameTable;

/// How long players may take to notice that the studio ends.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(3);

/// The topic of the list of games.
pub fn list_topic() -> Topic {
    Topic("games".to_owned())
}

/// Games in which players are thinking at the same time.
const AT_ONCE: usize = 12;

pub struct Games {
    /// Those at which somebody has looked since the start; others are in the store only.
    tables: Mutex<HashMap<u64, Arc<GameTable>>>,
    /// For players who think.
    slots: SearchSlots,
}

impl Games {
    pub fn new() -> Games {
        Games { tables: Mutex::default(), slots: SearchSlots::new(AT_ONCE) }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Arc<GameTable>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether one more player may begin to think.
    fn must_have_room(&self) -> Result<(), Problem> {
        if self.slots.has_room() {
            return Ok(());
        }
        let sentence = format!(
            "players are thinking in {AT_ONCE} games already: pause or delete a game that two of them play, or wait a moment"
        );
        Err(Problem::Crowded(sentence))
    }

    /// The table of a game, set up again if nobody has looked at it since the start.
    pub fn find(&self, studio: &Arc<Studio>, id: &str) -> Result<Arc<GameTable>, Problem> {
        let unknown = || Problem::unknown("game", id);
        let number: u64 = id.parse().map_err(|_| unknown())?;
        let mut tables = self.lock();
        if let Some(table) = tables.get(&number) {
            return Ok(Arc::clone(table));
        }
        let item = studio.store.get(RecordKind::GAME, number)?.ok_or_else(unknown)?;
        let table = Arc::new(GameTable::restore(&item)?);
        tables.insert(number, Arc::clone(&table));
        drop(tables);
        table.wake(studio);
        Ok(table)
    }

    /// A game's line in the list: as it stands on its table now, or would if somebody took it up again. Nobody is woken by
    /// the question, and nothing is changed.
    fn line(&self, item: &Item) -> Option<GameLine> {
        let table = self.lock().get(&item.id).cloned();
        let table = table.or_else(|| GameTable::restore(item).ok().map(Arc::new))?;
        let line = table.line(&table.lock());
        Some(line)
    }

    /// Whether this secret opens a seat of the game. Nobody is woken by the question.
    pub fn is_opened_by(&self, studio: &Studio, id: u64, secret: &str) -> bool {
        let secrets = [secret.to_owned()];
        let table = self.lock().get(&id).cloned();
        if let Some(table) = table {
            return !table.lock().kept.opened_by(&secrets).is_empty();
        }
        let item = studio.store.get(RecordKind::GAME, id).ok().flatten();
        let kept = item.and_then(|item| serde_json::from_str::<Kept>(&item.data).ok());
        kept.is_some_and(|kept| !kept.opened_by(&secrets).is_empty())
    }

    fn add(&self, table: &Arc<GameTable>) {
        self.lock().insert(table.id, Arc::clone(table));
    }

    fn remove(&self, id: u64) {
        self.lock().remove(&id);
    }

    /// Lets go of all players, programs among them, when the studio is closing and they have noticed it.
    pub fn close(&self) {
        let begun = Instant::now();
        let tables: Vec<Arc<GameTable>> = self.lock().values().cloned().collect();
        while tables.iter().any(|table| table.lock().is_attended) && begun.elapsed() < CLOSE_TIMEOUT {
            thread::sleep(Duration::from_millis(10));
        }
        tables.iter().for_each(|table| table.lock().players = ByColor { white: None, black: None });
    }

    /// Looks at the clocks, and lets players think who have waited for a slot.
    pub fn tick(&self, studio: &Arc<Studio>) {
        let tables: Vec<Arc<GameTable>> = self.lock().values().cloned().collect();
        for table in tables {
            table.look_at_the_clock(studio);
            table.try_again(studio);
        }
    }
}
