//! What can be asked of tournaments.

use std::sync::Arc;

use hetman_arena::adjudication::{DrawRule, WinRule};
use hetman_arena::openings::OpeningSettings;
use hetman_arena::schedule::{Colours, Format, TieRule};
use hetman_arena::stats::{Sprt, SprtModel};
use hetman_lab::experiment::RulesChoice;
use hetman_lab::tournaments::{Plan, TournamentStore};
use hetman_rules::{Ruleset, TimeControl};

use super::tables;
use super::tournament::{Kept, TournamentJob, line};
use crate::books;
use crate::jobs::Job;
use crate::players::{self, Resolved};
use crate::problem::Problem;
use crate::route::{Call, Download};
use crate::studio::Studio;
use crate::wire::{
    Done, DrawWish, NewTournament, OpeningsWish, SprtWish, Tournament, TournamentFormat, TournamentGames,
    TournamentList, WinWish,
};

const MOST_PLAYERS: usize = 64;
const MOST_CYCLES: u32 = 100_000;
const MOST_RANDOM_PLIES: u32 = 40;
const MOST_AT_ONCE: u32 = 8;
const LONGEST_NAME: usize = 80;

/// Bounds of what ends games early.
const MOST_RULE_MOVES: u32 = 100;
const MOST_CENTIPAWNS: u32 = 10_000;
const MOST_FROM_MOVE: u32 = 500;

/// How late an answer may come; a machine that trains at the same time stalls now and then.
const MARGIN_MS: u64 = 1000;

/// Longer games are drawn.
const LONGEST_PLIES: usize = 600;

/// GET /api/tournaments
pub fn list(studio: &Arc<Studio>, _: &Call) -> Result<TournamentList, Problem> {
    let as_of = studio.log.position();
    let tournaments = studio.jobs.tournaments.all().iter().map(|job| line(job, &job.lock())).collect();
    Ok(TournamentList { tournaments, as_of })
}

/// POST /api/tournaments
pub fn create(studio: &Arc<Studio>, _: &Call, wish: NewTournament) -> Result<Tournament, Problem> {
    if !(2..=MOST_PLAYERS).contains(&wish.players.len()) {
        return Err(Problem::Unfit(format!("a tournament needs 2 to {MOST_PLAYERS} players")));
    }
    if !(1..=MOST_AT_ONCE).contains(&wish.concurrency) {
        return Err(Problem::Unfit(format!("1 to {MOST_AT_ONCE} games can be played at the same time")));
    }
    let name: String = wish.name.trim().chars().filter(|letter| !letter.is_control()).take(LONGEST_NAME).collect();
    let name = if name.is_empty() { "Tournament".to_owned() } else { name };
    let plan = plan(studio, &wish, &name)?;
    let work = TournamentJob::new(Kept { name, plan, concurrency: wish.concurrency as usize });
    view(studio, &*studio.jobs.tournaments.add_and_start(studio, work)?)
}

/// What is wished, checked as far as that is possible before anybody is seated.
fn plan(studio: &Studio, wish: &NewTournament, name: &str) -> Result<Plan, Problem> {
    let ruleset: Ruleset = wish.variant.parse()?;
    let resolved = wish.players.iter().map(|choice| players::resolve(studio, choice));
    let resolved: Vec<Resolved> = resolved.collect::<Result<_, _>>()?;
    for player in resolved.iter().filter(|player| !player.spec.is_external()) {
        player.spec.build(ruleset.variant, 0)?;
    }
    if let Some(control) = &wish.control {
        control.parse::<TimeControl>()?;
    }
    let plan = Plan {
        event: name.to_owned(),
        variant: ruleset.to_string(),
        players: resolved.iter().map(|player| player.spec.to_string()).collect(),
        names: all_different(resolved.iter().map(|player| player.name.clone())),
        format: format(wish.format)?,
        colours: Colours::default(),
        games: None,
        openings: openings(studio, ruleset, &wish.openings, wish.seed.into())?,
        seed: wish.seed.into(),
        control: wish.control.clone(),
        margin_ms: MARGIN_MS,
        longest_plies: Some(LONGEST_PLIES),
        win: wish.adjudication.win.map(win_rule).transpose()?,
        draw: wish.adjudication.draw.map(draw_rule).transpose()?,
        tablebases: None,
        endgames: wish.adjudication.tables.then(|| studio.data.endgames()),
        sprt: wish.sprt.map(|test| sprt(test, wish.players.len())).transpose()?,
        draws: RulesChoice::default(),
    };
    plan.schedule().map_err(|problem| Problem::Unfit(problem.to_string()))?;
    Ok(plan)
}

/// One name for each, with a number where two have the same.
fn all_different(names: impl Iterator<Item = String>) -> Vec<String> {
    let plain: Vec<String> = names.collect();
    let name = |place: usize| match plain[..place].iter().filter(|earlier| **earlier == plain[place]).count() {
        0 => plain[place].clone(),
        earlier => format!("{} #{}", plain[place], earlier + 1),
    };
    (0..plain.len()).map(name).collect()
}

fn format(wish: TournamentFormat) -> Result<Format, Problem> {
    let (format, cycles) = match wish {
        TournamentFormat::RoundRobin { cycles } => (Format::RoundRobin { cycles: cycles.into() }, cycles),
        TournamentFormat::Gauntlet { cycles } => (Format::Gauntlet { challengers: 1, cycles: cycles.into() }, cycles),
        TournamentFormat::KnockOut { pairs } => {
            let tie_rule = TieRule::default();
            (Format::KnockOut { pairs: pairs.into(), extra_pairs: 1, tie_rule }, pairs)
        }
    };
    let is_right = (1..=MOST_CYCLES).contains(&cycles);
    if is_right { Ok(format) } else { Err(Problem::Unfit(format!("choose 1 to {MOST_CYCLES} cycles"))) }
}

fn openings(studio: &Studio, ruleset: Ruleset, wish: &OpeningsWish, seed: u64) -> Result<OpeningSettings, Problem> {
    let random = |random_plies| OpeningSettings { random_plies, seed, ..OpeningSettings::default() };
    match wish {
        OpeningsWish::Start => Ok(random(0)),
        OpeningsWish::Random { plies } if *plies <= MOST_RANDOM_PLIES => Ok(random(*plies as usize)),
        OpeningsWish::Random { .. } => {
            Err(Problem::Unfit(format!("at most {MOST_RANDOM_PLIES} random half-moves begin a game")))
        }
        OpeningsWish::Book { book, shuffled, plies } => {
            books::settings(studio, ruleset, (book, *shuffled, *plies), seed)
        }
    }
}

fn win_rule(wish: WinWish) -> Result<WinRule, Problem> {
    let is_right = (1..=MOST_RULE_MOVES).contains(&wish.moves) && (1..=MOST_CENTIPAWNS).contains(&wish.centipawns);
    let rule = WinRule { moves: wish.moves as usize, centipawns: wish.centipawns as i32 };
    is_right.then_some(rule).ok_or_else(|| {
        Problem::Unfit(format!(
            "a game is won after 1 to {MOST_RULE_MOVES} moves with 1 to {MOST_CENTIPAWNS} centipawns"
        ))
    })
}

fn draw_rule(wish: DrawWish) -> Result<DrawRule, Problem> {
    let is_right = (1..=MOST_RULE_MOVES).contains(&wish.moves)
        && wish.from_move <= MOST_FROM_MOVE
        && wish.centipawns <= MOST_CENTIPAWNS;
    let rule = DrawRule { from_move: wish.from_move, moves: wish.moves as usize, centipawns: wish.centipawns as i32 };
    is_right.then_some(rule).ok_or_else(|| {
        Problem::Unfit(format!(
            "a game is drawn after 1 to {MOST_RULE_MOVES} moves with at most {MOST_CENTIPAWNS} centipawns, from move \
             {MOST_FROM_MOVE} at the latest"
        ))
    })
}

fn sprt(wish: SprtWish, players: usize) -> Result<Sprt, Problem> {
    if players != 2 {
        return Err(Problem::Unfit("a sequential test is between two players".to_owned()));
    }
    Ok(Sprt::new(wish.elo0, wish.elo1, wish.alpha, wish.beta, SprtModel::default())?)
}

fn view(studio: &Studio, job: &Job<TournamentJob>) -> Result<Tournament, Problem> {
    let state = job.lock();
    let standing = state.standing.as_ref();
    let (table, remarks) = standing.map(tables::cross_table).unwrap_or_default();
    let is_match = state.kept.plan.names.len() == 2;
    Ok(Tournament {
        line: line(job, &state),
        conditions: state.kept.plan.conditions(),
        table,
        remarks,
        sprt: standing.and_then(tables::sprt),
        report: standing.filter(|_| is_match).map(|standing| standing.match_report().to_string()),
        boards: state.boards.values().cloned().collect(),
        as_of: studio.log.position(),
    })
}

/// GET /api/tournaments/ID
pub fn show(studio: &Arc<Studio>, call: &Call) -> Result<Tournament, Problem> {
    view(studio, &*studio.jobs.tournaments.find(&call.id)?)
}

/// GET /api/tournaments/ID/games?page=N&first=A&second=B
pub fn games(studio: &Arc<Studio>, call: &Call) -> Result<TournamentGames, Problem> {
    let job = studio.jobs.tournaments.find(&call.id)?;
    let number = |key: &str| {
        let wrong = |_| Problem::Malformed(format!("{key} is a number, from 0"));
        call.query.get(key).map(|text| text.parse::<usize>()).transpose().map_err(wrong)
    };
    let page = number("page")?.unwrap_or(0);
    let between = number("first")?.zip(number("second")?).map(|(first, second)| [first, second]);
    let state = job.lock();
    let Some(standing) = state.standing.as_ref() else { return Ok(TournamentGames::default()) };
    Ok(tables::games(standing, job.id, page, between))
}

/// POST /api/tournaments/ID/stop
pub fn stop(studio: &Arc<Studio>, call: &Call) -> Result<Tournament, Problem> {
    let job = studio.jobs.tournaments.find(&call.id)?;
    job.stop(studio)?;
    view(studio, &job)
}

/// POST /api/tournaments/ID/resume
pub fn resume(studio: &Arc<Studio>, call: &Call) -> Result<Tournament, Problem> {
    let job = studio.jobs.tournaments.find(&call.id)?;
    studio.jobs.tournaments.start(studio, &job)?;
    view(studio, &job)
}

/// DELETE /api/tournaments/ID
pub fn delete(studio: &Arc<Studio>, call: &Call) -> Result<Done, Problem> {
    studio.jobs.tournaments.delete(studio, &call.id)?;
    Ok(Done {})
}

/// GET /api/tournaments/ID/pgn
pub fn pgn(studio: &Arc<Studio>, call: &Call) -> Result<Download, Problem> {
    let job = studio.jobs.tournaments.find(&call.id)?;
    let bytes = match store(&job)? {
        Some(store) => store.all_pgn()?.into_bytes(),
        None => Vec::new(),
    };
    let name = format!("tournament-{}.pgn", job.id);
    Ok(Download::saved(name, "application/x-chess-pgn", bytes))
}

/// The games of a tournament, if any were played.
pub fn store(job: &Job<TournamentJob>) -> Result<Option<TournamentStore>, Problem> {
    Ok(TournamentStore::read(&hetman_lab::tournaments::store_file(&job.folder))?)
}
