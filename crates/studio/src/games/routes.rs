//! What can be asked of games.

use std::sync::Arc;

use hetman_arena::{Finish, Remark, referee};
use hetman_rules::parse_move;
use hetman_rules::shakmaty::{Color, Position};

use super::table::GameState;
use super::{Kept, create, list_topic, sheet};
use crate::board;
use crate::problem::Problem;
use crate::route::Call;
use crate::store::RecordKind;
use crate::studio::Studio;
use crate::wire::{
    Answer, Delay, Done, Event, Game, GameCreated, GameImport, GameLine, GameList, MoveWish, NewGame, Offer, OfferKind,
    OfferWish, Side, Text, UndoWish,
};

/// Lines of the list, at most.
const LISTED: usize = 200;

/// POST /api/games
pub fn begin(studio: &Arc<Studio>, _: &Call, wish: NewGame) -> Result<GameCreated, Problem> {
    create::new(studio, &wish)
}

/// POST /api/games/import
pub fn import(studio: &Arc<Studio>, _: &Call, wish: GameImport) -> Result<GameCreated, Problem> {
    create::import(studio, &wish)
}

/// GET /api/games
pub fn list(studio: &Arc<Studio>, _: &Call) -> Result<GameList, Problem> {
    let as_of = studio.log.position();
    let items = studio.store.all(RecordKind::GAME)?;
    let games = items.iter().take(LISTED).filter_map(|item| studio.games.line(item)).collect();
    Ok(GameList { games, as_of })
}

/// GET /api/games/ID
pub fn show(studio: &Arc<Studio>, call: &Call) -> Result<Game, Problem> {
    Ok(studio.games.find(studio, &call.id)?.view(studio, &call.seats))
}

/// GET /api/games/ID/pgn
pub fn pgn(studio: &Arc<Studio>, call: &Call) -> Result<Text, Problem> {
    let table = studio.games.find(studio, &call.id)?;
    let text = sheet::pgn(&table.lock(), &table.created);
    Ok(Text { text })
}

/// Changes a game and shows it.
fn change(
    studio: &Arc<Studio>,
    call: &Call,
    act: impl FnOnce(&mut GameState, &[Side]) -> Result<(), Problem>,
) -> Result<Game, Problem> {
    let table = studio.games.find(studio, &call.id)?;
    table.change(studio, |state| {
        let sides = state.kept.opened_by(&call.seats);
        act(state, &sides)
    })?;
    Ok(table.view(studio, &call.seats))
}

fn must_go_on(state: &GameState) -> Result<(), Problem> {
    match state.outcome() {
        Some(outcome) => Err(Problem::Conflict(format!("the game is over: {}", outcome.words))),
        None => Ok(()),
    }
}

/// Who is to think at this table needs a slot.
fn must_have_room(studio: &Studio, state: &GameState) -> Result<(), Problem> {
    if state.kept.has_players() && !state.is_attended { studio.games.must_have_room() } else { Ok(()) }
}

/// The holder of every human seat may do what concerns both sides.
fn must_speak_for_all(kept: &Kept, sides: &[Side]) -> Result<(), Problem> {
    let people =
        [(Side::White, &kept.white), (Side::Black, &kept.black)].into_iter().filter(|(_, seat)| seat.is_human());
    if people.into_iter().all(|(side, _)| sides.contains(&side)) {
        return Ok(());
    }
    let sentence = "this concerns the other side too: offer it instead (or open the game with your seat's link)";
    Err(Problem::Forbidden(sentence.to_owned()))
}

fn must_have_a_seat(sides: &[Side]) -> Result<Side, Problem> {
    let nobody = || Problem::Forbidden("you are watching this game: open it with a seat's link to play".to_owned());
    sides.first().copied().ok_or_else(nobody)
}

/// The side for which somebody with these sides speaks now.
fn speaker(state: &GameState, sides: &[Side]) -> Result<Side, Problem> {
    let turn = board::side(state.turn());
    if sides.contains(&turn) { Ok(turn) } else { must_have_a_seat(sides) }
}

/// POST /api/games/ID/move
pub fn play(studio: &Arc<Studio>, call: &Call, wish: MoveWish) -> Result<Game, Problem> {
    change(studio, call, |state, sides| {
        must_go_on(state)?;
        if wish.version.is_some_and(|version| version != state.kept.version) {
            return Err(Problem::Conflict("the game has gone on since: look at it again".to_owned()));
        }
        if state.kept.is_paused {
            return Err(Problem::Conflict("the game is paused: continue it first".to_owned()));
        }
        let (turn, seat) = (state.turn(), state.kept.seat(state.turn()));
        if !seat.is_human() {
            return Err(Problem::Conflict(format!("it is the turn of {}", seat.name)));
        }
        if !sides.contains(&board::side(turn)) {
            must_have_a_seat(sides)?;
            return Err(Problem::Forbidden("it is the other side's turn".to_owned()));
        }
        let m = parse_move(state.record.position(), &wish.uci)?;
        must_have_room(studio, state)?;
        state.play(m, Remark::default())
    })
}

/// POST /api/games/ID/undo
pub fn undo(studio: &Arc<Studio>, call: &Call, wish: UndoWish) -> Result<Game, Problem> {
    step(studio, call, "there is nothing to take back", |state| match wish.plies {
        Some(plies) => state.kept.cursor.saturating_sub(plies as usize),
        None => {
            let last_of_a_person = (0..state.kept.cursor).rev().find(|&ply| is_human_turn(state, ply));
            last_of_a_person.unwrap_or(state.kept.cursor.saturating_sub(1))
        }
    })
}

/// POST /api/games/ID/redo
pub fn redo(studio: &Arc<Studio>, call: &Call, wish: UndoWish) -> Result<Game, Problem> {
    step(studio, call, "there is nothing to play again", |state| {
        let all = state.kept.moves.len();
        match wish.plies {
            Some(plies) => (state.kept.cursor + plies as usize).min(all),
            None => (state.kept.cursor + 1..=all).find(|&ply| is_human_turn(state, ply)).unwrap_or(all),
        }
    })
}

/// Takes moves back or plays them again, so that as many stand on the board as `to` says.
fn step(
    studio: &Arc<Studio>,
    call: &Call,
    nothing: &str,
    to: impl FnOnce(&GameState) -> usize,
) -> Result<Game, Problem> {
    change(studio, call, |state, sides| {
        must_speak_for_all(&state.kept, sides)?;
        state.must_be_free()?;
        must_have_room(studio, state)?;
        let to = to(state);
        if to == state.kept.cursor {
            return Err(Problem::Conflict(nothing.to_owned()));
        }
        state.step(to);
        Ok(())
    })
}

/// Whether a person is to move after so many moves.
fn is_human_turn(state: &GameState, ply: usize) -> bool {
    let start = state.record.start().turn();
    state.kept.seat(if ply.is_multiple_of(2) { start } else { !start }).is_human()
}

/// POST /api/games/ID/pause
pub fn pause(studio: &Arc<Studio>, call: &Call) -> Result<Game, Problem> {
    change(studio, call, |state, sides| {
        must_go_on(state)?;
        must_speak_for_all(&state.kept, sides)?;
        state.kept.is_paused = true;
        Ok(())
    })
}

/// POST /api/games/ID/continue: either side may, since a game is also paused by a restart.
pub fn resume(studio: &Arc<Studio>, call: &Call) -> Result<Game, Problem> {
    change(studio, call, |state, sides| {
        must_go_on(state)?;
        must_speak_for_all(&state.kept, sides).or_else(|_| must_have_a_seat(sides).map(drop))?;
        must_have_room(studio, state)?;
        state.kept.is_paused = false;
        Ok(())
    })
}

/// POST /api/games/ID/delay
pub fn delay(studio: &Arc<Studio>, call: &Call, wish: Delay) -> Result<Game, Problem> {
    create::check_delay(wish.delay_ms)?;
    change(studio, call, |state, sides| {
        must_speak_for_all(&state.kept, sides)?;
        state.kept.delay_ms = wish.delay_ms;
        Ok(())
    })
}

/// POST /api/games/ID/resign
pub fn resign(studio: &Arc<Studio>, call: &Call) -> Result<Game, Problem> {
    change(studio, call, |state, sides| {
        must_go_on(state)?;
        let loser = board::color(speaker(state, sides)?);
        state.finish(&Finish::Rules(referee::resignation(loser)));
        Ok(())
    })
}

/// POST /api/games/ID/claim
pub fn claim(studio: &Arc<Studio>, call: &Call) -> Result<Game, Problem> {
    change(studio, call, |state, sides| {
        must_go_on(state)?;
        must_have_a_seat(sides)?;
        let Some(ending) = referee::claimable_draw(&state.record) else {
            let sentence =
                "no draw can be claimed: the position must have occurred three times, or fifty moves been quiet";
            return Err(Problem::Conflict(sentence.to_owned()));
        };
        state.finish(&Finish::Rules(ending));
        Ok(())
    })
}

/// POST /api/games/ID/offer
pub fn offer(studio: &Arc<Studio>, call: &Call, wish: OfferWish) -> Result<Game, Problem> {
    change(studio, call, |state, sides| {
        state.must_be_free()?;
        let by = speaker(state, sides)?;
        if wish.kind == OfferKind::Draw {
            must_go_on(state)?;
        }
        let plies = wish.plies.unwrap_or_else(|| plies_to_own_turn(state, by));
        if wish.kind == OfferKind::TakeBack && (plies == 0 || plies as usize > state.kept.cursor) {
            return Err(Problem::Conflict("there is nothing to take back".to_owned()));
        }
        let offer = Offer { kind: wish.kind, by, plies, is_declined: false };
        let other = board::color(by);
        let is_answered_now = !state.kept.seat(!other).is_human() || sides.len() == 2;
        match (is_answered_now, accepts(state, &offer)) {
            (false, _) => state.kept.offer = Some(offer),
            (true, true) => carry_out(state, &offer),
            (true, false) => state.kept.offer = Some(Offer { is_declined: true, ..offer }),
        }
        Ok(())
    })
}

/// Half-moves to take back until this side is to move.
fn plies_to_own_turn(state: &GameState, side: Side) -> u32 {
    let is_own_turn = board::side(state.turn()) == side;
    (state.kept.cursor as u32).min(if is_own_turn { 2 } else { 1 })
}

/// What a player says to an offer, or a person who sits at both sides.
fn accepts(state: &GameState, offer: &Offer) -> bool {
    let other: Color = !board::color(offer.by);
    if offer.kind == OfferKind::TakeBack || state.kept.seat(other).is_human() {
        return true;
    }
    let last = state.kept.moves[..state.kept.cursor].iter().rev().find_map(|played| played.score);
    let for_white = last.map(board::score);
    referee::accepts_draw(state.kept.cursor, for_white.map(|score| other.fold_wb(score, score.reversed())))
}

fn carry_out(state: &mut GameState, offer: &Offer) {
    match offer.kind {
        OfferKind::Draw => state.finish(&Finish::Rules(referee::agreement())),
        OfferKind::TakeBack => state.step(state.kept.cursor - offer.plies as usize),
    }
}

/// POST /api/games/ID/answer
pub fn answer(studio: &Arc<Studio>, call: &Call, wish: Answer) -> Result<Game, Problem> {
    change(studio, call, |state, sides| {
        let open = state.kept.offer.clone().filter(|offer| !offer.is_declined);
        let offer = open.ok_or_else(|| Problem::Conflict("nothing is offered".to_owned()))?;
        if !sides.iter().any(|side| *side != offer.by) {
            return Err(Problem::Forbidden("the other side has to answer this".to_owned()));
        }
        if wish.accept {
            carry_out(state, &offer);
        } else {
            state.kept.offer = Some(Offer { is_declined: true, ..offer });
        }
        Ok(())
    })
}

/// DELETE /api/games/ID: for the owner of the studio, as the table of routes says; links may be lost.
pub fn delete(studio: &Arc<Studio>, call: &Call) -> Result<Done, Problem> {
    let table = studio.games.find(studio, &call.id)?;
    let mut state = table.lock();
    studio.store.delete(RecordKind::GAME, table.id)?;
    state.is_deleted = true;
    table.version.fetch_add(1, std::sync::atomic::Ordering::AcqRel);
    studio.games.remove(table.id);
    let line: GameLine = table.line(&state);
    studio.log.publish(&list_topic(), Event::GameListed(line));
    Ok(Done {})
}
