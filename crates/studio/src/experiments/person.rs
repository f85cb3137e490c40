//! A person as the opponent of a learner: the game is a table of the studio, and the experiment waits at it.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use hetman_arena::{Answer, Fault, Player, Question, Remark, Reply};
use hetman_rules::shakmaty::{Color, KnownOutcome};
use hetman_rules::{GameRecord, TimeControl};

use super::training::TrainingJob;
use crate::games::{GameTable, against_learner};
use crate::jobs::Job;
use crate::problem::Problem;
use crate::studio::Studio;
use crate::wire::LinkedGame;

/// How often it is looked whether the person has moved.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

pub struct Person {
    studio: Arc<Studio>,
    job: Arc<Job<TrainingJob>>,
    /// Where the game is played, once it has begun.
    table: Result<(Arc<GameTable>, LinkedGame), String>,
}

impl Person {
    pub fn new(studio: Arc<Studio>, job: Arc<Job<TrainingJob>>) -> Person {
        Person { studio, job, table: Err("the game has not begun".to_owned()) }
    }

    /// Tells everybody where the person is waited for, or no longer.
    fn announce(&self, change: impl FnOnce(&mut Vec<LinkedGame>)) {
        let mut state = self.job.lock();
        change(&mut state.linked);
        self.job.show(&self.studio, &state);
    }

    /// Plays on the table what the learner has played since.
    fn catch_up(&self, table: &Arc<GameTable>, record: &GameRecord) -> Result<(), Problem> {
        let played = table.lock().record.plies();
        for m in record.moves().skip(played) {
            table.change(&self.studio, |state| state.play(m, Remark::default()))?;
        }
        Ok(())
    }

    /// The person's move, resignation, or nothing for now.
    fn reply(table: &GameTable, plies: usize) -> Option<Reply> {
        let state = table.lock();
        let moved = state.record.moves().nth(plies).map(Reply::Move);
        moved.or_else(|| (state.is_over() || state.is_deleted).then_some(Reply::Resign))
    }
}

impl Player for Person {
    fn start_game(&mut self, opening: &GameRecord, color: Color, _: Option<&TimeControl>) {
        let name = format!("The learner of {} {}", self.job.lock().name(), self.job.id);
        let begun = against_learner(&self.studio, opening.position(), color, (self.job.id, &name));
        self.table = begun.map_err(|problem| problem.to_string());
        if let Ok((_, link)) = &self.table {
            self.announce(|linked| linked.push(link.clone()));
        }
    }

    fn choose(&mut self, question: Question) -> Answer {
        let table = match &self.table {
            Ok((table, _)) => table,
            Err(problem) => return Answer::fault(Fault::Start(problem.clone())),
        };
        if let Err(problem) = self.catch_up(table, question.record) {
            return Answer::fault(Fault::Crash(problem.to_string()));
        }
        let reply = loop {
            if let Some(reply) = Person::reply(table, question.record.plies()) {
                break reply;
            }
            if question.control.is_stopped() {
                break Reply::Stopped;
            }
            thread::sleep(POLL_INTERVAL);
        };
        Answer { reply: Ok(reply), thought: None, remark: Remark::default() }
    }

    fn end_game(&mut self, record: &GameRecord, _: Option<KnownOutcome>) {
        if let Ok((table, link)) = &self.table {
            // What cannot be shown any more was learned from all the same.
            let _ = self.catch_up(table, record);
            self.announce(|linked| linked.retain(|other| other != link));
        }
    }
}
