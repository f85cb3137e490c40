//! How far somebody may think about a move: settings that several kinds of players take.

use std::time::Duration;

use hetman_parameters::{Kind, Parameter, Settings};
use hetman_search::Limits;

pub const MOVE_TIME: Parameter = Parameter::new(
    "movetime",
    "Time a move",
    Kind::Integer { min: 1, max: 86_400_000 },
    "How long it thinks about a move; a second if nothing limits it.",
)
.in_unit("ms");
pub const DEPTH: Parameter =
    Parameter::new("depth", "Depth", Kind::Integer { min: 1, max: 1000 }, "Half-moves it looks ahead at most.")
        .in_unit("plies");
pub const NODES: Parameter = Parameter::new(
    "nodes",
    "Nodes",
    Kind::Integer { min: 1, max: 1_000_000_000_000 },
    "Positions it looks at for a move, at most.",
);
pub const SOFT_NODES: Parameter = Parameter::new(
    "soft-nodes",
    "Nodes before the last iteration",
    Kind::Integer { min: 1, max: 1_000_000_000_000 },
    "After so many positions it looks no deeper, and finishes the depth that it is at.",
);

/// All of them; those that are given hold together.
pub const LIMITS: [Parameter; 3] = [MOVE_TIME, DEPTH, NODES];

/// What was chosen of them.
pub fn limits(settings: &Settings) -> Limits {
    let chosen = |parameter: Parameter| settings.integer(parameter.key);
    Limits {
        move_time: chosen(MOVE_TIME).map(|ms| Duration::from_millis(ms as u64)),
        depth: chosen(DEPTH).map(|depth| depth as u32),
        nodes: chosen(NODES).map(|nodes| nodes as u64),
        soft_nodes: chosen(SOFT_NODES).map(|nodes| nodes as u64),
        ..Limits::default()
    }
}
