//! Everything there is to say about an external player before it is started.

use std::time::Duration;

use hetman_rules::Ruleset;

use crate::Program;

/// The language a program speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    Uci,
    Xboard,
}

/// A program as a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    pub protocol: Protocol,
    pub program: Program,
    /// What it is called; what it calls itself if `None`.
    pub name: Option<String>,
    /// Its own options by name.
    pub options: Vec<(String, String)>,
    pub limits: Limits,
    pub hold: Option<MoveTimePolicy>,
    /// How long it may take to say that it is ready.
    pub startup: Duration,
    /// How long it may think where neither clock nor move time says so.
    pub timeout: Duration,
    /// Version of the XBoard protocol: a program of version 1 says nothing of itself.
    pub protover: u32,
}

/// How far a program may think; all that are given hold together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub move_time: Option<Duration>,
}

/// How a program is held to its time for a move.
///
/// Over UCI it is told with `go movetime`, which every engine keeps. XBoard has whole seconds only (`st`), and few old
/// engines keep a fraction of one. Unless something else is said, whole seconds are left to the engine and fractions
/// are enforced by stopping it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveTimePolicy {
    /// The engine keeps the time it is told, a fraction of a second too.
    Told,
    /// It is told to stop when the time is over: `stop` over UCI; over XBoard `?`, and `st` rounded up.
    Stopped,
    /// Before each move it is told that its clock stands at this, which it divides as it likes. For engines that do
    /// not listen while they think.
    Clock(Duration),
}

impl EngineSpec {
    pub const STARTUP: Duration = Duration::from_secs(10);
    pub const TIMEOUT: Duration = Duration::from_secs(60);

    /// The program with nothing said about it.
    pub fn new(protocol: Protocol, program: Program) -> EngineSpec {
        EngineSpec {
            protocol,
            program,
            name: None,
            options: Vec::new(),
            limits: Limits::default(),
            hold: None,
            startup: EngineSpec::STARTUP,
            timeout: EngineSpec::TIMEOUT,
            protover: 2,
        }
    }

    /// How the program is held to its time for a move.
    pub fn hold(&self) -> MoveTimePolicy {
        let is_fraction = self.limits.move_time.is_some_and(|time| time.subsec_nanos() != 0);
        match (self.hold, self.protocol) {
            (Some(hold), _) => hold,
            (None, Protocol::Xboard) if is_fraction => MoveTimePolicy::Stopped,
            (None, _) => MoveTimePolicy::Told,
        }
    }
}

impl Limits {
    /// Where nobody says how long to think: long enough to play well, short enough to wait for.
    pub const MOVE_TIME: Duration = Duration::from_secs(1);

    pub fn is_none(&self) -> bool {
        *self == Limits::default()
    }
}

/// A game as a program spells it, among the names it gives: the usual spellings before any other that means the same.
pub(crate) fn spelling<'a>(offered: &[&'a str], wanted: Ruleset) -> Option<&'a str> {
    let fits = || offered.iter().copied().filter(|offer| offer.parse() == Ok(wanted));
    let usual = [wanted.to_string(), wanted.variant.xboard_name().to_owned()];
    usual.iter().find_map(|name| fits().find(|offer| offer == name)).or_else(|| fits().next())
}
