//! Asking players for their moves in the positions of a suite, several at a time.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use hetman_rules::GameRecord;
use hetman_rules::shakmaty::{Move, Position};

use super::SuiteTask;
use crate::{Control, Fault, Player, Question, Remark, Reply, Stop, crew, game, generator};

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

/// Asks every task, each player on a thread of its own, and tells of each attempt with the task's number when it is made.
/// Ends early when stopped; what a player was thinking about then is left out. It is an error if the system starts no
/// thread at all.
pub fn ask_all(
    tasks: &[SuiteTask],
    players: &mut [Box<dyn Player>],
    seed: u64,
    stop: &Stop,
    on_attempt: &mut dyn FnMut(usize, Attempt),
) -> io::Result<()> {
    let next = AtomicUsize::new(0);
    let (sender, attempts) = mpsc::channel();
    thread::scope(|scope| {
        let next = &next;
        let works = players.iter_mut().map(|player| {
            let sender = sender.clone();
            move || {
                while let Some((number, task)) = take(next, tasks).filter(|_| !stop()) {
                    let Some(attempt) = ask(task, player.as_mut(), seed, number, stop) else { break };
                    let _ = sender.send((number, attempt));
                }
            }
        });
        crew::start(scope, works)?;
        // The loop ends when the last thread has let go of its sender.
        drop(sender);
        for (number, attempt) in attempts {
            on_attempt(number, attempt);
        }
        Ok(())
    })
}

fn take<'a>(next: &AtomicUsize, tasks: &'a [SuiteTask]) -> Option<(usize, &'a SuiteTask)> {
    let number = next.fetch_add(1, Ordering::Relaxed);
    tasks.get(number).map(|task| (number, task))
}

/// `None` if stopped.
fn ask(task: &SuiteTask, player: &mut dyn Player, seed: u64, number: usize, stop: &Stop) -> Option<Attempt> {
    let record = GameRecord::new(task.position.clone());
    player.start_game(&record, record.turn(), None);
    let allowed = game::allowed(None, player, MARGIN);
    let generator = &mut generator(seed, number as u64);
    let asked = Instant::now();
    let control = &Control::watching(stop);
    let answer = player.choose(Question { record: &record, clocks: None, allowed, generator, control });
    let elapsed = asked.elapsed();
    player.end_game(&record, None);
    let reply = match answer.reply {
        // A search that was cut short is not what the player would play.
        Ok(Reply::Stopped) => return None,
        _ if control.is_stopped() => return None,
        reply => reply,
    };
    let answer_given = reply.and_then(|reply| checked(task, reply, elapsed, allowed));
    let points = answer_given.as_ref().map_or(0, |&m| task.merit.points(m));
    Some(Attempt { answer: answer_given, points, elapsed, remark: answer.remark })
}

fn checked(task: &SuiteTask, reply: Reply, elapsed: Duration, allowed: Option<Duration>) -> Result<Move, Fault> {
    if let Some(allowed) = allowed.filter(|&allowed| elapsed > allowed) {
        return Err(Fault::Overtime { taken: elapsed, allowed });
    }
    match reply {
        Reply::Move(m) if task.position.is_legal(m) => Ok(m),
        Reply::Move(m) => Err(Fault::IllegalMove(m.to_string())),
        // Nothing is at stake that could be given up or claimed.
        Reply::Resign | Reply::Claim(_) | Reply::Stopped => Err(Fault::NoMove),
    }
}
