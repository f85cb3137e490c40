//! One program in the middle of a conversation: what both protocols have in common.

use std::time::{Duration, Instant};

use hetman_rules::shakmaty::{ByColor, KnownOutcome, Move};
use hetman_rules::{AnyPosition, Clock, GameRecord, TimeControl, Variant};

use crate::options::Offer;
use crate::process::Process;
use crate::{EngineSpec, Failure, MoveTimePolicy};

/// How often a request that waits looks at whether it was withdrawn.
const TICK: Duration = Duration::from_millis(50);

/// How long a program may take to answer after it was told to stop.
pub const GRACE: Duration = Duration::from_secs(1);

/// A question to a program.
pub struct Request<'a> {
    pub record: &'a GameRecord,
    pub clocks: Option<ByColor<Clock>>,
    /// After this long it is told to stop.
    pub allowed: Option<Duration>,
    /// Says whether the question is withdrawn.
    pub stop: &'a dyn Fn() -> bool,
}

/// What a player does when it is its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    Move(Move),
    Resign,
    /// The player says that the game is over with this result. It had better be.
    Claim(KnownOutcome),
    /// The player was told to stop before it had an answer.
    Stopped,
}

/// What a program thought, as far as it said so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchInfo {
    /// For the side to move.
    pub score: Option<Score>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    Centipawns(i32),
    /// Moves to mate; negative when the side to move is mated.
    Mate(i32),
}

/// A protocol, spoken with one running program.
pub trait Session: Send {
    /// What the program calls itself.
    fn name(&self) -> Option<&str>;

    /// The options that it offers.
    fn offers(&self) -> &[Offer];

    /// Whether it can play the variant; if not, why.
    fn check_variant(&self, variant: Variant) -> Result<(), Failure>;

    /// Forgets the last game and prepares for one that begins so.
    fn start_game(
        &mut self,
        process: &mut Process,
        opening: &GameRecord,
        control: Option<&TimeControl>,
    ) -> Result<(), Failure>;

    fn ask(&mut self, process: &mut Process, request: &Request, info: &mut SearchInfo) -> Result<Reply, Failure>;

    /// Whether one process can play several games.
    fn is_reusable(&self) -> bool {
        true
    }
}

/// A game as far as a program has been told about it.
#[derive(Debug)]
pub struct Known {
    start: AnyPosition,
    pub moves: Vec<Move>,
}

impl Known {
    pub fn new(start: &AnyPosition) -> Known {
        Known { start: start.clone(), moves: Vec::new() }
    }

    /// Whether this is the beginning of that game.
    pub fn is_before(&self, record: &GameRecord) -> bool {
        self.start == *record.start() && self.moves.iter().copied().eq(record.moves().take(self.moves.len()))
    }

    /// The moves of the game that are new, each with the position it is played in; they are known then.
    pub fn advance<'a>(&mut self, record: &'a GameRecord) -> impl Iterator<Item = (&'a AnyPosition, Move)> {
        let first = self.moves.len();
        self.moves.extend(record.moves().skip(first));
        (first..).zip(record.moves().skip(first)).filter_map(|(plies, m)| Some((record.position_after(plies)?, m)))
    }
}

/// How a program's answer is waited for.
pub struct AnswerTimeouts<'a> {
    /// When it is told to stop of our own accord.
    pub hold: Option<Duration>,
    /// When it is told to stop because the game is lost on time.
    pub allowed: Option<Duration>,
    /// How long it may be silent where nothing limits its time.
    pub timeout: Duration,
    /// The word for it.
    pub stop_word: &'a str,
}

impl<'a> AnswerTimeouts<'a> {
    pub fn new(spec: &EngineSpec, request: &Request, stop_word: &'a str) -> AnswerTimeouts<'a> {
        let hold = spec.limits.move_time.filter(|_| spec.hold() == MoveTimePolicy::Stopped);
        AnswerTimeouts { hold, allowed: request.allowed, timeout: spec.timeout, stop_word }
    }

    /// Listens until `understand` finds an answer. `None` when the question was withdrawn; the program has then been
    /// told to stop and has answered, so that nothing it says later belongs to this question.
    pub fn listen<T>(
        &self,
        process: &mut Process,
        stop: &dyn Fn() -> bool,
        mut understand: impl FnMut(&str) -> Option<T>,
    ) -> Result<Option<T>, Failure> {
        let asked = Instant::now();
        let limit = self.allowed.map_or(self.timeout, |allowed| allowed + GRACE);
        let mut silence = asked + limit;
        let mut stop_at = earliest(self.hold, self.allowed).map(|time| asked + time);
        let mut is_withdrawn = false;
        loop {
            let now = Instant::now();
            let next = stop_at.map_or(silence, |stop_at| stop_at.min(silence));
            if let Some(answer) = process.hear(next.min(now + TICK))?.and_then(|line| understand(&line)) {
                return Ok((!is_withdrawn).then_some(answer));
            }
            let now = Instant::now();
            if !is_withdrawn && stop() {
                is_withdrawn = true;
                silence = now + GRACE;
                stop_at = Some(now);
            }
            if stop_at.is_some_and(|stop_at| now >= stop_at) {
                process.say(self.stop_word);
                stop_at = None;
            }
            if now >= silence {
                return Err(Failure::Stall(limit));
            }
        }
    }
}

fn earliest(one: Option<Duration>, other: Option<Duration>) -> Option<Duration> {
    one.into_iter().chain(other).min()
}

/// Waits for a word in a conversation that is not about a move.
pub fn await_word<T>(
    process: &mut Process,
    longest: Duration,
    mut understand: impl FnMut(&str) -> Option<T>,
) -> Result<T, Failure> {
    let until = Instant::now() + longest;
    process.begin_question();
    loop {
        let line = process.hear(until)?.ok_or(Failure::Stall(longest))?;
        if let Some(word) = understand(&line) {
            return Ok(word);
        }
    }
}
