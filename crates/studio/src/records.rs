//! The games database: what was played to its end, at the board and in tournaments, and what was imported.

use std::sync::Arc;

use hetman_lab::tournaments::GameLine;
use hetman_rules::{Variant, pgn};

use crate::board;
use crate::games::{self, Kept, moves_of};
use crate::jobs::Job;
use crate::problem::Problem;
use crate::route::Call;
use crate::store::RecordKind;
use crate::studio::Studio;
use crate::tournaments::{self, TournamentJob};
use crate::wire::{KeptGame, RecordLine, RecordList, RecordOrigin, Winner};

const PER_PAGE: usize = 50;

/// What is looked for.
struct Filter {
    variant: Option<String>,
    player: Option<String>,
    result: Option<Winner>,
    origin: Option<RecordOrigin>,
    text: Option<String>,
}

impl Filter {
    fn read(call: &Call) -> Result<Filter, Problem> {
        let given = |key: &str| call.query.get(key).filter(|value| !value.is_empty()).map(|value| value.to_lowercase());
        let result = match given("result").as_deref() {
            None => None,
            Some("white") => Some(Winner::White),
            Some("black") => Some(Winner::Black),
            Some("draw") => Some(Winner::Draw),
            Some(_) => return Err(Problem::Malformed("a result is white, black or draw".to_owned())),
        };
        let origin = match given("origin").as_deref() {
            None => None,
            Some("game") => Some(RecordOrigin::Game),
            Some("tournament") => Some(RecordOrigin::Tournament),
            Some("imported") => Some(RecordOrigin::Imported),
            Some(_) => return Err(Problem::Malformed("an origin is game, tournament or imported".to_owned())),
        };
        let variant = given("variant").map(|name| name.parse::<Variant>()).transpose()?;
        let variant = variant.map(|variant| variant.uci_name().to_owned());
        Ok(Filter { variant, player: given("player"), result, origin, text: given("text") })
    }

    fn fits(&self, line: &RecordLine) -> bool {
        let contains = |text: &str, part: &str| text.to_lowercase().contains(part);
        let is_player = |part: &String| contains(&line.white, part) || contains(&line.black, part);
        let words = line.outcome.as_ref().map_or("", |outcome| &outcome.words);
        let is_anywhere = |part: &String| is_player(part) || contains(&line.event, part) || contains(words, part);
        let winner = line.outcome.as_ref().map(|outcome| outcome.winner);
        self.variant.as_ref().is_none_or(|variant| line.variant == *variant)
            && self.player.as_ref().is_none_or(is_player)
            && self.result.is_none_or(|result| winner == Some(result))
            && self.origin.is_none_or(|origin| line.origin == origin)
            && self.text.as_ref().is_none_or(is_anywhere)
    }
}

/// GET /api/records
pub fn list(studio: &Arc<Studio>, call: &Call) -> Result<RecordList, Problem> {
    let filter = Filter::read(call)?;
    let page = call.query.get("page").map_or(Ok(0), |page| page.parse::<usize>());
    let page = page.map_err(|_| Problem::Malformed("a page is a number, from 0".to_owned()))?;
    let mut records = finished_games(studio)?;
    studio.jobs.tournaments.all().iter().for_each(|job| records.extend(tournament_games(job)));
    records.extend(studio.collections.lines()?);
    records.retain(|line| filter.fits(line));
    let total = records.len() as u64;
    let records = records.into_iter().skip(page.saturating_mul(PER_PAGE)).take(PER_PAGE).collect();
    Ok(RecordList { records, page: page as u32, total, per_page: PER_PAGE as u32 })
}

fn finished_games(studio: &Studio) -> Result<Vec<RecordLine>, Problem> {
    let items = studio.store.all(RecordKind::GAME)?;
    let line = |item: &crate::store::Item| {
        let kept: Kept = serde_json::from_str(&item.data).ok()?;
        let record = kept.record().ok()?;
        let by_rule = || record.ending(&kept.draws()).map(|ending| board::ended(&ending, record.variant()));
        Some(RecordLine {
            id: format!("game-{}", item.id),
            origin: RecordOrigin::Game,
            event: "Game".to_owned(),
            variant: kept.variant.clone(),
            white: kept.white.name.clone(),
            black: kept.black.name.clone(),
            outcome: Some(kept.declared.clone().or_else(by_rule)?),
            plies: kept.cursor as u32,
            date: item.created.clone(),
        })
    };
    Ok(items.iter().filter_map(line).collect())
}

fn tournament_games(job: &Job<TournamentJob>) -> Vec<RecordLine> {
    let state = job.lock();
    let Some(standing) = &state.standing else { return Vec::new() };
    let names = &standing.plan.names;
    let line = |line: &GameLine| RecordLine {
        id: format!("tournament-{}-{}", job.id, line.pairing.number),
        origin: RecordOrigin::Tournament,
        event: state.kept.name.clone(),
        variant: standing.plan.variant.clone(),
        white: names[line.pairing.white].clone(),
        black: names[line.pairing.black].clone(),
        outcome: Some(board::outcome(line.outcome, line.ending.clone())),
        plies: line.plies,
        date: job.created.clone(),
    };
    standing.games.iter().rev().map(line).collect()
}

/// GET /api/records/ID
pub fn show(studio: &Arc<Studio>, call: &Call) -> Result<KeptGame, Problem> {
    let unknown = || Problem::unknown("record", &call.id);
    let number = |text: &str| text.parse::<u64>().map_err(|_| unknown());
    match call.id.split('-').collect::<Vec<_>>()[..] {
        ["game", id] => game(studio, id),
        ["tournament", id, played] => tournament_game(studio, id, number(played)?),
        ["imported", collection, place] => {
            let found = studio.collections.game(number(collection)?, number(place)?)?;
            let (line, text) = found.ok_or_else(unknown)?;
            of_pgn(line, text)
        }
        _ => Err(unknown()),
    }
}

fn game(studio: &Arc<Studio>, id: &str) -> Result<KeptGame, Problem> {
    let wanted = format!("game-{id}");
    let line = finished_games(studio)?.into_iter().find(|line| line.id == wanted);
    let line = line.ok_or_else(|| Problem::unknown("finished game", id))?;
    let call = Call { id: id.to_owned(), ..Call::default() };
    let shown = games::show(studio, &call)?;
    let mut moves = shown.moves;
    moves.truncate(shown.head.cursor as usize);
    let comments = vec![String::new(); moves.len()];
    Ok(KeptGame { line, start_fen: shown.start_fen, moves, comments, pgn: games::pgn(studio, &call)?.text })
}

fn tournament_game(studio: &Arc<Studio>, id: &str, number: u64) -> Result<KeptGame, Problem> {
    let unknown = || Problem::unknown("record", &format!("tournament-{id}-{number}"));
    let job = studio.jobs.tournaments.find(id)?;
    let wanted = format!("tournament-{}-{number}", job.id);
    let line = tournament_games(&job).into_iter().find(|line| line.id == wanted).ok_or_else(unknown)?;
    let text = tournaments::store(&job)?.map(|store| store.pgn(number)).transpose()?.flatten().ok_or_else(unknown)?;
    of_pgn(line, text)
}

/// A game that is kept as text.
fn of_pgn(line: RecordLine, text: String) -> Result<KeptGame, Problem> {
    let unreadable = |reason: String| Problem::Internal(format!("the kept game cannot be read: {reason}"));
    let game = pgn::Games::new(text.as_bytes()).next().ok_or_else(|| unreadable("it is empty".to_owned()))?;
    let game = game.map_err(|reason| unreadable(reason.to_string()))?;
    let moves = moves_of(&game.record);
    let comments = (1..=moves.len()).map(|plies| game.comment(plies).to_owned()).collect();
    Ok(KeptGame { line, start_fen: game.record.start().fen(), moves, comments, pgn: text })
}
