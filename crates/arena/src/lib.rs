//! Players, and the one function that lets two of them play a game.
//!
//! A training game, a match and an exhibition all call [`game::play`]. Everything left to chance comes out of the
//! generator handed in ([`generator`]), so that a seed and a number repeat a game exactly.

pub mod adjudication;
pub mod conversion;
pub mod crew;
pub mod crosstable;
pub mod endgames;
pub mod game;
mod notice;
pub mod openings;
mod player;
pub mod players;
pub mod referee;
pub mod runner;
pub mod schedule;
pub mod sheet;
pub mod spec;
pub mod stats;
pub mod suite;
pub mod work;

pub use adjudication::{Adjudication, Judgement};
pub use game::{Finish, Game, GameRules, Turn};
pub use hetman_engines::Reply;
pub use hetman_search::{Control, Stop};
pub use notice::notice;
pub use openings::{OpeningBook, OpeningError, OpeningSettings};
pub use player::{Answer, Fault, Player, Question, Remark, Thought};
pub use players::{PLAYERS, Seats};
pub use spec::{Needs, PlayerError, PlayerKind, PlayerSpec, Repeatable};
pub use work::{Executor, Local, Switches, Work};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The generator of one game of a run: its own stream, so that no game depends on how many were played before it or
/// on which thread it is played.
pub fn generator(run_seed: u64, game: u64) -> ChaCha8Rng {
    let mut generator = ChaCha8Rng::seed_from_u64(run_seed);
    generator.set_stream(game);
    generator
}

/// What tournaments leave to chance besides the games. Each kind has streams of its own, none of them a game's.
#[derive(Clone, Copy, Debug)]
enum Chance {
    Colours = 1,
    Lots = 3,
    OpeningOrder = 4,
    OpeningMoves = 5,
}

impl Chance {
    fn generator(self, seed: u64, number: u64) -> ChaCha8Rng {
        generator(seed, (self as u64) << 60 | number)
    }
}
