//! Asking a player for its moves in the positions of a suite, several at a time.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use hetman_rules::data::move_from_uci;
use hetman_rules::shakmaty::{Move, Position};
use hetman_rules::{AnyPosition, GameRecord, Variant, uci};
use hetman_search::Score;
use serde::{Deserialize, Serialize};

use super::SuiteTask;
use crate::work::{Executor, Files, Switches, Work};
use crate::{Control, Fault, Player, PlayerError, PlayerSpec, Question, Remark, Reply, Seats, Stop, game, generator};

/// How late an answer may be. More than in a game: a suite asks what somebody would play, and a busy machine should not
/// decide that.
const MARGIN: Duration = Duration::from_secs(1);

/// What became of a position.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// A fault is worth nothing.
    pub answer: Result<Move, Fault>,
    pub points: u32,
    pub elapsed: Duration,
    pub remark: Remark,
}

/// Who is asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SuiteDescription {
    pub player: PlayerSpec,
    pub variant: Variant,
    pub seed: u64,
    pub files: Files,
}

impl SuiteDescription {
    /// What keeps the player from answering is said here.
    pub fn new(player: PlayerSpec, variant: Variant, seed: u64) -> Result<SuiteDescription, PlayerError> {
        player.build(variant, seed)?;
        Ok(SuiteDescription { files: Files::of_players([&player])?, player, variant, seed })
    }
}

/// A position of a suite as a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SuiteQuestion {
    /// Of the task, from 0.
    pub number: usize,
    pub position: AnyPosition,
}

/// What the player said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuiteAnswer {
    /// A move in UCI notation.
    reply: Result<String, Fault>,
    elapsed: Duration,
    remark: Remark,
}

impl SuiteAnswer {
    /// What the player thought of the position, for the side to move; `None` of one that does not say.
    pub fn score(&self) -> Option<Score> {
        self.remark.score
    }
}

impl Work for SuiteDescription {
    type Description = SuiteDescription;
    type Job = SuiteQuestion;
    type Answer = SuiteAnswer;
    type Error = PlayerError;

    fn description(&self) -> &SuiteDescription {
        self
    }

    fn is_bound(&self) -> bool {
        self.player.is_bound()
    }

    fn perform(&self, seats: &mut Seats, job: &SuiteQuestion, stop: &Stop) -> Result<Option<SuiteAnswer>, PlayerError> {
        let mut player = seats.take(0, &self.player, self.variant, self.seed)?;
        let answer = ask(job, player.as_mut(), self.seed, stop);
        seats.give_back(0, player);
        Ok(answer)
    }
}

/// Asks every task and tells of each attempt with the task's number when it is made. Ends early when stopped; what a
/// player was thinking about then is left out.
pub fn ask_all(
    executor: &impl Executor,
    description: &SuiteDescription,
    tasks: &[SuiteTask],
    stop: &Stop,
    observer: &mut dyn FnMut(usize, Attempt),
) -> Result<(), PlayerError> {
    let question = |(number, task): (usize, &SuiteTask)| SuiteQuestion { number, position: task.position.clone() };
    let jobs = tasks.iter().enumerate().map(question).collect();
    let switches = Switches { close: stop, abandon: stop };
    executor.execute(description, jobs, switches, &mut |job: SuiteQuestion, answer: SuiteAnswer| {
        observer(job.number, attempt(&tasks[job.number], answer));
        Ok(ControlFlow::Continue(Vec::new()))
    })
}

fn attempt(task: &SuiteTask, answer: SuiteAnswer) -> Attempt {
    let SuiteAnswer { reply, elapsed, remark } = answer;
    let legal = |text: String| move_from_uci(&task.position, &text).map_err(|_| Fault::IllegalMove(text));
    let answer = reply.and_then(legal);
    let points = answer.as_ref().map_or(0, |&m| task.merit.points(m));
    Attempt { answer, points, elapsed, remark }
}

/// `None` if stopped.
fn ask(job: &SuiteQuestion, player: &mut dyn Player, seed: u64, stop: &Stop) -> Option<SuiteAnswer> {
    let record = GameRecord::new(job.position.clone());
    player.start_game(&record, record.turn(), None);
    let allowed = game::allowed(None, player, MARGIN);
    let generator = &mut generator(seed, job.number as u64);
    let asked = Instant::now();
    let control = &Control::watching(stop);
    let answer = player.choose(Question { record: &record, clocks: None, allowed, generator, control });
    let elapsed = asked.elapsed();
    player.end_game(&record, None);
    let reply = match answer.reply {
        // A search that was cut short is not what the player would play.
        Ok(Reply::Stopped) => return None,
        _ if control.is_stopped() => return None,
        reply => reply.and_then(|reply| checked(&job.position, reply, elapsed, allowed)),
    };
    Some(SuiteAnswer { reply, elapsed, remark: answer.remark })
}

fn checked(
    position: &AnyPosition,
    reply: Reply,
    elapsed: Duration,
    allowed: Option<Duration>,
) -> Result<String, Fault> {
    if let Some(allowed) = allowed.filter(|&allowed| elapsed > allowed) {
        return Err(Fault::Overtime { taken: elapsed, allowed });
    }
    match reply {
        Reply::Move(m) if position.is_legal(m) => Ok(uci(position, m)),
        Reply::Move(m) => Err(Fault::IllegalMove(m.to_string())),
        // Nothing is at stake that could be given up or claimed.
        Reply::Resign | Reply::Claim(_) | Reply::Stopped => Err(Fault::NoMove),
    }
}
