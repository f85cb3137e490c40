//! One tournament: a job that plays the games of a plan; the boards that are being played.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use hetman_arena::runner::Played;
use hetman_arena::schedule::Pairing;
use hetman_arena::{Local, Switches};
use hetman_lab::tournaments::{self, Plan, Standing, TournamentError};
use hetman_rules::{GameRecord, uci};
use serde::{Deserialize, Serialize};

use crate::jobs::{Action, DesiredState, End, Job, JobState, Status, Stored, Work};
use crate::problem::{Problem, in_full};
use crate::route::Route;
use crate::studio::Studio;
use crate::wire::{Event, TournamentBoard, TournamentDeleted, TournamentLine};

/// A tournament as the studio keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    pub name: String,
    pub plan: Plan,
    pub concurrency: usize,
}

pub struct TournamentJob {
    pub kept: Kept,
    pub standing: Option<Standing>,
    pub boards: BTreeMap<u64, TournamentBoard>,
}

impl TournamentJob {
    pub fn new(kept: Kept) -> TournamentJob {
        TournamentJob { kept, standing: None, boards: BTreeMap::new() }
    }
}

impl Work for TournamentJob {
    const NAME: &'static str = "tournament";
    const LIST: Option<&'static str> = Some("tournaments");
    const AT_ONCE: usize = 4;
    const CROWDED: &'static str = "tournaments are being held already: stop one of them first";
    const NICENESS: i32 = 5;

    type Kept = Stored<Kept>;

    fn kept(&self, desired: &DesiredState) -> Option<Stored<Kept>> {
        Some(Stored { kept: self.kept.clone(), desired: desired.clone() })
    }

    fn restore(stored: Stored<Kept>, folder: &Path) -> Result<(TournamentJob, DesiredState), Problem> {
        let standing = tournaments::standing(folder).ok();
        Ok((TournamentJob { standing, ..TournamentJob::new(stored.kept) }, stored.desired))
    }

    fn actions(status: Status) -> &'static [Action] {
        use Action::*;
        match status {
            Status::Running | Status::Ending => &[Stop, Delete],
            Status::Finished => &[Delete],
            // One that was stopped can be gone on with.
            Status::New | Status::Paused | Status::Stopped | Status::Interrupted | Status::Failed => &[Resume, Delete],
        }
    }

    fn run(job: &Arc<Job<TournamentJob>>, studio: &Arc<Studio>) -> Result<End, String> {
        match hold(job, studio) {
            Ok(standing) if standing.is_over => Ok(End::Finished),
            Ok(_) => Ok(End::Stopped),
            // Here one goes on with a button.
            Err(TournamentError::Interrupted(reason)) => Err(in_full(&reason)),
            Err(problem) => Err(in_full(&problem)),
        }
    }

    fn end(_: &Job<TournamentJob>, _: &Studio, state: &mut JobState<TournamentJob>, _: &DesiredState) {
        state.boards.clear();
    }

    fn changed(job: &Job<TournamentJob>, state: &JobState<TournamentJob>) -> Option<Event> {
        Some(Event::Tournament(line(job, state)))
    }

    fn deleted(id: String) -> Option<Event> {
        Some(Event::TournamentDeleted(TournamentDeleted { id }))
    }

    fn routes() -> Vec<Route> {
        super::routes()
    }
}

fn hold(job: &Job<TournamentJob>, studio: &Studio) -> Result<Standing, TournamentError> {
    let (plan, concurrency) = {
        let state = job.lock();
        (state.kept.plan.clone(), state.kept.concurrency)
    };
    let observer =
        |pairing: &Pairing, record: &GameRecord, _: &hetman_arena::Turn| watch(job, studio, &plan, pairing, record);
    let date = job.created.get(..10).unwrap_or_default().replace('-', ".");
    let options = tournaments::TournamentOptions {
        folder: &job.folder,
        pgn: None,
        date: &date,
        executor: Local { threads: concurrency },
        switches: Switches { close: &|| job.is_stopped(), abandon: &|| job.is_abandoned() },
        observer: &observer,
    };
    let mut observer = |standing: &Standing, played: Option<&Played>| note(job, studio, standing, played);
    let standing = tournaments::begin_or_resume(&plan, &options, &mut observer)?;
    job.lock().standing = Some(standing.clone());
    Ok(standing)
}

fn note(job: &Job<TournamentJob>, studio: &Studio, standing: &Standing, played: Option<&Played>) {
    let mut state = job.lock();
    if let Some(played) = played {
        state.boards.remove(&played.pairing.number);
    }
    state.standing = Some(standing.clone());
    // A thousand games a second are not a thousand events.
    job.show_soon(studio, &state);
}

fn watch(job: &Job<TournamentJob>, studio: &Studio, plan: &Plan, pairing: &Pairing, record: &GameRecord) {
    let before = record.plies().checked_sub(1).and_then(|before| record.position_after(before));
    let board = TournamentBoard {
        number: pairing.number + 1,
        white: plan.names[pairing.white].clone(),
        black: plan.names[pairing.black].clone(),
        fen: record.position().fen(),
        last_move: record.last_move().zip(before).map(|(m, before)| uci(before, m)),
        ply: record.plies() as u32,
    };
    let mut state = job.lock();
    studio.log.publish_soon(&job.topic, &format!("board {}", pairing.number), Event::TournamentBoard(board.clone()));
    state.boards.insert(pairing.number, board);
}

pub fn line(job: &Job<TournamentJob>, state: &JobState<TournamentJob>) -> TournamentLine {
    TournamentLine {
        id: job.id.to_string(),
        name: state.kept.name.clone(),
        state: state.status().into(),
        message: state.desired.failure(),
        variant: state.kept.plan.variant.clone(),
        players: state.kept.plan.names.clone(),
        games: state.standing.as_ref().map_or(0, |standing| standing.games.len() as u64),
        games_total: state.standing.as_ref().and_then(|standing| standing.expected),
        created: job.created.clone(),
        actions: state.actions(),
    }
}
