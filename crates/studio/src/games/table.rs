//! A table: the board, the seats, and the one way in which anything about them changes.
//!
//! A change is made to what is kept, then kept, and only then shown: what anybody has seen survives whatever happens to
//! the program. A change that cannot be kept is taken back.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hetman_arena::{Finish, Player, Remark, notice, referee};
use hetman_rules::shakmaty::{ByColor, Color, Move, Position};
use hetman_rules::{Ending, GameRecord, ending, san, uci};

use super::clock::{self, Stopwatch};
use super::kept::Kept;
use super::{list_topic, think};
use crate::board;
use crate::problem::Problem;
use crate::store::{Item, RecordKind};
use crate::studio::Studio;
use crate::wire::{Clocks, Event, Game, GameChanged, GameHead, GameLine, Legal, Outcome, PlayedMove, Topic};

pub struct GameTable {
    pub id: u64,
    pub created: String,
    topic: Topic,
    state: Mutex<GameState>,
    /// The state's version, for players that think while it may change.
    pub version: AtomicU64,
}

pub struct GameState {
    pub kept: Kept,
    /// What `kept` says, set up.
    pub record: GameRecord,
    pub watch: Stopwatch,
    /// Players that have been seated; one that thinks is not here.
    pub players: ByColor<Option<Box<dyn Player>>>,
    /// Changes when everybody has to be seated anew.
    pub seating: u64,
    /// Whether a thread is busy with this table.
    pub is_attended: bool,
    /// Whether one would be, were a slot free.
    wants_slot: bool,
    pub is_deleted: bool,
}

impl GameState {
    pub fn new(kept: Kept) -> Result<GameState, Problem> {
        let record = kept.record()?;
        let watch = Stopwatch::stopped_at(Duration::from_millis(kept.spent_ms));
        let players = ByColor { white: None, black: None };
        let (is_attended, wants_slot, is_deleted) = (false, false, false);
        Ok(GameState { kept, record, watch, players, seating: 0, is_attended, wants_slot, is_deleted })
    }

    pub fn turn(&self) -> Color {
        self.record.turn()
    }

    pub fn outcome(&self) -> Option<Outcome> {
        let by_rule = || self.record.ending(&self.kept.draws());
        let variant = self.record.variant();
        self.kept.declared.clone().or_else(|| by_rule().map(|ending| board::ended(&ending, variant)))
    }

    pub fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// Whether a player should be thinking now.
    pub fn awaits_player(&self) -> bool {
        let is_player = self.kept.seat(self.turn()).choice.is_some();
        is_player && !self.kept.is_paused && !self.is_deleted && !self.is_over()
    }

    /// Time passes for whichever side is to move, unless the game is over or paused.
    pub fn run_the_clock(&mut self) {
        if !self.kept.is_paused && !self.is_over() {
            self.watch.start();
        }
    }

    /// What a learner has seen stands.
    pub fn must_be_free(&self) -> Result<(), Problem> {
        let is_bound = [&self.kept.white, &self.kept.black].iter().any(|seat| seat.experiment.is_some());
        let sentence = "an experiment learns from this game: its moves stand, and only resigning ends it early";
        if is_bound { Err(Problem::Conflict(sentence.to_owned())) } else { Ok(()) }
    }

    /// The game ends otherwise than by its position.
    pub fn finish(&mut self, finish: &Finish) {
        let outcome = finish.outcome().expect("a game that is stopped is not finished");
        let words = finish.describe(self.record.variant());
        self.kept.declared = Some(board::outcome(outcome, words));
        self.kept.offer = None;
    }

    pub fn remaining(&self) -> Option<ByColor<Duration>> {
        clock::remaining(&self.kept, self.record.start().turn(), &self.watch)
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move, remark: Remark) -> Result<(), Problem> {
        let (turn, elapsed) = (self.turn(), self.watch.elapsed());
        let before = self.record.position().clone();
        let remaining = self.remaining().map(|remaining| *remaining.get(turn));
        self.record.play(m).map_err(|problem| Problem::Unfit(problem.to_string()))?;
        let increment = self.kept.clock.map_or(0, |clock| clock.increment_ms);
        let increment = if clock::is_timed(&self.kept) { increment } else { 0 };
        let after = self.record.position();
        let played = PlayedMove {
            uci: uci(&before, m),
            san: san(&before, m),
            fen: after.fen(),
            is_check: after.is_check(),
            score: remark.score.map(|score| board::white_score(score, turn)),
            depth: remark.depth,
            elapsed_ms: milliseconds(elapsed),
            clock_ms: remaining.map(|remaining| milliseconds(remaining).saturating_add(increment)),
        };
        self.kept.moves.truncate(self.kept.cursor);
        if let Some(imported) = &mut self.kept.imported {
            imported.leave_at(self.kept.cursor);
        }
        self.kept.moves.push(played);
        self.kept.cursor += 1;
        self.kept.offer = None;
        self.watch = Stopwatch::stopped_at(Duration::ZERO);
        Ok(())
    }

    /// Takes moves back, or plays taken back ones again. Players are seated anew: some of them remember.
    pub fn step(&mut self, to: usize) {
        while self.kept.cursor > to && self.record.undo().is_some() {
            self.kept.cursor -= 1;
        }
        while self.kept.cursor < to && self.record.redo().is_some() {
            self.kept.cursor += 1;
        }
        self.kept.declared = None;
        self.kept.offer = None;
        self.players = ByColor { white: None, black: None };
        self.seating += 1;
        self.watch = Stopwatch::stopped_at(Duration::ZERO);
    }

    fn head(&self) -> GameHead {
        let (kept, position, outcome) = (&self.kept, self.record.position(), self.outcome());
        let is_open = outcome.is_none() && !kept.is_paused;
        GameHead {
            version: kept.version,
            cursor: kept.cursor as u32,
            fen: position.fen(),
            turn: board::side(self.turn()),
            check: board::checked_kings(position),
            legal: if is_open { board::legal(position) } else { Legal::default() },
            pockets: board::pockets(position),
            checks_left: board::checks_left(position),
            white: kept.white.wire(),
            black: kept.black.wire(),
            clocks: self.clocks(is_open),
            is_paused: kept.is_paused,
            delay_ms: kept.delay_ms,
            is_thinking: self.awaits_player(),
            can_claim_draw: is_open && referee::claimable_draw(&self.record).is_some(),
            plies_since_capture: self.record.quiet_plies(ending::Progress::Capture),
            offer: kept.offer.clone(),
            outcome,
        }
    }

    fn clocks(&self, is_open: bool) -> Option<Clocks> {
        let remaining = self.remaining()?;
        Some(Clocks {
            white_ms: milliseconds(remaining.white),
            black_ms: milliseconds(remaining.black),
            running: (is_open && clock::is_timed(&self.kept)).then(|| board::side(self.turn())),
            increment_ms: self.kept.clock.map_or(0, |clock| clock.increment_ms),
        })
    }
}

fn milliseconds(duration: Duration) -> u32 {
    u32::try_from(duration.as_millis()).unwrap_or(u32::MAX)
}

impl GameTable {
    pub fn restore(item: &Item) -> Result<GameTable, Problem> {
        let unreadable = |reason: String| Problem::Internal(format!("game {} cannot be read: {reason}", item.id));
        let mut kept: Kept = serde_json::from_str(&item.data).map_err(|reason| unreadable(reason.to_string()))?;
        // Nobody's time should pass before somebody is there again.
        kept.is_paused |= kept.clock.is_some() && clock::is_timed(&kept);
        GameTable::new(item, kept)
    }

    pub fn new(item: &Item, kept: Kept) -> Result<GameTable, Problem> {
        let version = AtomicU64::new(kept.version);
        let topic = Topic(format!("game:{}", item.id));
        Ok(GameTable {
            id: item.id,
            created: item.created.clone(),
            topic,
            state: Mutex::new(GameState::new(kept)?),
            version,
        })
    }

    pub fn lock(&self) -> MutexGuard<'_, GameState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a player think who has waited for a slot.
    pub fn try_again(self: &Arc<GameTable>, studio: &Arc<Studio>) {
        let mut state = self.lock();
        if state.wants_slot {
            self.attend(studio, &mut state);
        }
    }

    /// Lets the clock run and a player think, if it is their turn.
    pub fn wake(self: &Arc<GameTable>, studio: &Arc<Studio>) {
        self.attend(studio, &mut self.lock());
    }

    fn attend(self: &Arc<GameTable>, studio: &Arc<Studio>, state: &mut GameState) {
        state.run_the_clock();
        state.wants_slot = state.awaits_player() && !state.is_attended;
        if state.wants_slot
            && let Some(permit) = studio.games.slots.try_acquire()
        {
            (state.is_attended, state.wants_slot) = (true, false);
            if let Err(problem) = think::attend(Arc::clone(self), Arc::clone(studio), permit) {
                notice(format!("game {}: {problem}", self.id));
                // Nobody's time should pass while nobody can think; going on with the game tries again.
                (state.is_attended, state.kept.is_paused) = (false, true);
                state.watch.stop();
            }
        }
    }

    /// Changes something: kept first, then shown.
    pub fn change(
        self: &Arc<GameTable>,
        studio: &Arc<Studio>,
        act: impl FnOnce(&mut GameState) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let mut state = self.lock();
        self.change_state(studio, &mut state, act)?;
        self.attend(studio, &mut state);
        Ok(())
    }

    /// The same with the state already locked.
    pub fn change_state(
        &self,
        studio: &Arc<Studio>,
        state: &mut GameState,
        act: impl FnOnce(&mut GameState) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        if state.is_deleted {
            return Err(Problem::unknown("game", &self.id.to_string()));
        }
        let before = state.kept.clone();
        act(state)?;
        state.kept.version += 1;
        if state.kept.is_paused || state.is_over() {
            state.watch.stop();
        }
        state.kept.spent_ms = state.watch.elapsed().as_millis() as u64;
        let data = serde_json::to_string(&state.kept).expect("a game is plain data");
        if let Err(problem) = studio.store.update(RecordKind::GAME, self.id, &data) {
            let (is_attended, seating) = (state.is_attended, state.seating + 1);
            *state = GameState { is_attended, seating, ..GameState::new(before)? };
            return Err(problem.into());
        }
        self.version.store(state.kept.version, Ordering::Release);
        self.show(studio, state, &before.moves);
        Ok(())
    }

    fn show(&self, studio: &Studio, state: &GameState, moves_before: &[PlayedMove]) {
        let moves = &state.kept.moves;
        let keep = moves.iter().zip(moves_before).take_while(|(now, before)| now == before).count();
        let (added, head) = (moves[keep..].to_vec(), state.head());
        studio.log.publish(&self.topic, Event::Game(GameChanged { keep: keep as u32, added, head }));
        studio.log.publish_soon(&list_topic(), &self.id.to_string(), Event::GameListed(self.line(state)));
    }

    /// The whole game, for somebody with these secrets.
    pub fn view(&self, studio: &Studio, secrets: &[String]) -> Game {
        let state = self.lock();
        let kept = &state.kept;
        Game {
            id: self.id.to_string(),
            variant: kept.variant.clone(),
            is_chess960: kept.is_chess960,
            start_fen: kept.start_fen.clone(),
            moves: kept.moves.clone(),
            head: state.head(),
            yours: kept.opened_by(secrets),
            created: self.created.clone(),
            as_of: studio.log.position(),
        }
    }

    pub fn line(&self, state: &GameState) -> GameLine {
        let (kept, outcome) = (&state.kept, state.outcome());
        GameLine {
            id: self.id.to_string(),
            variant: kept.variant.clone(),
            white: kept.white.name.clone(),
            black: kept.black.name.clone(),
            plies: kept.cursor as u32,
            fen: state.record.position().fen(),
            last_move: kept.cursor.checked_sub(1).map(|last| kept.moves[last].uci.clone()),
            is_paused: kept.is_paused,
            clocks: state.clocks(outcome.is_none() && !kept.is_paused),
            outcome,
            created: self.created.clone(),
            is_deleted: state.is_deleted,
        }
    }

    /// A side whose time is up loses, or draws where the other could never win.
    pub fn look_at_the_clock(self: &Arc<GameTable>, studio: &Arc<Studio>) {
        let mut state = self.lock();
        let is_running = clock::is_timed(&state.kept) && !state.kept.is_paused && !state.is_over() && !state.is_deleted;
        let turn = state.turn();
        if !is_running || state.remaining().is_none_or(|remaining| !remaining.get(turn).is_zero()) {
            return;
        }
        let flag = Finish::Rules(Ending::on_time(state.record.position(), turn));
        let declare = |state: &mut GameState| {
            state.finish(&flag);
            Ok(())
        };
        // What cannot be kept now is tried again at the next tick.
        if let Err(problem) = self.change_state(studio, &mut state, declare) {
            notice(format!("game {}: {problem}", self.id));
        }
    }
}
