//! Players at a table: a thread asks whichever side is to move, as long as that is a player.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use hetman_arena::referee::{self, Ruling};
use hetman_arena::{Answer, Control, Fault, Finish, Player, Question, game, generator, notice};
use hetman_rules::GameRecord;
use hetman_rules::shakmaty::{Color, Position};

use super::clock;
use super::table::{GameState, GameTable};
use crate::problem::Problem;
use crate::slots::Permit;
use crate::studio::Studio;
use crate::{players, threads};

/// How often somebody who waits looks up.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// A player that was asked.
struct Asked {
    color: Color,
    version: u64,
    seating: u64,
    record: GameRecord,
    seed: u64,
    delay: Duration,
    player: Option<Box<dyn Player>>,
}

/// Has the players of the table play until it is a person's turn.
pub fn attend(table: Arc<GameTable>, studio: Arc<Studio>, permit: Permit) -> Result<(), Problem> {
    let play = move || {
        while attend_once(&table, &studio) {}
        drop(permit);
    };
    threads::start(play).map(drop)
}

/// One move; whether there may be another.
fn attend_once(table: &Arc<GameTable>, studio: &Arc<Studio>) -> bool {
    let Some(mut asked) = next(table, studio) else { return false };
    let begun = Instant::now();
    let (player, answer) = match seat(table, studio, &mut asked) {
        Ok(mut player) => {
            let answer = ask(table, studio, player.as_mut(), &asked);
            (Some(player), answer)
        }
        Err(problem) => (None, Answer::fault(Fault::Start(problem.to_string()))),
    };
    let is_current = || table.version.load(Ordering::Acquire) == asked.version && !studio.is_closing();
    while begun.elapsed() < asked.delay && is_current() {
        thread::sleep(POLL_INTERVAL);
    }
    let mut state = table.lock();
    if state.seating == asked.seating {
        *state.players.get_mut(asked.color) = player;
    }
    if !is_current() {
        return true;
    }
    let applied = table.change_state(studio, &mut state, |state| apply(state, &answer));
    if let Err(problem) = applied {
        notice(format!("game {}: {problem}", table.id));
        state.kept.is_paused = true;
    }
    true
}

/// Who is to be asked now; nobody if it is no player's turn, and then nobody attends the table any more.
fn next(table: &GameTable, studio: &Studio) -> Option<Asked> {
    let mut state = table.lock();
    state.run_the_clock();
    if !state.awaits_player() || studio.is_closing() {
        state.is_attended = false;
        return None;
    }
    let color = state.turn();
    Some(Asked {
        color,
        version: state.kept.version,
        seating: state.seating,
        record: state.record.clone(),
        seed: state.kept.seed,
        delay: Duration::from_millis(state.kept.delay_ms.into()),
        player: state.players.get_mut(color).take(),
    })
}

fn seat(table: &GameTable, studio: &Studio, asked: &mut Asked) -> Result<Box<dyn Player>, Problem> {
    if let Some(player) = asked.player.take() {
        return Ok(player);
    }
    let (choice, control) = {
        let state = table.lock();
        (state.kept.seat(asked.color).choice.clone(), clock::control(&state.kept))
    };
    let choice = choice.ok_or_else(|| Problem::Internal("a person cannot be seated".to_owned()))?;
    let spec = players::resolve(studio, &choice)?.spec;
    let mut player = spec.build(asked.record.variant(), asked.seed ^ u64::from(asked.color.is_black()))?;
    player.start_game(&asked.record, asked.color, control.as_ref());
    Ok(player)
}

fn ask(table: &GameTable, studio: &Studio, player: &mut dyn Player, asked: &Asked) -> Answer {
    let clocks = {
        let state = table.lock();
        clock::clocks(&state.kept, state.record.start().turn(), &state.watch)
    };
    let clock = clocks.as_ref().map(|clocks| *clocks.get(asked.color));
    let allowed = game::allowed(clock, player, game::MARGIN);
    let version = asked.version;
    let stop = || table.version.load(Ordering::Acquire) != version || studio.is_closing();
    let generator = &mut generator(asked.seed, asked.record.plies() as u64);
    // After this long nobody waits any more. Whether an answer was in time is for the clock on the table to say.
    let control = &Control::watching(&stop);
    player.choose(Question { record: &asked.record, clocks, allowed, generator, control })
}

/// What the answer does to the game. Whether it came in time is for the clock on the table to say.
fn apply(state: &mut GameState, answer: &Answer) -> Result<(), Problem> {
    match referee::rule(&state.record, &answer.reply, None) {
        Ruling::Play(m) => state.play(m, answer.remark),
        // Only a table that has changed stops a player, and then the answer does not matter.
        Ruling::Over(Finish::Stopped) => Err(Problem::Conflict("the player was stopped".to_owned())),
        Ruling::Over(finish) => {
            state.finish(&finish);
            Ok(())
        }
    }
}
