//! The seam between searches and their callers.

use hetman_eval::SideValue;
use hetman_rules::GameRecord;
use hetman_rules::shakmaty::Move;
use rand::Rng;

use crate::{Control, Info, Limits, Score};

/// Hears of each line of thought.
pub type OnInfo<'a> = dyn FnMut(&Info) + Send + 'a;

/// What is to be thought about, how far, and who may stop it.
#[derive(Clone, Copy)]
pub struct SearchTask<'a> {
    pub game: &'a GameRecord,
    pub limits: &'a Limits,
    pub control: &'a Control<'a>,
}

/// A search, of whatever kind.
pub trait Thinker: Send {
    /// Thinks about the game's present position until one of the limits that this search knows is reached, or until the
    /// control is stopped, which every node looks at. What is left to chance comes out of `chance`.
    fn think(&mut self, task: SearchTask, chance: &mut dyn Rng, on_info: &mut OnInfo) -> Decision;

    /// Another game begins: what was learned in the last one must not influence it.
    fn start_game(&mut self) {}

    /// Becomes, before another game, what would be made with this number for what is left to chance; `false` if it has to
    /// be made.
    fn reseed(&mut self, _seed: u64) -> bool {
        false
    }
}

/// What a search has come to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decision {
    /// `None` where the game is over, or where the search was stopped before it had any move to offer.
    pub best: Option<Move>,
    /// The reply it expects.
    pub ponder: Option<Move>,
    /// For the side to move, in the unit that the search compares in, with all digits.
    pub value: SideValue,
    /// The same for users; none of a search that does not count in pawns.
    pub score: Option<Score>,
    pub depth: u32,
    pub nodes: u64,
    /// The principal variation, beginning with the best move.
    pub line: Vec<Move>,
    /// Whether the line ends where it does because that position has been on the board before.
    pub is_repetition: bool,
}
