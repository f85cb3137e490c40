//! One tournament: its plan, its games, the boards that are being played.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use hetman_arena::contest::{Played, Switches};
use hetman_arena::notice;
use hetman_arena::schedule::Pairing;
use hetman_lab::contests::{self, ContestProblem, Plan, Standing};
use hetman_rules::{GameRecord, uci};
use serde::{Deserialize, Serialize};

use super::list_topic;
use crate::problem::{Problem, in_full};
use crate::store::{Item, Kind};
use crate::studio::{Data, Studio};
use crate::thinkers::Chair;
use crate::threads;
use crate::wire::{Event, Topic, TournamentBoard, TournamentLine, TournamentState};

/// Games give way to whoever plays, watches or asks.
const NICENESS: i32 = 5;

/// A tournament as the studio keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    pub name: String,
    pub plan: Plan,
    pub concurrency: usize,
    pub wish: Wish,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wish {
    Running,
    Stopped,
    /// Not a wish: it is done.
    Finished,
    Failed(String),
}

pub struct Hall {
    pub id: u64,
    pub created: String,
    pub topic: Topic,
    pub folder: PathBuf,
    /// No new games; and no moves either.
    close: AtomicBool,
    abandon: AtomicBool,
    state: Mutex<State>,
    worker: Mutex<Option<JoinHandle<()>>>,
}

pub struct State {
    pub kept: Kept,
    pub standing: Option<Standing>,
    pub boards: BTreeMap<u64, TournamentBoard>,
    is_running: bool,
    is_stopping: bool,
    is_deleted: bool,
}

impl State {
    fn state(&self) -> TournamentState {
        match (&self.kept.wish, self.is_running, self.is_stopping) {
            (_, true, false) => TournamentState::Running,
            (_, true, true) => TournamentState::Stopping,
            (Wish::Running, false, _) => TournamentState::Interrupted,
            (Wish::Stopped, false, _) => TournamentState::Stopped,
            (Wish::Finished, false, _) => TournamentState::Finished,
            (Wish::Failed(_), false, _) => TournamentState::Failed,
        }
    }
}

impl Hall {
    pub fn restore(item: &Item, data: &Data) -> Result<Hall, Problem> {
        let unreadable = |reason: String| Problem::Internal(format!("tournament {} cannot be read: {reason}", item.id));
        let kept: Kept = serde_json::from_str(&item.data).map_err(|reason| unreadable(reason.to_string()))?;
        let hall = Hall::new(item, kept, data);
        hall.lock().standing = contests::standing(&hall.folder).ok();
        Ok(hall)
    }

    pub fn new(item: &Item, kept: Kept, data: &Data) -> Hall {
        let (is_running, is_stopping, is_deleted) = (false, false, false);
        let state = State { kept, standing: None, boards: BTreeMap::new(), is_running, is_stopping, is_deleted };
        Hall {
            id: item.id,
            created: item.created.clone(),
            topic: Topic(format!("tournament:{}", item.id)),
            folder: data.tournament(item.id),
            close: AtomicBool::new(false),
            abandon: AtomicBool::new(false),
            state: Mutex::new(state),
            worker: Mutex::new(None),
        }
    }

    pub fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wish(&self, studio: &Studio, state: &mut State, wish: Wish) -> Result<(), Problem> {
        let kept = Kept { wish, ..state.kept.clone() };
        let data = serde_json::to_string(&kept).expect("a tournament is plain data");
        studio.store.update(Kind::Tournament, self.id, &data)?;
        state.kept = kept;
        self.show(studio, state);
        Ok(())
    }

    pub fn show(&self, studio: &Studio, state: &State) {
        if state.is_deleted {
            return;
        }
        let line = self.line(state);
        studio.log.publish(&self.topic, Event::Tournament(line.clone()));
        studio.log.publish_soon(&list_topic(), &self.id.to_string(), Event::Tournament(line));
    }

    /// Begins it, or goes on with it.
    pub fn start(self: &Arc<Hall>, studio: &Arc<Studio>) -> Result<(), Problem> {
        let mut state = self.lock();
        if state.is_running || state.kept.wish == Wish::Finished {
            return Err(Problem::Conflict("the tournament is running or finished and cannot be resumed".to_owned()));
        }
        let chair = studio.tournaments.sit_down()?;
        self.close.store(false, Ordering::Relaxed);
        self.abandon.store(false, Ordering::Relaxed);
        (state.is_running, state.is_stopping) = (true, false);
        if let Err(problem) = self.wish(studio, &mut state, Wish::Running) {
            state.is_running = false;
            return Err(problem);
        }
        let (hall, studio) = (Arc::clone(self), Arc::clone(studio));
        let worker = threads::start(move || hall.work(&studio, chair)).inspect_err(|_| state.is_running = false)?;
        *self.worker.lock().unwrap_or_else(PoisonError::into_inner) = Some(worker);
        Ok(())
    }

    fn work(&self, studio: &Studio, _chair: Chair) {
        // Without the right to be modest, it does without.
        let _ = rustix::process::nice(NICENESS);
        let held = self.hold(studio);
        let mut state = self.lock();
        (state.is_running, state.is_stopping) = (false, false);
        state.boards.clear();
        let wish = match held {
            Ok(standing) if standing.is_over => Wish::Finished,
            Ok(_) if studio.is_closing() => Wish::Running,
            Ok(_) => Wish::Stopped,
            // Here one goes on with a button.
            Err(ContestProblem::Interrupted(reason)) => Wish::Failed(in_full(&reason)),
            Err(problem) => Wish::Failed(in_full(&problem)),
        };
        if let Err(problem) = self.wish(studio, &mut state, wish) {
            notice(format!("tournament {}: {problem}", self.id));
            self.show(studio, &state);
        }
    }

    fn hold(&self, studio: &Studio) -> Result<Standing, ContestProblem> {
        let (plan, concurrency) = {
            let state = self.lock();
            (state.kept.plan.clone(), state.kept.concurrency)
        };
        let onlooker =
            |pairing: &Pairing, record: &GameRecord, _: &hetman_arena::Turn| self.watch(studio, &plan, pairing, record);
        let date = self.created.get(..10).unwrap_or_default().replace('-', ".");
        let hall = contests::Hall {
            folder: &self.folder,
            pgn: None,
            date: &date,
            concurrency,
            switches: Switches {
                close: &|| self.close.load(Ordering::Relaxed),
                abandon: &|| self.abandon.load(Ordering::Relaxed),
            },
            onlooker: &onlooker,
        };
        let mut listener = |standing: &Standing, played: Option<&Played>| self.note(studio, standing, played);
        let standing = contests::begin_or_resume(&plan, &hall, &mut listener)?;
        self.lock().standing = Some(standing.clone());
        Ok(standing)
    }

    fn note(&self, studio: &Studio, standing: &Standing, played: Option<&Played>) {
        let mut state = self.lock();
        if let Some(played) = played {
            state.boards.remove(&played.pairing.number);
        }
        state.standing = Some(standing.clone());
        // A thousand games a second are not a thousand events.
        studio.log.publish_soon(&self.topic, "standing", Event::Tournament(self.line(&state)));
        studio.log.publish_soon(&list_topic(), &self.id.to_string(), Event::Tournament(self.line(&state)));
    }

    fn watch(&self, studio: &Studio, plan: &Plan, pairing: &Pairing, record: &GameRecord) {
        let before = record.plies().checked_sub(1).and_then(|before| record.position_after(before));
        let board = TournamentBoard {
            number: pairing.number + 1,
            white: plan.names[pairing.white].clone(),
            black: plan.names[pairing.black].clone(),
            fen: record.position().fen(),
            last_move: record.last_move().zip(before).map(|(m, before)| uci(before, m)),
            ply: record.plies() as u32,
        };
        let mut state = self.lock();
        studio.log.publish_soon(
            &self.topic,
            &format!("board {}", pairing.number),
            Event::TournamentBoard(board.clone()),
        );
        state.boards.insert(pairing.number, board);
    }

    /// Ends it after the games that are being played; asked again, at once.
    pub fn stop(&self, studio: &Studio) -> Result<(), Problem> {
        let mut state = self.lock();
        if !state.is_running {
            return Err(Problem::Conflict("the tournament is not running".to_owned()));
        }
        self.abandon.store(state.is_stopping, Ordering::Relaxed);
        self.close.store(true, Ordering::Relaxed);
        state.is_stopping = true;
        self.show(studio, &state);
        Ok(())
    }

    /// Ends it at once; what was being played will be played again.
    pub fn interrupt(&self) {
        self.close.store(true, Ordering::Relaxed);
        self.abandon.store(true, Ordering::Relaxed);
    }

    pub fn wait(&self) {
        let worker = self.worker.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(worker) = worker
            && worker.join().is_err()
        {
            notice(format!("tournament {} ended in a panic", self.id));
        }
    }

    /// Marks it as deleted; nothing more is told of it.
    pub fn forget(&self) {
        self.lock().is_deleted = true;
        self.interrupt();
        self.wait();
    }

    pub fn line(&self, state: &State) -> TournamentLine {
        let actions: &[&str] = match state.state() {
            TournamentState::Running | TournamentState::Stopping => &["stop", "delete"],
            TournamentState::Finished => &["delete"],
            _ => &["resume", "delete"],
        };
        TournamentLine {
            id: self.id.to_string(),
            name: state.kept.name.clone(),
            state: state.state(),
            message: match &state.kept.wish {
                Wish::Failed(message) => Some(message.clone()),
                _ => None,
            },
            variant: state.kept.plan.variant.clone(),
            players: state.kept.plan.names.clone(),
            games: state.standing.as_ref().map_or(0, |standing| standing.games.len() as u64),
            games_total: state.standing.as_ref().and_then(|standing| standing.expected),
            created: self.created.clone(),
            actions: actions.iter().map(|&action| action.to_owned()).collect(),
        }
    }
}
