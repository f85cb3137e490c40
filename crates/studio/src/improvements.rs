//! Networks that teach themselves, started, watched, stopped and played against; `lab` does the work.

mod job;
mod player;
mod progress;

use std::sync::Arc;

use hetman_lab::improvement::ImprovementSettings;

use crate::players;
use crate::problem::Problem;
use crate::route::{Call, Route};
use crate::studio::Studio;
use crate::wire::{Done, Improvement, ImprovementList, ImprovementWish};
pub use job::ImprovementJob;
use job::line;
pub use player::{listed, resolve};

/// What can be asked of lineages.
fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/improvements", "Networks that teach themselves, and what can be chosen for one", list),
        Route::post("/api/improvements", "Begins one, and starts it", create).expensive(),
        Route::act("/api/improvements/{id}/start", "Goes on with it", start).expensive(),
        Route::act("/api/improvements/{id}/stop", "Ends it, to be gone on with", stop),
        Route::delete("/api/improvements/{id}", "Deletes it with its games and networks", delete),
    ]
}

/// GET /api/improvements
fn list(studio: &Arc<Studio>, _: &Call) -> Result<ImprovementList, Problem> {
    let as_of = studio.log.position();
    let improvements = studio.jobs.improvements.all().iter().map(|job| line(job, &job.lock())).collect();
    let parameters = ImprovementSettings::parameters().iter().map(players::parameter).collect();
    Ok(ImprovementList { improvements, parameters, as_of })
}

/// POST /api/improvements
fn create(studio: &Arc<Studio>, _: &Call, wish: ImprovementWish) -> Result<Improvement, Problem> {
    let chosen = players::read_settings(ImprovementSettings::parameters(), &wish.settings, "a lineage")?;
    let settings = ImprovementSettings::of(chosen);
    settings.check().map_err(|problem| Problem::Unfit(problem.to_string()))?;
    let work = ImprovementJob::new(settings);
    let job = studio.jobs.improvements.add_and_start(studio, work)?;
    Ok(line(&job, &job.lock()))
}

/// POST /api/improvements/ID/start
fn start(studio: &Arc<Studio>, call: &Call) -> Result<Improvement, Problem> {
    let job = studio.jobs.improvements.find(&call.id)?;
    studio.jobs.improvements.start(studio, &job)?;
    Ok(line(&job, &job.lock()))
}

/// POST /api/improvements/ID/stop
fn stop(studio: &Arc<Studio>, call: &Call) -> Result<Improvement, Problem> {
    let job = studio.jobs.improvements.find(&call.id)?;
    job.stop(studio)?;
    Ok(line(&job, &job.lock()))
}

/// DELETE /api/improvements/ID
fn delete(studio: &Arc<Studio>, call: &Call) -> Result<Done, Problem> {
    studio.jobs.improvements.delete(studio, &call.id)?;
    Ok(Done {})
}
