//! The seam between a game and its players.

use std::time::Duration;

use hetman_engines::Reply;
use hetman_eval::SideValue;
use hetman_rules::quote::passage;
use hetman_rules::shakmaty::{ByColor, Color, KnownOutcome, Move};
use hetman_rules::{AnyPosition, Clock, GameRecord, Quote, TimeControl};
use hetman_search::{Control, Score};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

/// What a game asks the side to move; the game is not over when it is asked.
pub struct Question<'a> {
    pub record: &'a GameRecord,
    /// How the clocks stand, in a game that has clocks.
    pub clocks: Option<ByColor<Clock>>,
    /// After this long the game is lost on time, if it can be.
    pub allowed: Option<Duration>,
    /// For whatever the player leaves to chance.
    pub generator: &'a mut ChaCha8Rng,
    /// Withdraws the question. A search looks at it on every node.
    pub control: &'a Control<'a>,
}

impl Question<'_> {
    /// The clock of the side that is asked.
    pub fn clock(&self) -> Option<Clock> {
        self.clocks.as_ref().map(|clocks| *clocks.get(self.record.turn()))
    }
}

/// Somebody who answers a position with a move.
pub trait Player: Send {
    /// What the player calls itself; one without a name of its own is known by the spec it was built from.
    fn name(&self) -> Option<&str> {
        None
    }

    fn choose(&mut self, question: Question) -> Answer;

    /// Becomes, between two games, the player that would be built with this seed; `false` if that has to be built.
    fn reseed(&mut self, _seed: u64) -> bool {
        false
    }

    /// A new game begins: what was remembered of the last one must not influence it.
    fn start_game(&mut self, _opening: &GameRecord, _color: Color, _control: Option<&TimeControl>) {}

    /// The game is over; `None` if it was abandoned.
    fn end_game(&mut self, _record: &GameRecord, _outcome: Option<KnownOutcome>) {}

    /// The time this player was told to take for each move; more than that loses.
    fn move_time(&self) -> Option<Duration> {
        None
    }
}

/// A player's answer.
#[derive(Clone, Debug)]
pub struct Answer {
    pub reply: Result<Reply, Fault>,
    /// What a learner needs to know of a search; a player who does not search has no thoughts.
    pub thought: Option<Thought>,
    /// What observers are told.
    pub remark: Remark,
}

/// How a player lost a game other than by playing badly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Fault {
    #[error("gave no move")]
    NoMove,
    #[error("illegal move {}", Quote::from(.0.as_str()))]
    IllegalMove(String),
    #[error("false claim of {}", Quote::from(.0.as_str()))]
    FalseClaim(String),
    #[error("took {} ms where {} ms were allowed", taken.as_millis(), allowed.as_millis())]
    Overtime { taken: Duration, allowed: Duration },
    #[error("did not answer within {} s", .0.as_secs_f64())]
    Stall(Duration),
    #[error("crashed: {}", passage(.0))]
    Crash(String),
    #[error("flooded its output: {}", passage(.0))]
    Flood(String),
    #[error("could not be started: {}", passage(.0))]
    Start(String),
}

impl Fault {
    /// The kind of misbehaviour in a word or two, as a game's record names its end.
    pub fn name(&self) -> &'static str {
        match self {
            Fault::NoMove => "no move",
            Fault::IllegalMove(_) => "illegal move",
            Fault::FalseClaim(_) => "false claim",
            Fault::Overtime { .. } => "time forfeit",
            Fault::Stall(_) => "stalled",
            Fault::Crash(_) => "crashed",
            Fault::Flood(_) => "flooded",
            Fault::Start(_) => "not started",
        }
    }
}

/// What a player thought of the position it was asked about: what a learner needs.
#[derive(Clone, Debug)]
pub struct Thought {
    /// For the side to move there, in the evaluator's unit.
    pub value: SideValue,
    /// The principal variation, beginning with the move played.
    pub line: Vec<Move>,
    /// The position at the end of the line, from which the value came.
    pub leaf: AnyPosition,
    /// The line ends there because the player takes a position it has had before for a draw.
    pub is_repetition: bool,
}

impl Thought {
    /// What was thought of a position, its leaf at the end of the line.
    pub fn at_the_end_of(line: Vec<Move>, root: &AnyPosition, value: SideValue, is_repetition: bool) -> Thought {
        let leaf = line.iter().fold(root.clone(), |position, &m| position.after(m));
        Thought { value, line, leaf, is_repetition }
    }
}

/// What a player says about its move, as comments in a game's record show it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    /// For the side to move.
    pub score: Option<Score>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
}

impl Answer {
    /// The answer of somebody who does not say why.
    pub fn without_thought(chosen: Option<Move>) -> Answer {
        Answer { reply: chosen.map(Reply::Move).ok_or(Fault::NoMove), thought: None, remark: Remark::default() }
    }

    pub fn fault(fault: Fault) -> Answer {
        Answer { reply: Err(fault), thought: None, remark: Remark::default() }
    }

    /// The question was withdrawn.
    pub fn stopped() -> Answer {
        Answer { reply: Ok(Reply::Stopped), thought: None, remark: Remark::default() }
    }

    /// The move, if there is one.
    pub fn chosen(&self) -> Option<Move> {
        match self.reply {
            Ok(Reply::Move(m)) => Some(m),
            _ => None,
        }
    }
}
