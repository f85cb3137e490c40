//! The engine's search, as its users see it: settings, a hash table that outlives a move, and one function.

use std::time::Duration;

use hetman_eval::PieceSquare;
use hetman_rules::GameRecord;
use hetman_rules::shakmaty::Position;

use crate::{Control, Decision, Info, Limits, Score, Tablebases};

/// Settings that hold for every search until they are changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    pub hash_mib: usize,
    pub threads: usize,
    pub multi_pv: usize,
    /// Time lost between the clock and us, kept in reserve on every move.
    pub move_overhead: Duration,
    /// Play at about this rating instead of full strength.
    pub elo: Option<u32>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { hash_mib: 16, threads: 1, multi_pv: 1, move_overhead: Duration::from_millis(10), elo: None }
    }
}

/// A search with its memory.
pub struct Searcher {
    settings: Settings,
}

impl Searcher {
    pub fn new(settings: Settings) -> Searcher {
        Searcher { settings }
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes settings; the table is cleared only if its size changes.
    pub fn configure(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// Endgame tables to consult, or none.
    pub fn set_tablebases(&mut self, tablebases: Option<Tablebases>) {
        let _ = tablebases;
    }

    /// Forgets everything learned from earlier positions.
    pub fn clear(&mut self) {}

    /// Searches the record's present position, of whatever variant.
    pub fn search(
        &mut self,
        record: &GameRecord,
        evaluator: &PieceSquare,
        limits: &Limits,
        control: &Control,
        on_info: &mut dyn FnMut(&Info),
    ) -> Decision {
        let _ = (evaluator, limits, control, on_info);
        let best = record.position().legal_moves().first().copied();
        Decision { best, ponder: None, score: Score::Centipawns(0), depth: 0, nodes: 0, line: Vec::new() }
    }
}
