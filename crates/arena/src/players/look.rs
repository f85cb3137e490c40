//! How a player with the exact search looks ahead: settings that several kinds of players take.

use hetman_parameters::{Default, Kind, Parameter, Settings};
use hetman_search::exact::{ExactSearch, QUIESCENCE_PLIES, Terminals};

use hetman_search::Thinker;

use super::{MateInOne, ThinkingPlayer};
use crate::Player;

const PLIES: Kind = Kind::Integer { min: 1, max: QUIESCENCE_PLIES as i64 };

pub const DEPTH: Parameter =
    // Deeper than this nobody waits for a search that leaves nothing out.
    Parameter::new("depth", "Depth", Kind::Integer { min: 1, max: 12 }, "Half-moves it looks ahead.")
            .in_unit("plies")
            .or(Default::Integer(1));
pub const QUIESCENCE: Parameter =
    Parameter::new("quiescence", "Quiescence", Kind::Flag, "Follows captures to their end before it judges.");
pub const QUIESCENCE_AT_MOST: Parameter = Parameter::new(
    "quiescence-plies",
    "Quiescence, at most",
    PLIES,
    "Half-moves captures are followed at most; in crazyhouse a few are enough, and all are very many.",
)
.in_unit("plies");
pub const CHECKS: Parameter = Parameter::new(
    "checks",
    "Checks",
    PLIES,
    "In how many half-moves beyond the depth it tries moves that give check, beside captures.",
)
.in_unit("plies");
pub const REPETITIONS: Parameter = Parameter::new(
    "repetitions",
    "Repetitions",
    Kind::Flag,
    "Takes a position it has had before in the game for a draw.",
);
pub const MATE_IN_ONE: Parameter =
    Parameter::new("mate-in-one", "Mate in one", Kind::Flag, "Wins at once whenever it can.");

pub const LOOK: [Parameter; 6] = [DEPTH, QUIESCENCE, QUIESCENCE_AT_MOST, CHECKS, REPETITIONS, MATE_IN_ONE];

/// The search that looks so.
pub fn search(settings: &Settings, terminals: Terminals) -> ExactSearch {
    let plies = |parameter: Parameter| settings.integer(parameter.key).map(|plies| plies as u32);
    let flag = |parameter: Parameter| settings.flag(parameter.key);
    let to_the_end = if flag(QUIESCENCE) { QUIESCENCE_PLIES } else { 0 };
    ExactSearch {
        depth: plies(DEPTH).unwrap_or(1),
        quiescence: plies(QUIESCENCE_AT_MOST).unwrap_or(to_the_end),
        check_plies: plies(CHECKS).unwrap_or(0),
        terminals,
        avoid_repetitions: flag(REPETITIONS),
    }
}

/// The search as a player.
pub fn thinking(thinker: impl Thinker + 'static, settings: &Settings) -> Box<dyn Player> {
    boxed(ThinkingPlayer::from(thinker), settings)
}

/// The player, winning at once where that was chosen.
pub fn boxed(player: impl Player + 'static, settings: &Settings) -> Box<dyn Player> {
    if settings.flag(MATE_IN_ONE.key) { Box::new(MateInOne(player)) } else { Box::new(player) }
}
