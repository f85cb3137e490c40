//! When a search must stop.

use std::time::Duration;

use hetman_rules::Clock;
use hetman_rules::shakmaty::Move;

/// What a search was asked for. The first limit reached ends it; none at all means until it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    pub depth: Option<u32>,
    /// Nodes of all threads together; a node is a move made.
    pub nodes: Option<u64>,
    /// Begin no new iteration after so many nodes.
    pub soft_nodes: Option<u64>,
    pub move_time: Option<Duration>,
    pub clock: Option<Clock>,
    /// Stop when a win in this many moves is found.
    pub mate: Option<u32>,
    /// Time is no limit. That no answer is wanted before `stop` is the protocol's affair.
    pub infinite: bool,
    /// Think on the opponent's time: clocks do not run until [`Control::ponder_hit`](crate::Control::ponder_hit).
    pub ponder: bool,
    /// Consider only these root moves; empty means all.
    pub root_moves: Vec<Move>,
}
