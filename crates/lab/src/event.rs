//! What a run tells while it goes on. Loops never print: a bar in a terminal, a log and a page are observers.

use hetman_arena::Player;
use hetman_rules::GameRecord;
use hetman_rules::shakmaty::Color;

use crate::runs::Collected;
use crate::store::GameRow;

#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A collection of recorded games was read.
    Collected(Collected),
    /// A run begins, or goes on after this many games.
    Begun { run: u64, games_played: u64 },
    /// A game was played and learned from.
    Played { run: u64, row: GameRow },
    /// The net as it is early on was noted, to be looked at.
    Noted { run: u64, games_played: u64 },
    /// Everything up to here is safe.
    Kept { run: u64, games_played: u64 },
    /// The run has played all its games.
    Finished { run: u64 },
}

/// Hears of events, from any thread.
pub trait Observer: Sync {
    fn hear(&self, event: &Event);

    /// A game begins, after whatever moves were drawn for its opening.
    fn begin_game(&self, _run: u64, _game: u64, _opening: &GameRecord) {}

    /// Sees each move of each game that is played, right after it.
    fn watch(&self, _run: u64, _game: u64, _learner: Color, _record: &GameRecord) {}

    /// The person whom an experiment with such an opponent plays; nobody, where nobody can be asked.
    fn person(&self, _run: u64, _game: u64) -> Option<Box<dyn Player>> {
        None
    }
}

impl<F: Fn(&Event) + Sync> Observer for F {
    fn hear(&self, event: &Event) {
        self(event);
    }
}
