//! Self-play into position files.
//!
//! Games are numbered, and a game follows from the settings and its number. They are played in whatever order and written
//! in that of their numbers, so that the file is the same however many threads play, and a file that was left unfinished
//! says itself where to go on.

mod collector;
#[cfg(test)]
mod tests;
mod work;

use std::path::Path;
use std::{fs, io};

use hetman_arena::adjudication::{DrawRule, WinRule};
use hetman_arena::work::{Files, NoThread, content_hash};
use hetman_arena::{Executor, PlayerError, PlayerSpec, Stop, Switches};
use hetman_positions::{GameError, Head, PositionFileError, ScoredGame};
use hetman_rules::Variant;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::position_store::PositionStoreError;
use collector::Collector;
use work::{SelfPlay, SelfPlayDescription};

/// A killed program plays so many games again at the most, besides those that were being played.
pub const GAMES_PER_BLOCK: usize = 8;

/// What decides which games are played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GenerationSettings {
    pub variant: Variant,
    /// Who plays both sides.
    pub player: PlayerSpec,
    /// Half-moves at the start of every game that are left to chance.
    pub random_plies: usize,
    /// They are drawn again if they give either side more than so many hundredths of a pawn.
    pub balanced: Option<u32>,
    /// How far the player's evaluator looks at that.
    pub balance_nodes: u64,
    pub longest_plies: usize,
    pub win: Option<WinRule>,
    pub draw: Option<DrawRule>,
    pub seed: u64,
}

impl GenerationSettings {
    /// What a file says of where its games come from: nets by their content.
    fn head(&self, program: &str) -> Result<Head, GenerationError> {
        let hashed = |file: &str| fs::read(file).map(|bytes| content_hash(&[&bytes]));
        let player = self.player.with_files(hashed).map_err(GenerationError::Net)?;
        let named = GenerationSettings { player, ..self.clone() };
        let source = json!({ "self_play": named });
        Ok(Head { variant: self.variant, program: program.to_owned(), source })
    }
}

/// Why no games are generated.
#[derive(Debug, thiserror::Error)]
pub enum GenerationError {
    #[error(transparent)]
    Store(#[from] PositionStoreError),
    #[error(transparent)]
    File(#[from] PositionFileError),
    #[error("{0}: `hetman positions check` tells where the file is damaged")]
    Game(#[from] GameError),
    #[error("the file that the player is made of cannot be read: {0}")]
    Net(io::Error),
    #[error(transparent)]
    Player(#[from] PlayerError),
    #[error("there are no more openings than {games}: choose more random half-moves")]
    Openings { games: u64 },
    #[error(transparent)]
    NoThread(#[from] NoThread),
    #[error(
        "{0} does not play the same game again: choose a player that is limited by nodes or depth, and not by time"
    )]
    Unrepeatable(PlayerSpec),
}

/// Hears how far it is, on the caller's thread.
pub trait GenerationObserver {
    /// So much was there already.
    fn begun(&self, games: u64, half_moves: u64);

    /// A game was added, so that there are `games`, and so many nodes were searched for it.
    fn added(&self, game: &ScoredGame, games: u64, nodes: u64);
}

/// What is in the file now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generated {
    pub games: u64,
    pub half_moves: u64,
    /// Or it was stopped.
    pub is_complete: bool,
}

/// Plays until the file holds so many games, or somebody stops it; goes on with a file that was left unfinished.
pub fn generate(
    settings: &GenerationSettings,
    path: &Path,
    games: u64,
    program: &str,
    executor: &impl Executor,
    stop: &Stop,
    observer: &dyn GenerationObserver,
) -> Result<Generated, GenerationError> {
    if !settings.player.is_repeatable() {
        return Err(GenerationError::Unrepeatable(settings.player.clone()));
    }
    settings.player.build(settings.variant, 0)?;
    let files = Files::of_players([&settings.player])?;
    let work = SelfPlay::new(SelfPlayDescription { settings: settings.clone(), files })?;
    let mut collector = Collector::open(path, &settings.head(program)?, games)?;
    observer.begun(collector.games(), collector.half_moves());
    if !collector.is_complete() {
        // Twice as many jobs as hands, so that nobody waits for the next while the last is looked at.
        let jobs = collector.jobs(2 * executor.width());
        let switches = Switches { close: stop, abandon: stop };
        executor.execute::<_, GenerationError>(&work, jobs, switches, &mut |number, game| {
            collector.collect(number, game, observer)
        })?;
    }
    collector.finish()
}
