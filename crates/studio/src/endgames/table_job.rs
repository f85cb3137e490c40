//! Tables worked out: a job for each ending, which goes on where it was left with what is kept already.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::thread::available_parallelism;

use hetman_endgame::{Material, MaterialError, Outcome, SmallPosition, Table, Tables};
use hetman_rules::AnyPosition;
use hetman_rules::shakmaty::Color;
use serde::{Deserialize, Serialize};

use super::pace::{Pace, Paced, Part, note};
use super::{actions, probe};
use crate::board;
use crate::jobs::{Action, DesiredState, End, Job, JobState, Status, Stored, Work};
use crate::problem::Problem;
use crate::route::{Call, Route};
use crate::studio::Studio;
use crate::wire::{
    Done, EndgameFacts, EndgameList, EndgameSide, EndgameTable, EndgameTableDeleted, EndgameWish, Event, Topic,
};

/// Endings that people learn.
const SUGGESTED: [&str; 8] = ["KRK", "KQK", "KPK", "KBBK", "KBNK", "KRKN", "KRKP", "KQKR"];

/// What is stored of a table besides its file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kept {
    material: String,
    facts: Option<EndgameFacts>,
}

/// One ending.
pub struct TableJob {
    material: Material,
    facts: Option<EndgameFacts>,
    pace: Pace,
}

impl TableJob {
    fn new(material: Material) -> TableJob {
        TableJob { material, facts: None, pace: Pace::new("") }
    }
}

impl Paced for TableJob {
    fn pace(&mut self) -> &mut Pace {
        &mut self.pace
    }
}

impl Work for TableJob {
    const NAME: &'static str = "endgame table";
    const AT_ONCE: usize = 2;
    const CROWDED: &'static str = "tables are being worked out already: stop one of them first";
    const NICENESS: i32 = 5;

    type Kept = Stored<Kept>;

    fn kept(&self, desired: &DesiredState) -> Option<Stored<Kept>> {
        let kept = Kept { material: self.material.to_string(), facts: self.facts.clone() };
        Some(Stored { kept, desired: desired.clone() })
    }

    fn restore(Stored { kept, desired }: Stored<Kept>, _: &Path) -> Result<(TableJob, DesiredState), Problem> {
        Ok((TableJob { facts: kept.facts, ..TableJob::new(kept.material.parse()?) }, desired))
    }

    fn topic(_: u64) -> Topic {
        Topic("endgames".to_owned())
    }

    fn actions(status: Status) -> &'static [Action] {
        actions(status)
    }

    fn begin(&mut self) {
        (self.facts, self.pace) = (None, Pace::new("Looking for what is there"));
    }

    fn run(job: &Arc<Job<TableJob>>, studio: &Arc<Studio>) -> Result<End, String> {
        work_out(job, studio).map_err(|problem| problem.to_string())
    }

    fn changed(job: &Job<TableJob>, state: &JobState<TableJob>) -> Option<Event> {
        Some(Event::EndgameTable(line(job, state)))
    }

    fn deleted(id: String) -> Option<Event> {
        Some(Event::EndgameTableDeleted(EndgameTableDeleted { id }))
    }

    fn routes() -> Vec<Route> {
        vec![
            Route::get("/api/endgames", "Tables of endings, and endings to begin with", list),
            Route::post("/api/endgames", "Works out the table of an ending", begin).expensive(),
            Route::act("/api/endgames/{id}/start", "Goes on with a table, or looks whether it is whole", start)
                .expensive(),
            Route::act("/api/endgames/{id}/stop", "Ends the work on a table", stop),
            Route::delete("/api/endgames/{id}", "Deletes a table", delete),
            Route::post("/api/endgames/probe", "What tables and lessons say of a position", probe::probe),
        ]
    }
}

/// Works out whatever is not there, the endings that this one leads to first.
fn work_out(job: &Job<TableJob>, studio: &Studio) -> Result<End, Problem> {
    let material = job.lock().material;
    let family = material.family();
    let all: f64 = family.iter().map(size).sum();
    let mut before = 0.0;
    for &ending in &family {
        let part = Part::of(job, studio, format!("Working out {ending}"), [before / all, size(&ending) / all]);
        if !is_there(studio, ending) {
            let Some(table) = build(studio, ending, &part)? else { return Ok(End::Stopped) };
            studio.endgames.keep(table)?;
        }
        before += size(&ending);
    }
    note(job, studio, "Counting", 1.0);
    let tables = studio.endgames.with(material)?.unwrap_or_default();
    let facts = tables.get(material).map(facts);
    job.lock().facts = facts;
    Ok(End::Finished)
}

fn is_there(studio: &Studio, ending: Material) -> bool {
    matches!(studio.endgames.with(ending), Ok(Some(_)))
}

/// About how much work a table is.
fn size(material: &Material) -> f64 {
    let kings = if material.has_pawns() { 1806.0 } else { 462.0 };
    kings * 64_f64.powi(material.men() as i32 - 2)
}

/// One table of a family, from those that it leads to; `None` if it was stopped.
fn build(studio: &Studio, ending: Material, part: &Part<TableJob>) -> Result<Option<Table>, Problem> {
    let mut tables = Tables::default();
    for next in ending.conversions() {
        let deleted = || Problem::Conflict(format!("the table of {next} was deleted meanwhile: start again"));
        tables = studio.endgames.with(next)?.ok_or_else(deleted)?;
    }
    let threads = available_parallelism().unwrap_or(NonZeroUsize::MIN);
    Ok(Table::build_unless_stopped(ending, &tables, threads, part))
}

fn facts(table: &Table) -> EndgameFacts {
    let mut longest: Option<(u32, SmallPosition)> = None;
    let mut sides = Vec::new();
    for turn in Color::ALL {
        let mut side =
            EndgameSide { turn: board::side(turn), positions: 0, draws: 0, wins: Vec::new(), losses: Vec::new() };
        for (position, outcome) in table.canonical(turn) {
            count(&mut side, outcome);
            if let Outcome::Win(moves) = outcome
                && longest.as_ref().is_none_or(|(most, _)| moves > *most)
            {
                longest = Some((moves, position));
            }
        }
        sides.push(side);
    }
    let fen = |position: &SmallPosition| position.to_chess().map(|chess| AnyPosition::from(chess).fen());
    EndgameFacts {
        longest_mate: longest.as_ref().map(|(moves, _)| *moves),
        longest_fen: longest.as_ref().and_then(|(_, position)| fen(position)),
        sides,
    }
}

fn count(side: &mut EndgameSide, outcome: Outcome) {
    side.positions += 1;
    let (counts, moves) = match outcome {
        Outcome::Draw => return side.draws += 1,
        Outcome::Win(moves) => (&mut side.wins, moves as usize),
        Outcome::Loss(moves) => (&mut side.losses, moves as usize),
    };
    counts.resize(counts.len().max(moves + 1), 0);
    counts[moves] += 1;
}

fn line(job: &Job<TableJob>, state: &JobState<TableJob>) -> EndgameTable {
    EndgameTable {
        id: job.id.to_string(),
        material: state.material.to_string(),
        state: state.status().into(),
        message: state.desired.failure(),
        progress: state.is_running().then(|| state.pace.progress()),
        facts: state.facts.clone(),
        created: job.created.clone(),
        actions: state.actions(),
    }
}

/// GET /api/endgames
fn list(studio: &Arc<Studio>, _: &Call) -> Result<EndgameList, Problem> {
    let as_of = studio.log.position();
    let tables = studio.jobs.tables.all().iter().map(|job| line(job, &job.lock())).collect();
    Ok(EndgameList { tables, suggested: SUGGESTED.map(str::to_owned).into(), as_of })
}

/// POST /api/endgames: an ending has one job.
fn begin(studio: &Arc<Studio>, _: &Call, wish: EndgameWish) -> Result<EndgameTable, Problem> {
    let material = material(&wish.material)?;
    let known = studio.jobs.tables.all().into_iter().find(|job| job.lock().material == material);
    let job = match known {
        Some(job) => {
            studio.jobs.tables.start(studio, &job)?;
            job
        }
        None => studio.jobs.tables.add_and_start(studio, TableJob::new(material))?,
    };
    Ok(line(&job, &job.lock()))
}

/// No text that names an ending is longer.
const LONGEST_NAME: usize = 32;

pub fn material(text: &str) -> Result<Material, Problem> {
    if text.len() > LONGEST_NAME {
        return Err(Problem::Unfit("this names no ending: write it as in KRK or KQKR".to_owned()));
    }
    Ok(text.parse::<Material>()?)
}

impl From<MaterialError> for Problem {
    fn from(problem: MaterialError) -> Problem {
        Problem::Unfit(problem.to_string())
    }
}

/// POST /api/endgames/ID/start
fn start(studio: &Arc<Studio>, call: &Call) -> Result<EndgameTable, Problem> {
    let job = studio.jobs.tables.find(&call.id)?;
    studio.jobs.tables.start(studio, &job)?;
    Ok(line(&job, &job.lock()))
}

/// POST /api/endgames/ID/stop
fn stop(studio: &Arc<Studio>, call: &Call) -> Result<EndgameTable, Problem> {
    let job = studio.jobs.tables.find(&call.id)?;
    job.stop(studio)?;
    Ok(line(&job, &job.lock()))
}

/// DELETE /api/endgames/ID
fn delete(studio: &Arc<Studio>, call: &Call) -> Result<Done, Problem> {
    let material = studio.jobs.tables.find(&call.id)?.lock().material;
    studio.jobs.tables.delete(studio, &call.id)?;
    studio.endgames.remove(material)?;
    Ok(Done {})
}
